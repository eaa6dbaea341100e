/**
 * Writes the terms of a glossary in place of the words as which they were heard: spelled otherwise, in pieces, as the
 * glossary says that they sound, or misheard. Pure functions.
 */
import { doubleMetaphone } from 'double-metaphone';
import { keyOf } from '../../analysis/name-key.ts';
import { soundDistance, soundsOf } from '../../analysis/sound.ts';
import type {
  HeardSpan,
  HeardUtterance,
  SpeechSegment,
  SpokenTerm,
  Word,
} from '../../engines/speech.ts';
import type { Lexicon } from '../brands/brand-lexicon.ts';

export interface SpellingRules {
  readonly rank: Lexicon['rank'];
  /**
   * Whether words of the dictionary that together sound like a term become the term. Words of no dictionary do in any
   * case.
   */
  readonly bySound: boolean;
}

export interface Speller {
  readonly byKey: ReadonlyMap<string, Spelling>;
  readonly byCode: ReadonlyMap<string, readonly SoundingTerm[]>;
  readonly rules: SpellingRules;
}

interface Spelling {
  readonly term: string;
  /** Whether the glossary says that the term sounds like this, so that ordinary words become the term too. */
  readonly isTold: boolean;
}

interface SoundingTerm {
  readonly term: string;
  /** Whether the term is a word of the dictionary, of which two other words are seldom a mishearing. */
  readonly isOrdinary: boolean;
  readonly sounds: string;
}

/** Maximum number of words that a term takes the place of. */
const mostWords = 8;
/**
 * Maximum number of spellings with one phonetic code that words are compared with, the first of the glossary. Names
 * that people use share a code with a few others, but a glossary made for it shares one code among thousands.
 */
const mostWithCode = 100;

/** Prepares the terms; the first of two terms with the same letters counts. */
export function spellerOf(terms: readonly SpokenTerm[], rules: SpellingRules): Speller {
  const byKey = new Map<string, Spelling>();
  const byCode = new Map<string, SoundingTerm[]>();

  for (const { term, sounds } of terms) {
    for (const [index, text] of [term, ...sounds].entries()) {
      const key = keyOf(text);
      const isTold = index > 0;
      if (key === '' || (byKey.has(key) && !isTold)) continue;
      byKey.set(key, { term, isTold });

      if (!/^[a-z]{4,24}$/.test(key)) continue;
      for (const code of new Set(doubleMetaphone(key))) {
        const sounding = byCode.get(code) ?? [];
        if (sounding.length >= mostWithCode) continue;
        sounding.push({
          term,
          isOrdinary: rules.rank(keyOf(term)) !== null,
          sounds: soundsOf(key),
        });
        byCode.set(code, sounding);
      }
    }
  }

  return { byKey, byCode, rules };
}

export function withTerms(span: HeardSpan, speller: Speller): HeardSpan {
  return {
    ...span,
    utterances: span.utterances.map((utterance) => spelledUtterance(utterance, speller)),
  };
}

function spelledUtterance(utterance: HeardUtterance, speller: Speller): HeardUtterance {
  const { words, segments } = utterance;
  return {
    ...utterance,
    ...(words && { words: spelledWords(words, speller) }),
    ...(segments && { segments: segments.map((segment) => spelledSegment(segment, speller)) }),
  };
}

function spelledSegment(segment: SpeechSegment, speller: Speller): SpeechSegment {
  const texts = segment.text.split(/\s+/).filter(Boolean);
  const places = placesIn(texts, speller);
  if (places.length === 0) return segment;

  const spelled = replaced(texts, places, (text) => text);
  return {
    ...segment,
    text: spelled.join(' '),
    ...(segment.words && { words: spelledWords(segment.words, speller) }),
  };
}

function spelledWords(words: readonly Word[], speller: Speller): readonly Word[] {
  const places = placesIn(
    words.map(({ text }) => text),
    speller,
  );
  if (places.length === 0) return words;

  return replaced(words, places, (text, from, to) => {
    const replacedWords = words.slice(from, to);
    const confidences = replacedWords.flatMap(({ confidence }) => confidence ?? []);
    return {
      start: replacedWords[0]?.start ?? 0,
      end: replacedWords.at(-1)?.end ?? 0,
      text,
      ...(confidences.length > 0 && { confidence: Math.min(...confidences) }),
    };
  });
}

/** Words that a term takes the place of; `to` is exclusive. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function replaced<T>(
  list: readonly T[],
  places: readonly Place[],
  make: (text: string, from: number, to: number) => T,
): T[] {
  let result = [...list];
  for (const { from, to, text } of places.toReversed())
    result = result.toSpliced(from, to - from, make(text, from, to));
  return result;
}

/** Finds the places from the beginning on, of several at one word the longest. */
function placesIn(texts: readonly string[], speller: Speller): Place[] {
  const keys = texts.map((text) => keyOf(text));
  const places: Place[] = [];

  for (let from = 0; from < texts.length; ) {
    const place = placeAt({ texts, keys, from }, speller);
    if (place) places.push(place);
    from = place ? place.to : from + 1;
  }

  // What is spelled right already stays as it is.
  return places.filter(({ from, to, text }) => texts.slice(from, to).join(' ') !== text);
}

interface Line {
  readonly texts: readonly string[];
  readonly keys: readonly string[];
  readonly from: number;
}

function placeAt(line: Line, speller: Speller): Place | null {
  const { texts, keys, from } = line;
  const longest = wordsBeforeMark(texts.slice(from, from + mostWords));

  for (let to = from + longest; to > from; to--) {
    const window = keys.slice(from, to);
    const last = texts[to - 1] as string;
    const whole = exactTerm(window, speller) ?? soundingTerm(window, speller);
    if (whole) return { from, to, text: framed(texts.slice(from, to), whole, '') };

    const bare = /['’]s\P{L}*$/u.test(last) ? last.replace(/['’]s(?=\P{L}*$)/u, '') : null;
    const owner = bare && exactTerm([...window.slice(0, -1), keyOf(bare)], speller);
    if (owner) return { from, to, text: framed([...texts.slice(from, to - 1), bare], owner, "'s") };
  }

  return null;
}

/** What follows the last letter or digit. The search begins only behind one, so it is linear in the length. */
const marksAfter = (text: string): string =>
  /(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]*$/u.exec(text)?.[0] ?? '';

/** Number of words up to the first that ends with a mark, behind which another phrase begins. */
function wordsBeforeMark(texts: readonly string[]): number {
  const end = texts.findIndex((text) => /[,;:.!?…]/.test(marksAfter(text)));
  return end < 0 ? texts.length : end + 1;
}

/** The term with the marks around the words that it takes the place of. */
function framed(texts: readonly string[], term: string, ending: string): string {
  const [before = ''] = /^[^\p{L}\p{N}]*/u.exec(texts[0] ?? '') ?? [];
  const after = marksAfter(texts.at(-1) ?? '');
  const ownEnd = marksAfter(term);
  const [ownBegin = ''] = /^[^\p{L}\p{N}]*/u.exec(term) ?? [];
  const mark = after.startsWith(ownEnd) ? after.slice(ownEnd.length) : after;

  return `${before === ownBegin ? '' : before}${term}${ending}${mark}`;
}

/** Words up to this rank are in so many texts that they seldom stand for a name. */
const everydayRank = 35;

/**
 * The term with the letters of these words. Everyday words become a term only if the glossary says that it sounds like
 * them: "us" is not US, and "an other" not Another.
 */
function exactTerm(window: readonly string[], { byKey, rules }: Speller): string | null {
  const spelling = byKey.get(window.join(''));
  if (!spelling) return null;
  const isEveryday = window.every((key) => (rules.rank(key) ?? 100) <= everydayRank);
  return spelling.isTold || !isEveryday ? spelling.term : null;
}

/** How far apart the sounds of words and of a term may be; less where a word is in the dictionary. */
const maxDistance = { unknownWords: 0.2, ordinaryWords: 0.1 };
/** Minimum length of the phonetic code of words of which one is in the dictionary. */
const leastCode = 4;
const mostWordsBySound = 4;

function soundingTerm(window: readonly string[], { byCode, rules }: Speller): string | null {
  const key = window.join('');
  if (window.length > mostWordsBySound || !/^[a-z]{4,24}$/.test(key)) return null;

  const isOrdinary = window.some((word) => rules.rank(word) !== null);
  // A single word of the dictionary was most likely heard right.
  if (isOrdinary && (window.length === 1 || !rules.bySound)) return null;

  const limit = isOrdinary ? maxDistance.ordinaryWords : maxDistance.unknownWords;
  const sharedCode = [...new Set(doubleMetaphone(key))]
    .filter((code) => !isOrdinary || code.length >= leastCode)
    .flatMap((code) => byCode.get(code) ?? [])
    .filter((candidate) => !isOrdinary || !candidate.isOrdinary);
  if (sharedCode.length === 0) return null;

  const sounds = soundsOf(key);
  const candidates = sharedCode
    .map(({ term, sounds: termSounds }) => ({ term, distance: soundDistance(sounds, termSounds) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);

  return candidates[0]?.term ?? null;
}
