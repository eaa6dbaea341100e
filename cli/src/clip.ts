/** `reelsight clip` and `reelsight clips …`: moments of a job's video as a file. */
import type { Client, Clip, NewClip } from '@reelsight/sdk';
import { exitCode, FailedError, UsageError } from './exit-code.ts';
import { bar, type LiveLine } from './live-line.ts';
import { localTime, type PageOptions, pageSize, print, type ReadOptions, take } from './output.ts';
import { checkOutputFile, writeOutputFile } from './output-file.ts';
import { type ConnectOptions, type Environment, openSession, progressOf } from './session.ts';
import { bytes, lengthText, table, timeText } from './words.ts';

type Format = Clip['format'];
/** A record rather than a list, so that the compiler reports a missing format. */
const formats: Readonly<Record<Format, true>> = { mp4: true, webp: true, gif: true };
export const clipFormats = Object.keys(formats) as readonly Format[];
type Range = NonNullable<NewClip['ranges']>[number];

export interface ClipOptions extends ConnectOptions {
  readonly brand?: string;
  readonly object?: string;
  readonly range?: readonly Range[];
  readonly padding?: number;
  readonly boxes?: boolean;
  readonly format?: Format;
  readonly output?: string;
  readonly json?: boolean;
}

export async function makeClip(
  job: string,
  options: ClipOptions,
  environment: Environment,
): Promise<number> {
  const format = formatOf(options);
  const output = options.output ?? `clip.${format}`;
  await checkOutputFile('--output', output);

  const request = askedOf(options, format);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const pending = await client.jobs.createClip(job, request, { signal });
  const clip = await readyClip(pending.clip_id, client, options, environment);
  await keep(clip, output, client, environment);

  if (options.json) environment.stdout.write(`${JSON.stringify(clip, null, 2)}\n`);
  return exitCode.done;
}

/** Waits for the clip and shows its progress. Throws FailedError. */
async function readyClip(
  id: string,
  client: Client,
  options: ConnectOptions,
  environment: Environment,
): Promise<Clip> {
  const progress = progressOf(environment, options);
  const startedMs = performance.now();
  const onProgress = (clip: Clip): void => show(progress, clip, startedMs);
  const { signal } = environment;
  const clip = await client.clips.wait(id, { signal, onProgress }).finally(() => progress.end());
  if (clip.status !== 'failed') return clip;

  const { error } = clip;
  throw new FailedError(error ? `${error.code}: ${error.message}` : 'The clip could not be made.');
}

async function keep(
  { clip_id: id, duration_seconds: seconds, size_bytes: size }: Clip,
  output: string,
  client: Client,
  { signal, stderr }: Environment,
): Promise<void> {
  await writeOutputFile(output, await client.clips.download(id, { signal }));
  stderr.write(`written to ${output}: ${lengthText(seconds ?? 0)}, ${bytes(size ?? 0)}\n`);
}

export async function listClips(
  job: string,
  options: PageOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const pages = client.jobs.clips(job, { limit: pageSize(options) }, { signal });
  const clips = await take(pages, options);
  const rows = clips.map((clip) => [
    ...[clip.clip_id, clip.status, localTime(clip.created_at), clip.format, whatOf(clip)],
    clip.duration_seconds === null ? '' : lengthText(clip.duration_seconds),
  ]);
  const head = ['Clip', 'Status', 'Made', 'Format', 'What', 'Length'];

  return print(environment, options, {
    json: clips,
    text: rows.length ? table(head, rows) : ['No clips.'],
  });
}

/** `Nike` or `0:03.0–0:06.0, 0:10.0–0:12.5 …` */
function whatOf({ brand, object, ranges }: Clip): string {
  if (brand ?? object) return String(brand ?? object);
  const spans = ranges.slice(0, 2).map(({ start, end }) => `${timeText(start)}–${timeText(end)}`);
  return spans.join(', ') + (ranges.length > 2 ? ' …' : '');
}

export interface DownloadOptions extends ConnectOptions {
  readonly output?: string;
}

export async function downloadClip(
  id: string,
  options: DownloadOptions,
  environment: Environment,
): Promise<number> {
  if (options.output) await checkOutputFile('--output', options.output);
  const { client } = await openSession(environment, options);
  const clip = await readyClip(id, client, options, environment);
  const output = options.output ?? `clip.${clip.format}`;
  if (!options.output) await checkOutputFile('The clip', output);
  await keep(clip, output, client, environment);
  return exitCode.done;
}

export async function deleteClip(
  id: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  await client.clips.delete(id, { signal: environment.signal });
  return print(environment, options, { json: null, text: [`${id} deleted`] });
}

function show(progress: LiveLine, { status, percent }: Clip, startedMs: number): void {
  if (status === 'pending') progress.show('waiting for a worker');
  else progress.show('making the clip', '', bar(percent / 100, performance.now() - startedMs));
}

/** The requested format, or else the format that the extension of the output file implies. */
function formatOf({ format, output }: ClipOptions): Format {
  const ending = output?.split('.').at(-1)?.toLowerCase();
  return format ?? clipFormats.find((clipFormat) => clipFormat === ending) ?? 'mp4';
}

function askedOf(options: ClipOptions, format: Format): NewClip {
  const { brand, object, range = [], padding, boxes } = options;
  const chosen = [brand, object, range.length > 0 || undefined].filter(
    (option) => option !== undefined,
  );
  if (chosen.length !== 1) throw new UsageError('Give one of --brand, --object and --range.');

  return {
    format,
    ...(brand !== undefined && { brand }),
    ...(object !== undefined && { object }),
    ...(range.length > 0 && { ranges: [...range] }),
    ...(padding !== undefined && { padding_seconds: padding }),
    ...(boxes && { boxes }),
  };
}
