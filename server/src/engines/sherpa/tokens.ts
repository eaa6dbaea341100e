/** Makes words with times from a model's output, which may have times for its tokens, or only text. Pure functions. */
import type { Word } from '../speech.ts';
import type { Stretch } from '../vad.ts';
import type { RecognizerResult } from './addon.ts';

/** Assumed length of a token whose end is unknown: a syllable. */
const tokenSeconds = 0.24;

/** Models describe sounds in brackets or notes ("[Music]", "(applause)", "♪"), which nobody said. */
const soundNotes = /\[[^[\]]*\]|\([^()]*\)|（[^（）]*）|[♪♫]+/gu;

export const spokenText = (text: string): string =>
  text.replace(soundNotes, ' ').replace(/\s+/gu, ' ').trim();

/**
 * Words of one utterance in seconds from the video's start. With token times each word starts at its first token;
 * without them, the words are spread by their number of letters over the stretches in which someone speaks.
 */
export function wordsOf(
  result: RecognizerResult,
  utterance: Stretch & { readonly stretches: readonly Stretch[] },
): Word[] {
  const text = spokenText(result.text);
  if (text === '') return [];
  return timedWords(result, text, utterance) ?? spreadWords(splitWords(text), utterance.stretches);
}

/** Words with the times of their tokens; null if times are missing, or if the tokens don't spell the text. */
function timedWords(
  result: RecognizerResult,
  text: string,
  { start, end }: Stretch,
): Word[] | null {
  const { tokens = [], timestamps = [], durations = [] } = result;
  if (tokens.length === 0 || tokens.length !== timestamps.length) return null;

  const words: { start: number; end: number; text: string }[] = [];
  let open = false;
  tokens.forEach((token, index) => {
    const letters = token.replace(/^[\s▁]+/u, '');
    const from = start + (timestamps[index] ?? 0);
    const next = timestamps[index + 1];
    const last = durations[index] || tokenSeconds;
    const until = Math.min(from + last, next === undefined ? end : start + next, end);
    const continues = open && letters === token && !/^\p{Script=Han}/u.test(letters);
    open = letters !== '';

    if (letters === '') return;
    const word = words.at(-1);
    if (continues && word) {
      word.text += letters;
      word.end = until;
    } else words.push({ start: from, end: until, text: letters });
  });

  return squeeze(words.map((word) => word.text).join('')) === squeeze(text) ? words : null;
}

const squeeze = (text: string): string => text.replace(/\s+/gu, '');

/** Splits at spaces, or by the rules of scripts that use none; punctuation stays with the word before it. */
export function splitWords(text: string): string[] {
  if (/\s/u.test(text) || !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(text))
    return text.split(/\s+/u).filter(Boolean);
  const words: string[] = [];

  for (const { segment, isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(
    text,
  )) {
    if (isWordLike || words.length === 0) words.push(segment);
    else words[words.length - 1] += segment;
  }

  return words;
}

function spreadWords(words: readonly string[], stretches: readonly Stretch[]): Word[] {
  const voiced = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let position = 0;

  return words.map((text) => {
    const start = momentOf((position / letters) * voiced, stretches);
    position += text.length + 1;
    return {
      start,
      end: Math.max(start, momentOf((position / letters) * voiced, stretches)),
      text,
    };
  });
}

/** The time at which this many seconds of speech have passed. */
function momentOf(voicedSeconds: number, stretches: readonly Stretch[]): number {
  let remaining = voicedSeconds;
  for (const { start, end } of stretches) {
    if (remaining <= end - start) return start + remaining;
    remaining -= end - start;
  }
  return stretches.at(-1)?.end ?? 0;
}
