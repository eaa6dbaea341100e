/** Numbers as people type them. */

/**
 * What was typed as the API should see it: the number, or the text itself if it is none. JSON would turn what is
 * no number into null, which means "no cap"; so the API refuses it instead, in its own words.
 */
export function typedNumber(text: string): number {
  const value = Number(text.trim());
  return Number.isFinite(value) ? value : (text as unknown as number);
}
