/**
 * Finds when each token was said: dynamic time warping over cross-attention, as in OpenAI's Whisper
 * (https://github.com/openai/whisper/blob/main/whisper/timing.py). Pure.
 */

import type { Utterance } from '../speech-utterances.ts';
import type { Stretch } from '../vad.ts';
import { withLengths } from '../word-lengths.ts';

interface TokenRange {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Attention precedes the sound it belongs to, by 0.05 s on average over 133 words whose times are known. */
const attentionLead = 0.05;

/**
 * Start and end of each word in seconds: from the frame of its first token to the frame of the next word's first token.
 * A word begins where somebody speaks and ends where that stretch of speech ends; every word has a length.
 */
export function timedWords(
  words: readonly TokenRange[],
  attention: readonly Float32Array[],
  utterance: Utterance,
): Stretch[] {
  const frames = tokenFrames(attention);
  const seconds = (utterance.end - utterance.start) / Math.max(1, attention[0]?.length ?? 1);
  const last = utterance.stretches.at(-1)?.end ?? utterance.end;
  const startOf = ({ from }: TokenRange): number =>
    utterance.start + (frames[from] ?? 0) * seconds + (from > 0 ? attentionLead : 0);
  const heardWords = words.map((word, index) => {
    const next = words[index + 1];
    return { ...word, start: startOf(word), end: next ? startOf(next) : last };
  });

  const stretches = utterance.stretches.length > 0 ? utterance.stretches : [utterance];
  const spoken = new Map<Stretch, TimedRange[]>(stretches.map((stretch) => [stretch, []]));

  for (const word of heardWords) {
    const stretch = stretches.find(({ end }) => end > word.start) ?? (stretches.at(-1) as Stretch);
    spoken.get(stretch)?.push(wordWithin(word, stretch));
  }

  return [...spoken].flatMap(([stretch, stretchWords]) => {
    const timed = withLengths(stretchWords, stretch);
    return timed.length === stretchWords.length ? timed : stretchWords;
  });
}

interface TimedRange extends TokenRange, Stretch {}

function wordWithin(word: TimedRange, stretch: Stretch): TimedRange {
  const start = Math.min(Math.max(word.start, stretch.start), stretch.end);
  return { ...word, start, end: Math.max(start, Math.min(word.end, stretch.end)) };
}

/**
 * `attention`: a row per token, a value per frame. Returns the frame at which each token begins, ascending, from 0.
 * Each frame is normalised over the tokens first, so that frames which all tokens attend to have no weight.
 */
export function tokenFrames(attention: readonly Float32Array[]): number[] {
  const frames = attention[0]?.length ?? 0;
  if (attention.length === 0 || frames === 0) return attention.map(() => 0);
  return pathStarts(normalised(attention, frames), frames);
}

function normalised(attention: readonly Float32Array[], frames: number): Float32Array[] {
  const rows = attention.map((row) => new Float32Array(row));
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    let squares = 0;

    for (const row of rows) {
      const value = row[frame] as number;
      sum += value;
      squares += value * value;
    }

    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(0, squares / rows.length - mean * mean)) + 1e-6;
    for (const row of rows) row[frame] = ((row[frame] as number) - mean) / deviation;
  }

  return rows;
}

/**
 * For each token, the frame at which it begins on the path through tokens and frames, both ascending, along which
 * attention is greatest.
 */
function pathStarts(rows: readonly Float32Array[], frames: number): number[] {
  // How the path reached a cell: 0 from the frame before, 1 from the token before, 2 from both.
  const ways = rows.map(() => new Uint8Array(frames));
  let previousCosts = new Float64Array(frames);

  for (const [token, row] of rows.entries()) {
    const costs = new Float64Array(frames);
    for (let frame = 0; frame < frames; frame++) {
      const left = frame > 0 ? (costs[frame - 1] as number) : Number.POSITIVE_INFINITY;
      const up = token > 0 ? (previousCosts[frame] as number) : Number.POSITIVE_INFINITY;
      const diagonal =
        token > 0 && frame > 0 ? (previousCosts[frame - 1] as number) : Number.POSITIVE_INFINITY;
      const minCost = Math.min(left, up, diagonal);
      (ways[token] as Uint8Array)[frame] = minCost === diagonal ? 2 : minCost === left ? 0 : 1;
      costs[frame] = (token + frame === 0 ? 0 : minCost) - (row[frame] as number);
    }

    previousCosts = costs;
  }

  const starts = rows.map(() => 0);
  let token = rows.length - 1;
  let frame = frames - 1;
  // The path ends at the first token and frame, where every start is 0 already.
  while (token > 0 || frame > 0) {
    if (token > 0) starts[token] = frame;
    const way = ways[token]?.[frame];
    if (way !== 1) frame--;
    if (way !== 0) token--;
  }

  return starts;
}
