/** Assembles text that runs sideways through a strip, as in news tickers, from the parts visible in single samples. */
import { smallestOf } from '../../analysis/extremes.ts';
import { type KeyedText, keyText } from '../../analysis/name-key.ts';
import type { Sighting } from '../tracks.ts';

export interface TickerReading extends Sighting {
  readonly text: string;
}

export interface Ticker<T extends TickerReading> {
  /** At least three readings, in ascending order of samples. */
  readonly readings: readonly T[];
  /** Readings of text that is just entering or leaving the strip and has too few letters to be joined. */
  readonly scraps: readonly T[];
  /** All the text that ran through the strip during these readings. */
  readonly text: string;
}

/** Maximum distance, in samples, between two readings that are joined: a sample between them may be unreadable. */
const farthestSamples = 2;
/**
 * Minimum number of readings. Two are not enough: they may be two captions, the second of which repeats the end of the
 * first.
 */
const fewestReadings = 3;
/** Minimum number of letters in the part that two readings share. */
const leastShared = 6;
/** Minimum number of consecutive letters that must be the same in both readings. */
const runLetters = 4;
/** Minimum speed in picture widths per sample; slower text stands still or is being typed. */
const leastSpeed = 0.015;
/**
 * Minimum ratio between the lengths of the whole text and its shortest reading: a text that is always shown in full is
 * not a ticker.
 */
const leastGrowth = 1.3;
/**
 * Maximum differences between readings: height and vertical position as shares of the height, speed as a share of the
 * speed.
 */
const heightChange = 0.3;
const verticalDrift = 0.4;
const speedChange = 0.4;
/** Maximum number of letters that are compared; no strip shows more at once. */
const comparedLetters = 160;

interface Chain<T extends TickerReading> {
  readonly readings: T[];
  /** Comparison key of the last reading. */
  keyed: KeyedText;
  text: string;
  /** Speed to the left in picture widths per sample; null until there are two readings. */
  speed: number | null;
}

/**
 * Finds tickers among readings from one shot, which must be in order of time; each reading ends up in at most one
 * ticker. If the text of a ticker exceeds `mostCharacters`, the rest becomes another ticker.
 */
export function findTickers<T extends TickerReading>(
  readings: readonly T[],
  mostCharacters: number,
): Ticker<T>[] {
  const chains: Chain<T>[] = [];
  const overlaps = new Overlaps();
  let open: Chain<T>[] = [];

  for (const reading of readings) {
    open = open.filter(
      (chain) => reading.sample - lastOf(chain.readings).sample <= farthestSamples,
    );

    const keyed = overlaps.keyed(reading.text);
    const next = continuation(open, reading, keyed, overlaps);
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
  const shortest = smallestOf(readings.map((reading) => reading.text.length));
  return readings.length >= fewestReadings && text.length >= leastGrowth * shortest;
}

/**
 * Adds to each ticker the readings that were not joined but are in its strip and contained in its text, also from the
 * sample just before or after the ticker.
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

/** Finds the first chain that the reading continues. */
function continuation<T extends TickerReading>(
  chains: readonly Chain<T>[],
  reading: T,
  keyed: KeyedText,
  overlaps: Overlaps,
): Continuation<T> | null {
  for (const chain of chains) {
    const last = lastOf(chain.readings);
    if (reading.sample === last.sample || !areInOneStrip(last, reading)) continue;

    const shared = overlaps.of(chain.keyed, keyed);
    if (!shared) continue;

    const moved = letterX(last, shared.before) - letterX(reading, shared.after);
    const speed = moved / (reading.sample - last.sample);
    const chainSpeed = chain.speed ?? speed;
    if (speed < leastSpeed || Math.abs(speed - chainSpeed) > speedChange * chainSpeed) continue;

    // Switches from one reading to the next in the middle of the shared part, because letters at the edges of the strip
    // are cut off.
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

/** Horizontal position of a letter in the picture, assuming that all letters have the same width. */
const letterX = ({ box, text }: TickerReading, index: number): number =>
  box.x + (box.width * index) / text.length;

interface Overlap {
  /**
   * Indices of the same letter, near the middle of the shared part: `before` in the earlier text, `after` in the later
   * one.
   */
  readonly before: number;
  readonly after: number;
}

/** Maximum number of results that are kept, each of some hundred bytes. */
const mostKept = 50_000;

/** Remembers keys and overlaps: the lines of a page that trembles are the same in every sample. */
class Overlaps {
  readonly #keyed = new Map<string, KeyedText>();
  readonly #overlaps = new Map<string, Overlap | null>();

  keyed(text: string): KeyedText {
    return remembered(this.#keyed, text, () => keyText(text));
  }

  of(a: KeyedText, b: KeyedText): Overlap | null {
    return remembered(this.#overlaps, `${a.text}\n${b.text}`, () => overlapOf(a, b));
  }
}

/** Forgets everything when it is full, because what was read long ago seldom comes back. */
function remembered<T>(values: Map<string, T>, key: string, find: () => T): T {
  const rememberedValue = values.get(key);
  if (rememberedValue !== undefined) return rememberedValue;

  if (values.size >= mostKept) values.clear();
  const value = find();
  values.set(key, value);
  return value;
}

/**
 * Finds where the beginning of one text overlaps the end of another, using the best alignment of a suffix with a prefix
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
 * Finds, in the shared part, the run of letters nearest to its middle that is the same in both texts. Returns the
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
 * Whether two texts contain the same short run of letters. Most successive lines do not, and then need no alignment.
 */
function haveRunInCommon(a: string, b: string): boolean {
  const runs = new Set(Array.from(a, (_, index) => a.slice(index, index + runLetters)));
  for (let index = 0; index + runLetters <= b.length; index += 1) {
    if (runs.has(b.slice(index, index + runLetters))) return true;
  }
  return false;
}

/** Number of UTF-16 code units in the given number of code points. */
const unitsOf = (text: string, codePoints: number): number =>
  Array.from(text).slice(0, codePoints).join('').length;

interface AlignedEnds {
  /** Number of matching letters minus the number of differing ones. */
  readonly score: number;
  /** Index at which the suffix begins. */
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
