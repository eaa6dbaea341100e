/**
 * Limits how many combining marks may follow each other in a text, because the cost of normalization grows with the
 * square of that number.
 */

/** The limit of the Stream-Safe Text Format (Unicode Standard Annex 15, section 13); no language needs more. */
const mostMarks = 30;
const longRun = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu');

/** Shortens each longer run of marks to its first 30. */
export const withFewMarks = (text: string): string =>
  text.length > mostMarks ? text.replace(longRun, '$1') : text;
