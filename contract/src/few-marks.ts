/** Bounds how many marks follow each other in a text: what normalization costs grows with the square of that number. */

/** As many as the Stream-Safe Text Format allows (Unicode Standard Annex 15, section 13); no language needs more. */
const mostMarks = 30;
const longRun = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu');

/** Keeps the first 30 marks of a longer run. */
export const withFewMarks = (text: string): string =>
  text.length > mostMarks ? text.replace(longRun, '$1') : text;
