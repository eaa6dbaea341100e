/** The commands that read or change one resource: jobs, batches, uploads, account, usage. */
import { basename } from 'node:path';
import type { Batch, JobStatus, NewBatch, Pages, UploadRef } from '@reelsight/sdk';
import { checkFile, isAddress, uploadFile } from './analyze.ts';
import { exitCode, UsageError } from './exit-code.ts';
import { jobReport } from './job-report.ts';
import { type ConnectOptions, type Environment, openSession, progressOf } from './session.ts';
import { plural, table } from './words.ts';

interface ReadOptions extends ConnectOptions {
  readonly json?: boolean;
}

interface Output {
  readonly json: unknown;
  readonly text: readonly string[];
}

function print(environment: Environment, { json }: ReadOptions, output: Output): number {
  const text = json ? JSON.stringify(output.json, null, 2) : output.text.join('\n');
  environment.stdout.write(`${text}\n`);
  return exitCode.done;
}

/** `2026-11-21 09:15` in the reader's zone. */
function localTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString('sv-SE').slice(0, 16);
}

async function take<Item>(list: Pages<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    if (items.length >= limit) break;
    items.push(item);
  }
  return items;
}

export interface ListOptions extends ReadOptions {
  readonly status?: string;
  readonly limit: number;
}

export async function listJobs(options: ListOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const filter = {
    limit: Math.min(100, options.limit),
    ...(options.status && { status: options.status as JobStatus }),
  };
  const jobs = await take(client.jobs.list(filter, { signal }), options.limit);
  const rows = jobs.map((job) => [
    job.job_id,
    job.status,
    localTime(job.created_at),
    String(job.credits_estimated),
    job.url ?? job.platform,
  ]);
  const head = ['Job', 'Status', 'Created', 'Estimate', 'Video'];
  return print(environment, options, {
    json: jobs,
    text: jobs.length ? table(head, rows) : ['No jobs.'],
  });
}

export async function getJob(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const job = await client.jobs.get(id, { signal: environment.signal });
  return print(environment, options, { json: job, text: [jobReport(job).trimEnd()] });
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

export interface NewBatchOptions extends ReadOptions {
  readonly capabilities?: readonly string[];
  readonly query?: readonly string[];
  readonly object?: readonly string[];
  readonly aggregateQuery?: readonly string[];
  readonly maxCredits?: number;
}

export async function createBatch(
  sources: readonly string[],
  options: NewBatchOptions,
  environment: Environment,
): Promise<number> {
  const files = sources.filter((source) => !isAddress(source));
  for (const file of files) await checkFile(file);
  if (!options.capabilities?.length) throw new UsageError('Name --capabilities.');
  const { client } = await openSession(environment, options);
  const progress = progressOf(environment, options);
  const uploads: UploadRef[] = [];
  for (const file of files) {
    const key = await uploadFile(file, client, environment.signal, progress);
    uploads.push({ key, filename: basename(file) });
  }
  progress.end();
  const { query, object, aggregateQuery, maxCredits } = options;
  const urls = sources.filter(isAddress);
  const batch: NewBatch = {
    capabilities: [...options.capabilities] as NewBatch['capabilities'],
    ...(urls.length && { urls }),
    ...(uploads.length && { uploads }),
    ...(query?.length && { queries: [...query] }),
    ...(object?.length && { objects: [...object] }),
    ...(aggregateQuery?.length && {
      aggregate: { enabled: true, queries: [...aggregateQuery] },
    }),
    ...(maxCredits !== undefined && { max_credits: maxCredits }),
  };
  const created = await client.batches.create(batch, { signal: environment.signal });
  const jobs = created.jobs.map((job) => [job.job_id, job.status, job.url ?? job.platform]);
  return print(environment, options, {
    json: created,
    text: [
      `${created.batch_id} ${created.status}, about ${plural(created.total_credits_estimated, 'credit')}`,
      ...table(['Job', 'Status', 'Video'], jobs),
    ],
  });
}

export async function getBatch(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const batch = await client.batches.get(id, { signal: environment.signal });
  return print(environment, options, { json: batch, text: batchLines(batch) });
}

function batchLines(batch: Batch): string[] {
  const states = Object.entries(batch.rollup)
    .filter(([state, count]) => state !== 'total' && count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const rows = batch.jobs.map((job) => [
    job.job_id,
    job.status,
    job.url ?? 'upload',
    job.reason ?? '',
  ]);
  const answers = batch.aggregate_results?.queries.flatMap(({ query, answer, answered }) => [
    '',
    query,
    `  ${answered ? answer : 'The videos do not say.'}`,
  ]);
  return [
    `${batch.batch_id} ${batch.status}: ${states.join(', ')} of ${batch.total_jobs}; ${plural(batch.credits_charged, 'credit')}`,
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
  const done = await client.batches.cancel(id, { signal: environment.signal });
  return print(environment, options, {
    json: done,
    text: [`${done.batch_id} ${done.status}, ${plural(done.cancelled_jobs, 'job')} cancelled`],
  });
}

export async function upload(
  file: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  await checkFile(file);
  const { client } = await openSession(environment, options);
  const progress = progressOf(environment, options);
  const key = await uploadFile(file, client, environment.signal, progress);
  progress.end();
  const json = { upload_key: key, upload_filename: basename(file) };
  return print(environment, options, { json, text: [key] });
}

export async function showAccount(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const account = await client.account({ signal: environment.signal });
  const { credits, limits } = account;
  const rows = Object.entries(limits).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
  ]);
  return print(environment, options, {
    json: account,
    text: [
      `${account.name} <${account.email}>, ${account.plan} plan, ${account.tenant_id}`,
      `${plural(credits.balance, 'credit')} (${credits.plan_credits} of the plan, ${credits.purchased_credits} purchased), ${credits.used_this_period} used this month`,
      '',
      ...table(['Limit', 'Value'], rows),
    ],
  });
}

export interface UsageOptions extends ReadOptions {
  readonly from?: string;
  readonly to?: string;
}

export async function showUsage(options: UsageOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const filter = {
    ...(options.from && { start_date: options.from }),
    ...(options.to && { end_date: options.to }),
  };
  const usage = await client.usage(filter, { signal: environment.signal });
  const { summary, transactions } = usage;
  const rows = transactions.map((one) => [
    localTime(one.created_at),
    one.type,
    String(one.amount),
    one.job_id ?? '',
    one.description,
  ]);
  const { period } = summary;
  return print(environment, options, {
    json: usage,
    text: [
      `${localTime(period.start)} to ${localTime(period.end)}: ${plural(summary.credits_used, 'credit')} used by ${plural(summary.total_jobs, 'job')}`,
      ...(rows.length ? table(['When', 'Type', 'Credits', 'Job', 'What'], rows) : []),
    ],
  });
}
