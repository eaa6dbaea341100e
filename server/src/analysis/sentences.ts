/**
 * Turns a transcript into sentences with times: cut where sentences end, not where the speech recognition cut its
 * segments.
 */
import type { TranscriptSegment } from '@reelsight/contract';
import { endsSentence, sentencesOf, wordsOf } from './words.ts';

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker: number | undefined;
}

/** Maximum words of a sentence; longer ones are cut. */
const maxWords = 60;
/**
 * If the joined segments have at least this many words, a full stop is assumed to be missing, and no further segment is
 * joined.
 */
const maxJoinedWords = 25;
/** A sentence does not continue across a longer pause. */
const joinPauseSeconds = 1;
/** Segments without punctuation are joined until they have at least this many words. */
const minWords = 6;
/**
 * If at least this fraction of segments ends like sentences, the speech recognition is assumed to write punctuation.
 */
const markedShare = 0.25;

/**
 * The sentences of a transcript in order. A sentence that spans several segments is one sentence; a segment that
 * contains three sentences becomes three. If the speech recognition writes no punctuation, its segments count as
 * sentences.
 */
export function sentencesIn(segments: readonly TranscriptSegment[]): Sentence[] {
  const spoken = segments.filter(({ text }) => text.trim() !== '');
  const marked = spoken.filter(({ text }) => endsSentence(text)).length;
  const isMarked = marked >= spoken.length * markedShare;
  const runs: Run[] = [];

  for (const segment of spoken) {
    // A segment of signs alone counts as one word, so that a run of such segments also reaches the limit and ends.
    const words = Math.max(1, wordsOf(segment.text).length);
    const run = runs.at(-1);
    if (run && goesOn(run, segment, isMarked)) {
      run.segments.push(segment);
      run.words += words;
    } else runs.push({ segments: [segment], words });
  }

  return runs.flatMap(({ segments }) => cutRun(segments));
}

/** Consecutive segments that are joined because no sentence ends between them. */
interface Run {
  readonly segments: TranscriptSegment[];
  words: number;
}

function goesOn({ segments, words }: Run, next: TranscriptSegment, marked: boolean): boolean {
  const last = segments.at(-1);
  if (!last || last.speaker !== next.speaker || next.start - last.end >= joinPauseSeconds) {
    return false;
  }
  if (endsSentence(last.text)) return false;
  return words < (marked ? maxJoinedWords : minWords);
}

/** A stretch of text with its times, by offset into the text of a run. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

function cutRun(run: readonly TranscriptSegment[]): Sentence[] {
  const text = run.map((segment) => segment.text.trim()).join(' ');
  const pieces = piecesOf(run);
  let from = 0;

  return sentencesOf(text)
    .flatMap(splitLong)
    .map((sentence) => {
      from = Math.max(from, text.indexOf(sentence, from));
      const to = from + sentence.length;
      const start = timeAt(pieces, from);
      const end = Math.max(start, timeAt(pieces, to - 1, true));
      from = to;
      return { start, end, text: sentence, speaker: run[0]?.speaker };
    });
}

/** For each segment its words, or the whole segment if the words do not add up to its text. */
function piecesOf(run: readonly TranscriptSegment[]): Piece[] {
  let position = 0;
  return run.flatMap(({ text: raw, start, end, words = [] }) => {
    const text = raw.trim();
    const base = position;
    position += text.length + 1;

    if (words.map((word) => word.text.trim()).join(' ') !== text) {
      return [{ from: base, to: base + text.length, start, end }];
    }

    let offset = base;
    return words.map((word) => {
      const from = offset;
      offset += word.text.trim().length + 1;
      return { from, to: offset - 1, start: word.start, end: word.end };
    });
  });
}

/** The time at an offset into the text, interpolated within the word or segment there. */
function timeAt(pieces: readonly Piece[], offset: number, atEnd = false): number {
  const piece = pieces.find(({ to }) => offset < to) ?? pieces.at(-1);
  if (!piece) return 0;
  const { from, to, start, end } = piece;
  const elapsed = Math.min(to, Math.max(from, offset + (atEnd ? 1 : 0))) - from;
  return start + ((end - start) * elapsed) / Math.max(1, to - from);
}

/**
 * Cuts a long sentence into parts of `maxWords`; text without spaces is cut between characters, two of which count as a
 * word.
 */
export function splitLong(sentence: string): string[] {
  const spaced = sentence.split(/\s+/);
  const units = spaced.length > 1 ? spaced : Array.from(sentence);
  const size = spaced.length > 1 ? maxWords : maxWords * 2;
  const parts: string[] = [];
  for (let start = 0; start < units.length; start += size) {
    parts.push(units.slice(start, start + size).join(spaced.length > 1 ? ' ' : ''));
  }

  return parts;
}
