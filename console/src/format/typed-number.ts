/** Reads numbers as people type them. */

/**
 * The typed value for a request: the number, or the text itself if it is not a number. NaN would become null in JSON,
 * which means "no cap"; the API refuses the text with its own message instead.
 */
export function typedNumber(text: string): number {
  const value = Number(text.trim());
  return Number.isFinite(value) ? value : (text as unknown as number);
}
