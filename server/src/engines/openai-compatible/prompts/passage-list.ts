/** Writes passages for a model: each has a number, a time, a source and the words. */
import type { Passage } from '../../language.ts';

/** Passages made by this service are shorter than this; a longer passage comes from elsewhere. */
export const maxPassageCharacters = 1200;

/** One line per passage. Passages are numbered from 1; if there are several videos, these are numbered from 1 too. */
export function listPassages(passages: readonly Passage[], videos: number): string[] {
  return passages.map((passage, index) => `[${index + 1}] ${line(passage, videos)}`);
}

function line({ source, text, quotable, moments, subject }: Passage, videos: number): string {
  const moment = moments[0];
  const video =
    videos > 1 && moment && subject.kind !== 'total' ? `video ${moment.video + 1}, ` : '';
  const speaker = subject.kind === 'speech' && subject.name ? ` by speaker ${subject.name}` : '';
  // No time is added to a detection, because its text already lists its times.
  const time =
    moment && quotable !== null && source !== 'metadata' ? `${moment.start.toFixed(1)} s, ` : '';
  const kind = quotable === null ? 'detected' : `${source}${speaker}`;
  return `${video}${time}${kind}: ${text}`;
}
