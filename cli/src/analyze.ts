/** `reelsight analyze FILE|URL`: upload, wait, read. */
import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client, Job } from '@reelsight/sdk';
import { contentTypeOf, isTerminal, type NewJob, toSrt, toText, toVtt } from '@reelsight/sdk';
import { exitCode, Interrupted, UsageError } from './exit-code.ts';
import { jobReport } from './job-report.ts';
import { bar, type LiveLine } from './live-line.ts';
import {
  type ConnectOptions,
  type Environment,
  openOrStart,
  progressOf,
  type Session,
} from './session.ts';
import { bytes } from './words.ts';

export interface AnalyzeOptions extends ConnectOptions {
  readonly capabilities?: readonly string[];
  readonly query?: readonly string[];
  readonly brand?: readonly string[];
  readonly object?: readonly string[];
  readonly surface?: readonly string[];
  readonly language?: string;
  readonly fps?: number;
  readonly proof?: boolean;
  readonly maxCredits?: number;
  readonly externalId?: string;
  readonly fromJob?: string;
  readonly estimate?: boolean;
  readonly wait?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

const transcriptWriters = { srt: toSrt, vtt: toVtt, txt: toText } as const;
type TranscriptKind = keyof typeof transcriptWriters;

function transcriptKind(path: string): TranscriptKind {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (!(ending in transcriptWriters)) {
    throw new UsageError(`--out ${path}: the file must end in .srt, .vtt or .txt.`);
  }
  return ending as TranscriptKind;
}

/** Resolves with the exit code. */
export async function analyze(
  source: string,
  options: AnalyzeOptions,
  environment: Environment,
): Promise<number> {
  if (options.out) transcriptKind(options.out);
  if (!isAddress(source)) await checkFile(source);
  const session = await openOrStart(environment, options);
  const progress = progressOf(environment, options);
  try {
    const work = run(source, options, { environment, session, progress });
    return await (session.service?.during(work) ?? work);
  } catch (error) {
    throw environment.signal.aborted ? new Interrupted() : error;
  } finally {
    progress.end();
    await session.close();
  }
}

interface Running {
  readonly environment: Environment;
  readonly session: Session;
  readonly progress: LiveLine;
}

const write = ({ stdout }: Environment, text: string) => stdout.write(text);

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Every capability that needs nothing more, and those whose needs were given. */
async function capabilitiesOf(
  options: AnalyzeOptions,
  client: Client,
  environment: Environment,
): Promise<NewJob['capabilities']> {
  if (options.capabilities?.length) return [...options.capabilities] as NewJob['capabilities'];
  const targeted = Boolean(options.brand?.length || options.surface?.length);
  const { limits, plan } = await client.account({ signal: environment.signal });
  const brands = targeted || !limits.requires_target;
  if (!brands) {
    environment.stderr.write(
      `Brands are left out: on the ${plan} plan they need --brand or --surface.\n`,
    );
  }
  return [
    'transcription',
    'summary',
    'metadata',
    ...(brands ? (['brands'] as const) : []),
    ...(options.query?.length ? (['custom_query'] as const) : []),
    ...(options.object?.length ? (['objects'] as const) : []),
  ];
}

async function jobOf(source: string, options: AnalyzeOptions, running: Running): Promise<NewJob> {
  const { client } = running.session;
  const capabilities = await capabilitiesOf(options, client, running.environment);
  const place = isAddress(source)
    ? { url: source }
    : {
        upload_key: await uploadFile(source, client, running.environment.signal, running.progress),
        upload_filename: basename(source),
      };
  const { query, brand, object, surface, language, fps, maxCredits, externalId, fromJob } = options;
  return {
    ...place,
    capabilities,
    ...(query?.length && { queries: [...query] }),
    ...(brand?.length && { brands: [...brand] }),
    ...(object?.length && { objects: [...object] }),
    ...(surface?.length && { surfaces: [...surface] }),
    ...(language && { language }),
    ...(fps !== undefined && { fps }),
    ...(maxCredits !== undefined && { max_credits: maxCredits }),
    ...(externalId && { external_id: externalId }),
    ...(fromJob && { from_job: fromJob }),
    ...(options.proof === false && { return_proof: false }),
  };
}

/** Throws UsageError for what can't be uploaded. */
export async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file ${path}, and it is no address either.`);
  if (!found.isFile() || found.size === 0)
    throw new UsageError(`${path} is not a file with bytes.`);
  if (!contentTypeOf(path)) {
    throw new UsageError(`${path}: only mp4, mov and webm files can be uploaded.`);
  }
}

/** Uploads with a bar; resolves with the upload key. */
export async function uploadFile(
  path: string,
  client: Client,
  signal: AbortSignal,
  progress: LiveLine,
): Promise<string> {
  const contentType = contentTypeOf(path);
  const file = await openAsBlob(path, contentType ? { type: contentType } : {});
  const startedMs = Date.now();
  const onProgress = (sent: number, total: number) =>
    progress.show(
      `uploading ${basename(path)}`,
      `${bar(sent / total, Date.now() - startedMs)}  ${bytes(sent)} of ${bytes(total)}`,
    );
  return client.uploads.put(file, { signal, onProgress });
}

/** Shows the stage, percent and time until the job is done. */
export async function follow(
  client: Client,
  jobId: string,
  signal: AbortSignal,
  progress: LiveLine,
): Promise<Job> {
  const startedMs = Date.now();
  let latest: Job | undefined;
  const show = () => {
    if (!latest || isTerminal(latest)) return;
    const {
      stage,
      stages_completed: done,
      stages_remaining: left,
      percent = 0,
    } = latest.progress ?? { stages_completed: [], stages_remaining: [] };
    const number = stage ? `${done.length + 1}/${done.length + 1 + left.length} ` : '';
    const step = `${number}${stage ?? latest.status}`;
    progress.show(step.padEnd(17), bar(percent / 100, Date.now() - startedMs));
  };
  // The clock keeps running between two reads.
  const ticking = setInterval(show, 500);
  try {
    return await client.jobs.wait(jobId, {
      signal,
      intervalMs: 2000,
      onProgress: (job) => {
        latest = job;
        show();
      },
    });
  } finally {
    clearInterval(ticking);
    progress.end();
  }
}

async function run(source: string, options: AnalyzeOptions, running: Running): Promise<number> {
  const { environment, session, progress } = running;
  const { client, service } = session;
  const job = await jobOf(source, options, running);
  if (options.estimate) {
    const estimate = await client.jobs.estimate(job, { signal: environment.signal });
    write(environment, json(estimate));
    return exitCode.done;
  }
  const created = await client.jobs.create(job, { signal: environment.signal });
  if (options.wait === false && !service) {
    write(environment, options.json ? json(created) : `${created.job_id}\n`);
    return exitCode.done;
  }
  let done: Job;
  try {
    done = await follow(client, created.job_id, environment.signal, progress);
  } catch (error) {
    if (environment.signal.aborted) await leave(created, running);
    throw error;
  }
  if (options.out) await writeTranscript(options.out, done, environment);
  const { isTTY, columns } = environment.stdout;
  const heading = isTTY ? { heading: (text: string) => `\u001b[1m${text}\u001b[0m` } : {};
  const width = isTTY && columns ? { width: columns } : {};
  write(environment, options.json ? json(done) : jobReport(done, { ...heading, ...width }));
  return done.status === 'completed' ? exitCode.done : exitCode.jobFailed;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A job of a service that ends with this command is cancelled; any other continues, which is printed. */
async function leave(job: Job, { session, environment }: Running): Promise<void> {
  if (session.service) {
    const signal = AbortSignal.timeout(3000);
    await session.client.jobs.cancel(job.job_id, { signal }).catch(() => undefined);
    return;
  }
  const { job_id: id } = job;
  environment.stderr.write(`\n${id} continues. To end it: reelsight jobs cancel ${id}\n`);
}

async function writeTranscript(path: string, job: Job, environment: Environment): Promise<void> {
  const transcript = job.results?.transcription;
  if (!transcript) {
    environment.stderr.write(`${path} was not written: the job has no transcript.\n`);
    return;
  }
  await writeFile(path, transcriptWriters[transcriptKind(path)](transcript));
  environment.stderr.write(`transcript written to ${path}\n`);
}
