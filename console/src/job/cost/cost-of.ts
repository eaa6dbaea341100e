/** Determines what a job costs; no other code does. */
import type { JobRowView } from '@reelsight/contract';
import { keep, stored } from '../../format/remembered.ts';

export type JobCost =
  | { readonly kind: 'charged'; readonly credits: number }
  | { readonly kind: 'estimated'; readonly credits: number; readonly lengthKnown: boolean }
  | { readonly kind: 'none' };

/**
 * The estimate that the form showed before the job was created. It used the length that the browser had read from the
 * file.
 */
export interface ShownEstimate {
  readonly credits: number;
}

type Costed = Pick<
  JobRowView,
  'status' | 'credits_charged' | 'credits_estimated' | 'video_duration_seconds'
>;

/**
 * Until the service has read the video's length, its own estimate assumes a length. If the form knew the length, its
 * estimate is closer, so it is used in the meantime.
 */
export function costOf(row: Costed, estimate: ShownEstimate | undefined): JobCost {
  if (row.credits_charged !== null) return { kind: 'charged', credits: row.credits_charged };
  if (row.status === 'failed' || row.status === 'cancelled') return { kind: 'none' };
  if (row.video_duration_seconds === null && estimate)
    return { kind: 'estimated', credits: estimate.credits, lengthKnown: true };

  return {
    kind: 'estimated',
    credits: row.credits_estimated,
    lengthKnown: row.video_duration_seconds !== null,
  };
}

type Items = readonly { readonly item: string; readonly credits: number }[];

/** The items that cost more than was estimated, the largest difference first, with the credits of that difference. */
export function itemsAbove(estimated: Items, charged: Items): Items {
  const estimates = new Map(estimated.map(({ item, credits }) => [item, credits]));
  return charged
    .map(({ item, credits }) => ({ item, credits: credits - (estimates.get(item) ?? 0) }))
    .filter(({ credits }) => credits >= leastDifference)
    .toSorted((a, b) => b.credits - a.credits);
}

/** In credits; less than this is rounding. */
const leastDifference = 0.05;

const placeOf = (job: string): string => `estimate:${job}`;

export const rememberEstimate = (job: string, estimate: ShownEstimate): void =>
  keep(sessionStorage, placeOf(job), estimate);

export const rememberedEstimate = (job: string): ShownEstimate | undefined =>
  stored<ShownEstimate>(sessionStorage, placeOf(job));
