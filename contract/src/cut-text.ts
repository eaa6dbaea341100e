/** Cutting texts to a length. */

/** At most `most` UTF-16 units of the text; a character that would be cut in half is left out. */
export function cutText(text: string, most: number): string {
  const halves = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, halves ? most - 1 : most);
}
