/**
 * Compares a line with the others at the same moment: it may be alone, like a sign or logo, or part of a longer text.
 */
import type { Box } from '../../engines/engine.ts';
import type { WordRank } from '../brands/brand-lexicon.ts';
import type { TimedLine } from '../screen/text-results.ts';
import { isOrdinary } from './ordinary-words.ts';

/** Neighbours smaller than this share of a line's height are small print below a name. */
const smallPrint = 0.5;
/** Largest distance of a neighbour, in heights of the smaller of the two lines. */
const besideGap = 1.6;
const belowGap = 1;
/** Even in a narrow typeface, a letter's height is at most this multiple of the distance to the next letter. */
const heightsAnAdvance = 2.2;
/** A line this close to the edge of the picture, as a share of the picture, is cut off there. */
const edge = 0.004;

interface Placed {
  readonly text: string;
  readonly box: Box;
}

interface Moment {
  readonly lines: { readonly text: string; readonly box: Box; readonly height: number }[];
  /** Letter height of the median line; computed on first use. */
  middle: number | null;
}

/** The lines of every moment under consideration. */
export class Moments {
  readonly #bySample = new Map<number, Moment>();
  /** Width of the picture as a multiple of its height. */
  readonly #shape: number;

  constructor(lines: readonly TimedLine[], samples: ReadonlySet<number>, shape: number) {
    this.#shape = shape;
    for (const { sightings } of lines) {
      for (const { sample, text, box } of sightings) {
        if (!samples.has(sample)) continue;
        const moment = this.#bySample.get(sample) ?? { lines: [], middle: null };
        moment.lines.push({ text, box, height: this.letterHeight({ text, box }) });
        this.#bySample.set(sample, moment);
      }
    }
  }

  /** Letter height in heights of the picture; for a tilted line, the box's width tells more than its height. */
  letterHeight({ text, box }: Placed): number {
    const letters = Math.max(1, Array.from(text).length);
    const width = box.width * this.#shape;
    const advance = Math.max(width, box.height) / letters;
    return Math.min(width, box.height, advance * heightsAnAdvance);
  }

  /** Whether no text of similar size is next to, above or below the line, and it is not cut off. */
  isAlone(line: Placed & { readonly sample: number }): boolean {
    const { box } = line;
    if (box.x < edge || box.y < edge || box.x + box.width > 1 - edge) return false;
    if (box.y + box.height > 1 - edge) return false;

    const minHeight = this.letterHeight(line) * smallPrint;
    return (this.#bySample.get(line.sample)?.lines ?? []).every((otherLine) => {
      if (otherLine.height < minHeight || otherLine.box === box || otherLine.text === line.text)
        return true;
      return !this.#isNear(box, otherLine.box);
    });
  }

  /** Ratio of the line's letter height to that of the median line of its moment; 1 if it is the only line. */
  prominence(line: Placed & { readonly sample: number }): number {
    const moment = this.#bySample.get(line.sample);
    if (!moment) return 1;
    const heights = () => moment.lines.map(({ height }) => height).sort((a, b) => a - b);
    moment.middle ??= heights()[moment.lines.length >> 1] ?? 0;
    return this.letterHeight(line) / Math.max(1e-6, moment.middle);
  }

  /** How often the same text is read at that moment. */
  timesWritten({ text, sample }: Placed & { readonly sample: number }): number {
    return (this.#bySample.get(sample)?.lines ?? []).filter((line) => line.text === text).length;
  }

  #isNear(a: Box, b: Box): boolean {
    const height = Math.min(a.height, b.height);
    const gapX = (Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width)) * this.#shape;
    const gapY = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
    const isBeside = gapY < -height * 0.4 && gapX < height * besideGap;
    return isBeside || (gapX < 0 && gapY < height * belowGap);
  }
}

/** Number of different texts that must follow one another in one place for it to count as captions. */
const captionTexts = 5;
const longestCaptionSeconds = 8;
/**
 * Places count as the same if their vertical middles, and their horizontal middles or left edges, are in the same cell
 * of a grid with this spacing, as a share of the picture.
 */
const placeStep = 0.04;
const leastOrdinary = 0.5;

/**
 * Finds lines of subtitles and captions: many texts follow one another in one place, and most consist of ordinary
 * words.
 */
export function captionLines(lines: readonly TimedLine[], rank: WordRank): Set<TimedLine> {
  const places = new Map<string, TimedLine[]>();

  for (const line of lines) {
    if (line.end - line.start > longestCaptionSeconds) continue;
    for (const key of placesOf(line.best.box)) {
      const place = places.get(key);
      if (place) place.push(line);
      else places.set(key, [line]);
    }
  }

  const captions = new Set<TimedLine>();

  for (const place of places.values()) {
    const texts = new Map(place.map(({ best }) => [best.key, best.text]));
    if (texts.size < captionTexts) continue;
    const ordinary = [...texts.values()].filter((text) => hasOrdinaryWord(text, rank)).length;
    if (ordinary >= texts.size * leastOrdinary) for (const line of place) captions.add(line);
  }

  return captions;
}

/** A place may be near the border of two rows, so it is also entered in a second set of rows, offset by half a row. */
function placesOf({ x, y, width, height }: Box): string[] {
  const row = (y + height / 2) / placeStep;
  const rows = [Math.floor(row), Math.floor(row + 0.5)];
  const middle = Math.round((x + width / 2) / (2 * placeStep));
  const leftEdge = Math.round(x / placeStep);
  return rows.flatMap((row, half) => [`${half} ${row} m${middle}`, `${half} ${row} l${leftEdge}`]);
}

const hasOrdinaryWord = (text: string, rank: WordRank): boolean =>
  text.split(/\s+/u).some((word) => isOrdinary(word, rank));
