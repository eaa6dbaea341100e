/** Finds the places in a passage where the words of a search occur. */
import { type SearchToken, tokensOf } from '../analysis/search-tokens.ts';

/**
 * What a term may match: any one of several words, several words in a row, or whatever one of several such terms
 * matches.
 */
export type Wanted =
  | { readonly anyOf: ReadonlySet<string> }
  | { readonly inOrder: readonly string[] }
  | { readonly either: readonly Wanted[] };

export interface Matches {
  /** Ranges of the text that match, in order and without overlaps; positions are counted in code points. */
  readonly matches: readonly (readonly [number, number])[];
  /** 1 if the matches of all terms are adjacent; lower the further apart they are. */
  readonly closeness: number;
  /** Share of the passage that the matches cover, 0 to 1. */
  readonly share: number;
}

export function matchesIn(text: string, terms: readonly Wanted[]): Matches {
  const { words, characters } = tokensOf(text);
  const placesByTerm = terms.map((term) => placesOf(term, words, characters));
  const spans = placesByTerm.flat().toSorted((a, b) => a.from - b.from || a.to - b.to);
  const joined: { from: number; to: number }[] = [];

  for (const { from, to } of spans) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }

  const matched = joined.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    matches: inCodePoints(text, joined),
    closeness: closenessOf(placesByTerm),
    share: text.length === 0 ? 0 : matched / text.length,
  };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function placesOf(
  term: Wanted,
  words: readonly SearchToken[],
  characters: readonly SearchToken[],
): Place[] {
  if ('either' in term)
    return term.either.flatMap((spelling) => placesOf(spelling, words, characters));
  if ('anyOf' in term) return [...words, ...characters].filter(({ word }) => term.anyOf.has(word));

  const { inOrder } = term;
  return words.flatMap((first, index) => {
    const run = words.slice(index, index + inOrder.length);
    const isSame = run.length === inOrder.length && run.every(({ word }, n) => word === inOrder[n]);
    return isSame ? [{ from: first.from, to: (run.at(-1) as SearchToken).to }] : [];
  });
}

/**
 * Returns how close the terms are, from the shortest part of the passage that contains an occurrence of the first term
 * and, for each other term, the occurrence nearest to it.
 */
function closenessOf(placesByTerm: readonly (readonly Place[])[]): number {
  const [first = [], ...otherTerms] = placesByTerm;
  if (otherTerms.length === 0) return 1;

  const termLength = placesByTerm.reduce(
    (sum, [place]) => sum + (place ? place.to - place.from : 0),
    0,
  );
  let shortest = Number.POSITIVE_INFINITY;

  for (const start of first) {
    const nearest = otherTerms.map((places) => nearestTo(start, places) ?? start);
    const from = Math.min(start.from, ...nearest.map((place) => place.from));
    const to = Math.max(start.to, ...nearest.map((place) => place.to));
    shortest = Math.min(shortest, to - from);
  }

  return shortest > 0 && Number.isFinite(shortest) ? Math.min(1, termLength / shortest) : 0;
}

function nearestTo(start: Place, places: readonly Place[]): Place | undefined {
  const distanceTo = (place: Place) => Math.abs(place.from - start.from);
  return places.reduce<Place | undefined>(
    (best, place) => (best && distanceTo(best) <= distanceTo(place) ? best : place),
    undefined,
  );
}

function inCodePoints(text: string, places: readonly Place[]): [number, number][] {
  let offset = 0;
  let count = 0;
  const upTo = (position: number): number => {
    for (; offset < position; offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1)
      count += 1;
    return count;
  };
  return places.map(({ from, to }) => [upTo(from), upTo(to)]);
}
