/** Reads jobs, and reports jobs that have ended to the budget of the process. */
import { isTerminal, type Job, type JobState } from '@reelsight/sdk';
import { Refusal } from './refusal.ts';
import type { Context } from './tool.ts';

export function noteEnd({ budget }: Pick<Context, 'budget'>, job: JobState): void {
  if (isTerminal(job)) budget?.settle(job.job_id, job.credits_charged ?? 0);
}

/** Reads a job without its results. */
export async function readJob(context: Context, id: string): Promise<JobState> {
  const job = await context.client.jobs.get(id, { signal: context.signal, results: 'none' });
  noteEnd(context, job);
  return job;
}

export type CompletedJob = Job & { readonly results: NonNullable<Job['results']> };

/**
 * Reads a job with its results, including people's corrections but without the detections of single frames, which no
 * tool shows. Throws Refusal JOB_NOT_COMPLETED.
 */
export async function readCompleted(context: Context, id: string): Promise<CompletedJob> {
  const { client, signal } = context;
  const job = await client.jobs.get(id, { signal, results: 'without_frames', corrected: true });
  noteEnd(context, job);

  if (job.status === 'completed' && job.results) return job as CompletedJob;
  throw new Refusal(
    'JOB_NOT_COMPLETED',
    `The job is ${job.status}; only a completed job has results.`,
    isTerminal(job)
      ? 'Call job_status to see why it ended.'
      : 'Call job_status with wait_seconds until it is completed.',
  );
}

/** Throws Refusal NOT_ASKED_FOR. */
export function resultOf<T>(job: Job, result: T | undefined, capability: string): T {
  if (result !== undefined) return result;
  const capabilities = job.capabilities.join(', ');
  throw new Refusal(
    'NOT_ASKED_FOR',
    `This job has no result for ${capability}; it was asked for: ${capabilities}.`,
    'Read another part, or ask the person whether a new job with that capability may be paid for.',
  );
}
