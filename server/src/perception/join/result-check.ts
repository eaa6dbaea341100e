/** Checks the results of a join that ran outside the service. */
import { Fault, type Results, results as resultsSchema } from '@reelsight/contract';
import { z } from 'zod';
import { type Transcript, transcriptForm } from '../speech/transcript.ts';
import { valuesOfStrangers } from '../value-rules.ts';

const wrong = (where: string, problem: string): Fault =>
  new Fault('VALIDATION_FAILED', where, { text: `${where}: ${problem}.` });

/** Fields with these names hold times in seconds, wherever they occur in results. */
const timeNames = new Set(['timestamp', 'timestamp_start', 'timestamp_end', 'start', 'end']);
const slackSeconds = 2;
const deepest = 30;

/** The URL path of a picture: `/v1/frames/JOB/FILE`. */
const picture = /^\/v1\/frames\/([^/]+)\/([^/]+)$/;

/**
 * Returns the results in the form in which they may be stored: they match the contract, their times are within the
 * video, and they refer only to pictures in `files`. Only the platform's metadata may contain other times. Throws Fault
 * VALIDATION_FAILED with a description of the problem.
 */
export function checkedResults(
  value: unknown,
  job: {
    readonly id: string;
    readonly durationSeconds: number;
    readonly files: ReadonlySet<string>;
  },
): Results {
  const parsed = resultsSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = ['results', ...(issue?.path ?? [])].join('.');
    throw wrong(where, issue?.message ?? 'not valid');
  }

  const check = (key: string, entry: unknown): void => {
    if (typeof entry === 'number') checkNumber(key, entry, job.durationSeconds);
    if (typeof entry === 'string' && entry.startsWith('/v1/frames/')) checkPicture(key, entry, job);
  };
  walk(parsed.data, 'results', 0, check);

  return parsed.data;
}

const noCheck = (): void => undefined;

function walk(
  value: unknown,
  key: string,
  depth: number,
  check: (key: string, entry: unknown) => void,
): void {
  // Some programs cannot serialize values that are nested more deeply.
  if (depth > deepest) throw wrong(key, 'is nested too deeply');

  check(key, value);
  if (typeof value !== 'object' || value === null) return;

  for (const [name, entry] of Object.entries(value)) {
    const ofPlatform = depth === 0 && name === 'metadata';
    walk(entry, Array.isArray(value) ? key : name, depth + 1, ofPlatform ? noCheck : check);
  }
}

function checkNumber(key: string, value: number, durationSeconds: number): void {
  if (timeNames.has(key) && (value < 0 || value > durationSeconds + slackSeconds))
    throw wrong(`results: ${key}`, `${value} s is not within the video`);
}

function checkPicture(
  key: string,
  url: string,
  job: { readonly id: string; readonly files: ReadonlySet<string> },
): void {
  const [, id, file = ''] = picture.exec(url) ?? [];
  if (id !== job.id || !job.files.has(file))
    throw wrong(`results: ${key}`, 'names a picture that was not stored');
}

/** The form of a transcript; unknown fields are dropped, so they are not stored. */
const transcript = transcriptForm({ ...valuesOfStrangers, object: z.object });

/** Checks the `transcript.json` of a join. Throws Fault VALIDATION_FAILED. */
export function checkedTranscript(value: unknown, durationSeconds: number): Transcript {
  const parsed = transcript.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = ['transcript', ...(issue?.path ?? [])].join('.');
    throw wrong(where, issue?.message ?? 'not valid');
  }

  for (const { start, end } of parsed.data.segments)
    if (start > end || end > durationSeconds + slackSeconds)
      throw wrong('transcript', `a time of ${start} to ${end} s is not within the video`);

  return parsed.data;
}
