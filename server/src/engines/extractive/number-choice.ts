/** Decides which numbers of a sentence suit a question: the right unit, the thing that is counted, a year or an amount. */
import { lemmasOf } from '../../analysis/lemmas.ts';
import { nearness } from '../../analysis/related-words.ts';
import { emptyWords, fold, stem, wordsOf } from '../../analysis/words.ts';
import type { Asked } from './question.ts';
import { numbersIn, type SaidNumber, scales } from './said-numbers.ts';
import { wantedBy } from './wanted.ts';

export interface AskedNumber {
  readonly kind: 'year' | 'percent' | 'money' | 'time' | 'other';
  /** 1 million, if the question asks how many millions. */
  readonly scale: number;
  /** Base forms of the words for what is counted or for its unit; empty if the question names none. */
  readonly units: readonly string[];
  /** Base forms of the words that say what the question is about. */
  readonly topics: readonly string[];
  /** Numbers that the question itself names, which are not its answer. */
  readonly named: ReadonlySet<number>;
}

const currencyWords = /^(?:dollar|buck|euro|pound|quid|cent|penny|yen|rupee|peso|franc)s?$/;
const timeUnit = '(?:second|minute|hour|day|night|week|month|year|decade)s?';
const unitAfter = new RegExp(`^[ -]?(?:\\p{L}+ )?(?:${timeUnit})(?![\\p{L}])`, 'iu');
const measureUnits =
  'second|minute|hour|day|night|week|month|year|decade|metre|meter|kilometre|kilometer|mile|foot|feet|inch|yard|gram|kilogram|kilo|pound|ounce|ton|litre|liter|gallon|degree|megapixel|gigabyte|megabyte|terabyte|watt|volt|hertz|nit|percent';
const inUnit = new RegExp(`\\bin (${measureUnits})(?:e?s)?\\b`);

export function askedNumber({ words }: Asked): AskedNumber {
  const named = new Set(numbersIn(words).map(({ value }) => value));
  const scaleWord = /\b(hundred|thousand|million|billion|trillion)s?\b/.exec(
    words.replace(/(?<!\d)\d+ (?:hundred|thousand|million|billion|trillion)/g, ''),
  )?.[1];
  const scale = scaleWord && /\bhow many\b/.test(words) ? (scales[scaleWord] ?? 1) : 1;
  const { kind: answerKind, counted } = wantedBy(words.split(' '));
  const unit = inUnit.exec(words)?.[1];
  const countedUnits = counted.filter(
    (word) => !(word.replace(/s$/, '') in scales) && !emptyWords('en').has(word),
  );
  const units = unit ? [unit] : countedUnits;
  const topics = words
    .split(' ')
    .filter((word) => !emptyWords('en').has(word))
    .flatMap(lemmasOf);
  const common = { scale, named, topics, units: units.flatMap(lemmasOf) };

  if (/\b(?:what|which) year\b/.test(words)) return { ...common, kind: 'year', units: [] };
  if (/\bper ?cent(?:age)?\b/.test(words)) return { ...common, kind: 'percent', units: [] };
  if (
    answerKind === 'money' ||
    /\bdollars?|euros?\b/.test(words) ||
    units.some((word) => currencyWords.test(word))
  )
    return { ...common, kind: 'money', units: [] };
  if (answerKind === 'duration' && units.length === 0) return { ...common, kind: 'time' };
  return { ...common, kind: 'other' };
}

/** The numbers of a text that may answer, each with how well it suits, 0 to 1. */
export function suitableNumbers(
  text: string,
  request: AskedNumber,
): { readonly value: number; readonly suits: number }[] {
  const numbers = numbersIn(text);
  const closeness = numbers.map((candidate) => closenessTo(request.topics, text, candidate));
  const closest = Math.max(...closeness);

  return numbers.flatMap((candidate, index) => {
    // Of several numbers in a sentence, the one next to the words of the question is meant.
    const share = closest > 0 ? (closeness[index] ?? 0) / closest : 1;
    const suits =
      (1 - mostApart + mostApart * share) *
      suitability(candidate, text.slice(candidate.end), text.slice(0, candidate.start), request);
    const value = Number((candidate.value / request.scale).toPrecision(12));
    const isOffered = suits > 0 && !request.named.has(candidate.value) && value >= 1e-3;

    return isOffered ? [{ value, suits }] : [];
  });
}

/** Share that a number loses if all words of the question are nearer to another number of the sentence. */
const mostApart = 0.12;
/** Beyond this many words, a word of the question says nothing about a number. */
const reach = 9;

/** How near the words of the question are to a number of a sentence: for each the nearest counts. */
function closenessTo(topics: readonly string[], text: string, { start, end }: SaidNumber): number {
  const before = wordsOf(fold(text.slice(0, start)))
    .slice(-reach)
    .reverse();
  const after = wordsOf(fold(text.slice(end))).slice(0, reach);
  const nearest = new Map<string, number>();

  for (const side of [before, after])
    for (const [distance, word] of side.entries())
      for (const lemma of lemmasOf(word.replace(/'s$/, '')))
        if (topics.includes(lemma))
          nearest.set(lemma, Math.max(nearest.get(lemma) ?? 0, 1 - distance / reach));

  return [...nearest.values()].reduce((sum, value) => sum + value, 0);
}

function suitability(
  candidate: SaidNumber,
  after: string,
  before: string,
  request: AskedNumber,
): number {
  const { kind, units, scale } = request;
  if (kind === 'year') return candidate.isYear ? 1 : 0;
  if (kind === 'percent') return candidate.hasPercent ? 1 : 0;
  if (kind === 'money') {
    if (candidate.hasPercent) return 0;
    if (candidate.hasCurrency) return scale > 1 && candidate.value < scale / 100 ? 0.3 : 1;
    return candidate.isYear ? 0.2 : 0.55;
  }
  if (candidate.hasPercent || (candidate.hasCurrency && units.length > 0)) return 0;
  if (kind === 'time') return unitAfter.test(after) ? 1 : 0;
  if (scale > 1 && candidate.value < scale / 100) return 0.2;
  if (units.length === 0) return candidate.isYear ? 0.4 : 0.8;

  return Math.max(unitFit(units, after, before), candidate.isYear ? 0 : 0.35);
}

/** How near the words after a number, or just before it, are to what is counted. */
function unitFit(units: readonly string[], after: string, before: string): number {
  const clause = after.split(/[.?!;](?:\s|$)/)[0] ?? '';
  const following = wordsOf(fold(clause)).slice(0, 5);
  const preceding = wordsOf(fold(before)).slice(-3);
  const near = (words: readonly string[], from: number, step: number) =>
    Math.max(
      0,
      ...words.map((word, index) => likeness(units, word) * Math.max(0, from - step * index)),
    );

  return Math.max(near(following, 1, 0.06), near(preceding.reverse(), 0.75, 0.1));
}

function likeness(units: readonly string[], word: string): number {
  const lemmas = lemmasOf(word.replace(/'s$/, ''));
  return Math.max(
    0,
    ...units.flatMap((unit) =>
      lemmas.map((lemma) => (stem(lemma) === stem(unit) ? 1 : nearness(unit, lemma))),
    ),
  );
}
