/** Calls with which a workspace manages its links, each of which shows parts of a job or a report. */
import {
  type CreateReportShare,
  type CreateShare,
  Fault,
  type ListSharesQuery,
} from '@reelsight/contract';
import { findJob } from '../../../db/jobs/jobs.ts';
import { sharePage } from '../../../db/shares.ts';
import { readReport } from '../../../domain/reports.ts';
import { endShare, shareJob, shareReport, shareView } from '../../../domain/shares.ts';
import {
  accessOf,
  type CallDeps,
  idOf,
  jobIdOf,
  type Reply,
  type WorkspaceCall,
} from '../../call.ts';
import { ownOrigin } from '../../console/origin.ts';
import { decodeCursor, page } from '../../cursor.ts';
import { logoOf } from '../../report-logo.ts';

export async function createJobShare(
  deps: CallDeps,
  call: WorkspaceCall<unknown, CreateShare>,
): Promise<Reply> {
  const { domain, publicUrl } = deps;
  const origin = ownOrigin(publicUrl, call.request);
  const logo = call.body.logo == null ? null : await logoOf(deps, call, call.body.logo);
  const place = {
    workspaceId: call.caller.workspace_id,
    id: jobIdOf(call),
    origin,
    logo,
    access: accessOf(call),
  };
  return { status: 201, data: await shareJob(domain, place, call.body) };
}

export async function createReportShare(
  { domain, publicUrl }: CallDeps,
  call: WorkspaceCall<unknown, CreateReportShare>,
): Promise<Reply> {
  const origin = ownOrigin(publicUrl, call.request);
  const place = {
    workspaceId: call.caller.workspace_id,
    id: idOf(call),
    origin,
    access: accessOf(call),
  };
  return { status: 201, data: await shareReport(domain, place, call.body) };
}

export async function listJobShares(
  deps: CallDeps,
  call: WorkspaceCall<ListSharesQuery>,
): Promise<Reply> {
  const jobId = jobIdOf(call);
  const job = await findJob(deps.domain.db, call.caller.workspace_id, jobId);
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  return pageOfShares(deps, call, jobId);
}

export async function listReportShares(
  deps: CallDeps,
  call: WorkspaceCall<ListSharesQuery>,
): Promise<Reply> {
  const report = await readReport(deps.domain, call.caller.workspace_id, idOf(call));
  return pageOfShares(deps, call, report.id);
}

export const listShares = (deps: CallDeps, call: WorkspaceCall<ListSharesQuery>): Promise<Reply> =>
  pageOfShares(deps, call, null);

const defaultLimit = 50;

async function pageOfShares(
  { domain }: CallDeps,
  { caller, query }: WorkspaceCall<ListSharesQuery>,
  of: string | null,
): Promise<Reply> {
  const limit = query.limit ?? defaultLimit;
  const position = query.cursor ? decodeCursor(query.cursor, 'share') : null;
  const place = { workspaceId: caller.workspace_id, of, now: domain.now() };
  const rows = await sharePage(domain.db, { ...place, before: position, limit: limit + 1 });
  const { rows: pageRows, pagination } = page(rows, limit);
  return { status: 200, data: pageRows.map(shareView), pagination };
}

export async function deleteShare({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await endShare(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}
