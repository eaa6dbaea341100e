/** Splits a passage at its matches. Offsets count code points, as in the API. */

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
  /** Offset in the passage at which the part begins. */
  readonly at: number;
}

export function markedParts(text: string, matches: readonly (readonly number[])[]): MarkedPart[] {
  const characters = [...text];
  const parts: MarkedPart[] = [];
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) parts.push({ text: characters.slice(from, to).join(''), marked, at: from });
  };
  let position = 0;

  for (const [from = 0, to = 0] of matches) {
    add(position, from, false);
    add(Math.max(position, from), to, true);
    position = Math.max(position, to);
  }

  add(position, characters.length, false);
  return parts;
}
