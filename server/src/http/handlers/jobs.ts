/** /v1/jobs */
import { type CreateJob, Fault, type ListJobsQuery, parseIsoDate } from '@reelsight/contract';
import { findJob, findResults, type JobRow, jobPage } from '../../db/jobs.ts';
import { cancelJob, deleteJob } from '../../domain/lifecycle.ts';
import { submitJob } from '../../domain/submit-job.ts';
import { jobListItem, jobView } from '../../domain/view.ts';
import { type Call, callerOf, isId, type Reply, type Rooms } from '../call.ts';
import { decodeCursor, page } from '../cursor.ts';

const acceptedHeaders = (job: JobRow): Record<string, string> => ({
  Location: `/v1/jobs/${job.id}`,
  'Retry-After': '30',
  'X-Automated-Processing': 'true',
});

export async function createJob({ domain }: Rooms, call: Call<unknown, CreateJob>): Promise<Reply> {
  const submitted = await submitJob(domain, callerOf(call), call.body, call.idempotencyKey);
  if (submitted.kind === 'preview') return { status: 200, data: submitted.preview };
  if (submitted.kind === 'replayed') return replayedJob({ domain }, submitted.job);
  return {
    status: 202,
    data: jobView(submitted.job),
    headers: acceptedHeaders(submitted.job),
  };
}

/** The job an Idempotency-Key made before, as it is now. */
export async function replayedJob({ domain }: Pick<Rooms, 'domain'>, job: JobRow): Promise<Reply> {
  return {
    status: 200,
    data: await fullView({ domain }, job),
    headers: { ...acceptedHeaders(job), 'Idempotency-Replayed': 'true' },
  };
}

async function fullView({ domain }: Pick<Rooms, 'domain'>, job: JobRow) {
  const results = job.status === 'completed' ? await findResults(domain.db, job.id) : undefined;
  return jobView(job, results);
}

export async function getJob({ domain }: Rooms, call: Call): Promise<Reply> {
  const { id } = call.params;
  const job = isId(id) ? await findJob(domain.db, call.caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return { status: 200, data: await fullView({ domain }, job) };
}

const defaultLimit = 20;
const date = (text: string | undefined): Date | null =>
  text === undefined ? null : parseIsoDate(text);

export async function listJobs({ domain }: Rooms, call: Call<ListJobsQuery>): Promise<Reply> {
  const { query } = call;
  const limit = query.limit ?? defaultLimit;
  const rows = await jobPage(domain.db, {
    workspaceId: call.caller.workspace_id,
    status: query.status ?? null,
    followId: query.follow_id ?? null,
    externalId: query.external_id ?? null,
    createdAfter: date(query.created_after),
    createdBefore: date(query.created_before),
    updatedAfter: date(query.updated_after),
    before: query.cursor ? decodeCursor(query.cursor, 'job') : null,
    limit: limit + 1,
  });
  const { rows: kept, pagination } = page(rows, limit);
  return { status: 200, data: kept.map(jobListItem), pagination };
}

export async function cancelOneJob({ domain }: Rooms, call: Call): Promise<Reply> {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('JOB_NOT_FOUND', String(id));
  const job = await cancelJob(domain, call.caller.workspace_id, id);
  return { status: 200, data: jobView(job) };
}

export async function deleteOneJob({ domain }: Rooms, call: Call): Promise<Reply> {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('JOB_NOT_FOUND', String(id));
  await deleteJob(domain, call.caller.workspace_id, id);
  return { status: 204 };
}
