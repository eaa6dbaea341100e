/**
 * Lengths of stretches that may overlap, counted as in the service (server/src/analysis/spans.ts); a test checks that
 * both agree. Most durations come from the service. The page computes only those of the user's own selections, such as
 * several rows, or everything above a confidence.
 */

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans this close, in seconds, count as touching, because times are rounded. */
const touching = 0.001;

/** Seconds that at least one of the spans covers. */
export function unionSeconds(spans: readonly Span[]): number {
  let seconds = 0;
  let reached = Number.NEGATIVE_INFINITY;

  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= start || end <= reached) continue;
    seconds += end - (start <= reached + touching ? reached : start);
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

/** Seconds in which at least one of the appearances is on screen. */
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
