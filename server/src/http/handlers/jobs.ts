/** Jobs of a workspace. */
import { type CreateJob, Fault, type ListJobsQuery } from '@reelsight/contract';
import { findJob, findResults, type JobRow, jobPage } from '../../db/jobs.ts';
import { findReplayedJob } from '../../domain/idempotency.ts';
import { cancelJob, deleteJob } from '../../domain/lifecycle.ts';
import { unservedStages } from '../../domain/so-far.ts';
import { submitJob } from '../../domain/submit-job.ts';
import { jobListItem, jobView } from '../../domain/view.ts';
import { type CallDeps, isId, type Reply, submitterOf, type WorkspaceCall } from '../call.ts';
import { page } from '../cursor.ts';
import { jobFilter } from './job-filter.ts';

const acceptedHeaders = (job: JobRow): Record<string, string> => ({
  Location: `/v1/jobs/${job.id}`,
  'Retry-After': '30',
  'X-Automated-Processing': 'true',
});

export async function createJob(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, CreateJob>,
): Promise<Reply> {
  const submitted = await submitJob(domain, submitterOf(call), call.body, call.idempotencyKey);
  if (submitted.kind === 'preview') return { status: 200, data: submitted.preview };
  if (submitted.kind === 'replayed') return replayed({ domain }, call, submitted.job);
  return {
    status: 202,
    data: jobView(submitted.job),
    headers: acceptedHeaders(submitted.job),
  };
}

/** The job this Idempotency-Key made before, as it is now. */
export async function replayJob(
  { domain }: CallDeps,
  call: WorkspaceCall,
  key: string,
): Promise<Reply | null> {
  const job = await findReplayedJob(domain, call.caller.workspace_id, key);
  return job ? replayed({ domain }, call, job) : null;
}

/** With its results only for who may read them. */
async function replayed(
  { domain }: Pick<CallDeps, 'domain'>,
  { caller }: WorkspaceCall,
  job: JobRow,
): Promise<Reply> {
  return {
    status: 200,
    data: caller.reads_jobs ? await fullView({ domain }, job) : jobView(job),
    headers: { ...acceptedHeaders(job), 'Idempotency-Replayed': 'true' },
  };
}

async function fullView({ domain }: Pick<CallDeps, 'domain'>, job: JobRow) {
  const results = job.status === 'completed' ? await findResults(domain.db, job.id) : undefined;
  const unserved = job.status === 'processing' ? await unservedStages(domain, job) : [];
  return jobView(job, results, unserved);
}

export async function getJob({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const { id } = call.params;
  const job = isId(id) ? await findJob(domain.db, call.caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return { status: 200, data: await fullView({ domain }, job) };
}

export async function listJobs(
  { domain }: CallDeps,
  call: WorkspaceCall<ListJobsQuery>,
): Promise<Reply> {
  const filter = jobFilter(call);
  const rows = await jobPage(domain.db, { ...filter, limit: filter.limit + 1 });
  const { rows: kept, pagination } = page(rows, filter.limit);
  return { status: 200, data: kept.map(jobListItem), pagination };
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
