/** `reelsight clip`: moments of a job's video as a file. */
import type { Clip, NewClip } from '@reelsight/sdk';
import { exitCode, FailedError, UsageError } from './exit-code.ts';
import { bar, type LiveLine } from './live-line.ts';
import { checkOutputFile, writeOutputFile } from './output-file.ts';
import { type ConnectOptions, type Environment, openSession, progressOf } from './session.ts';

export const clipFormats = ['mp4', 'webp', 'gif'] as const;
type Format = (typeof clipFormats)[number];
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
  const asked = askedOf(options, format);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const made = await client.jobs.createClip(job, asked, { signal });
  const progress = progressOf(environment, options);
  const startedMs = performance.now();
  const onProgress = (clip: Clip): void => show(progress, clip, startedMs);
  const clip = await client.clips
    .wait(made.clip_id, { signal, onProgress })
    .finally(() => progress.end());
  if (clip.status === 'failed')
    throw new FailedError(clip.error?.message ?? 'The clip could not be made.');
  await writeOutputFile(output, await client.clips.download(clip.clip_id, { signal }));
  if (options.json) environment.stdout.write(`${JSON.stringify(clip, null, 2)}\n`);
  const megabytes = ((clip.size_bytes ?? 0) / 1e6).toFixed(1);
  environment.stderr.write(`written to ${output}: ${clip.duration_seconds} s, ${megabytes} MB\n`);
  return exitCode.done;
}

function show(progress: LiveLine, { status, percent }: Clip, startedMs: number): void {
  if (status === 'pending') progress.show('waiting for a worker');
  else progress.show('making the clip', '', bar(percent / 100, performance.now() - startedMs));
}

/** As asked, else by the name of the file. */
function formatOf({ format, output }: ClipOptions): Format {
  const ending = output?.split('.').at(-1)?.toLowerCase();
  return format ?? clipFormats.find((one) => one === ending) ?? 'mp4';
}

function askedOf(options: ClipOptions, format: Format): NewClip {
  const { brand, object, range = [], padding, boxes } = options;
  const chosen = [brand, object, range.length > 0 || undefined].filter((one) => one !== undefined);
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
