/**
 * Limits on how much of a job's video may be processed: the limit of its plan, and the lengths that its own
 * `max_credits` and that of its batch can pay for.
 */
import { needs, type Plan } from '@reelsight/contract';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { WorkspaceRow } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { estimateCredits } from '../prices/price.ts';

export interface JobCaps {
  /** Seconds. */
  readonly maxSeconds: number;
  readonly budgetSeconds: number;
}

/**
 * The length that the plan allows, in minutes. For a job without frames, the limit for sound applies (interface.md
 * "Creating a job").
 */
export const minutesAllowed = (
  { limits }: Plan,
  capabilities: JobRow['ask']['capabilities'],
): number =>
  needs('frames', capabilities)
    ? limits.max_video_duration_minutes
    : limits.max_audio_duration_minutes;

export function capsOf(
  domain: Domain,
  { ask }: Pick<JobRow, 'ask'>,
  { plan }: Pick<WorkspaceRow, 'plan'>,
  leftInBatch: number,
): JobCaps {
  const maxSeconds = minutesAllowed(domain.plans[plan], ask.capabilities) * 60;
  const credits = Math.min(ask.max_credits ?? Number.POSITIVE_INFINITY, leftInBatch);
  return { maxSeconds, budgetSeconds: secondsFor(domain, ask, credits, maxSeconds) };
}

/**
 * The length of the longest video whose estimate is at most `credits`, or up to a second more; the exact decision
 * follows once the video's length is known.
 */
export function secondsFor(
  domain: Pick<Domain, 'prices' | 'estimates'>,
  ask: JobRow['ask'],
  credits: number,
  maxSeconds: number,
): number {
  const fits = (seconds: number) =>
    estimateCredits(domain, ask, { durationSeconds: seconds }).credits <= credits;
  let low = 0;
  let high = maxSeconds + 1;
  if (fits(high)) return high;

  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }

  return high;
}
