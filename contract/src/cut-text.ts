/** Cuts texts to a maximum length. */

/** The first `limit` UTF-16 units of the text; a character that would be cut in half is left out. */
export function cutText(text: string, limit: number): string {
  const halves = (text.codePointAt(limit - 1) ?? 0) > 0xffff;
  return text.slice(0, halves ? limit - 1 : limit);
}

/** Like `cutText`, but ends with a whole word, unless a word takes more than half of the length. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = cutText(text, limit);
  const end = /\s/.test(text[head.length] ?? '') ? head.length : head.lastIndexOf(' ');
  return end > limit / 2 ? head.slice(0, end) : head;
}
