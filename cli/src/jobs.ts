/** `reelsight jobs …` */
import type { JobFilter, JobStatus } from '@reelsight/sdk';
import { followJob, resultsFor, sayItContinues, showResult } from './follow.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession, progressOf } from './session.ts';
import { checkTranscriptFile } from './transcript-file.ts';
import { table } from './words.ts';

/** A record, so that none can be missing. */
const states: Readonly<Record<JobStatus, true>> = {
  pending: true,
  processing: true,
  held: true,
  completed: true,
  failed: true,
  cancelled: true,
};
export const jobStates = Object.keys(states);

export interface ListOptions extends PageOptions {
  readonly status?: string;
  readonly follow?: string;
  readonly externalId?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly updatedAfter?: string;
}

export async function listJobs(options: ListOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const { status, follow, externalId, createdAfter, createdBefore, updatedAfter } = options;
  const filter: JobFilter = {
    limit: pageSize(options),
    ...(status && { status: status as JobStatus }),
    ...(follow && { follow_id: follow }),
    ...(externalId && { external_id: externalId }),
    ...(createdAfter && { created_after: createdAfter }),
    ...(createdBefore && { created_before: createdBefore }),
    ...(updatedAfter && { updated_after: updatedAfter }),
  };
  const jobs = await take(client.jobs.list(filter, { signal: environment.signal }), options);
  const rows = jobs.map((job) => [
    job.job_id,
    job.status,
    localTime(job.created_at),
    String(job.credits_estimated),
    job.url ?? job.video_title ?? job.platform,
  ]);
  const head = ['Job', 'Status', 'Created', 'Estimate', 'Video'];
  return print(environment, options, {
    json: jobs,
    text: jobs.length ? table(head, rows) : ['No jobs.'],
  });
}

export interface ResultOptions extends ReadOptions {
  readonly out?: string;
}

/** Exit code 0 whatever the state of the job, unless its transcript was asked for. */
export async function getJob(
  id: string,
  options: ResultOptions,
  environment: Environment,
): Promise<number> {
  if (options.out) await checkTranscriptFile(options.out);
  const { client } = await openSession(environment, options);
  const job = await client.jobs.get(id, {
    signal: environment.signal,
    results: resultsFor(options),
  });
  const code = await showResult(job, client, options, environment);
  return options.out ? code : 0;
}

/** Like the end of analyze. */
export async function waitForJob(
  id: string,
  options: ResultOptions,
  environment: Environment,
): Promise<number> {
  if (options.out) await checkTranscriptFile(options.out);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const progress = progressOf(environment, options);
  try {
    const job = await followJob(id, { client, signal, progress, results: resultsFor(options) });
    return await showResult(job, client, options, environment);
  } catch (error) {
    if (signal.aborted) sayItContinues('jobs', id, options, environment);
    throw error;
  }
}

export async function cancelJob(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const job = await client.jobs.cancel(id, { signal: environment.signal });
  return print(environment, options, { json: job, text: [`${job.job_id} ${job.status}`] });
}

export async function deleteJob(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  await client.jobs.delete(id, { signal: environment.signal });
  return print(environment, options, { json: null, text: [`${id} deleted`] });
}
