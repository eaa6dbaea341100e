/** Finding words in a passage as a reader would: any case, any accents left as they are. */

/** The text cut at each hit: plain, hit, plain, hit, … plain. One part if there is none. */
export function partsOf(text: string, wanted: string): string[] {
  const needle = wanted.toLowerCase();
  const hay = text.toLowerCase();
  // A few letters change their length in lower case; then places would not agree.
  if (needle === '' || hay.length !== text.length) {
    const at = text.indexOf(wanted);
    if (wanted === '' || at < 0) return [text];
    return [text.slice(0, at), wanted, text.slice(at + wanted.length)];
  }
  const parts: string[] = [];
  let from = 0;
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + needle.length));
    from = at + needle.length;
  }
  return [...parts, text.slice(from)];
}

export interface Piece {
  /** Where it begins in the text. */
  readonly at: number;
  readonly text: string;
  readonly hit: boolean;
}

/** The same with places; empty pieces are left out. */
export function piecesOf(text: string, wanted: string): Piece[] {
  let at = 0;
  const pieces = partsOf(text, wanted).map((part, index) => {
    const piece = { at, text: part, hit: index % 2 === 1 };
    at += part.length;
    return piece;
  });
  return pieces.filter((piece) => piece.text !== '');
}
