/** `--out FILE`: the transcript of a finished job as a file. */
import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Job, toSrt, toText, toVtt } from '@reelsight/sdk';
import { FailedError, UsageError, writeFault } from './exit-code.ts';
import type { Environment } from './session.ts';

const writers = { srt: toSrt, vtt: toVtt, txt: toText } as const;
type Kind = keyof typeof writers;

function kindOf(path: string): Kind {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(writers, ending)) return ending as Kind;
  throw new UsageError(`--out ${path}: the file must end in .srt, .vtt or .txt.`);
}

/** Before anything is spent. Throws UsageError if the file could not be written. */
export async function checkTranscriptFile(path: string): Promise<void> {
  kindOf(path);
  const folder = dirname(path);
  const above = await stat(folder).catch(() => undefined);
  if (!above?.isDirectory())
    throw new UsageError(`--out ${path}: the folder ${folder} does not exist.`);
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`--out ${path}: this is a folder.`);
  await access(there ? path : folder, constants.W_OK).catch((error: unknown) => {
    throw new UsageError(`--out ${writeFault(path, error)}`);
  });
}

/** Throws FailedError if there is no transcript, or no room for it. */
export async function writeTranscript(
  path: string,
  job: Job,
  { stderr }: Environment,
): Promise<void> {
  const transcript = job.results?.transcription;
  const missing = (why: string) => new FailedError(`${path} was not written: ${why}.`);
  if (job.status !== 'completed') throw missing(`the job is ${job.status}`);
  if (!transcript) throw missing('the job was not asked for a transcription');
  if (transcript.segments.length === 0) throw missing('no speech was found');
  try {
    await writeFile(path, writers[kindOf(path)](transcript));
  } catch (error) {
    throw new FailedError(writeFault(path, error));
  }
  stderr.write(`transcript written to ${path}\n`);
}
