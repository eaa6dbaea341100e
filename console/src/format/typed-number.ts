/** Numbers as people type them. */

/**
 * The typed value as the API should see it: the number, or the text itself if it is not a number. JSON would turn NaN
 * into null, which means "no cap"; so the text is sent, and the API refuses it with its own message.
 */
export function typedNumber(text: string): number {
  const value = Number(text.trim());
  return Number.isFinite(value) ? value : (text as unknown as number);
}
