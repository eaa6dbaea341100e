/**
 * Finds the stretches of a transcript that sound like advertisements. Each clause leans towards advertisement or talk;
 * the likeliest sequence of the two is the one with the largest sum, where each change from one to the other costs (the
 * Viterbi algorithm on a hidden Markov model of two states). Pure.
 */
import { keyOf } from '../../analysis/name-key.ts';
import {
  hasPlainSign,
  type Leaning,
  leaningOf,
  namesInAddresses,
  namesInPitches,
  tellingLeaning,
} from './ad-signs.ts';
import { nameAsWritten } from './advertiser-names.ts';
import type { Clause } from './clauses.ts';
import { cueIn } from './cues.ts';

export interface AdBreak {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Who advertises, as the words name it; null if they don't tell. */
  readonly advertiser: string | null;
  /** The clauses that tell. */
  readonly evidence: readonly Clause[];
  /** How likely it is an advertisement, 0 to 1. */
  readonly strength: number;
}

/** What a clause is taken for depends on what is said within this time around it, in seconds. */
const aroundSeconds = 20;
/** What a clause without any sign leans to, in the units of the signs' weights: to talk. */
const withoutSigns = -4.5;
/** Weight of a clause of six seconds; longer ones count more, up to twice as much. */
const usualSeconds = 6;
const mostSeconds = 12;
/** Cost of a change, and the part of it that is left where there is a pause, or where somebody else begins to speak. */
const changeCost = 4;
const shareAtBorder = 0.6;
const pauseSeconds = 0.35;
/** How much words such as "brought to you by" add by themselves, and how much cheaper they make the change. */
const openerBonus = 3;
const leastSeconds = 8;
/** A break goes on as long as its advertiser is named again within `quietSeconds`, up to so many seconds. */
const quietSeconds = 25;
const mostBefore = 45;
const mostAfter = 30;
/**
 * Two breaks are one if they are no further apart than this and what lies between sounds neither way: the middle of what
 * a host reads out is plain narration. Talk leans further away from advertisement than `plainLeaning`.
 */
const mostBetween = 100;
const plainLeaning = 0;
/** How far a break may begin before the first words that tell, at a pause, in seconds. */
const leadInSeconds = 8;
const leadInPauseSeconds = 0.3;
/** A video in which more of the words sound like this advertises itself; then nothing is set apart in it. */
export const mostShare = 0.6;

/** A range of clauses, by index; both ends belong to it. */
interface Range {
  readonly first: number;
  readonly last: number;
}

interface Speech {
  readonly clauses: readonly Clause[];
  readonly leanings: readonly Leaning[];
  /** The text of each clause, with nothing but small letters and digits. */
  readonly flat: readonly string[];
  /** Number of clauses that say a name, given with nothing but small letters and digits; null if it was not counted. */
  readonly countClauses: (flatName: string) => number | null;
}

interface BrokenSpeech extends Speech {
  /** The texts of the clauses outside all breaks, with nothing but small letters and digits, and spaces between them. */
  readonly talk: string;
}

export function adBreaks(clauses: readonly Clause[]): AdBreak[] {
  const leanings = clauses.map(leaningOf);
  const flat = clauses.map(({ text }) => keyOf(text));
  const speech = { clauses, leanings, flat, countClauses: clauseCounter(flat) };
  const evidence = evidenceOf(speech);

  const likeliest = likeliestRanges(speech, evidence).map((range) => extended(speech, range));
  const opened = openedRanges(speech, likeliest);
  const inOrder = [...likeliest, ...opened].toSorted((a, b) => a.first - b.first);
  const ranges = bridged(speech, inOrder).filter(
    (range) => secondsOf(speech, range) >= leastSeconds && isTold(speech, range),
  );
  const spoken = secondsOf(speech, { first: 0, last: clauses.length - 1 });
  const inBreaks = ranges.reduce((sum, range) => sum + secondsOf(speech, range), 0);
  if (inBreaks > mostShare * spoken) return [];

  const inBreak = new Set(ranges.flatMap(indices));
  const talk = flat.filter((_, index) => !inBreak.has(index)).join(' ');
  return ranges.flatMap((range) => byAdvertiser({ ...speech, talk }, evidence, range));
}

/** Number of names that are counted in all that is said, each with a look at all of it; a talk of hours has hundreds. */
const mostNamesCounted = 2000;

function clauseCounter(flat: readonly string[]): Speech['countClauses'] {
  const counts = new Map<string, number>();
  return (flatName) => {
    const knownCount = counts.get(flatName);
    if (knownCount !== undefined) return knownCount;
    if (counts.size >= mostNamesCounted) return null;

    const count = flat.filter((text) => text.includes(flatName)).length;
    counts.set(flatName, count);
    return count;
  };
}

const clauseAt = ({ clauses }: Speech, index: number): Clause => clauses[index] as Clause;

const indices = ({ first, last }: Range): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const secondsOf = (speech: Speech, range: Range): number =>
  range.last < range.first
    ? 0
    : clauseAt(speech, range.last).end - clauseAt(speech, range.first).start;

const sumOf = (evidence: readonly number[], range: Range): number =>
  indices(range).reduce((sum, index) => sum + (evidence[index] as number), 0);

const isTold = ({ leanings }: Speech, range: Range): boolean =>
  indices(range).some((index) => hasPlainSign(leanings[index] as Leaning));

/** For each clause, how much speaks for advertisement (positive) or talk (negative). */
function evidenceOf({ clauses, leanings }: Speech): number[] {
  return clauses.map(({ start, end }, index) => {
    const isOpener = leanings[index]?.signs.has('opener');
    const length = Math.min(mostSeconds, end - start) / usualSeconds;
    return (
      (withoutSigns + leaningAround(clauses, leanings, index)) * length +
      (isOpener ? openerBonus : 0)
    );
  });
}

/** The mean leaning of the clauses around one, those that are nearer and longer counting more. */
function leaningAround(
  clauses: readonly Clause[],
  leanings: readonly Leaning[],
  index: number,
): number {
  const middleOf = ({ start, end }: Clause) => (start + end) / 2;
  const middle = middleOf(clauses[index] as Clause);
  let sum = 0;
  let total = 1e-9;
  const add = (neighbour: number): boolean => {
    const clause = clauses[neighbour];
    if (!clause) return false;
    const nearness = 1 - Math.abs(middleOf(clause) - middle) / aroundSeconds;
    if (nearness <= 0) return false;
    const weight = nearness * (clause.end - clause.start);
    sum += weight * (leanings[neighbour]?.sum ?? 0);
    total += weight;
    return true;
  };

  add(index);
  for (let before = index - 1; add(before); before -= 1);
  for (let after = index + 1; add(after); after += 1);
  return sum / total;
}

/** The ranges of clauses that are advertisement in the likeliest sequence. */
function likeliestRanges({ clauses, leanings }: Speech, evidence: readonly number[]): Range[] {
  let talk = 0;
  let ad = -changeCost / 2;
  /** For each clause, whether the likeliest way to talk, and to advertisement, came from advertisement. */
  const fromAd: { readonly talk: boolean; readonly ad: boolean }[] = [];

  for (const [index, clause] of clauses.entries()) {
    const pause = clause.start - (clauses[index - 1]?.end ?? clause.start);
    const isBorder = pause >= pauseSeconds || clause.changesSpeaker;
    const cost = changeCost * (isBorder ? shareAtBorder : 1);
    const isOpener = leanings[index]?.signs.has('opener');
    const openingCost = Math.max(0, cost - (isOpener ? openerBonus : 0));
    const isTalkFromAd = ad - cost > talk;
    const isAdFromAd = ad > talk - openingCost;
    fromAd.push({ talk: isTalkFromAd, ad: isAdFromAd });
    [talk, ad] = [
      Math.max(talk, ad - cost),
      Math.max(ad, talk - openingCost) + (evidence[index] as number),
    ];
  }

  const ranges: Range[] = [];
  let isAd = ad > talk;
  let last = clauses.length - 1;
  for (let index = clauses.length - 1; index >= 0; index -= 1) {
    const wasAd = index > 0 && fromAd[index]?.[isAd ? 'ad' : 'talk'] === true;
    if (isAd && !wasAd) ranges.unshift({ first: index, last });
    if (!isAd && wasAd) last = index - 1;
    isAd = wasAd;
  }
  return ranges;
}

/**
 * The ranges outside all others that begin with words by which this show says that it is paid for, and go on as long as
 * a clause that tells follows within `quietSeconds`.
 */
function openedRanges({ clauses, leanings }: Speech, otherRanges: readonly Range[]): Range[] {
  const ranges: Range[] = [];
  const takenClauses = new Set(otherRanges.flatMap(indices));

  for (const [index, { text }] of clauses.entries()) {
    if (takenClauses.has(index) || cueIn(text, 'speech') === null) continue;
    let last = index;
    for (let next = index + 1; next < clauses.length && !takenClauses.has(next); next += 1) {
      const quiet = (clauses[next] as Clause).start - (clauses[last] as Clause).end;
      if (quiet > quietSeconds) break;
      if ((leanings[next] as Leaning).sum >= tellingLeaning) last = next;
    }
    const range = { first: index, last };
    ranges.push(range);
    for (const place of indices(range)) takenClauses.add(place);
  }

  return ranges;
}

/** A break with the clauses before and after in which its advertisers are named too, from a pause on. */
function extended(speech: Speech, range: Range): Range {
  const { clauses, leanings, flat } = speech;
  const names = namesIn(speech, range).map(({ flatName }) => flatName);
  const isNamed = (index: number) => names.some((name) => flat[index]?.includes(name));
  const { start } = clauseAt(speech, range.first);
  const { end } = clauseAt(speech, range.last);

  let { first, last } = range;
  for (let index = range.first - 1; index >= 0; index -= 1) {
    const clause = clauseAt(speech, index);
    const quiet = clauseAt(speech, first).start - clause.end;
    if (quiet > quietSeconds || start - clause.start > mostBefore) break;
    if (isNamed(index) || leanings[index]?.signs.has('opener')) first = index;
  }

  for (let index = range.last + 1; index < clauses.length; index += 1) {
    const clause = clauseAt(speech, index);
    const quiet = clause.start - clauseAt(speech, last).end;
    if (quiet > quietSeconds || clause.end - end > mostAfter) break;
    if (isNamed(index)) last = index;
  }

  return { first: leadIn(speech, first), last };
}

/** The clause after the last pause before a break, if it is near: advertisements seldom begin with their best words. */
function leadIn({ clauses, leanings }: Speech, first: number): number {
  const start = (clauses[first] as Clause).start;
  for (let index = first; index > 0; index -= 1) {
    if (leanings[index]?.signs.has('opener')) return first;
    const clause = clauses[index] as Clause;
    const before = clauses[index - 1] as Clause;
    if (clause.start - before.end >= leadInPauseSeconds) return index;
    if (start - before.start > leadInSeconds) return first;
  }
  return first;
}

function bridged(speech: Speech, ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const previous = result.at(-1);
    if (previous && isBridge(speech, { first: previous.last + 1, last: range.first - 1 }))
      result[result.length - 1] = {
        first: previous.first,
        last: Math.max(previous.last, range.last),
      };
    else result.push(range);
  }
  return result;
}

function isBridge(speech: Speech, between: Range): boolean {
  if (between.last < between.first) return true;
  if (secondsOf(speech, between) > mostBetween) return false;
  const lengths = indices(between).map((index) => secondsOf(speech, { first: index, last: index }));
  const leaning = indices(between).reduce(
    (sum, index, nth) => sum + (speech.leanings[index]?.sum ?? 0) * (lengths[nth] as number),
    0,
  );
  return leaning / lengths.reduce((sum, length) => sum + length, 1e-9) >= plainLeaning;
}

interface Name {
  readonly name: string;
  readonly flatName: string;
}

const leastNameLetters = 4;
/** A name without an address is said in at least this many clauses of its break, so that a mere mention is none. */
const leastPitchedMentions = 2;
/** Number of such names that are looked for in a break; each takes a look at all that is said. */
const mostNamesPitched = 30;
/** Number of web addresses that are read in a break, from its beginning; each name takes a look at the whole break. */
const mostAddresses = 300;
/** Share of all mentions of a name that must lie within a break, for it to be the break's. */
const leastNameShare = 0.6;

/** Names that belong to a break: those of its web addresses, and others that hardly occur elsewhere. */
function namesIn({ clauses, countClauses }: Speech, range: Range): Name[] {
  const within = indices(range).map((index) => (clauses[index] as Clause).text);
  const addresses = within.flatMap(namesInAddresses);
  const capitalised = countsOf(within.flatMap(capitalisedIn));
  const repeated = [...capitalised.entries()].filter(([, count]) => count >= 2);

  const names = new Map<string, string>();
  for (const name of addresses.slice(0, mostAddresses)) names.set(keyOf(name), name);
  for (const [name, count] of repeated) {
    const flatName = keyOf(name);
    const everywhere = countClauses(flatName);
    if (everywhere !== null && count >= leastNameShare * everywhere) names.set(flatName, name);
  }

  return [...names]
    .filter(([flatName]) => flatName.length >= leastNameLetters)
    .map(([flatName, name]) => ({ flatName, name }));
}

/** Words with a capital that do not begin a sentence. */
const capitalisedIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[^.?!\s]["”’)]?\s)\p{Lu}[\p{L}\p{N}&-]{2,}/gu)].map(([word]) => word);

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Cuts a break in which several advertise, one after the other, where the next one begins. */
function byAdvertiser(speech: BrokenSpeech, evidence: readonly number[], range: Range): AdBreak[] {
  const advertisers = advertisersIn(speech, range);
  const cuts = advertisers.slice(1).map(({ first }, index) => {
    const previous = advertisers[index] as Range;
    return cutBetween(speech, previous.last, first);
  });
  const starts = [range.first, ...cuts];

  return starts.map((first, index) => {
    const part = { first, last: (starts[index + 1] ?? range.last + 1) - 1 };
    return breakOf(speech, evidence, part, advertisers[index]?.name ?? null);
  });
}

/**
 * Those whose web address is said, and then those whom a sentence pitches, with the clauses from their first mention to
 * the last; none overlap.
 */
function advertisersIn(speech: BrokenSpeech, range: Range): (Range & Name)[] {
  const { clauses, flat } = speech;
  const names = new Map<string, string>();
  const addressed = new Set<string>();
  const inAddresses = indices(range).flatMap((index) =>
    namesInAddresses(clauseAt(speech, index).text),
  );
  for (const name of inAddresses.slice(0, mostAddresses)) {
    if (keyOf(name).length < leastNameLetters) continue;
    names.set(keyOf(name), name);
    addressed.add(keyOf(name));
  }
  for (const { name, flatName } of pitchedIn(speech, range))
    if (!names.has(flatName)) names.set(flatName, name);

  const extents = [...names].map(([flatName, name]) => {
    const mentions = indices(range).filter((index) => flat[index]?.includes(flatName));
    return {
      name,
      flatName,
      hasAddress: addressed.has(flatName),
      count: mentions.length,
      first: mentions[0] ?? range.first,
      last: mentions.at(-1) ?? range.last,
    };
  });
  const apart: typeof extents = [];
  for (const extent of extents.toSorted(
    (a, b) => Number(b.hasAddress) - Number(a.hasAddress) || b.count - a.count,
  )) {
    if (apart.every(({ first, last }) => extent.last < first || extent.first > last))
      apart.push(extent);
  }
  return apart
    .toSorted((a, b) => a.first - b.first)
    .map((extent) => {
      const texts = clauses.slice(extent.first, extent.last + 1).map(({ text }) => text);
      return { ...extent, name: nameAsWritten(extent.name, texts) };
    });
}

/** Names without an address that say who advertises: those of payers, and those that are pitched and said again. */
function pitchedIn({ clauses, flat, talk }: BrokenSpeech, range: Range): Name[] {
  const within = indices(range).map((index) => (clauses[index] as Clause).text);
  const flatWithin = flat.slice(range.first, range.last + 1);
  const isSaidAgain = (flatName: string): boolean =>
    flatWithin.filter((text) => text.includes(flatName)).length >= leastPitchedMentions;

  const payers = mostFrequent(within.flatMap((text) => cueIn(text, 'speech')?.payer ?? []));
  const pitched = mostFrequent(within.flatMap(namesInPitches)).filter(
    ({ flatName }) => isSaidAgain(flatName) && !talk.includes(flatName),
  );
  return [...payers, ...pitched].filter(({ flatName }) => flatName.length >= leastNameLetters);
}

const mostFrequent = (names: readonly string[]): Name[] =>
  [...countsOf(names)]
    .toSorted(([, count], [, otherCount]) => otherCount - count)
    .slice(0, mostNamesPitched)
    .map(([name]) => ({ name, flatName: keyOf(name) }));

/** The first clause after the longest pause between the last words about one and the first about another. */
function cutBetween(speech: Speech, lastOfOne: number, firstOfOther: number): number {
  let cut = firstOfOther;
  let longest = -1;
  for (let index = lastOfOne + 1; index <= firstOfOther; index += 1) {
    const pause = clauseAt(speech, index).start - clauseAt(speech, index - 1).end;
    if (pause <= longest) continue;
    longest = pause;
    cut = index;
  }
  return cut;
}

/** The strength of a break without evidence, and of one with any amount. */
const leastStrength = 0.6;
const mostStrength = 0.95;
/** With this much evidence, two thirds of the way between them are gone. */
const muchEvidence = 30;
/** Maximum number of clauses that are given as evidence. */
const mostClauses = 6;

function breakOf(
  speech: Speech,
  evidence: readonly number[],
  range: Range,
  advertiser: string | null,
): AdBreak {
  const sum = Math.max(0, sumOf(evidence, range));
  const telling = indices(range)
    .map((index) => ({ clause: clauseAt(speech, index), sum: speech.leanings[index]?.sum ?? 0 }))
    .filter(({ sum: leaning }) => leaning >= tellingLeaning)
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, mostClauses)
    .map(({ clause }) => clause);

  return {
    start: clauseAt(speech, range.first).start,
    end: clauseAt(speech, range.last).end,
    advertiser,
    evidence: telling.toSorted((a, b) => a.start - b.start),
    strength: mostStrength - (mostStrength - leastStrength) * Math.exp(-sum / muchEvidence),
  };
}
