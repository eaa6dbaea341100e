/** Handlers of the calls for a workspace's jobs. */
import {
  type ChangeJob,
  type ChangeJobs,
  type CreateJob,
  Fault,
  type GetJobQuery,
  type ListJobsQuery,
} from '@reelsight/contract';
import { correctionsMark } from '../../../db/corrections.ts';
import { isId } from '../../../db/id.ts';
import { jobPage } from '../../../db/jobs/job-page.ts';
import { findJob, type JobRow } from '../../../db/jobs/jobs.ts';
import type { Owned } from '../../../db/owned.ts';
import { changeJob } from '../../../domain/exposure/job-lists.ts';
import { findReplayedJob } from '../../../domain/idempotency.ts';
import { changeJobs as changeMany } from '../../../domain/jobs/bulk-jobs.ts';
import { cancelJob, deleteJob } from '../../../domain/jobs/lifecycle.ts';
import { submitJob } from '../../../domain/jobs/submit-job.ts';
import { jobListItem, jobView } from '../../../domain/jobs/view.ts';
import { isTerminal } from '../../../domain/states/job-states.ts';
import { type CallDeps, jobIdOf, type Reply, submitterOf, type WorkspaceCall } from '../../call.ts';
import { conditional, entityTag } from '../../conditional.ts';
import { page } from '../../cursor.ts';
import { type Shown, shownJob, shownState } from '../../shown-job.ts';
import { pollSeconds, rests, waited } from '../../waited.ts';
import { jobFilter } from './job-filter.ts';

const acceptedHeaders = (job: Owned<JobRow>): Record<string, string> => ({
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
  const jobAnswer =
    job.status === 'pending' ? { data: jobView(job) } : await shownAfter(deps, call, job);

  return {
    status: 202,
    ...jobAnswer,
    headers: { ...jobAnswer.headers, ...acceptedHeaders(job), ...applied },
  };
}

const waitedFor = (deps: CallDeps, call: WorkspaceCall, job: Owned<JobRow>) =>
  waited(deps, call, job, { read: () => findOwnJob(deps, call, job.id) });

/** Throws Fault JOB_NOT_FOUND. */
async function findOwnJob(
  { domain }: Pick<CallDeps, 'domain'>,
  { caller }: WorkspaceCall,
  id: string | undefined,
): Promise<Owned<JobRow>> {
  const job = isId(id) ? await findJob(domain.db, caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  return job;
}

/** Finds the job that an earlier call with this Idempotency-Key created, and returns its present state. */
export async function replayJob(
  deps: CallDeps,
  call: WorkspaceCall,
  key: string,
): Promise<Reply | null> {
  const job = await findReplayedJob(deps.domain, call.caller.workspace_id, key);
  return job ? replayed(deps, call, job) : null;
}

async function replayed(
  deps: CallDeps,
  call: WorkspaceCall,
  knownJob: Owned<JobRow>,
): Promise<Reply> {
  const { row: job, applied } = await waitedFor(deps, call, knownJob);
  const jobAnswer = await shownAfter(deps, call, job);
  return {
    status: 200,
    ...jobAnswer,
    headers: {
      ...jobAnswer.headers,
      ...acceptedHeaders(job),
      'Idempotency-Replayed': 'true',
      ...applied,
    },
  };
}

/**
 * The job as shown after a change. The change can no longer be refused, so results are simply left out if the caller
 * may not read them or too many large answers are unread.
 */
async function shownAfter(deps: CallDeps, call: WorkspaceCall, job: Owned<JobRow>): Promise<Shown> {
  if (!call.caller.reads_jobs) return { data: jobView(job) };
  try {
    return await shownJob(deps, call, job);
  } catch (error) {
    if (error instanceof Fault) return { data: jobView(job) };
    throw error;
  }
}

export async function getJob(deps: CallDeps, call: WorkspaceCall<GetJobQuery>): Promise<Reply> {
  const { results, corrected = false } = call.query;
  const readJob = () => findOwnJob(deps, call, call.params.id);
  const tagOf = async (row: Owned<JobRow>): Promise<string> => {
    const applied = corrected ? await correctionsMark(deps.domain.db, row.id) : null;
    return entityTag(deps.version, { results, applied, ...(await shownState(deps, row)) });
  };
  const { row: job, applied } = await waited(deps, call, await readJob(), { read: readJob, tagOf });
  const answer = async () => {
    return { status: 200, ...(await shownJob(deps, call, job, { results, corrected })) };
  };
  const keepsWaiting = applied['Preference-Applied'] !== undefined && !rests(job.status);
  const retryAfter = keepsWaiting ? 1 : pollSeconds(job.status, job.stage);

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
  const { rows: pageRows, pagination } = page(rows, filter.limit);
  const data = pageRows.map(jobListItem);
  const tag = entityTag(version, { data, pagination });
  return conditional(call, tag, async () => ({ status: 200, data, pagination }));
}

export async function cancelOneJob({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const job = await cancelJob(domain, call.caller.workspace_id, jobIdOf(call));
  return { status: 200, data: jobView(job) };
}

export async function deleteOneJob({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await deleteJob(domain, call.caller.workspace_id, jobIdOf(call));
  return { status: 204 };
}

/** Each job is changed or refused independently. */
export async function changeJobs(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, ChangeJobs>,
): Promise<Reply> {
  const { body, idempotencyKey } = call;
  return { status: 200, data: await changeMany(domain, submitterOf(call), body, idempotencyKey) };
}

export async function changeOneJob(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, ChangeJob>,
): Promise<Reply> {
  const job = await changeJob(domain, call.caller.workspace_id, jobIdOf(call), call.body);
  return { status: 200, data: jobView(job) };
}
