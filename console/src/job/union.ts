/** Lengths of stretches that may overlap. */
import type { Span } from './lanes.ts';

/** Seconds that at least one of the spans covers. */
export function unionSeconds(spans: readonly Span[]): number {
  let [seconds, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= reached) continue;
    seconds += end - Math.max(start, reached);
    reached = end;
  }
  return seconds;
}

interface Timed {
  readonly source?: 'visual' | 'audio';
  readonly timestamp: number;
  readonly timestamp_start?: number;
  readonly timestamp_end?: number;
}

/** Seconds in which at least one of the appearances is in the picture. */
export function seenSeconds(appearances: readonly Timed[]): number {
  return unionSeconds(
    appearances
      .filter(({ source = 'visual' }) => source === 'visual')
      .map(({ timestamp, timestamp_start, timestamp_end }) => ({
        start: timestamp_start ?? timestamp,
        end: timestamp_end ?? timestamp,
      })),
  );
}
