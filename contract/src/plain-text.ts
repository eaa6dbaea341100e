/** What a text from a caller may hold, and how its length is counted. Plain functions, without schemas. */

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Length of a text in Unicode characters (code points), which the API counts (interface.md "Time and units"). */
export function characterCount(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

export const hasControlCharacters = (value: string): boolean => controlCharacters.test(value);

/** Whether a text can be stored and shown: well-formed, without control characters except tab and line breaks. */
export const isClean = (value: string): boolean =>
  value.isWellFormed() && !hasControlCharacters(value);
