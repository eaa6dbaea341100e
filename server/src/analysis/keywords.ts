/** The subject of a text: its recurring phrases, and the sentences that say most about it. */
import { emptyWords, fold, stem, wordsOf } from './words.ts';

interface Phrase {
  readonly stems: readonly string[];
  /** Each form in which the phrase was written, with its count. */
  readonly forms: Map<string, number>;
  count: number;
}

const maxPhraseWords = 3;
const enoughTopics = 3;

/** Words that matter in a question but name no topic. */
const weakWords = new Set(
  (
    'actually alright anyway ask back basically bit bring call came come comes coming day done feel find first getting ' +
    'give given going good great guess hand happen hello help hey hi hour keep kept kind knew know known last later ' +
    'leave left little long look looked looking lot made make makes making many mean minute month morning need new ' +
    'next nice night nothing old part people perhaps pick place please point pretty put quiet right run saw second see ' +
    'seen short side small something sort start stop sure take taken taking talk tell thank thanks thing things think ' +
    'thought three time times today told tomorrow took tried try turn turns two use used using wait walk want wanted ' +
    'watch watching way week welcome went whole work yeah year years yesterday young hundred thousand million one ' +
    'four five six seven eight nine ten twice eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
    'twenty thirty forty fifty sixty seventy eighty ninety half third quarter across around nobody everybody anybody ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september ' +
    'october november december mr mrs ms dr ' +
    'anyone everyone maybe usually really already exactly later soon always never often'
  )
    .split(' ')
    .map(stem),
);

/**
 * Key phrases, the most significant first, at most `limit`: runs of up to three meaningful words, if either the run or
 * its single words recur. A phrase contained in a better one is left out. `units` are sentences or segments; no phrase
 * crosses from one into the next.
 */
export function keyTopics(units: readonly string[], language: string, limit: number): string[] {
  const phrases = new Map<string, Phrase>();
  const frequency = new Map<string, number>();
  const names = namesIn(units);

  for (const unit of units) {
    for (const run of meaningfulRuns(unit, language, names)) {
      for (const word of run) add(frequency, stem(fold(word)), 1);
      for (const words of phrasesOf(run)) note(phrases, words);
    }
  }

  const scored = [...phrases.values()]
    .map((phrase) => ({ phrase, score: phraseScore(phrase, frequency) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const topics: Phrase[] = [];
  const coveredStems = new Set<string>();

  for (const { phrase } of scored) {
    if (topics.length >= limit) break;
    // A phrase that was said once and is not a name counts as a topic only if there are hardly any
    // others.
    if (phrase.count === 1 && !hasName(phrase) && topics.length >= enoughTopics) continue;

    const shared = phrase.stems.filter((word) => coveredStems.has(word)).length;
    // A phrase said once that contains a known topic ("old Toyota" and "Toyota") is only a variation
    // of it.
    if (shared === phrase.stems.length || (shared > 0 && phrase.count === 1)) continue;

    topics.push(phrase);
    for (const word of phrase.stems) coveredStems.add(word);
  }

  return topics.map(mostUsedForm);
}

/**
 * The score of a phrase. Each word adds to it only if it recurs, and phrases of several words get a small bonus. So a
 * single word that is said once is a topic only if it is a name.
 */
function phraseScore({ stems, forms, count }: Phrase, frequency: Map<string, number>): number {
  const weight = stems.reduce((sum, word) => sum + Math.log2(frequency.get(word) ?? 1), 0);
  const capitals = [...forms.keys()].flatMap((form) => form.split(' ').map(isCapital));
  const proper = capitals.includes(true) ? 0.5 : 0;
  // A phrase that mixes a name with a common word gets no bonus for its length: only the name counts.
  const phraseBonus = stems.length > 1 && !(proper > 0 && capitals.includes(false)) ? 0.6 : 0;
  return (weight + proper + phraseBonus) * (1 + Math.log2(count));
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

const hasName = ({ forms }: Phrase): boolean =>
  [...forms.keys()].some((form) => /\p{Lu}/u.test(form));

/**
 * Words, folded, that are usually capitalised in the middle of sentences, and therefore count as names at the beginning
 * too.
 */
export function namesIn(units: readonly string[]): Set<string> {
  const capital = new Map<string, number>();
  for (const unit of units) {
    for (const word of wordsOf(unit).slice(1)) add(capital, fold(word), isCapital(word) ? 1 : -1);
  }
  return new Set([...capital].filter(([, count]) => count > 0).map(([word]) => word));
}

/** Runs of words between punctuation and stop words. */
export function meaningfulRuns(
  unit: string,
  language: string,
  names: ReadonlySet<string>,
): string[][] {
  const empty = emptyWords(language);
  const runs: string[][] = [];

  // The first word of a sentence is always capitalised, so its case says nothing.
  for (const [part, clause] of unit.split(/[^\p{L}\p{M}\p{N}\s'’-]+/u).entries()) {
    let run: string[] = [];

    for (const [index, word] of wordsOf(clause).entries()) {
      const folded = fold(word);
      if (empty.has(folded) || weakWords.has(stem(folded)) || isFiller(folded)) {
        if (run.length > 0) runs.push(run);
        run = [];
      } else {
        const isName = /\p{Lu}/u.test(word) && (part > 0 || index > 0 || names.has(folded));
        run.push(isName ? word : word.toLowerCase());
      }
    }

    if (run.length > 0) runs.push(run);
  }

  return runs;
}

/** Whether a word is a number, one or two Latin letters, or a connecting word in Chinese or Japanese. */
const isFiller = (word: string): boolean =>
  /^(?:\p{N}+|[a-z]{1,2}|\p{Script=Hiragana}+|\p{Script=Han})$/u.test(word);

function* phrasesOf(run: readonly string[]): Generator<readonly string[]> {
  for (let size = 1; size <= Math.min(maxPhraseWords, run.length); size += 1) {
    for (let index = 0; index + size <= run.length; index += 1)
      yield run.slice(index, index + size);
  }
}

function note(phrases: Map<string, Phrase>, words: readonly string[]): void {
  const stems = words.map((word) => stem(fold(word)));
  const key = stems.join(' ');
  const phrase = phrases.get(key) ?? { stems, forms: new Map(), count: 0 };
  phrase.count += 1;
  add(phrase.forms, joinForm(words), 1);
  phrases.set(key, phrase);
}

const joinForm = (words: readonly string[]): string =>
  words.reduce(
    (form, word) =>
      /^[\u3040-\u30ff\u4e00-\u9fff]/.test(word) ? form + word : `${form} ${word}`.trim(),
    '',
  );

const mostUsedForm = ({ forms }: Phrase): string =>
  [...forms].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';

function add(counts: Map<string, number>, key: string, amount: number): void {
  counts.set(key, (counts.get(key) ?? 0) + amount);
}

/**
 * How typical each unit is of the whole, 0 to 1: the cosine between its words and those of all units, with words
 * weighted by frequency, and units of only a word or two scored lower.
 */
export function salience(units: readonly string[], language: string): number[] {
  const vectors = units.map((unit) => wordCounts(unit, language));
  const centre = new Map<string, number>();

  for (const vector of vectors) for (const [word, count] of vector) add(centre, word, count);
  const centreLength = lengthOf(centre);

  return vectors.map((vector) => {
    if (vector.size === 0) return 0;
    let dot = 0;
    for (const [word, count] of vector) dot += count * (centre.get(word) ?? 0);
    const substance = Math.min(1, vector.size / 5);
    return (substance * dot) / (lengthOf(vector) * centreLength);
  });
}

/** Factor on the score of a unit if another unit from the same stretch of the talk is already chosen. */
const sameStretch = 0.5;

/**
 * Indices of the units that together say the most, at most `limit`, in their given order. The most typical unit is
 * chosen first. After that, a unit scores lower the more it repeats chosen units, and lower again if a chosen unit
 * comes from the same stretch. `fitness` is how well each unit stands alone, 0 to 1; equal for all if omitted.
 */
export function leadingUnits(
  units: readonly string[],
  language: string,
  limit: number,
  fitness: readonly number[] = [],
): number[] {
  const scores = salience(units, language).map((score, index) => score * (fitness[index] ?? 1));
  const vectors = units.map((unit) => wordCounts(unit, language));
  const stretchOf = (index: number) => Math.floor((index * limit) / units.length);
  const chosen = new Set<number>();
  while (chosen.size < limit) {
    let best = -1;

    for (const [index, score] of scores.entries()) {
      if (!chosen.has(index) && score > (scores[best] ?? 0)) best = index;
    }

    const picked = vectors[best];
    if (!picked) break;
    chosen.add(best);

    for (const [index, vector] of vectors.entries()) {
      const stretchFactor = stretchOf(index) === stretchOf(best) ? sameStretch : 1;
      scores[index] = (scores[index] ?? 0) * (1 - cosine(vector, picked)) * stretchFactor;
    }
  }

  return [...chosen].sort((a, b) => a - b);
}

function wordCounts(unit: string, language: string): Map<string, number> {
  const empty = emptyWords(language);
  const counts = new Map<string, number>();
  for (const word of wordsOf(fold(unit))) if (!empty.has(word)) add(counts, stem(word), 1);
  return counts;
}

function lengthOf(vector: Map<string, number>): number {
  let sum = 0;
  for (const value of vector.values()) sum += value * value;
  return Math.sqrt(sum);
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let dot = 0;
  for (const [word, count] of a) dot += count * (b.get(word) ?? 0);
  return dot / (lengthOf(a) * lengthOf(b));
}
