/**
 * Cuts the transcript into pieces that fit on a screen: between words, or inside text that is written without spaces.
 */
import type { TranscriptSegment } from '@reelsight/contract';
import { lineOf } from './text.ts';

export interface LineLimits {
  readonly maxLineChars: number;
  readonly maxLines: number;
}

/** A word, or a part of a word; times are in seconds. */
interface Unit {
  readonly text: string;
  /** Whether the unit follows the previous one without a space. */
  readonly glued: boolean;
  readonly start: number;
  readonly end: number;
}

export interface Group {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Characters that take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
/** Scripts written without spaces: a line may end between any two words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff01-\uff60]/u;
const onlyMarks = /^[\p{P}\p{S}]+$/u;

const plain = /^[\u0020-\u00ff]*$/;

/** Width in columns. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

/**
 * Divides the segment into as few groups as the limits allow, all of about the same length, so that no group is so
 * short that it only flashes by.
 */
export function groupsOf(segment: TranscriptSegment, limits: LineLimits): Group[] {
  const units = unitsOf(segment, limits.maxLineChars);
  const parts = evenParts(units, limits);
  return parts.map((part, index) => ({
    start: index === 0 ? segment.start : (part[0] as Unit).start,
    end: index === parts.length - 1 ? segment.end : (part.at(-1) as Unit).end,
    lines: wrap(part, limits.maxLineChars),
  }));
}

function unitsOf(segment: TranscriptSegment, maxWidth: number): Unit[] {
  const text = lineOf(segment.text);
  const timed = timedWords(text, segment) ?? sharedTime(text.split(' ').filter(Boolean), segment);
  return joined(timed, maxWidth).flatMap((unit) =>
    widthOf(unit.text) > maxWidth ? splitUnit(unit, maxWidth) : unit,
  );
}

/** The words with their times, if the words together make up the text; null if they do not. */
function timedWords(text: string, { words = [] }: TranscriptSegment): Unit[] | null {
  const units: Unit[] = [];
  let offset = 0;

  for (const word of words) {
    const wordText = lineOf(word.text);
    if (wordText === '') continue;

    const spaced = text[offset] === ' ';
    if (spaced) offset += 1;
    if (!text.startsWith(wordText, offset)) return null;

    offset += wordText.length;
    units.push({ text: wordText, glued: !spaced, start: word.start, end: word.end });
  }

  return units.length > 0 && offset === text.length ? units : null;
}

/**
 * Gives each word a share of the segment's time in proportion to the word's length, for a segment without word times.
 */
function sharedTime(words: readonly string[], { start, end }: TranscriptSegment): Unit[] {
  const total = words.reduce((sum, word) => sum + widthOf(word) + 1, 0);
  let widthBefore = 0;
  const timeAt = (width: number) => start + (Math.max(0, end - start) * width) / total;

  return words.map((text) => {
    const from = timeAt(widthBefore);
    widthBefore += widthOf(text) + 1;
    return { text, glued: false, start: from, end: timeAt(widthBefore) };
  });
}

/** Rejoins pieces that belong together: half words, and punctuation with the word before it. */
function joined(units: readonly Unit[], maxWidth: number): Unit[] {
  const joinedUnits: Unit[] = [];

  for (const unit of units) {
    const last = joinedUnits.at(-1);
    const fits = last && widthOf(last.text) + widthOf(unit.text) <= maxWidth;
    const breakable = last && (unspaced.test(last.text.at(-1) ?? '') || unspaced.test(unit.text));
    if (last && fits && unit.glued && (!breakable || onlyMarks.test(unit.text))) {
      joinedUnits[joinedUnits.length - 1] = { ...last, text: last.text + unit.text, end: unit.end };
    } else joinedUnits.push(unit);
  }

  return joinedUnits;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const segmentsIn = (by: Intl.Segmenter, text: string): string[] =>
  Array.from(by.segment(text), ({ segment }) => segment);

/** Cuts a unit that is too long for a line, between words if it has several. */
function splitUnit(unit: Unit, maxWidth: number): Unit[] {
  const words = segmentsIn(segmenter, unit.text).flatMap((word) =>
    widthOf(word) > maxWidth ? segmentsIn(letters, word) : word,
  );
  const pieces: string[] = [];

  for (const word of words) {
    const last = pieces.at(-1);
    // One column is kept free for a punctuation mark, so that a mark does not have to begin the next line.
    const room = onlyMarks.test(word) ? maxWidth : maxWidth - 1;
    if (last !== undefined && widthOf(last) + widthOf(word) <= room)
      pieces[pieces.length - 1] = last + word;
    else pieces.push(word);
  }

  const times = sharedTime(pieces, { ...unit, text: '' });
  return times.map((piece, index) => ({ ...piece, glued: index > 0 || unit.glued }));
}

const mostTries = 8;

function evenParts(units: readonly Unit[], { maxLineChars, maxLines }: LineLimits): Unit[][] {
  const minParts = Math.ceil(wrap(units, maxLineChars).length / maxLines);
  for (let count = minParts; count < Math.min(units.length, minParts + mostTries); count += 1) {
    const parts = inParts(units, count);
    if (parts.every((part) => wrap(part, maxLineChars).length <= maxLines)) return parts;
  }
  return filledParts(units, maxLineChars, maxLines);
}

/** Splits into `count` runs of about equal length. */
function inParts(units: readonly Unit[], count: number): Unit[][] {
  const parts: Unit[][] = Array.from({ length: count }, () => []);
  const widths = units.map(({ text, glued }) => widthOf(text) + (glued ? 0 : 1));
  const total = widths.reduce((sum, width) => sum + width, 0);
  let widthBefore = 0;

  for (const [index, unit] of units.entries()) {
    const width = widths[index] ?? 0;
    parts[Math.min(count - 1, Math.floor(((widthBefore + width / 2) / total) * count))]?.push(unit);
    widthBefore += width;
  }

  return parts.filter((part) => part.length > 0);
}

/** Splits into parts, each as full as possible. */
function filledParts(units: readonly Unit[], maxWidth: number, maxLines: number): Unit[][] {
  const lines = wrapped(units, maxWidth);
  const parts: Unit[][] = [];
  for (let from = 0; from < lines.length; from += maxLines)
    parts.push(lines.slice(from, from + maxLines).flat());
  return parts;
}

function wrapped(units: readonly Unit[], maxWidth: number): Unit[][] {
  const lines: Unit[][] = [];
  let width = 0;

  for (const unit of units) {
    const line = lines.at(-1);
    const addedWidth = widthOf(unit.text) + (unit.glued ? 0 : 1);
    if (line && width + addedWidth <= maxWidth) {
      line.push(unit);
      width += addedWidth;
    } else {
      lines.push([unit]);
      width = widthOf(unit.text);
    }
  }

  return lines;
}

const wrap = (units: readonly Unit[], maxWidth: number): string[] =>
  wrapped(units, maxWidth).map((line) =>
    line.map(({ text, glued }, index) => (glued || index === 0 ? text : ` ${text}`)).join(''),
  );
