/** `reelsight analyze FILE|URL`: checks the file, asks for the price, uploads, waits, and shows the result. */
import type { Client, Job, JobDryRun, NewJob } from '@reelsight/sdk';
import { type AskOptions, checkAsk } from './analyze-options.ts';
import { askedBy } from './ask-options.ts';
import { exitCode, FailedError, Interrupted, UsageError } from './exit-code.ts';
import { commandOf, followJob, resultsFor, sayItContinues, showResult } from './follow.ts';
import type { LiveLine } from './live-line.ts';
import { isAddress, type LocalFile, openLocalFile, uploadFile } from './local-file.ts';
import { print } from './output.ts';
import { type Environment, openOrStart, progressOf, type Session } from './session.ts';
import { checkTranscriptFile } from './transcript-file.ts';
import { clockTime, plural, table } from './words.ts';

export interface AnalyzeOptions extends AskOptions {
  readonly webhookUrl?: string;
  readonly estimate?: boolean;
  readonly wait?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

/** Runs the command and resolves with its exit code. */
export async function analyze(
  source: string | undefined,
  options: AnalyzeOptions,
  environment: Environment,
): Promise<number> {
  const file = await checked(source, options);
  const session = await openOrStart(environment, options);
  const progress = progressOf(environment, options);

  try {
    const work = run(source, { file, options, environment, session, progress });
    return await (session.service?.during(work) ?? work);
  } catch (error) {
    throw environment.signal.aborted ? new Interrupted() : error;
  } finally {
    progress.end();
    await session.close();
  }
}

/** Checks everything that can be checked without a service. Throws UsageError. */
async function checked(
  source: string | undefined,
  options: AnalyzeOptions,
): Promise<LocalFile | undefined> {
  checkAsk(options);

  const { capabilities, out, fromJob, wait } = options;
  if (out) {
    if (capabilities?.length && !capabilities.includes('transcription'))
      throw new UsageError('--out needs transcription among --capabilities.');
    if (wait === false) throw new UsageError('--out needs to wait: leave out --no-wait.');
    await checkTranscriptFile(out);
  }

  if (source === undefined && !fromJob)
    throw new UsageError('Name a file or a link, or an earlier job by --from-job.');
  if (source === undefined || isAddress(source)) return undefined;

  if (fromJob) {
    throw new UsageError(
      '--from-job takes no file: uploaded again, it counts as another video. Leave the file out.',
    );
  }

  return openLocalFile(source);
}

interface Running {
  readonly file: LocalFile | undefined;
  readonly options: AnalyzeOptions;
  readonly environment: Environment;
  readonly session: Session;
  readonly progress: LiveLine;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Every capability that needs no further option, plus each capability whose options were given. */
async function capabilitiesOf(
  options: AnalyzeOptions,
  client: Client,
  environment: Environment,
): Promise<NewJob['capabilities']> {
  if (options.capabilities?.length) return [...options.capabilities] as NewJob['capabilities'];
  // With a preset, the preset's capabilities apply.
  if (options.preset !== undefined) return undefined;

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

/** Builds the job request, still without the fields that name its video. */
async function askOf({ options, session, environment }: Running): Promise<NewJob> {
  const { externalId, preset, published, tag, webhookUrl } = options;
  const capabilities = await capabilitiesOf(options, session.client, environment);
  return {
    ...(preset !== undefined && { preset }),
    ...askedBy(options, 'job'),
    ...(capabilities && { capabilities }),
    ...(externalId && { external_id: externalId }),
    ...(tag?.length && { tags: [...tag] }),
    ...(published && { published_at: published }),
    ...(webhookUrl && { webhook_url: webhookUrl }),
  };
}

/** What the recogniser of speech is told. Words that nobody corrected are taken over only by a job that tells it the same. */
const hintNames = [
  'language',
  'speakers_expected',
  'glossary_terms',
  'glossary',
  'captions',
  'audio_track',
] as const satisfies (keyof NewJob & keyof Job)[];

/** The hints of the earlier job, so that its transcript is taken over. */
function hintsOf(earlier: Pick<Job, (typeof hintNames)[number]>): Partial<NewJob> {
  const hints = hintNames.flatMap((name) => (earlier[name] == null ? [] : [[name, earlier[name]]]));
  return Object.fromEntries(hints);
}

/**
 * The request fields that name the video: a link, or the link or upload of the job given with --from-job, whose hints
 * count where neither an option nor a preset gives others.
 */
async function sourceOf(
  url: string | undefined,
  { session, options, environment }: Running,
): Promise<Partial<NewJob>> {
  if (url !== undefined) return { url };

  const { signal } = environment;
  const id = options.fromJob ?? '';
  const earlier = await session.client.jobs.get(id, { signal, results: 'none' });
  const hints = options.preset === undefined ? hintsOf(earlier) : {};
  if (earlier.url) return { ...hints, url: earlier.url };

  const { upload_key, video_title } = earlier;
  if (!upload_key)
    throw new FailedError(
      `${id} has neither a link nor an upload that could be analysed again: name the file or link.`,
    );

  return { ...hints, upload_key, ...(video_title && { upload_filename: video_title }) };
}

async function run(source: string | undefined, running: Running): Promise<number> {
  const { environment, session, options, file } = running;
  const { client } = session;
  const ask = await askOf(running);
  const { signal } = environment;

  if (!file) {
    // Options that were typed replace the hints of the earlier job.
    const job = { ...(await sourceOf(source, running)), ...ask };
    if (!options.estimate) return create(job, running);
    return showEstimate(await client.jobs.estimate(job, { signal }), running);
  }

  const preview = await previewOf(file, ask, running);
  if (options.estimate) return showEstimate(preview, running);

  checkPrice(preview, running);
  const upload_key = await uploadFile(file, client, signal, running.progress);
  running.progress.end();

  return create({ ...ask, upload_key, upload_filename: file.name }, running);
}

/** Prints `about 9 credits (balance 9,992)` and what the credits pay for. */
function showEstimate(estimate: JobDryRun, { options, environment, file }: Running): number {
  const { credits_estimated: credits, balance, breakdown } = estimate;
  const amount = (value: number) => value.toLocaleString('en');
  const unit = credits === 1 ? 'credit' : 'credits';
  const rows = breakdown.map((part) => [part.item.replaceAll('_', ' '), part.credits.toFixed(3)]);
  // For a file, the warning that its length is unknown has already been printed.
  const assumed = estimate.note !== undefined && !file;

  return print(environment, options, {
    json: estimate,
    text: [
      `about ${amount(credits)} ${unit} (balance ${amount(balance)})`,
      ...(assumed ? ['The length of the video is unknown; the estimate assumes one.'] : []),
      ...(rows.length ? ['', ...table(['Work', 'Credits'], rows)] : []),
    ],
  });
}

/** Length that is assumed for a file whose headers do not state one. */
export const assumedSeconds = 600;

/**
 * Asks the service, before the file is uploaded, what its analysis would cost; throws if the service would refuse it.
 */
async function previewOf(
  file: LocalFile,
  ask: NewJob,
  { session, environment }: Running,
): Promise<JobDryRun> {
  const seconds = file.seconds ?? assumedSeconds;
  const preview = await session.client.jobs.estimate(
    { ...ask, duration_seconds: seconds },
    { signal: environment.signal },
  );
  if (file.seconds !== null) return preview;

  environment.stderr.write(
    `The length of ${file.path} is unknown; the estimate assumes ${clockTime(seconds)}.\n`,
  );

  return { ...preview, duration_seconds: null, note: 'duration_unresolved' };
}

/** Throws FailedError for a price above --max-credits; a balance that is too small is only reported. */
function checkPrice(preview: JobDryRun, { options, environment }: Running): void {
  const { credits_estimated: credits, balance } = preview;
  const { maxCredits } = options;
  const sure = preview.note === undefined;
  if (sure && maxCredits !== undefined && credits > maxCredits) {
    throw new FailedError(
      `BUDGET_EXCEEDED: it would cost about ${plural(credits, 'credit')}, more than --max-credits ${maxCredits}. Nothing was uploaded.`,
    );
  }

  if (preview.would_exceed_balance && sure) {
    environment.stderr.write(
      `It will cost about ${plural(credits, 'credit')}; the balance is ${balance}, so the job may be held.\n`,
    );
  }
}

async function create(job: NewJob, running: Running): Promise<number> {
  const { environment, session, options, progress } = running;
  const { client, service } = session;

  environment.signal.throwIfAborted();
  // Ctrl-C must not interrupt this call, or we would not know whether a job was created.
  const created = await client.jobs.create(job);
  const { job_id: id } = created;

  if (options.wait === false && !service) {
    environment.stdout.write(options.json ? json(created) : `${id}\n`);
    return exitCode.done;
  }

  if (!options.quiet) {
    const back = service ? '' : `  (to return to it: ${commandOf(`jobs wait ${id}`, options)})`;
    environment.stderr.write(`${id}${back}\n`);
  }

  let finalJob: Job;
  try {
    const { signal } = environment;
    finalJob = await followJob(id, { client, signal, progress, results: resultsFor(options) });
  } catch (error) {
    if (environment.signal.aborted) await leave(id, running);
    throw error;
  }

  return showResult(finalJob, client, options, environment);
}

/** Cancels the job if its service ends with this command; otherwise prints that the job continues. */
async function leave(id: string, { session, options, environment }: Running): Promise<void> {
  if (!session.service) return sayItContinues('jobs', id, options, environment);
  const signal = AbortSignal.timeout(3000);
  await session.client.jobs.cancel(id, { signal }).catch(() => undefined);
}
