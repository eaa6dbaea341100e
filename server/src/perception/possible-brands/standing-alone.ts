/**
 * Compares a line with the other lines at the same moment: it may stand alone, like a sign or logo, or be part of a
 * longer text.
 */
import type { Box } from '../../engines/engine.ts';
import type { WordRank } from '../brands/brand-lexicon.ts';
import type { TimedLine } from '../screen/text-results.ts';
import { isOrdinary } from './ordinary-words.ts';

/** A neighbour whose height is below this share of a line's height is small print below a name. */
const smallPrint = 0.5;
/** Maximum distance of a neighbour, in heights of the smaller of the two lines. */
const besideGap = 1.6;
const belowGap = 1;
/** Maximum ratio of a letter's height to the distance to the next letter, even in a narrow typeface. */
const heightsAnAdvance = 2.2;
/** A line closer to the edge of the picture than this share of the picture is cut off there. */
const edge = 0.004;

interface Placed {
  readonly text: string;
  readonly box: Box;
}

interface Moment {
  readonly lines: { readonly text: string; readonly box: Box; readonly height: number }[];
  /** Median of the lines' letter heights; null until it is first used. */
  middle: number | null;
}

/** The lines on screen at each moment, for the samples under consideration. */
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

  /**
   * Letter height as a share of the picture's height. For a tilted line, the width of the box tells more than its
   * height.
   */
  letterHeight({ text, box }: Placed): number {
    const letters = Math.max(1, Array.from(text).length);
    const width = box.width * this.#shape;
    const advance = Math.max(width, box.height) / letters;
    return Math.min(width, box.height, advance * heightsAnAdvance);
  }

  /** Whether the line is not cut off and has no text of similar size next to, above or below it. */
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

  /** Ratio of the line's letter height to the median at that moment; 1 if it is the only line. */
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

/** Minimum number of different texts that follow one another in the same place for them to count as captions. */
const captionTexts = 5;
const longestCaptionSeconds = 8;
/**
 * Spacing of a grid, as a share of the picture. Two places count as the same if their vertical centres, and either
 * their horizontal centres or their left edges, fall into the same cell.
 */
const placeStep = 0.04;
const leastOrdinary = 0.5;

/**
 * Finds the lines of subtitles and captions: many texts that follow one another in the same place and mostly consist of
 * ordinary words.
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

/**
 * The grid cells of a box. As it may be near the border between two rows, it is also entered in a second set of rows,
 * offset by half a row.
 */
function placesOf({ x, y, width, height }: Box): string[] {
  const row = (y + height / 2) / placeStep;
  const rows = [Math.floor(row), Math.floor(row + 0.5)];
  const middle = Math.round((x + width / 2) / (2 * placeStep));
  const leftEdge = Math.round(x / placeStep);
  return rows.flatMap((row, half) => [`${half} ${row} m${middle}`, `${half} ${row} l${leftEdge}`]);
}

const hasOrdinaryWord = (text: string, rank: WordRank): boolean =>
  text.split(/\s+/u).some((word) => isOrdinary(word, rank));
