/** Jobs as the console lists them. */
import { Fault, type JobRowView, type ListJobRowsQuery, parseIsoDate } from '@reelsight/contract';
import { findJobRow, type HeldJob, jobRowPage } from '../../db/job-rows.ts';
import { jobView } from '../../domain/view.ts';
import { type CallDeps, isId, type Reply, type WorkspaceCall } from '../call.ts';
import { decodeCursor, page } from '../cursor.ts';

export const jobRowView = (job: HeldJob): JobRowView => ({
  ...jobView(job),
  filename: job.filename,
  upload_key: job.upload_key,
  updated_at: job.updated_at.toISOString(),
  media_available: job.media_available,
  webhook_url: job.webhook_url,
});

const defaultLimit = 20;
const wordsAtMost = 10;
const date = (text: string | undefined): Date | null =>
  text === undefined ? null : parseIsoDate(text);

export async function listJobRows(
  { domain }: CallDeps,
  { caller, query }: WorkspaceCall<ListJobRowsQuery>,
): Promise<Reply> {
  const limit = query.limit ?? defaultLimit;
  const rows = await jobRowPage(domain.db, {
    workspaceId: caller.workspace_id,
    status: query.status ?? null,
    followId: query.follow_id ?? null,
    externalId: query.external_id ?? null,
    createdAfter: date(query.created_after),
    createdBefore: date(query.created_before),
    updatedAfter: date(query.updated_after),
    batchId: query.batch_id ?? null,
    words: (query.search ?? '').split(/\s+/).filter(Boolean).slice(0, wordsAtMost),
    before: query.cursor ? decodeCursor(query.cursor, 'job') : null,
    limit: limit + 1,
  });
  const { rows: kept, pagination } = page(rows, limit);
  return { status: 200, data: kept.map(jobRowView), pagination };
}

/** Throws Fault JOB_NOT_FOUND. */
export async function mustFindJobRow(
  { domain }: CallDeps,
  { caller, params }: Pick<WorkspaceCall, 'caller' | 'params'>,
): Promise<HeldJob> {
  const { id } = params;
  const job = isId(id) ? await findJobRow(domain.db, caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return job;
}

export async function getJobRow(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: jobRowView(await mustFindJobRow(deps, call)) };
}
