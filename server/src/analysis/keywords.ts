/** What a text is about: its recurring phrases, and which of its sentences say most of it. */
import { emptyWords, fold, stem, wordsOf } from './words.ts';

interface Phrase {
  readonly stems: readonly string[];
  /** Each way it was written, with how often. */
  readonly forms: Map<string, number>;
  count: number;
}

const maxPhraseWords = 3;

/** Words that mean something in a question but name no topic. */
const weakWords = new Set(
  (
    'actually alright anyway ask back basically bit bring call came come comes coming day done feel find first getting ' +
    'give given going good great guess hand happen hello help hey hi hour keep kept kind knew know known last later ' +
    'leave left little long look looked looking lot made make makes making many mean minute month morning need new ' +
    'next nice night nothing old part people perhaps pick place please point pretty put quiet right run saw second see ' +
    'seen short side small something sort start stop sure take taken taking talk tell thank thanks thing things think ' +
    'thought three time times today told tomorrow took tried try turn turns two use used using wait walk want wanted ' +
    'watch watching way week welcome went whole work yeah year years yesterday young hundred thousand million one ' +
    'four five six seven eight nine ten twice'
  )
    .split(' ')
    .map(stem),
);

/**
 * Key phrases, the most telling first, at most `limit`: runs of up to three meaningful words that recur or whose words
 * do. A phrase inside a better one is left out. `units` are sentences or segments; phrases don't cross them.
 */
export function keyTopics(units: readonly string[], language: string, limit: number): string[] {
  const phrases = new Map<string, Phrase>();
  const frequency = new Map<string, number>();
  for (const unit of units) {
    for (const run of meaningfulRuns(unit, language)) {
      for (const word of run) add(frequency, stem(fold(word)), 1);
      for (const words of phrasesOf(run)) note(phrases, words);
    }
  }
  const scored = [...phrases.values()]
    .map((phrase) => ({ phrase, score: phraseScore(phrase, frequency) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const topics: Phrase[] = [];
  const known = new Set<string>();
  for (const { phrase } of scored) {
    if (topics.length >= limit) break;
    const shared = phrase.stems.filter((word) => known.has(word)).length;
    // What was said once around a known topic ("old Toyota" beside "Toyota") is a variation of it.
    if (shared === phrase.stems.length || (shared > 0 && phrase.count === 1)) continue;
    topics.push(phrase);
    for (const word of phrase.stems) known.add(word);
  }
  return topics.map(mostUsedForm);
}

/** Longer phrases say more, but only as far as their words recur; one word said once is no topic unless it is a name. */
function phraseScore({ stems, forms, count }: Phrase, frequency: Map<string, number>): number {
  const weight = stems.reduce((sum, word) => sum + Math.log2(frequency.get(word) ?? 1), 0);
  const capitals = [...forms.keys()].flatMap((form) =>
    form.split(' ').map((word) => /^\p{Lu}/u.test(word)),
  );
  const proper = capitals.includes(true) ? 0.5 : 0;
  // A name with a common word beside it is the name.
  const whole = stems.length > 1 && !(proper > 0 && capitals.includes(false)) ? 0.6 : 0;
  return (weight + proper + whole) * (1 + Math.log2(count));
}

/** Stretches of words between punctuation and empty words. */
function meaningfulRuns(unit: string, language: string): string[][] {
  const empty = emptyWords(language);
  const runs: string[][] = [];
  // The first word of a sentence is capital for its place, so its case says nothing.
  for (const [part, clause] of unit.split(/[^\p{L}\p{M}\p{N}\s'’-]+/u).entries()) {
    let run: string[] = [];
    for (const [at, word] of wordsOf(clause).entries()) {
      const folded = fold(word);
      if (empty.has(folded) || weakWords.has(stem(folded)) || isFiller(folded)) {
        if (run.length > 0) runs.push(run);
        run = [];
      } else {
        const isName = /\p{Lu}/u.test(word) && (part > 0 || at > 0);
        run.push(isName ? word : word.toLowerCase());
      }
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}

/** Numbers, one or two Latin letters, and what joins words in Chinese and Japanese. */
const isFiller = (word: string): boolean =>
  /^(?:\p{N}+|[a-z]{1,2}|\p{Script=Hiragana}+|\p{Script=Han})$/u.test(word);

function* phrasesOf(run: readonly string[]): Generator<readonly string[]> {
  for (let size = 1; size <= Math.min(maxPhraseWords, run.length); size += 1) {
    for (let at = 0; at + size <= run.length; at += 1) yield run.slice(at, at + size);
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
 * How typical each unit is of the whole, 0 to 1: the cosine between its words and those of all units, words weighted
 * by how often they occur and units of a word or two held down.
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

/**
 * Indices of the units that together say most, in their given order, at most `limit`: the most typical first, each
 * further one less wanted the more it repeats.
 */
export function leadingUnits(units: readonly string[], language: string, limit: number): number[] {
  const scores = salience(units, language);
  const vectors = units.map((unit) => wordCounts(unit, language));
  const chosen: number[] = [];
  const repeats = units.map(() => 0);
  while (chosen.length < limit) {
    let best = -1;
    let bestScore = 0;
    for (const [index, score] of scores.entries()) {
      if (chosen.includes(index)) continue;
      const value = score * (1 - (repeats[index] ?? 0));
      if (value > bestScore) [best, bestScore] = [index, value];
    }
    const picked = vectors[best];
    if (!picked) break;
    chosen.push(best);
    for (const [index, vector] of vectors.entries()) {
      repeats[index] = Math.max(repeats[index] ?? 0, cosine(vector, picked));
    }
  }
  return chosen.sort((a, b) => a - b);
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
