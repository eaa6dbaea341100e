/** Reads jobs, and reports jobs that have ended to the budget of the process. */
import { isTerminal, type Job, type JobState } from '@reelsight/sdk';
import { Refusal } from './refusal.ts';
import type { CompletedJob, ResultsView, ShowOutcome } from './results-view.ts';
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

/**
 * Shows a part of the results of a job. If the context has a function of its own for this, the results are not parsed
 * here. Throws Refusal JOB_NOT_COMPLETED, or the refusals of the view.
 */
export async function showResults<Args extends object, Shown>(
  context: Context,
  view: ResultsView<Args, Shown>,
  id: string,
  args: Args,
): Promise<Shown> {
  const { showElsewhere, client, signal } = context;
  if (showElsewhere) {
    const order = { jobId: id, reads: 'results' as const, view: view.name, args };
    return shownBy(await showElsewhere(order, signal)) as Shown;
  }

  const job = await client.jobs.get(id, { ...shownResults, signal });
  noteEnd(context, job);
  return view.show(completed(job), args);
}

/** Returns what was shown elsewhere. Throws the refusal with which that ended. */
export function shownBy(outcome: ShowOutcome): unknown {
  if ('refusal' in outcome) throw Refusal.of(outcome.refusal);
  return outcome.shown;
}

/**
 * How results are read for tools: with people's corrections, but without the detections of single frames, which no tool
 * shows.
 */
export const shownResults = { results: 'without_frames', corrected: true } as const;

/** Throws Refusal JOB_NOT_COMPLETED. */
export function completed(job: Job): CompletedJob {
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
