/** The first look at a picture: where something looks like a mark, at every size. */
import type { RgbImage } from '../engine.ts';
import { rescale, sampleQuad } from '../picture.ts';
import type { Scratch } from '../scratch.ts';
import {
  cellLength,
  cellPixels,
  closePixels,
  type LookedAt,
  type MarkNetworks,
  placeShifts,
  squareCells,
  squareLength,
  templateCells,
} from './networks.ts';
import { closeCanvas, templateCanvas } from './reference.ts';

/** The picture at one of the sizes that it is looked at in. */
interface Level {
  readonly picture: RgbImage;
  /** Pixels of this picture for each pixel of the original. */
  readonly scale: number;
}

/** A cell of one level that may be the middle of a mark. In each level, only marks of one size are looked for. */
interface Candidate {
  /** Index of the level. */
  readonly level: number;
  readonly row: number;
  readonly column: number;
  readonly markness: number;
}

/** The middle of a part of the original that is compared with templates, and the side of a square mark there. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly markSide: number;
}

/** Maximum size of the largest level. The smallest mark that can be found there takes about 2 % of the width. */
const largest = { width: 1280, height: 720 } as const;
/**
 * Ratio of the width of a level to that of the one before. Marks whose size falls between two levels are still found.
 */
const step = Math.SQRT1_2;
/** By how much small pictures are enlarged at most, because their marks have few pixels. */
const mostEnlarged = Math.SQRT2;
const levelsAtMost = 9;
const leastSide = 40;
/** Maximum number of places that are compared with every template. */
const placesAtMost = 300;
/** Number of cells from the edge of a place's square to the cell that may be the middle of a mark. */
const margin = templateCells / 2 + 1;

/** The networks of the first look, and memory that is used again for each picture. */
export interface FirstLook {
  readonly networks: MarkNetworks;
  /** For what describes the cells of all levels. */
  readonly features: Scratch;
  /** For the input of the template network. */
  readonly squares: Scratch;
}

export class Places {
  readonly #levels: readonly Level[];
  readonly #candidates: readonly Candidate[];

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(levels: readonly Level[], candidates: readonly Candidate[]) {
    this.#levels = levels;
    this.#candidates = candidates;
  }

  /**
   * Finds the likeliest places for marks in a picture. `score` gets the input of the template network, `squareLength`
   * numbers for each place, and must not keep it; it is not called if there are no places.
   */
  static async find<T>(
    picture: RgbImage,
    { networks, features: featureMemory, squares: squareMemory }: FirstLook,
    score: (squares: Float32Array) => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly places: Places; readonly scores: T } | null> {
    const sizes = levelSizes(picture);
    const cells = sizes.map(({ width, height }) => (width * height) / cellPixels ** 2);
    const total = cells.reduce((sum, count) => sum + count, 0);

    return featureMemory.use(total * cellLength, async (features) => {
      const levels: Level[] = [];
      const looks: LookedAt[] = [];
      let from = 0;

      for (const [index, { width, height, scale }] of sizes.entries()) {
        signal.throwIfAborted();
        const scaled = await rescale(levels.at(-1)?.picture ?? picture, width, height);
        const to = from + (cells[index] as number) * cellLength;
        levels.push({ picture: scaled, scale });
        looks.push(await networks.look(scaled, features.subarray(from, to)));
        from = to;
      }

      const candidates = looks
        .flatMap(peaksOf)
        .sort((a, b) => b.markness - a.markness)
        .slice(0, placesAtMost);
      if (candidates.length === 0) return null;

      const scores = await squareMemory.use(candidates.length * squareLength, (squares) => {
        squares.fill(0);
        for (const [index, { level, row, column }] of candidates.entries()) {
          const look = looks[level] as LookedAt;
          copySquare(look, row - margin, column - margin, squares, index * squareLength);
        }
        return score(squares);
      });

      return { places: new Places(levels, candidates), scores };
    });
  }

  /** The place of a candidate at one of its shifts, in pixels of the original. */
  place(candidate: number, shift: number): Place {
    const { level, row, column } = this.#candidates[candidate] as Candidate;
    const { scale } = this.#levels[level] as Level;
    const down = Math.floor(shift / placeShifts);
    const right = shift % placeShifts;
    return {
      x: ((column + right - 1) * cellPixels) / scale,
      y: ((row + down - 1) * cellPixels) / scale,
      markSide: templateCanvas.markSide / scale,
    };
  }

  /**
   * Cuts out a place as a picture of `pixels` a side, with as much around the mark as in the references of the second
   * look, from the level whose resolution suits it best.
   */
  cutOut(place: Place, pixels: number = closePixels): RgbImage {
    // The smallest level in which the place still has all the pixels that are asked for.
    const level =
      this.#levels.findLast(({ scale }) => sideOf(place) * scale >= pixels) ??
      (this.#levels[0] as Level);
    return cutOut(level, place, pixels);
  }
}

/** Returns a function that cuts out places; the picture is scaled down once if their marks are large. */
export async function closeUpsOf(
  picture: RgbImage,
  markSide: number,
): Promise<(place: Place) => RgbImage> {
  const scale = Math.min(1, closeCanvas.markSide / markSide);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const scaled = await rescale(picture, width, height);
  return (place) => cutOut({ picture: scaled, scale: width / picture.width }, place, closePixels);
}

/** Side of the part of the original that is cut out for a place. */
const sideOf = ({ markSide }: Place): number =>
  (markSide * closeCanvas.side) / closeCanvas.markSide;

function cutOut(
  { picture, scale }: Pick<Level, 'picture' | 'scale'>,
  place: Place,
  pixels: number,
): RgbImage {
  const side = sideOf(place) * scale;
  const left = place.x * scale - side / 2;
  const top = place.y * scale - side / 2;
  const corners = [
    { x: left, y: top },
    { x: left + side, y: top },
    { x: left + side, y: top + side },
    { x: left, y: top + side },
  ] as const;
  return sampleQuad(picture, corners, pixels, pixels);
}

function levelSizes({ width, height }: RgbImage) {
  const first = Math.min(mostEnlarged, largest.width / width, largest.height / height);
  const toCells = (length: number) => Math.round(length / cellPixels) * cellPixels;
  return Array.from({ length: levelsAtMost }, (_, n) => first * step ** n)
    .map((scale) => ({ scale, width: toCells(width * scale), height: toCells(height * scale) }))
    .filter((level) => Math.min(level.width, level.height) >= leastSide);
}

/** The cells that look more like the middle of a mark than the eight cells around each of them. */
function peaksOf(look: LookedAt, level: number): Candidate[] {
  const { rows, columns, marks } = look;
  const peaks: Candidate[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const markness = marks[row * columns + column] as number;
      if (isPeak(look, row, column)) peaks.push({ level, row, column, markness });
    }
  }
  return peaks;
}

function isPeak({ rows, columns, marks }: LookedAt, row: number, column: number): boolean {
  const markness = marks[row * columns + column] as number;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if ((marks[y * columns + x] as number) > markness) return false;
    }
  }
  return true;
}

/** Copies a square of cells into `squares`, where cells beyond the edge of the level stay zero. */
function copySquare(
  { rows, columns, features }: LookedAt,
  top: number,
  left: number,
  squares: Float32Array,
  offset: number,
): void {
  const from = Math.max(0, left);
  const to = Math.min(columns, left + squareCells);
  if (to <= from) return;

  for (let row = Math.max(0, top); row < Math.min(rows, top + squareCells); row++) {
    const cells = features.subarray(
      (row * columns + from) * cellLength,
      (row * columns + to) * cellLength,
    );
    squares.set(cells, offset + ((row - top) * squareCells + from - left) * cellLength);
  }
}
