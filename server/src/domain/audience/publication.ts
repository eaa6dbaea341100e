/** When a video was published, as a person says: for uploaded files nobody else knows it. */
import { invalidInput, isDay, parseIsoDate, publicationLimits } from '@reelsight/contract';

const dayMs = 86_400_000;

/**
 * The time that a request gives. A day without a time counts as its noon in UTC, so that it is the same day in nearly
 * every time zone. Throws Fault VALIDATION_FAILED for a date before films were made, or in the future.
 */
export function publicationTime(text: string, now: Date): Date {
  const start = parseIsoDate(text);
  if (start.getUTCFullYear() < publicationLimits.firstYear)
    throw invalidInput(
      `published_at: ${text} is before ${publicationLimits.firstYear}. Give the day on which the video was published.`,
    );

  // A day more, because it is tomorrow already in other time zones.
  if (start.getTime() > now.getTime() + publicationLimits.futureDays * dayMs)
    throw invalidInput(
      `published_at: ${text} is in the future. Give the day on which the video was published.`,
    );

  return isDay(text) ? new Date(start.getTime() + dayMs / 2) : start;
}

/** Null if the request gives none. */
export const givenPublication = (text: string | null | undefined, now: Date): Date | null =>
  text == null ? null : publicationTime(text, now);
