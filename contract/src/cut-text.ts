/** Cuts texts to a maximum length. */

/** The first `limit` UTF-16 units of the text; a character that would be cut in half is left out. */
export function cutText(text: string, limit: number): string {
  const halves = (text.codePointAt(limit - 1) ?? 0) > 0xffff;
  return text.slice(0, halves ? limit - 1 : limit);
}
