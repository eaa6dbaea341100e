/** The words by which files, reports and messages say that results are the fixed ones of a test workspace. */

/** The title of a video or report with fixed results. */
export const testTitle = (title: string): string => `TEST ${title}`;

export const testWarning =
  'These are the fixed results of a test workspace. No video was analysed.';
