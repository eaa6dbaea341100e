/** Text that runs sideways through a strip, as the tickers of news: what single samples show of it is put together. */
import { type KeyedText, keyText } from '../../analysis/name-key.ts';
import type { Sighting } from '../tracks.ts';

export interface TickerReading extends Sighting {
  readonly text: string;
}

export interface Ticker<T extends TickerReading> {
  /** At least three, ascending by sample. */
  readonly readings: readonly T[];
  /** What comes or goes at the edges of the strip, with too few letters to be joined. */
  readonly scraps: readonly T[];
  /** All that ran through the strip meanwhile. */
  readonly text: string;
}

/** Two readings may lie so many samples apart: one in between may be unreadable. */
const farthestSamples = 2;
/** Two readings alone may be captions that begin as the last one ended. */
const fewestReadings = 3;
/** Letters that two readings share. */
const leastShared = 6;
/** And in a row, without one that was misread. */
const runLetters = 4;
/** Widths of the picture a sample: what moves less is being typed, or stands. */
const leastSpeed = 0.015;
/** All that was shown, in times of its shortest reading: what is always shown whole is no ticker. */
const leastGrowth = 1.3;
/** Differences of height and of the vertical place, in heights, and of the speed, as a share. */
const heightChange = 0.3;
const verticalDrift = 0.4;
const speedChange = 0.4;
/** What is compared of a text, letters: no strip shows more at once. */
const comparedLetters = 160;

interface Chain<T extends TickerReading> {
  readonly readings: T[];
  /** Of the last reading. */
  keyed: KeyedText;
  text: string;
  /** Widths of the picture a sample, to the left. */
  speed: number | null;
}

/**
 * Tickers among readings of single samples, none longer than `mostCharacters`: what runs on begins another.
 * Readings are of one shot and in order of time; each ends in one ticker at most.
 */
export function findTickers<T extends TickerReading>(
  readings: readonly T[],
  mostCharacters: number,
): Ticker<T>[] {
  const chains: Chain<T>[] = [];
  let open: Chain<T>[] = [];

  for (const reading of readings) {
    open = open.filter(
      (chain) => reading.sample - lastOf(chain.readings).sample <= farthestSamples,
    );

    const keyed = keyText(reading.text);
    const next = continuation(open, reading, keyed);
    if (next && next.text.length <= mostCharacters) {
      next.chain.readings.push(reading);
      Object.assign(next.chain, { keyed, text: next.text, speed: next.speed });
      continue;
    }

    if (next) open = open.filter((chain) => chain !== next.chain);
    const chain = { readings: [reading], keyed, text: reading.text, speed: null };
    chains.push(chain);
    open.push(chain);
  }

  return withScraps(chains.filter(isTicker), readings);
}

function isTicker({ readings, text }: Chain<TickerReading>): boolean {
  const shortest = Math.min(...readings.map((reading) => reading.text.length));
  return readings.length >= fewestReadings && text.length >= leastGrowth * shortest;
}

/** Each with what else was read in its strip meanwhile, or a sample before or after, and is in its text. */
function withScraps<T extends TickerReading>(
  chains: readonly Chain<T>[],
  readings: readonly T[],
): Ticker<T>[] {
  const joined = new Set(chains.flatMap((chain) => chain.readings));
  const others = readings.filter((reading) => !joined.has(reading));
  const bySample = Map.groupBy(others, ({ sample }) => sample);

  return chains.map(({ readings: read, text }) => {
    const first = read[0] as T;
    const last = lastOf(read);
    const { key } = keyText(text);
    const scraps: T[] = [];
    for (let sample = first.sample - 1; sample <= last.sample + 1; sample += 1) {
      for (const reading of bySample.get(sample) ?? []) {
        if (!areInOneStrip(first, reading)) continue;
        if (key.includes(keyText(reading.text).key)) scraps.push(reading);
      }
    }

    return { readings: read, scraps, text };
  });
}

const lastOf = <T>(values: readonly T[]): T => values.at(-1) as T;

interface Continuation<T extends TickerReading> {
  readonly chain: Chain<T>;
  readonly text: string;
  readonly speed: number;
}

/** The first chain that goes on with a reading. */
function continuation<T extends TickerReading>(
  chains: readonly Chain<T>[],
  reading: T,
  keyed: KeyedText,
): Continuation<T> | null {
  for (const chain of chains) {
    const last = lastOf(chain.readings);
    if (reading.sample === last.sample || !areInOneStrip(last, reading)) continue;

    const shared = overlapOf(chain.keyed, keyed);
    if (!shared) continue;

    const moved = placeIn(last, shared.before) - placeIn(reading, shared.after);
    const speed = moved / (reading.sample - last.sample);
    const known = chain.speed ?? speed;
    if (speed < leastSpeed || Math.abs(speed - known) > speedChange * known) continue;

    // Letters at the edges of the strip are cut, so the readings change over in the middle of what they share.
    const kept = chain.text.slice(0, chain.text.length - (last.text.length - shared.before));
    return { chain, speed, text: kept + reading.text.slice(shared.after) };
  }
  return null;
}

function areInOneStrip({ box: a }: Sighting, { box: b }: Sighting): boolean {
  const height = Math.max(a.height, b.height);
  const middleOf = ({ y, height: tall }: typeof a) => y + tall / 2;
  return (
    Math.abs(a.height - b.height) <= heightChange * height &&
    Math.abs(middleOf(a) - middleOf(b)) <= verticalDrift * height
  );
}

/** Where a letter of a reading stands in the picture: letters are taken to be of one width. */
const placeIn = ({ box, text }: TickerReading, at: number): number =>
  box.x + (box.width * at) / text.length;

interface Overlap {
  /** Index in the earlier text and in the later one of the same letter, in the middle of what they share. */
  readonly before: number;
  readonly after: number;
}

/**
 * How the end of one text goes on as the beginning of the next, by the best alignment of a suffix with a prefix (Gusfield,
 * Algorithms on Strings, Trees and Sequences, 1997, 11.6.4); null if they share too little.
 */
export function overlapOf(a: KeyedText, b: KeyedText): Overlap | null {
  const from = Math.max(0, a.key.length - comparedLetters);
  const before = a.key.slice(from);
  const after = b.key.slice(0, comparedLetters);
  const best = haveRunInCommon(before, after) ? alignedEnds(before, after) : null;
  if (!best || best.score < leastShared) return null;

  const at = changeover(before, after, best);
  const [left, right] = at ? [a.source[from + at.before], b.source[at.after]] : [];

  return left === undefined || right === undefined
    ? null
    : { before: unitsOf(a.text, left), after: unitsOf(b.text, right) };
}

/** The same few letters in both, as near to the middle of what they share as there are; indices of the first letter. */
function changeover(before: string, after: string, { start, length }: AlignedEnds): Overlap | null {
  const farthest = Math.abs(before.length - start - length) + 1;
  const middle = length >> 1;
  const places = Array.from({ length: Math.max(0, length - runLetters + 1) }, (_, index) => index);
  places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));

  for (const place of places) {
    const run = after.slice(place, place + runLetters);
    const found = before.indexOf(run, Math.max(0, start + place - farthest));
    if (found >= 0 && found <= start + place + farthest) return { before: found, after: place };
  }

  return null;
}

/** Whether a few letters in a row are in both; most lines that follow each other have none, and are not aligned. */
function haveRunInCommon(a: string, b: string): boolean {
  const runs = new Set(Array.from(a, (_, index) => a.slice(index, index + runLetters)));
  for (let index = 0; index + runLetters <= b.length; index += 1) {
    if (runs.has(b.slice(index, index + runLetters))) return true;
  }
  return false;
}

/** Code units before a code point. */
const unitsOf = (text: string, codePoints: number): number =>
  Array.from(text).slice(0, codePoints).join('').length;

interface AlignedEnds {
  /** Letters that are the same, less those that differ. */
  readonly score: number;
  /** Where the suffix begins. */
  readonly start: number;
  /** Of the prefix. */
  readonly length: number;
}

/** The suffix of one key that is most like a prefix of the other. */
function alignedEnds(before: string, after: string): AlignedEnds | null {
  const width = after.length + 1;
  let scores = new Int32Array(width);
  let starts = new Int32Array(width);
  for (let column = 0; column < width; column += 1) scores[column] = -column;

  for (let row = 1; row <= before.length; row += 1) {
    const nextScores = new Int32Array(width);
    const nextStarts = new Int32Array(width);
    nextStarts[0] = row;

    for (let column = 1; column < width; column += 1) {
      const isSame = before[row - 1] === after[column - 1];
      const together = (scores[column - 1] as number) + (isSame ? 1 : -1);
      const skipped = (scores[column] as number) - 1;
      const added = (nextScores[column - 1] as number) - 1;
      const best = Math.max(together, skipped, added);
      nextScores[column] = best;
      nextStarts[column] =
        best === together
          ? (starts[column - 1] as number)
          : best === skipped
            ? (starts[column] as number)
            : (nextStarts[column - 1] as number);
    }

    [scores, starts] = [nextScores, nextStarts];
  }

  let found: AlignedEnds | null = null;
  for (let length = 1; length < width; length += 1) {
    const score = scores[length] as number;
    if (score > (found?.score ?? 0)) found = { score, start: starts[length] as number, length };
  }

  return found;
}
