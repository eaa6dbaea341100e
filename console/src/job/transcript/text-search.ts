/** Finds words in a passage as a reader would: any case, any apostrophe or none, accents as written. */
import { apostrophes, partsAtApostrophe } from '@reelsight/contract/apostrophes';

const between = `[${apostrophes}]?`;
const wordOrSign = new RegExp(`([${apostrophes}])|([\\p{L}\\p{M}\\p{N}]+)|.`, 'gsu');

/** A pattern for the words, with any apostrophe or none wherever there could be one, however they are typed. */
function patternOf(searchText: string): RegExp {
  const parts = Array.from(searchText.matchAll(wordOrSign), ([sign, apostrophe, word]) => {
    if (apostrophe !== undefined) return between;
    if (word === undefined) return sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    return partsAtApostrophe(word.toLowerCase())?.join(between) ?? word;
  });
  return new RegExp(parts.join(''), 'giu');
}

/** The text cut at each hit: plain, hit, plain, hit, … plain. One part if there is none. */
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
  /** Offset in the text. */
  readonly at: number;
  readonly text: string;
  readonly hit: boolean;
}

/** The same with offsets; empty pieces are left out. */
export function piecesOf(text: string, searchText: string): Piece[] {
  let offset = 0;
  const pieces = partsOf(text, searchText).map((part, index) => {
    const piece = { at: offset, text: part, hit: index % 2 === 1 };
    offset += part.length;
    return piece;
  });
  return pieces.filter((piece) => piece.text !== '');
}
