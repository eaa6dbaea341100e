/** Reports of a workspace. */

import type { CreateReport, ListReportsQuery, ReportCreated } from '@reelsight/contract';
import { reportFolder } from '../../artifacts/stored-paths.ts';
import { reportPage } from '../../db/reports.ts';
import {
  addReport,
  checkReportPlan,
  chooseJobs,
  deleteReport as dropReport,
  readReport,
  reportLogoName,
  reportView,
} from '../../domain/reports.ts';
import { keyOfText } from '../../storage/storage-key.ts';
import { type CallDeps, idOf, type Reply, type WorkspaceCall } from '../call.ts';
import { ownOrigin } from '../console/origin.ts';
import { decodeCursor, page } from '../cursor.ts';
import { reportFile } from '../report-file.ts';
import { logoOf } from '../report-logo.ts';

const workspaceOf = ({ caller }: WorkspaceCall): string => caller.workspace_id;

export async function createReport(
  deps: CallDeps,
  call: WorkspaceCall<unknown, CreateReport>,
): Promise<Reply> {
  const { domain, storage, publicUrl } = deps;
  const { body, caller } = call;
  checkReportPlan(domain.plans[caller.plan]);

  const logoInput = body.logo ?? null;
  const picture = logoInput === null ? null : await logoOf(deps, call, logoInput);
  const chosen = await chooseJobs(domain, workspaceOf(call), body);

  await domain.ports.checkDisk();
  const id = domain.newId('rep');
  const key = keyOfText(`${reportFolder(workspaceOf(call), id)}/${reportLogoName}`);
  if (picture) await storage.put(key, picture.png, { contentType: 'image/png' });

  const logo = picture && { width: picture.width, height: picture.height };
  const origin = ownOrigin(publicUrl, call.request);
  try {
    const newReport = { id, body, origin, logo };
    await addReport(domain, workspaceOf(call), newReport, chosen);
  } catch (error) {
    if (picture) await storage.delete(key);
    throw error;
  }

  const data: ReportCreated = { report_id: id, status: 'pending' };
  const headers = { Location: `/v1/reports/${id}`, 'Retry-After': '2' };

  return { status: 202, data, headers };
}

const defaultLimit = 20;

export async function listReports(
  { domain }: CallDeps,
  call: WorkspaceCall<ListReportsQuery>,
): Promise<Reply> {
  const { query } = call;
  const limit = query.limit ?? defaultLimit;
  const rows = await reportPage(domain.db, {
    workspaceId: workspaceOf(call),
    before: query.cursor ? decodeCursor(query.cursor, 'rep') : null,
    limit: limit + 1,
    now: domain.now(),
  });
  const { rows: pageRows, pagination } = page(rows, limit);

  return { status: 200, data: pageRows.map(reportView), pagination };
}

export async function getReport({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const row = await readReport(domain, workspaceOf(call), idOf(call));
  const headers = row.status === 'pending' ? { 'Retry-After': '2' } : {};
  return { status: 200, data: reportView(row), headers };
}

export async function deleteReport({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropReport(domain, workspaceOf(call), idOf(call));
  return { status: 204 };
}

export async function getReportFile(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const row = await readReport(deps.domain, workspaceOf(call), idOf(call));
  return reportFile(deps, row, call.params.format);
}
