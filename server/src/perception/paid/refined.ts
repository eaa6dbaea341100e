/**
 * Refines the candidates of the embedded method by what a language model marked in the windows that it read. What is
 * neither a candidate nor contains a sign of advertising is not added, whatever the model says. Pure.
 */

import { mostShare } from './ad-breaks.ts';
import { hasPlainSign, type Leaning, tellingLeaning } from './ad-signs.ts';
import type { BrandNames } from './brand-names.ts';
import type { CheckedWindow, Passage } from './checked-passages.ts';
import type { Clause } from './clauses.ts';
import { cueIn, disclosureIn } from './cues.ts';
import { areTwo, evidenceOf, type Hint, likelihoodOf, mergedHints } from './paid-segments.ts';

export interface ReadSpeech {
  readonly clauses: readonly Clause[];
  /** Of each clause. */
  readonly leanings: readonly Leaning[];
}

/** A border moves outwards and inwards at most this far; where the model wants to move it further, it stays. */
const mostOutwardSeconds = 60;
const mostInwardSeconds = 30;
/** A passage that ends or begins this near to a candidate touches it. */
const touchSeconds = 5;
/** What a passage of a model, whose quote was checked, adds to a likelihood. */
const modelStrength = 0.5;
/** What a sign of advertising adds where the model marked something that is no candidate. */
const signStrength = 0.2;
/** A candidate that the model does not mark is dropped if it is less likely than this and nothing says it is paid. */
const leastUnmarked = 0.8;
/** What is left of the strengths of a candidate that is kept although the model does not mark it. */
const unmarkedShare = 0.7;
/** Evidence may begin this much before the segment, because words and clauses have different borders. */
const slackSeconds = 0.5;

type Stretch = Pick<Hint, 'start' | 'end'>;

const gapBetween = (a: Stretch, b: Stretch): number =>
  Math.max(0, a.start - b.end, b.start - a.end);
const overlaps = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;

export function refinedHints(
  speech: ReadSpeech,
  candidates: readonly Hint[],
  windows: readonly CheckedWindow[],
  names: BrandNames,
): Hint[] {
  const passages = windows.flatMap((window) => window.passages);
  const refined = candidates.flatMap((candidate) => {
    const marked = passages.filter((passage) => overlaps(passage, candidate));
    if (marked.length > 0) return markedHints(candidate, candidates, marked, names);
    return isUnmarked(speech, candidate, windows) ? unmarkedHint(candidate) : [candidate];
  });
  const passagesElsewhere = passages.filter(
    (passage) => !candidates.some((candidate) => overlaps(passage, candidate)),
  );

  return mergedHints([...refined, ...addedHints(speech, candidates, passagesElsewhere)]);
}

/** The words of a candidate by which the show says itself that it is paid for. */
const openersOf = ({ evidence }: Hint): Hint['evidence'] =>
  evidence.filter(
    ({ source, quote }) => source === 'speech' && disclosureIn(quote, 'speech') !== null,
  );

/** Whether the model read all of a candidate and marked nothing in it. */
function isUnmarked(
  { clauses }: ReadSpeech,
  candidate: Hint,
  windows: readonly CheckedWindow[],
): boolean {
  const first = clauses.findIndex((clause) => overlaps(clause, candidate));
  const last = clauses.findLastIndex((clause) => overlaps(clause, candidate));
  return windows.some(
    ({ window, passages, isSound }) =>
      isSound &&
      first >= window.first &&
      last <= window.last &&
      passages.every((passage) => gapBetween(passage, candidate) > touchSeconds),
  );
}

function unmarkedHint(candidate: Hint): Hint[] {
  const isSaid = openersOf(candidate).length > 0;
  if (!isSaid && likelihoodOf(candidate.strengths) < leastUnmarked) return [];
  return [{ ...candidate, strengths: candidate.strengths.map((value) => value * unmarkedShare) }];
}

/** A candidate with the borders of the passages in it, one hint for each advertiser that they name. */
function markedHints(
  candidate: Hint,
  candidates: readonly Hint[],
  passages: readonly Passage[],
  names: BrandNames,
): Hint[] {
  const groups = byAdvertiser(passages);
  const { start, end } = movedBorders(candidate, candidates, groups);

  return groups.flatMap((group, index) => {
    const stretch = {
      start: index === 0 ? start : Math.max(start, group.start),
      end: index === groups.length - 1 ? end : Math.min(end, group.end),
    };
    if (stretch.end <= stretch.start) return [];

    const brand = groups.length > 1 ? group.brand : brandOf(candidate, group.brand, names);
    const evidence = candidate.evidence.filter(
      ({ timestamp }) => timestamp >= stretch.start - slackSeconds && timestamp < stretch.end,
    );
    return [
      {
        ...stretch,
        brand,
        strengths: [...candidate.strengths, modelStrength],
        evidence: [...evidence, ...quotesOf(group)],
      },
    ];
  });
}

interface Group extends Stretch {
  readonly brand: string | null;
  readonly passages: readonly Passage[];
}

/** Joins passages that follow one another, unless they name different advertisers. */
function byAdvertiser(passages: readonly Passage[]): Group[] {
  const groups: Group[] = [];

  for (const passage of passages.toSorted((a, b) => a.start - b.start)) {
    const last = groups.at(-1);
    const { start, end, brand } = passage;
    if (!last || areTwo(last.brand, brand)) groups.push({ start, end, brand, passages: [passage] });
    else
      groups[groups.length - 1] = {
        start: last.start,
        end: Math.max(last.end, end),
        brand: last.brand ?? brand,
        passages: [...last.passages, passage],
      };
  }

  return groups;
}

const quotesOf = ({ passages }: Group): Hint['evidence'] =>
  passages.map(({ quotedAt, quote }) => evidenceOf(quotedAt, 'speech', quote));

/** The borders of the passages, if they are near; they never leave out an opener, nor enter another candidate. */
function movedBorders(
  candidate: Hint,
  candidates: readonly Hint[],
  groups: readonly Group[],
): Stretch {
  const neighbours = candidates.filter((neighbour) => neighbour !== candidate);
  const openers = openersOf(candidate).map(({ timestamp }) => timestamp);
  const before = neighbours.filter(({ end }) => end <= candidate.start).map(({ end }) => end);
  const after = neighbours.filter(({ start }) => start >= candidate.end).map(({ start }) => start);
  const markedStart = Math.min(...groups.map((group) => group.start));
  const markedEnd = Math.max(...groups.map((group) => group.end));
  const start = candidate.start - moved(candidate.start - markedStart);
  const end = candidate.end + moved(markedEnd - candidate.end);

  return {
    start: Math.max(Math.min(start, ...openers), ...before),
    end: Math.min(Math.max(end, ...openers), ...after),
  };
}

/** How far a border moves outwards that the model wants to move so far. */
const moved = (outwards: number): number =>
  outwards > mostOutwardSeconds || -outwards > mostInwardSeconds ? 0 : outwards;

/** What the show says itself, and brands of the results, are not replaced. */
function brandOf(candidate: Hint, brand: string | null, names: BrandNames): string | null {
  const { brand: ownBrand } = candidate;
  if (ownBrand === null || brand === null) return ownBrand ?? brand;
  return openersOf(candidate).length > 0 || names.has(ownBrand) ? ownBrand : brand;
}

/** A tone of voice, and what is said again, are no signs by themselves: talk has them too. */
const isSign = ({ text }: Clause, leaning: Leaning): boolean =>
  (leaning.sum >= tellingLeaning && hasPlainSign(leaning)) || cueIn(text, 'speech') !== null;

/**
 * Hints for passages that are no candidates, if they contain a sign of advertising or touch a candidate. None are added
 * if they make up most of the speech: then somebody may want to have everything marked.
 */
function addedHints(
  { clauses, leanings }: ReadSpeech,
  candidates: readonly Hint[],
  passages: readonly Passage[],
): Hint[] {
  const added = passages.flatMap((passage) => {
    const signs = clauses
      .slice(passage.first, passage.last + 1)
      .filter((clause, index) => isSign(clause, leanings[passage.first + index] as Leaning));
    const touched = candidates.filter(
      (candidate) => gapBetween(passage, candidate) <= touchSeconds,
    );
    const [anchor] = signs.length > 0 ? signs : touched;
    if (!anchor) return [];

    const end = (signs.at(-1) ?? anchor).end;
    return [
      {
        start: Math.max(passage.start, anchor.start - mostOutwardSeconds),
        end: Math.min(passage.end, end + mostOutwardSeconds),
        brand: passage.brand,
        strengths: [modelStrength, signStrength],
        evidence: [evidenceOf(passage.quotedAt, 'speech', passage.quote)],
      },
    ];
  });

  const secondsOf = (stretches: readonly Stretch[]): number =>
    stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  return secondsOf(added) > mostShare * secondsOf(clauses) ? [] : added;
}
