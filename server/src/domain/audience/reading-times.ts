/** Decides when the views of a video are read: on which days, at what time of the day, and when a failure is tried again. */
import { createHash } from 'node:crypto';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Readings of videos published at the same time are spread over this time, so that the platform gets them one by one. */
const spreadMs = 6 * hourMs;
/** Window of the last reading; an earlier reading can be tried until the next one is due. */
const lastWindowMs = 3 * dayMs;
const firstRetryMs = hourMs;
const longestRetryMs = 12 * hourMs;

/** A video whose views are read, and the day from which the readings are counted. */
export interface ReadVideo {
  /** Identifies the video. Equal links are due at the same time, so that one request serves all their jobs. */
  readonly link: string;
  /** When it was published, else when it was analysed. */
  readonly from: Date;
}

/** The first planned reading after `after`; null if there is none. `days` are in ascending order. */
export function nextReading(
  days: readonly number[],
  { link, from }: ReadVideo,
  after: Date,
): Date | null {
  const shiftMs = shiftOf(link);
  const times = days.map((day) => from.getTime() + day * dayMs + shiftMs);
  const next = times.find((time) => time > after.getTime());
  return next === undefined ? null : new Date(next);
}

/** When the reading planned for `due` is given up. */
export function endOfWindow(days: readonly number[], video: ReadVideo, due: Date): Date {
  return nextReading(days, video, due) ?? new Date(due.getTime() + lastWindowMs);
}

/** How long to wait after the given number of failed tries. */
export const retryAfterMs = (tries: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, tries - 1));

/** Time by which all readings of a video are shifted; always the same for one link. */
function shiftOf(link: string): number {
  const digest = createHash('sha256').update(link).digest();
  return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * spreadMs);
}
