/**
 * Finds words in a passage as a reader would: in any case, with any apostrophe or none, but with accents as written.
 */
import { apostrophes, partsAtApostrophe } from '@reelsight/contract/apostrophes';

const between = `[${apostrophes}]?`;
const wordOrSign = new RegExp(`([${apostrophes}])|([\\p{L}\\p{M}\\p{N}]+)|.`, 'gsu');

/** A pattern that matches the words however they are typed, with any apostrophe or none wherever there could be one. */
function patternOf(searchText: string): RegExp {
  const parts = Array.from(searchText.matchAll(wordOrSign), ([sign, apostrophe, word]) => {
    if (apostrophe !== undefined) return between;
    if (word === undefined) return sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    return partsAtApostrophe(word.toLowerCase())?.join(between) ?? word;
  });
  return new RegExp(parts.join(''), 'giu');
}

/** The text split at each hit: plain, hit, plain, hit, … plain. A single part if there is no hit. */
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
