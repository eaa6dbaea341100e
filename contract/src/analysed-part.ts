/** The part of a video that a job analyses. */

/** The part that was asked for, in seconds; null or absent: from the beginning, or to the end. */
export interface RequestedPart {
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
}

/**
 * How many seconds of a video are analysed; null if that is not known. `durationSeconds` is the length of the whole
 * video, null if it is not known yet.
 */
export function analysedSeconds(
  part: RequestedPart,
  durationSeconds: number | null,
): number | null {
  const { start, end } = analysedSpan(part, durationSeconds);
  return end === null ? null : Math.max(0, end - start);
}

/**
 * The part that is analysed, in seconds of the video; `end` is null if it is the end of a video of unknown length.
 * `durationSeconds` is the length of the whole video, null if it is not known.
 */
export function analysedSpan(
  { from, to }: RequestedPart,
  durationSeconds: number | null,
): { readonly start: number; readonly end: number | null } {
  const end = to == null ? durationSeconds : Math.min(to, durationSeconds ?? to);
  return { start: from ?? 0, end };
}

/** Whether the two requests are for the same part of a video. */
export const isSamePart = (first: RequestedPart, second: RequestedPart): boolean =>
  (first.from ?? 0) === (second.from ?? 0) && (first.to ?? null) === (second.to ?? null);
