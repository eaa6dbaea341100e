/** `--out FILE`: writes the transcript of a finished job to a file, in a format that the service produces. */
import { notUnderstoodText } from '@reelsight/contract/not-understood';
import type { Client, ExportFormat, Job } from '@reelsight/sdk';
import { FailedError, UsageError } from './exit-code.ts';
import { checkOutputFile, writeOutputFile } from './output-file.ts';
import type { Environment } from './session.ts';

function kindOf(path: string): ExportFormat {
  const ending = /\.(srt|vtt|txt)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending !== undefined) return ending as ExportFormat;
  throw new UsageError(`--out ${path}: the file must end in .srt, .vtt or .txt.`);
}

/** Called before any credits are spent. Throws UsageError if the file could not be written. */
export async function checkTranscriptFile(path: string): Promise<void> {
  kindOf(path);
  await checkOutputFile('--out', path);
}

/** Throws FailedError if there is no transcript, or no disk space for it. */
export async function writeTranscript(
  path: string,
  job: Job,
  client: Client,
  { stderr, signal }: Environment,
): Promise<void> {
  const transcript = job.results?.transcription;
  const failureOf = (reason: string) => new FailedError(`${path} was not written: ${reason}.`);
  if (job.status !== 'completed') throw failureOf(`the job is ${job.status}`);
  if (!transcript) throw failureOf('the job was not asked for a transcription');
  if (transcript.segments.length === 0) {
    const isSpoken = notUnderstoodText(transcript) !== '';
    throw failureOf(isSpoken ? 'no word was understood' : 'no speech was found');
  }

  const { blob } = await client.jobs.export(job.job_id, kindOf(path), { signal });
  await writeOutputFile(path, blob);
  stderr.write(`transcript written to ${path}\n`);
}
