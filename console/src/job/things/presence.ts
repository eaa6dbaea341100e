/** Computes how long a brand or object is on screen in each part of a video. */
import type { Thing } from './things.ts';

export const bars = 16;

/**
 * For each sixteenth of the video, the fraction of its time in which the brand or object is seen. Overlapping
 * appearances count once.
 */
export function sharesOf({ seen: visual }: Pick<Thing, 'seen'>, durationSeconds: number): number[] {
  const step = Math.max(durationSeconds, 0.001) / bars;
  const filled = Array.from({ length: bars }, () => 0);
  let reached = 0;

  // The spans are sorted by start.
  for (const { start, end } of visual) {
    let from = Math.max(start, reached);
    reached = Math.max(reached, end);

    while (from < Math.min(end, durationSeconds)) {
      const index = Math.min(bars - 1, Math.floor(from / step + 1e-9));
      const to = Math.min(end, durationSeconds, index === bars - 1 ? end : (index + 1) * step);
      filled[index] = (filled[index] ?? 0) + (to - from);
      if (to <= from) break;
      from = to;
    }
  }

  return filled.map((filledSeconds) => Math.min(1, filledSeconds / step));
}
