/** `reelsight jobs …` */
import type { Client, JobFilter, JobStatus, JobsChanged } from '@reelsight/sdk';
import { exitCode } from './exit-code.ts';
import { followJob, resultsFor, sayItContinues, showResult } from './follow.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession, progressOf } from './session.ts';
import { checkTranscriptFile } from './transcript-file.ts';
import { plural, table } from './words.ts';

/** A record rather than a list, so that the compiler reports a missing state. */
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
  readonly tag?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly updatedAfter?: string;
}

export async function listJobs(options: ListOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const { status, follow, externalId, tag, createdAfter, createdBefore, updatedAfter } = options;
  const filter: JobFilter = {
    limit: pageSize(options),
    ...(status && { status: status as JobStatus }),
    ...(follow && { follow_id: follow }),
    ...(externalId && { external_id: externalId }),
    ...(tag && { tag }),
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

/** `asFound` asks for the results as they were before people corrected them. */
export interface AsFoundOptions {
  readonly asFound?: boolean;
}

/** The exit code is 0 in whatever state the job is, unless its transcript was asked for. */
export async function getJob(
  id: string,
  options: ResultOptions & AsFoundOptions,
  environment: Environment,
): Promise<number> {
  if (options.out) await checkTranscriptFile(options.out);

  const { client } = await openSession(environment, options);
  const job = await client.jobs.get(id, {
    signal: environment.signal,
    results: resultsFor(options),
    corrected: options.asFound !== true,
  });
  const code = await showResult(job, client, options, environment);

  return options.out ? code : 0;
}

/** Resolves with the same exit code as `analyze` would. */
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

export async function tagJob(
  id: string,
  tags: readonly string[],
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const job = await client.jobs.change(id, { tags: [...tags] }, { signal: environment.signal });
  const now = job.tags?.length ? job.tags.join(', ') : 'no tags';
  return print(environment, options, { json: job, text: [`${job.job_id}: ${now}`] });
}

export interface BulkOptions extends ReadOptions {
  readonly dryRun?: boolean;
}

/** Maximum number of jobs in one call. */
const atOnce = 100;

/** Makes as many calls as needed, each for at most 100 jobs. The exit code is 0 only if every job was changed. */
async function changeAll(
  ids: readonly string[],
  options: BulkOptions,
  environment: Environment,
  change: (idBatch: readonly string[], client: Client) => Promise<JobsChanged>,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const answers: JobsChanged[] = [];
  for (let start = 0; start < ids.length; start += atOnce)
    answers.push(await change(ids.slice(start, start + atOnce), client));

  const outcome = together(answers);
  const { jobs, credits_estimated: credits } = outcome;
  const lines = jobs.filter(({ done: isDone }) => isDone).map((job) => outcomeOf(job, outcome));

  if (!options.json) {
    for (const { job_id: id, error } of jobs)
      if (error) environment.stderr.write(`${id} ${error.code}: ${error.message}\n`);
  }

  const text = credits > 0 ? [...lines, `about ${plural(credits, 'credit')}`] : lines;
  if (options.json || text.length > 0) print(environment, options, { json: outcome, text });

  return outcome.refused === 0 ? exitCode.done : exitCode.refused;
}

/** Merges the answers of several calls as if there had been only one call. */
function together(answers: readonly JobsChanged[]): JobsChanged {
  const [first] = answers as readonly [JobsChanged, ...JobsChanged[]];
  const sum = (of: 'done' | 'refused' | 'credits_estimated') =>
    answers.reduce((total, answer) => total + answer[of], 0);
  const credits = sum('credits_estimated');

  return {
    ...first,
    done: sum('done'),
    refused: sum('refused'),
    credits_estimated: credits,
    would_exceed_balance: credits > first.balance,
    jobs: answers.flatMap((answer) => answer.jobs),
  };
}

function outcomeOf(
  { job_id: id, new_job_id: newId }: JobsChanged['jobs'][number],
  { action, dry_run: dryRun }: JobsChanged,
): string {
  if (action === 'delete') return dryRun ? `${id} would be deleted` : `${id} deleted`;
  return dryRun ? `${id} would be run again` : `${id} run again as ${newId}`;
}

const changing =
  (call: 'deleteMany' | 'rerun') =>
  (ids: readonly string[], options: BulkOptions, environment: Environment): Promise<number> =>
    changeAll(ids, options, environment, (batchIds, client) =>
      client.jobs[call](batchIds, { signal: environment.signal, dryRun: options.dryRun }),
    );
export const deleteJobs = changing('deleteMany');
export const rerunJobs = changing('rerun');
