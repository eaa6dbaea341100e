/** `reelsight batch …` */
import { answerText } from '@reelsight/contract/answer-outcome';
import type {
  Batch,
  BatchFilter,
  BatchStatus,
  Client,
  NewBatch,
  NewJob,
  UploadRef,
} from '@reelsight/sdk';
import { type AskOptions, checkAsk } from './analyze-options.ts';
import { askedBy } from './ask-options.ts';
import { showBatchEstimate } from './batch-estimate.ts';
import { exitCode, RefusedError, UsageError } from './exit-code.ts';
import { commandOf, followBatch, sayItContinues } from './follow.ts';

import type { AsFoundOptions } from './jobs.ts';
import { isAddress, type LocalFile, openLocalFile, uploadFile } from './local-file.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { type Environment, openSession, progressOf, type Session } from './session.ts';
import { plural, table } from './words.ts';

/** A record rather than a list, so that the compiler reports a missing state. */
const states: Readonly<Record<BatchStatus, true>> = {
  processing: true,
  paused: true,
  completed: true,
  failed: true,
  cancelled: true,
};
export const batchStates = Object.keys(states);

export interface NewBatchOptions extends AskOptions, ReadOptions {
  readonly webhookUrl?: string;
  readonly aggregateQuery?: readonly string[];
  readonly estimate?: boolean;
  readonly wait?: boolean;
}

export async function createBatch(
  sources: readonly string[],
  options: NewBatchOptions,
  environment: Environment,
): Promise<number> {
  if (!options.capabilities?.length && options.preset === undefined)
    throw new UsageError('Name --capabilities or a --preset.');

  checkAsk(options);
  const files: LocalFile[] = [];

  for (const source of sources) {
    if (!isAddress(source)) files.push(await openLocalFile(source));
  }

  const session = await openSession(environment, options);
  await checkBatch(sources.length, files, options, { session, environment });
  const links = sources.filter(isAddress);

  if (options.estimate) {
    const { maxCredits: _, ...unlimited } = options;
    const requests = { ofLinks: batchOf(links, [], unlimited), ofFile: jobOf(options) };
    return showBatchEstimate({ links, files }, requests, options, { session, environment });
  }

  const progress = progressOf(environment, options);
  const uploads: UploadRef[] = [];

  for (const file of files) {
    const key = await uploadFile(file, session.client, environment.signal, progress);
    uploads.push({
      key,
      filename: file.name,
      ...(file.seconds && { duration_seconds: file.seconds }),
    });
  }

  progress.end();
  const batch = batchOf(links, uploads, options);
  const created = await session.client.batches.create(batch);
  const { batch_id: id } = created;

  if (!options.quiet) {
    const back = commandOf(`batch wait ${id}`, options);
    environment.stderr.write(`${id}  (to return to it: ${back})\n`);
  }

  if (options.wait) return endOf(id, session.client, options, environment);
  const jobs = created.jobs.map((job) => [
    job.job_id,
    job.status,
    job.url ?? job.video_title ?? job.platform,
  ]);

  return print(environment, options, {
    json: created,
    text: [
      `${id} ${created.status}, about ${plural(created.total_credits_estimated, 'credit')}`,
      ...table(['Job', 'Status', 'Video'], jobs),
    ],
  });
}

/**
 * Checks before the upload that the service will accept the batch, because it would otherwise refuse it only after all
 * files are uploaded.
 */
async function checkBatch(
  count: number,
  files: readonly LocalFile[],
  options: NewBatchOptions,
  { session, environment }: { readonly session: Session; readonly environment: Environment },
): Promise<void> {
  if (files.length === 0) return;

  const { client } = session;
  const { signal } = environment;
  const { limits, plan } = await client.account({ signal });
  if (limits.max_batch_size === 0)
    throw new RefusedError(`BATCH_NOT_ALLOWED: the ${plan} plan does not include batches.`);

  if (count > limits.max_batch_size)
    throw new UsageError(
      `A batch on the ${plan} plan has at most ${limits.max_batch_size} videos.`,
    );

  const seconds = Math.max(0.1, ...files.map((file) => file.seconds ?? 0));
  await client.jobs.estimate({ ...jobOf(options), duration_seconds: seconds }, { signal });
}

/** The request for each video; the spending cap is left out, because it applies to the whole batch. */
function jobOf(options: NewBatchOptions): NewJob {
  const { preset, maxCredits: _, ...uncapped } = options;
  return { ...(preset !== undefined && { preset }), ...askedBy(uncapped, 'batch') };
}

function batchOf(
  urls: readonly string[],
  uploads: UploadRef[],
  options: NewBatchOptions,
): NewBatch {
  const { aggregateQuery, preset, tag, webhookUrl } = options;
  return {
    ...(preset !== undefined && { preset }),
    ...askedBy(options, 'batch'),
    ...(urls.length && { urls: [...urls] }),
    ...(uploads.length && { uploads }),
    ...(tag?.length && { tags: [...tag] }),
    ...(aggregateQuery?.length && {
      aggregate: { enabled: true, queries: [...aggregateQuery] },
    }),
    ...(webhookUrl && { webhook_url: webhookUrl }),
  };
}

export interface ListOptions extends PageOptions {
  readonly status?: string;
}

export async function listBatches(options: ListOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const filter: BatchFilter = {
    limit: pageSize(options),
    ...(options.status && { status: options.status as BatchStatus }),
  };
  const batches = await take(client.batches.list(filter, { signal: environment.signal }), options);
  const rows = batches.map((batch) => [
    batch.batch_id,
    batch.status,
    localTime(batch.created_at),
    String(batch.total_jobs),
    String(batch.rollup.completed),
    String(batch.rollup.failed),
    String(batch.credits_charged),
  ]);
  const head = ['Batch', 'Status', 'Created', 'Jobs', 'Completed', 'Failed', 'Credits'];

  return print(environment, options, {
    json: batches,
    text: batches.length ? table(head, rows) : ['No batches.'],
  });
}

export async function getBatch(
  id: string,
  options: ReadOptions & AsFoundOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const batch = await client.batches.get(id, {
    signal: environment.signal,
    corrected: options.asFound !== true,
  });
  return print(environment, options, { json: batch, text: batchLines(batch) });
}

/** Waits for a batch; the exit code is 0 only if every job is completed. */
export async function waitForBatch(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  return endOf(id, client, options, environment);
}

async function endOf(
  id: string,
  client: Client,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { signal } = environment;
  const progress = progressOf(environment, options);
  try {
    const batch = await followBatch(id, { client, signal, progress });
    print(environment, options, { json: batch, text: batchLines(batch) });
    const isComplete =
      batch.status === 'completed' && batch.rollup.completed === batch.rollup.total;
    return isComplete ? exitCode.done : exitCode.jobFailed;
  } catch (error) {
    if (signal.aborted) sayItContinues('batch', id, options, environment);
    throw error;
  }
}

function batchLines(batch: Batch): string[] {
  const counts = Object.entries(batch.rollup)
    .filter(([state, count]) => state !== 'total' && count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const rows = batch.jobs.map((job) => [
    job.job_id,
    job.status,
    job.url ?? job.video_title ?? 'upload',
    job.reason ?? '',
  ]);

  const answers = batch.aggregate_results?.queries.flatMap((answer) => [
    '',
    answer.query,
    `  ${answerText(answer, 'The videos')}`,
  ]);

  return [
    `${batch.batch_id} ${batch.status}: ${counts.join(', ')} of ${batch.total_jobs}; ${plural(batch.credits_charged, 'credit')}`,
    ...table(['Job', 'Status', 'Video', 'Reason'], rows),
    ...(answers ?? []),
  ];
}

export async function cancelBatch(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const cancelled = await client.batches.cancel(id, { signal: environment.signal });
  return print(environment, options, {
    json: cancelled,
    text: [
      `${cancelled.batch_id} ${cancelled.status}, ${plural(cancelled.cancelled_jobs, 'job')} cancelled`,
    ],
  });
}
