/** Jobs of a workspace. */
import {
  type CreateJob,
  Fault,
  type GetJobQuery,
  type Job,
  type ListJobsQuery,
} from '@reelsight/contract';
import { jobPage } from '../../db/job-page.ts';
import { findJob, findResults, type JobRow } from '../../db/jobs.ts';
import { findResultsWithoutFrames } from '../../db/result-pieces.ts';
import { findReplayedJob } from '../../domain/idempotency.ts';
import { isTerminal } from '../../domain/job-states.ts';
import { cancelJob, deleteJob } from '../../domain/lifecycle.ts';
import { unservedStages } from '../../domain/so-far.ts';
import { submitJob } from '../../domain/submit-job.ts';
import { jobListItem, jobView } from '../../domain/view.ts';
import { type CallDeps, isId, type Reply, submitterOf, type WorkspaceCall } from '../call.ts';
import { conditional, entityTag } from '../conditional.ts';
import { page } from '../cursor.ts';
import { perRow, pollSeconds, rests, waited } from '../waited.ts';
import { jobFilter } from './job-filter.ts';

const acceptedHeaders = (job: JobRow): Record<string, string> => ({
  Location: `/v1/jobs/${job.id}`,
  ...(!isTerminal(job.status) && { 'Retry-After': '30' }),
  'X-Automated-Processing': 'true',
});

export async function createJob(
  deps: CallDeps,
  call: WorkspaceCall<unknown, CreateJob>,
): Promise<Reply> {
  const { domain } = deps;
  const submitted = await submitJob(domain, submitterOf(call), call.body, call.idempotencyKey);
  if (submitted.kind === 'preview') return { status: 200, data: submitted.preview };
  if (submitted.kind === 'replayed') return replayed(deps, call, submitted.job);
  const { row: job, applied } = await waitedFor(deps, call, submitted.job);
  const { status } = job;
  return {
    status: 202,
    data: status === 'pending' ? jobView(job) : await shownView(deps, call, job),
    headers: { ...acceptedHeaders(job), ...applied },
  };
}

const waitedFor = (deps: CallDeps, call: WorkspaceCall, job: JobRow) =>
  waited(deps, call, job, { read: () => findOwnJob(deps, call, job.id) });

/** Throws Fault JOB_NOT_FOUND. */
async function findOwnJob(
  { domain }: Pick<CallDeps, 'domain'>,
  { caller }: WorkspaceCall,
  id: string | undefined,
): Promise<JobRow> {
  const job = isId(id) ? await findJob(domain.db, caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return job;
}

/** The job this Idempotency-Key made before, as it is now. */
export async function replayJob(
  deps: CallDeps,
  call: WorkspaceCall,
  key: string,
): Promise<Reply | null> {
  const job = await findReplayedJob(deps.domain, call.caller.workspace_id, key);
  return job ? replayed(deps, call, job) : null;
}

async function replayed(deps: CallDeps, call: WorkspaceCall, known: JobRow): Promise<Reply> {
  const { row: job, applied } = await waitedFor(deps, call, known);
  return {
    status: 200,
    data: await shownView(deps, call, job),
    headers: { ...acceptedHeaders(job), 'Idempotency-Replayed': 'true', ...applied },
  };
}

/** With its results only for who may read them. */
async function shownView(deps: CallDeps, { caller }: WorkspaceCall, job: JobRow): Promise<Job> {
  return caller.reads_jobs ? shownAs.full(deps, job) : jobView(job);
}

/** Without results, which never change once they are there. */
const shownState = perRow(async ({ domain }, job: JobRow): Promise<Job> => {
  const unserved = job.status === 'processing' ? await unservedStages(domain, job) : [];
  return jobView(job, undefined, unserved);
});

const shownWith = (find: typeof findResults) =>
  perRow(async (deps, job: JobRow): Promise<Job> => {
    if (job.status !== 'completed') return shownState(deps, job);
    return jobView(job, await find(deps.domain.db, job.id));
  });

const shownAs = {
  none: shownState,
  without_frames: shownWith(findResultsWithoutFrames),
  full: shownWith(findResults),
} as const;

export async function getJob(deps: CallDeps, call: WorkspaceCall<GetJobQuery>): Promise<Reply> {
  const { results } = call.query;
  const read = () => findOwnJob(deps, call, call.params.id);
  const tagOf = async (row: JobRow): Promise<string> =>
    entityTag(deps.version, { results, ...(await shownState(deps, row)) });
  const { row: job, applied } = await waited(deps, call, await read(), { read, tagOf });
  const answer = async () => ({ status: 200, data: await shownAs[results ?? 'full'](deps, job) });
  const waits = applied['Preference-Applied'] !== undefined && !rests(job.status);
  const retryAfter = waits ? 1 : pollSeconds(job.status, job.stage);
  return conditional(call, await tagOf(job), answer, {
    ...(!isTerminal(job.status) && { 'Retry-After': String(retryAfter) }),
    ...applied,
  });
}

export async function listJobs(
  { domain, version }: CallDeps,
  call: WorkspaceCall<ListJobsQuery>,
): Promise<Reply> {
  const filter = jobFilter(call);
  const rows = await jobPage(domain.db, { ...filter, limit: filter.limit + 1 });
  const { rows: kept, pagination } = page(rows, filter.limit);
  const data = kept.map(jobListItem);
  const tag = entityTag(version, { data, pagination });
  return conditional(call, tag, async () => ({ status: 200, data, pagination }));
}

export async function cancelOneJob({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('JOB_NOT_FOUND', String(id));
  const job = await cancelJob(domain, call.caller.workspace_id, id);
  return { status: 200, data: jobView(job) };
}

export async function deleteOneJob({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('JOB_NOT_FOUND', String(id));
  await deleteJob(domain, call.caller.workspace_id, id);
  return { status: 204 };
}
