/** Finds words in a passage as a reader would: regardless of case and of apostrophes, but with accents as written. */
import { apostrophes, partsAtApostrophe } from '@reelsight/contract/apostrophes';

const between = `[${apostrophes}]?`;
const wordOrSign = new RegExp(`([${apostrophes}])|([\\p{L}\\p{M}\\p{N}]+)|.`, 'gsu');

/** A pattern that matches the words in any case, and any apostrophe or none wherever a word could have one. */
function patternOf(searchText: string): RegExp {
  const parts = Array.from(searchText.matchAll(wordOrSign), ([sign, apostrophe, word]) => {
    if (apostrophe !== undefined) return between;
    if (word === undefined) return sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    return partsAtApostrophe(word.toLowerCase())?.join(between) ?? word;
  });
  return new RegExp(parts.join(''), 'giu');
}

/** Splits the text at each hit: plain, hit, plain, hit, …, plain. A text without a hit gives a single part. */
export function partsOf(text: string, searchText: string): string[] {
  const parts: string[] = [];
  let from = 0;

  for (const { 0: hit, index } of searchText === '' ? [] : text.matchAll(patternOf(searchText))) {
    if (hit === '') continue;
    parts.push(text.slice(from, index), hit);
    from = index + hit.length;
  }

  return [...parts, text.slice(from)];
}

export interface Piece {
  /** Offset of the piece in the text. */
  readonly at: number;
  readonly text: string;
  readonly hit: boolean;
}

/** The parts of `partsOf` with their offsets; empty parts are left out. */
export function piecesOf(text: string, searchText: string): Piece[] {
  let offset = 0;
  const pieces = partsOf(text, searchText).map((part, index) => {
    const piece = { at: offset, text: part, hit: index % 2 === 1 };
    offset += part.length;
    return piece;
  });
  return pieces.filter((piece) => piece.text !== '');
}
