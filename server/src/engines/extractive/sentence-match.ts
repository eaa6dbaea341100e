/**
 * Measures how well a sentence covers the subject of a question, in the same words or in other words of the same
 * meaning.
 */
import { doubleMetaphone } from 'double-metaphone';
import { lemmasOf } from '../../analysis/lemmas.ts';
import { isKnownWord, nearness } from '../../analysis/related-words.ts';
import { topicStems } from '../../analysis/retrieval.ts';
import { emptyWordsIn, fold, stem, wordsOf } from '../../analysis/words.ts';
import type { Passage } from '../language.ts';

/** A passage split into words, which is done once per passage. */
export interface ReadSentence {
  /** All words of the passage in lower case, in order. */
  readonly words: readonly string[];
  /** Base forms of all words known about the passage, including those not said in it, such as the name of a field. */
  readonly lemmas: ReadonlySet<string>;
  /** Whether the passage asks a question or announces one, so that the answer is likely to follow. */
  readonly isQuestion: boolean;
  /** Whether the passage refers to something named before it: "It costs …" */
  readonly goesOn: boolean;
}

/** Matches a sentence that mentions a question or names a topic, so that the answer is likely to follow. */
const raises =
  /\b(?:(?:asked?|asking|asks|wonder(?:ing|ed)?|talk about|topic is|question is)\b(?: \p{L}+){0,3}|(?:someone|somebody|(?:many|some) of you|viewers?|comments?|questions?)\b(?: \p{L}+){0,5}) (?:what|which|how|why|where|when|who|if|whether)\b/iu;

const pronoun =
  /^(?:(?:and|but|so|well|oh|um|uh|yes|no|then),? )*(?:it|they|he|she|that|this|these|those|there|one|here)\b|\b(?:it|they|them|he|him|she|her|one)\b/i;

const readBefore = new WeakMap<Passage, ReadSentence>();

export function readSentence(passage: Passage): ReadSentence {
  const cachedSentence = readBefore.get(passage);
  if (cachedSentence) return cachedSentence;

  const text = passage.quotable ?? passage.text;
  const words = wordsOf(fold(text));
  const sentence = {
    words,
    lemmas: new Set(
      wordsOf(fold(passage.text)).flatMap((word) => lemmasOf(word.replace(/'s$/, ''))),
    ),
    isQuestion: /\?\s*$/.test(text) || raises.test(text),
    goesOn: pronoun.test(text),
  };
  readBefore.set(passage, sentence);

  return sentence;
}

/** One word of a question. */
export interface Term {
  readonly word: string;
  readonly lemmas: readonly string[];
  /** Whether the word means too little to be searched for. */
  readonly isLight: boolean;
}

/** Base forms that mean too little to be searched for. */
const light = new Set(
  'be have do go get make take become reviewer presenter narrator host guest interviewer lecturer vlogger speaker thing someone something somebody way use video say tell know think give name call happen people person kind type sort want need other there please like mean wonder include involve contain suppose think find try let away apart describe explain reason explanation'.split(
    ' ',
  ),
);

/** The words that say what a question is about, without those in `asking`. */
export function termsOf(query: string, asking: readonly string[]): Term[] {
  const empty = emptyWordsIn(query);
  const topics = new Set(topicStems(query));
  const seenWords = new Set<string>();
  const words = wordsOf(fold(query)).map((word) => word.replace(/'s$/, ''));

  return words.flatMap((word) => {
    const lemmas = lemmasOf(word);
    if (empty.has(word) || asking.includes(word) || seenWords.has(word)) return [];
    seenWords.add(word);
    const isLight = !topics.has(stem(word)) || lemmas.some((lemma) => light.has(lemma));
    return [{ word, lemmas, isLight }];
  });
}

/** Words with a nearness below this do not count as near. */
const leastNear = 0.5;
/**
 * Exponent below 1 of a nearness, which falls off in coarse steps and would otherwise count related words too little.
 */
const softness = 0.7;

/** How near a word of the question is to the words of the talk: base form → 0 to 1. */
export function nearWords(term: Term, vocabulary: Iterable<string>): Map<string, number> {
  const similarities = new Map<string, number>();
  const sounds = soundsOf(term.word);
  const isKnown = isKnownWord(term.word);

  for (const word of vocabulary) {
    const meaning = Math.max(...term.lemmas.map((lemma) => nearness(lemma, word)));
    const spelling =
      stem(word) === stem(term.word) ? 0.95 : isKnown ? 0 : misspelt(term.word, word, sounds);
    const best = Math.max(meaning, spelling);
    if (best >= leastNear) similarities.set(word, best ** softness);
  }

  return similarities;
}

function soundsOf(word: string): string[] {
  return /^[a-z]{4,}$/.test(word) ? doubleMetaphone(word).filter((sound) => sound.length >= 2) : [];
}

/**
 * How near the spoken word comes in spelling or sound to a question word that no dictionary contains, such as a
 * misheard name or a slip of the pen.
 */
function misspelt(questionWord: string, spokenWord: string, sounds: readonly string[]): number {
  if (questionWord.length < 4 || spokenWord.length < 4) return 0;
  if (differsByOne(questionWord, spokenWord)) return 0.85;
  if (questionWord[0] !== spokenWord[0] || Math.abs(questionWord.length - spokenWord.length) > 2)
    return 0;
  return soundsOf(spokenWord).some((sound) => sounds.includes(sound)) ? 0.75 : 0;
}

/** Whether the words differ by one letter added, missing or changed, or by two letters swapped. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;

  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;

  const restA = a.slice(from);
  const restB = b.slice(from);

  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

/** The best match of a term among a sentence's words. */
export function bestMatch(
  similarities: ReadonlyMap<string, number>,
  sentence: ReadSentence,
): number {
  let best = 0;
  for (const lemma of sentence.lemmas) best = Math.max(best, similarities.get(lemma) ?? 0);
  return best;
}
