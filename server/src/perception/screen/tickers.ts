/** Assembles text that runs sideways through a strip, like news tickers, from the parts that single samples show. */
import { type KeyedText, keyText } from '../../analysis/name-key.ts';
import type { Sighting } from '../tracks.ts';

export interface TickerReading extends Sighting {
  readonly text: string;
}

export interface Ticker<T extends TickerReading> {
  /** At least three, ascending by sample. */
  readonly readings: readonly T[];
  /** Readings that enter or leave at the edges of the strip and have too few letters to be joined. */
  readonly scraps: readonly T[];
  /** All the text that ran through the strip during these readings. */
  readonly text: string;
}

/** Maximum distance, in samples, between two readings that are joined: one sample in between may be unreadable. */
const farthestSamples = 2;
/**
 * Minimum number of readings: if there are just two, they may be captions, the second of which repeats the end of the
 * first.
 */
const fewestReadings = 3;
/** Minimum number of letters that two readings must share. */
const leastShared = 6;
/** Minimum number of consecutive letters that two readings must share without any misreading. */
const runLetters = 4;
/** Minimum speed in picture widths per sample; text that moves less is still or is being typed. */
const leastSpeed = 0.015;
/**
 * Minimum ratio of the length of the whole text to that of its shortest reading: text that is always shown in full is
 * not a ticker.
 */
const leastGrowth = 1.3;
/**
 * Maximum differences between readings: in height and vertical place as shares of the height, in speed as a share of
 * the speed.
 */
const heightChange = 0.3;
const verticalDrift = 0.4;
const speedChange = 0.4;
/** Maximum number of letters of a text that are compared; no strip shows more at once. */
const comparedLetters = 160;

interface Chain<T extends TickerReading> {
  readonly readings: T[];
  /** Key of the last reading. */
  keyed: KeyedText;
  text: string;
  /** Picture widths per sample by which the text moves to the left. */
  speed: number | null;
}

/**
 * Finds tickers among readings of single samples. No ticker is longer than `mostCharacters`; further text starts
 * another ticker. Readings come from one shot in order of time; each ends up in at most one ticker.
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

/**
 * Adds to each ticker the readings that were not joined, but are in its strip and contained in its text, up to one
 * sample before or after the ticker.
 */
function withScraps<T extends TickerReading>(
  chains: readonly Chain<T>[],
  readings: readonly T[],
): Ticker<T>[] {
  const joined = new Set(chains.flatMap((chain) => chain.readings));
  const otherReadings = readings.filter((reading) => !joined.has(reading));
  const bySample = Map.groupBy(otherReadings, ({ sample }) => sample);

  return chains.map(({ readings: chainReadings, text }) => {
    const first = chainReadings[0] as T;
    const last = lastOf(chainReadings);
    const { key } = keyText(text);
    const scraps: T[] = [];
    for (let sample = first.sample - 1; sample <= last.sample + 1; sample += 1) {
      for (const reading of bySample.get(sample) ?? []) {
        if (!areInOneStrip(first, reading)) continue;
        if (key.includes(keyText(reading.text).key)) scraps.push(reading);
      }
    }

    return { readings: chainReadings, scraps, text };
  });
}

const lastOf = <T>(values: readonly T[]): T => values.at(-1) as T;

interface Continuation<T extends TickerReading> {
  readonly chain: Chain<T>;
  readonly text: string;
  readonly speed: number;
}

/** Finds the first chain that a reading continues. */
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

    const moved = letterX(last, shared.before) - letterX(reading, shared.after);
    const speed = moved / (reading.sample - last.sample);
    const chainSpeed = chain.speed ?? speed;
    if (speed < leastSpeed || Math.abs(speed - chainSpeed) > speedChange * chainSpeed) continue;

    // Letters at the edges of the strip are cut off, so the switch from one reading to the next is in
    // the middle of the shared part.
    const keptText = chain.text.slice(0, chain.text.length - (last.text.length - shared.before));
    return { chain, speed, text: keptText + reading.text.slice(shared.after) };
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

/** Position of a reading's letter in the picture, assuming that all letters have the same width. */
const letterX = ({ box, text }: TickerReading, index: number): number =>
  box.x + (box.width * index) / text.length;

interface Overlap {
  /** Indices of one letter in the middle of the shared part: `before` in the earlier text, `after` in the later one. */
  readonly before: number;
  readonly after: number;
}

/**
 * Finds how the beginning of one text continues the end of another, using the best alignment of a suffix with a prefix
 * (Gusfield, Algorithms on Strings, Trees and Sequences, 1997, 11.6.4); null if they share too little.
 */
export function overlapOf(a: KeyedText, b: KeyedText): Overlap | null {
  const from = Math.max(0, a.key.length - comparedLetters);
  const tail = a.key.slice(from);
  const head = b.key.slice(0, comparedLetters);
  const best = haveRunInCommon(tail, head) ? alignedEnds(tail, head) : null;
  if (!best || best.score < leastShared) return null;

  const overlap = changeover(tail, head, best);
  const [left, right] = overlap ? [a.source[from + overlap.before], b.source[overlap.after]] : [];

  return left === undefined || right === undefined
    ? null
    : { before: unitsOf(a.text, left), after: unitsOf(b.text, right) };
}

/**
 * Finds the run of letters that both texts contain and that is nearest to the middle of the shared part. Returns the
 * indices of the run's first letter.
 */
function changeover(tail: string, head: string, { start, length }: AlignedEnds): Overlap | null {
  const farthest = Math.abs(tail.length - start - length) + 1;
  const middle = length >> 1;
  const places = Array.from({ length: Math.max(0, length - runLetters + 1) }, (_, index) => index);
  places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));

  for (const place of places) {
    const run = head.slice(place, place + runLetters);
    const index = tail.indexOf(run, Math.max(0, start + place - farthest));
    if (index >= 0 && index <= start + place + farthest) return { before: index, after: place };
  }

  return null;
}

/**
 * Whether two texts contain the same short run of letters. Most successive lines do not and therefore need no
 * alignment.
 */
function haveRunInCommon(a: string, b: string): boolean {
  const runs = new Set(Array.from(a, (_, index) => a.slice(index, index + runLetters)));
  for (let index = 0; index + runLetters <= b.length; index += 1) {
    if (runs.has(b.slice(index, index + runLetters))) return true;
  }
  return false;
}

/** Number of code units in the given number of code points. */
const unitsOf = (text: string, codePoints: number): number =>
  Array.from(text).slice(0, codePoints).join('').length;

interface AlignedEnds {
  /** Number of equal letters minus the number of different ones. */
  readonly score: number;
  /** Where the suffix begins. */
  readonly start: number;
  /** Length of the prefix. */
  readonly length: number;
}

/** Finds the suffix of one key that is most similar to a prefix of the other. */
function alignedEnds(tail: string, head: string): AlignedEnds | null {
  const width = head.length + 1;
  let scores = new Int32Array(width);
  let starts = new Int32Array(width);
  for (let column = 0; column < width; column += 1) scores[column] = -column;

  for (let row = 1; row <= tail.length; row += 1) {
    const nextScores = new Int32Array(width);
    const nextStarts = new Int32Array(width);
    nextStarts[0] = row;

    for (let column = 1; column < width; column += 1) {
      const isSame = tail[row - 1] === head[column - 1];
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

  let bestEnds: AlignedEnds | null = null;
  for (let length = 1; length < width; length += 1) {
    const score = scores[length] as number;
    if (score > (bestEnds?.score ?? 0))
      bestEnds = { score, start: starts[length] as number, length };
  }

  return bestEnds;
}
