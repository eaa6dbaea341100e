/**
 * Steps that every speech engine applies to its words: put in order, kept inside the video, cut into segments. Pure.
 */
import type { SpeechSegment, Word } from './speech.ts';
import { withLengths } from './word-lengths.ts';

/** A silence this long between two words ends a segment. */
export const segmentPauseSeconds = 0.5;
/** A segment longer than this ends at its longest pause, so that subtitles are readable. */
export const longSegmentSeconds = 15;

/** Makes segments of words in order, cut at pauses and ends of sentences; confidence is the mean over the words. */
export function segmentsOf(words: readonly Word[]): SpeechSegment[] {
  const runs: Word[][] = [];

  for (const word of words) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const goesOn = last && word.start - last.end < segmentPauseSeconds && !endsSentence(last.text);
    if (run && goesOn) run.push(word);
    else runs.push([word]);
  }

  return runs.flatMap(shorten).map(segmentOf);
}

/** Scripts that write words without spaces. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a word ends with a mark that ends a sentence. Initials and common titles do not count. */
export const endsSentence = (word: string): boolean =>
  /[.?!。？！…]["'”’)]*$/u.test(word) && !/^(?:\p{L}|mr|mrs|ms|dr|prof|st|vs)\.$/iu.test(word);

/** One segment of these words; there must be at least one. */
export function segmentOf(words: readonly Word[]): SpeechSegment {
  const glue = words.some(({ text }) => spaceless.test(text)) ? '' : ' ';
  const sure = words.flatMap(({ confidence }) => confidence ?? []);
  return {
    start: words[0]?.start ?? 0,
    end: Math.max(...words.map(({ end }) => end)),
    text: words.map(({ text }) => text).join(glue),
    ...(sure.length === words.length && { confidence: meanOf(sure) }),
    words,
  };
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function shorten(words: readonly Word[]): (readonly Word[])[] {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last || words.length < 2 || last.end - first.start <= longSegmentSeconds)
    return [words];
  const cutIndex = longestPause(words);
  return [...shorten(words.slice(0, cutIndex)), ...shorten(words.slice(cutIndex))];
}

/**
 * Runs of more words than this without a pause are cut near their middle, so that each cut shortens them considerably.
 */
const manyWords = 200;

/** Index of the word after the longest pause; among equal pauses, the one nearest the middle. */
function longestPause(words: readonly Word[]): number {
  const margin = words.length > manyWords ? words.length >> 3 : 1;
  const middle = words.length / 2;
  let cutIndex = margin;
  let longest = -1;
  for (let index = margin; index <= words.length - margin; index++) {
    const previous = words[index - 1];
    const next = words[index];
    if (!previous || !next) continue;

    const pauseMs = Math.max(0, Math.round(1000 * (next.start - previous.end)));
    const isCloser = Math.abs(index - middle) < Math.abs(cutIndex - middle);
    if (pauseMs > longest || (pauseMs === longest && isCloser))
      [cutIndex, longest] = [index, pauseMs];
  }

  return cutIndex;
}

/**
 * Brings segments into the form that all engines guarantee: segments with text only, ordered by start; times in whole
 * milliseconds inside [0, duration]; every end after its start; words in order inside their segment; confidence 0 to 1.
 */
export function tidySegments(
  segments: readonly SpeechSegment[],
  durationSeconds: number,
): SpeechSegment[] {
  if (durationSeconds < leastSeconds) return [];

  return segments
    .map((segment) => ({
      ...segment,
      ...tidySpan(segment, 0, durationSeconds),
      text: plain(segment.text),
    }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((segment, index, list) =>
      tidySegment(segment, list[index + 1]?.start ?? durationSeconds, durationSeconds),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Shorter segments were placed at a single moment, so their length means nothing. */
const leastSeconds = 0.02;
/** A word placed at a moment gets the length of a short word. */
const momentSeconds = 0.3;

function tidySegment(segment: SpeechSegment, nextStart: number, duration: number): SpeechSegment {
  const { start, end } = lengthened(segment, nextStart, duration);
  const { text, confidence } = segment;
  const words = segment.words && tidyWords(segment.words, start, end);

  return {
    start,
    end,
    text,
    ...(confidence !== undefined && { confidence }),
    ...(words && words.length > 0 && { words }),
  };
}

/** Extends the segment up to the next one if there is time, otherwise moves it into the video's last moments. */
function lengthened({ start, end }: Span, nextStart: number, duration: number): Span {
  if (end - start >= leastSeconds) return { start, end };

  const limit = nextStart - start >= leastSeconds ? nextStart : duration;
  const later = Math.min(start + momentSeconds, limit);
  if (later - start >= leastSeconds) return { start, end: Math.min(round(later), duration) };
  return { start: round(Math.max(0, duration - momentSeconds)), end: duration };
}

function tidyWords(words: readonly Word[], start: number, end: number): Word[] {
  let earliest = start;
  const tidied = [...words]
    .sort((a, b) => a.start - b.start)
    .flatMap((word) => {
      const text = plain(word.text);
      if (text === '') return [];
      const tidy = { ...tidySpan(word, earliest, end), text };
      earliest = tidy.start;
      return [tidy];
    });
  return withLengths(tidied, { start, end });
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly confidence?: number;
}

function tidySpan({ start, end, confidence }: Span, minimum: number, maximum: number): Span {
  const from = clamp(round(start), minimum, maximum);
  return {
    start: from,
    end: clamp(round(end), from, maximum),
    ...(confidence !== undefined && { confidence: clamp(round(confidence), 0, 1) }),
  };
}

const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const round = (value: number): number => Math.round(value * 1000) / 1000;
const clamp = (value: number, minimum: number, maximum: number): number =>
  Math.min(Math.max(value, minimum), maximum);
