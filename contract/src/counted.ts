/** Counts for people to read, the same in the console, reports, mail and answers. Imports nothing. */

const grouped = new Intl.NumberFormat('en-GB');

/** `2,500` */
export const countText = (count: number): string => grouped.format(count);

/** `1 video`, `2,500 videos`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${countText(count)} ${count === 1 ? singular : plural}`;
