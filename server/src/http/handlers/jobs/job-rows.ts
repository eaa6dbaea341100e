/** Lists jobs as the console shows them. */
import { Fault, type JobRowView, type ListJobRowsQuery } from '@reelsight/contract';
import { isId } from '../../../db/id.ts';
import { findJobRow, type HeldJob, jobRowPage } from '../../../db/jobs/job-rows.ts';
import type { Owned } from '../../../db/owned.ts';
import type { Domain } from '../../../domain/domain.ts';
import { jobView } from '../../../domain/jobs/view.ts';
import { chargeBreakdown } from '../../../domain/prices/price.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { page } from '../../cursor.ts';
import { searchInTurn } from '../search.ts';
import { jobFilter } from './job-filter.ts';

export const jobRowView = (
  job: Owned<HeldJob>,
  { prices }: Pick<Domain, 'prices'>,
): JobRowView => ({
  ...jobView(job),
  filename: job.filename,
  upload_key: job.upload_key,
  updated_at: job.updated_at.toISOString(),
  media_available: job.media_available,
  charge_breakdown: [...chargeBreakdown(prices, job)],
  webhook_url: job.webhook_url,
  highlights: job.highlights,
});

const wordsAtMost = 10;

export async function listJobRows(
  deps: CallDeps,
  call: WorkspaceCall<ListJobRowsQuery>,
): Promise<Reply> {
  const { domain } = deps;
  const { query } = call;
  const filter = jobFilter(call);
  const words = (query.search ?? '').split(/\s+/).filter(Boolean).slice(0, wordsAtMost);
  const read = () =>
    jobRowPage(domain.db, {
      ...filter,
      batchId: query.batch_id ?? null,
      words,
      limit: filter.limit + 1,
    });
  // No index can find words inside titles and links, so a search reads every job of the workspace.
  const rows = words.length === 0 ? await read() : await searchInTurn(deps, call, read);
  const { rows: pageRows, pagination } = page(rows, filter.limit);

  return { status: 200, data: pageRows.map((row) => jobRowView(row, domain)), pagination };
}

/** Throws Fault JOB_NOT_FOUND. */
export async function mustFindJobRow(
  { domain }: CallDeps,
  { caller, params }: Pick<WorkspaceCall, 'caller' | 'params'>,
): Promise<Owned<HeldJob>> {
  const { id } = params;
  const job = isId(id) ? await findJobRow(domain.db, caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return job;
}

export async function getJobRow(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: jobRowView(await mustFindJobRow(deps, call), deps.domain) };
}
