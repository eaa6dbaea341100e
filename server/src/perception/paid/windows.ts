/**
 * Chooses the windows of a transcript that a language model reads to refine paid segments: what lies around those that
 * the words tell, and around weaker signs. Pure.
 */
import { estimateTokens } from '../../engines/language.ts';
import { hasPlainSign, type Leaning, tellingLeaning } from './ad-signs.ts';
import type { Clause } from './clauses.ts';
import type { Hint } from './paid-segments.ts';

/** A range of clauses, by index; both ends belong to it. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

export interface WindowLimits {
  readonly mostWindows: number;
  /** Maximum number of tokens of one window. */
  readonly mostTokens: number;
}

/** What is shown of the video before and after a candidate or a sign. */
const aroundSeconds = 60;
/** Longest window: models overlook more in longer texts, and what they say about one counts for all of it. */
const mostSeconds = 420;
/** Weak signs that are no further apart than this are one place. */
const samePlaceSeconds = 45;
/** The leanings of the weak signs of a place must add up to this, which two plain ones do. */
const leastPlaceSum = 12;
/** Number and time of a line, as the model reads them. */
const tokensOfLineStart = 6;

interface Place {
  readonly start: number;
  readonly end: number;
  /** Places with a higher rank are read first if not all can be. */
  readonly rank: number;
}

/** Windows do not overlap. Those around candidates come first, then the others, those with most signs before others. */
export function windowsOf(
  clauses: readonly Clause[],
  leanings: readonly Leaning[],
  candidates: readonly Hint[],
  { mostWindows, mostTokens }: WindowLimits,
): Window[] {
  const places = [
    ...candidates.map(({ start, end }) => ({ start, end, rank: Number.POSITIVE_INFINITY })),
    ...weakPlaces(clauses, leanings, candidates),
  ];
  const tokens = clauses.map(({ text }) => estimateTokens(text) + tokensOfLineStart);
  const ranked = joined(places)
    .flatMap((place) => {
      const whole = windowAround(clauses, place);
      const pieces = whole ? cut(clauses, tokens, whole, mostTokens) : [];
      return pieces.map((window) => ({ window, rank: place.rank }));
    })
    .toSorted((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank));

  return ranked.slice(0, mostWindows).map(({ window }) => window);
}

/** Places outside of candidates where signs of advertising are said that were too few for one. */
function weakPlaces(
  clauses: readonly Clause[],
  leanings: readonly Leaning[],
  candidates: readonly Hint[],
): Place[] {
  const places: Place[] = [];

  for (const [index, { start, end }] of clauses.entries()) {
    const leaning = leanings[index] as Leaning;
    if (leaning.sum < tellingLeaning || !hasPlainSign(leaning)) continue;
    if (candidates.some((candidate) => start < candidate.end && end > candidate.start)) continue;

    const last = places.at(-1);
    if (last && start - last.end <= samePlaceSeconds)
      places[places.length - 1] = { start: last.start, end, rank: last.rank + leaning.sum };
    else places.push({ start, end, rank: leaning.sum });
  }

  return places.filter(({ rank }) => rank >= leastPlaceSum);
}

/** Joins places whose surroundings meet, as long as they fit into one window; the others share out what lies between. */
function joined(places: readonly Place[]): Place[] {
  const result: Place[] = [];

  for (const place of places.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const wide = { ...place, start: place.start - aroundSeconds, end: place.end + aroundSeconds };
    const last = result.at(-1);
    if (!last || wide.start >= last.end) {
      result.push(wide);
      continue;
    }

    const both = {
      start: last.start,
      end: Math.max(last.end, wide.end),
      rank: Math.max(last.rank, place.rank),
    };
    const isApart = place.start > last.end - aroundSeconds && wide.end > last.end;
    if (both.end - both.start <= mostSeconds || !isApart) {
      result[result.length - 1] = both;
      continue;
    }

    const border = (last.end - aroundSeconds + place.start) / 2;
    result[result.length - 1] = { ...last, end: border };
    result.push({ ...wide, start: border });
  }

  return result;
}

/** The clauses whose middle lies within a place. */
function windowAround(clauses: readonly Clause[], { start, end }: Place): Window | null {
  const isWithin = (clause: Clause): boolean => {
    const middle = (clause.start + clause.end) / 2;
    return middle >= start && middle < end;
  };
  const first = clauses.findIndex(isWithin);
  return first < 0 ? null : { first, last: clauses.findLastIndex(isWithin) };
}

/** Cuts a window that is too long into pieces of about the same length. */
function cut(
  clauses: readonly Clause[],
  tokens: readonly number[],
  window: Window,
  mostTokens: number,
): Window[] {
  const indices = Array.from(
    { length: window.last - window.first + 1 },
    (_, offset) => window.first + offset,
  );
  const lengthOf = (index: number): number => {
    const { start, end } = clauses[index] as Clause;
    // In shares of a window: the limit that is reached first decides.
    return Math.max((end - start) / mostSeconds, (tokens[index] as number) / mostTokens);
  };
  const total = indices.reduce((sum, index) => sum + lengthOf(index), 0);
  const lengthOfPiece = total / Math.ceil(total);

  const pieces: Window[] = [];
  let length = 0;
  for (const index of indices) {
    const clauseLength = lengthOf(index);
    const last = pieces.at(-1);
    if (!last || length + clauseLength / 2 > lengthOfPiece) {
      pieces.push({ first: index, last: index });
      length = 0;
    } else pieces[pieces.length - 1] = { first: last.first, last: index };
    length += clauseLength;
  }

  return pieces;
}
