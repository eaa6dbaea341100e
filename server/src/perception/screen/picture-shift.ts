/** Measures how far the content of a box moved from one picture to another, based on brightness. Pure. */
import type { PixelRect, RgbImage } from '../../engines/engine.ts';

export interface Shift {
  /** Shift in pixels. */
  readonly dx: number;
  readonly dy: number;
  /** Correlation of the content in both pictures; 1 if it is the same, at any contrast. */
  readonly likeness: number;
}

/** How far the search extends around a box, as multiples of its shorter side. */
const reachAcross = 1.2;
const reachDown = 0.8;
/** Number of steps per shorter side in the coarse search, which precedes the exact one. */
const coarseSteps = 12;
/** From this correlation on, the two places differ only in compression noise. */
const unchanged = 0.99;
/** Minimum by which the correlation at another place must exceed that at the old place. */
const leastGain = 0.01;
/** Minimum standard deviation of brightness, in levels of 255; with less, there is nothing to compare. */
const leastContrast = 3;

/** The content of a box in a picture, to be found again in other pictures. */
export interface Look {
  readonly box: PixelRect;
  /** Size of the picture that contains the box. */
  readonly width: number;
  readonly height: number;
  readonly brightness: Plane;
}

export const lookAt = (picture: RgbImage, box: PixelRect): Look => ({
  box,
  width: picture.width,
  height: picture.height,
  brightness: brightnessOf(picture, box, { x: 0, y: 0 }),
});

/**
 * The motion of the box's content; null if the pictures cannot be compared, because their sizes differ or the box is
 * too plain.
 */
export function pictureShift(look: Look, nextPicture: RgbImage): Shift | null {
  const { box, brightness: old } = look;
  if (look.width !== nextPicture.width || look.height !== nextPicture.height) return null;

  const short = Math.min(box.width, box.height);
  const step = Math.max(1, Math.floor(short / coarseSteps));
  const reach = {
    x: Math.ceil((reachAcross * short) / step),
    y: Math.ceil((reachDown * short) / step),
  };
  // One step more than the reach of the coarse search, for the exact search that follows.
  const margin = { x: (reach.x + 1) * step, y: (reach.y + 1) * step };
  const pixels = patternOf(old, step);
  if (!pixels) return null;

  const next = brightnessOf(nextPicture, box, margin);
  const stays = { dx: 0, dy: 0, likeness: likenessAt(pixels, next, margin.x, margin.y) };
  if (stays.likeness >= unchanged) return stays;

  const blocks = patternOf(inBlocks(old, step), 1);
  if (!blocks) return stays;

  const middle = { x: reach.x + 1, y: reach.y + 1 };
  const first = bestAround(blocks, inBlocks(next, step), middle, reach);
  const guess = { x: margin.x + first.dx * step, y: margin.y + first.dy * step };
  const best = bestAround(pixels, next, guess, { x: step, y: step });
  if (best.likeness <= stays.likeness + leastGain) return stays;

  return {
    dx: first.dx * step + best.dx,
    dy: first.dy * step + best.dy,
    likeness: best.likeness,
  };
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Brightness of the box and a margin around it; beyond the picture's edges, the outermost pixels are repeated. */
function brightnessOf({ width, height, data }: RgbImage, box: PixelRect, margin: Spot): Plane {
  const columns = box.width + 2 * margin.x;
  const rows = box.height + 2 * margin.y;
  const values = new Float32Array(columns * rows);
  for (let y = 0, index = 0; y < rows; y += 1) {
    const row = Math.min(height - 1, Math.max(0, box.y - margin.y + y)) * width;
    for (let x = 0; x < columns; x += 1, index += 1) {
      const from = 3 * (row + Math.min(width - 1, Math.max(0, box.x - margin.x + x)));
      values[index] =
        0.299 * (data[from] as number) +
        0.587 * (data[from + 1] as number) +
        0.114 * (data[from + 2] as number);
    }
  }

  return { width: columns, height: rows, values };
}

/** Shrinks a plane: each value is the mean of a square with sides of `step`. */
function inBlocks(plane: Plane, step: number): Plane {
  const width = Math.floor(plane.width / step);
  const height = Math.floor(plane.height / step);
  const values = new Float32Array(width * height);
  for (let y = 0; y < height * step; y += 1) {
    const row = Math.floor(y / step) * width;
    for (let x = 0; x < width * step; x += 1) {
      const block = row + Math.floor(x / step);
      values[block] = (values[block] as number) + (plane.values[y * plane.width + x] as number);
    }
  }

  return { width, height, values: values.map((sum) => sum / (step * step)) };
}

/** A pattern to search for: some pixels of a plane, with their mean subtracted. */
interface Pattern {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float32Array;
  readonly length: number;
}

/** Samples pixels at regular distances, with rows offset from column to column, so that no straight edge is missed. */
function patternOf({ width, height, values }: Plane, every: number): Pattern | null {
  const columns: number[] = [];
  const rows: number[] = [];

  for (let x = 0, first = 0; x < width; x += every, first = (first + 1) % every)
    for (let y = first; y < height; y += every) {
      columns.push(x);
      rows.push(y);
    }

  const picked = Float32Array.from(
    columns,
    (x, index) => values[(rows[index] as number) * width + x] ?? 0,
  );
  const mean = picked.reduce((sum, value) => sum + value, 0) / Math.max(1, picked.length);
  const centred = picked.map((value) => value - mean);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  if (!(length > leastContrast * Math.sqrt(picked.length))) return null;

  return {
    columns: Int32Array.from(columns),
    rows: Int32Array.from(rows),
    values: centred,
    length,
  };
}

function likenessAt(
  { columns, rows, values, length }: Pattern,
  plane: Plane,
  left: number,
  top: number,
): number {
  let sum = 0;
  let squares = 0;
  let shared = 0;
  for (let index = 0; index < values.length; index += 1) {
    const row = (top + (rows[index] as number)) * plane.width;
    const value = plane.values[row + left + (columns[index] as number)] as number;
    sum += value;
    squares += value * value;
    shared += value * (values[index] as number);
  }

  const spread = Math.sqrt(Math.max(0, squares - (sum * sum) / values.length));
  return spread < 1e-3 ? 0 : shared / (spread * length);
}

function bestAround(pattern: Pattern, plane: Plane, middle: Spot, reach: Spot): Shift {
  let best: Shift = { dx: 0, dy: 0, likeness: -1 };
  for (let dy = -reach.y; dy <= reach.y; dy += 1)
    for (let dx = -reach.x; dx <= reach.x; dx += 1) {
      const likeness = likenessAt(pattern, plane, middle.x + dx, middle.y + dy);
      if (likeness > best.likeness) best = { dx, dy, likeness };
    }
  return best;
}
