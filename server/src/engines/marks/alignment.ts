/** Finds how a mark is moved, scaled, turned and skewed in a place, by comparing its described cells with the place's. */
import type { Spot } from '../../analysis/boxes.ts';
import { type CloseReference, cellPixels, closeCells, closeChannels } from './networks.ts';

/** Maps a pixel of the reference's canvas to a pixel of the place's canvas, both of `closePixels` a side. */
export type Alignment = (spot: Spot) => Spot;

/** A cell of the reference, and the spot of the place that is most like it; both counted in cells from the middle. */
interface Match {
  readonly from: Spot;
  readonly to: Spot;
  readonly weight: number;
}

/** Coefficients of an affine map to one coordinate: of x, of y, and of 1. */
type Row = readonly [number, number, number];

/** How many cells around the same spot are compared in each direction; the same as in training. */
const reach = 3;
/** Cosines are multiplied by this before the softmax, whose weighted mean gives a spot between cells. */
const sharpness = 20;
/** Cells that are mostly outside of the mark say nothing about it. */
const leastInside = 0.5;
/** Matches that are off by more than this many cells count less (Huber 1964). */
const robustCells = 0.75;
const rounds = 5;
/** The undistorted mark counts as much as this many perfect matches, so that a few matches can't distort it. */
const priorWeight = 3;
const middle = (closeCells - 1) / 2;

/** `place` holds the described cells of the place, as the second look compares them. */
export function alignmentOf(reference: CloseReference, place: Float32Array): Alignment {
  const matches = matchesOf(reference, place);
  let rowX: Row = [1, 0, 0];
  let rowY: Row = [0, 1, 0];

  for (let round = 0; round < rounds; round++) {
    const weights = matches.map(({ from, to, weight }) => {
      const away = Math.hypot(mapped(rowX, from) - to.x, mapped(rowY, from) - to.y);
      return weight * Math.min(1, robustCells / Math.max(away, 1e-6));
    });
    rowX = fittedRow(matches, weights, ({ x }) => x, [1, 0, 0]);
    rowY = fittedRow(matches, weights, ({ y }) => y, [0, 1, 0]);
  }

  const toCell = (pixel: number) => pixel / cellPixels - 0.5 - middle;
  const toPixel = (cell: number) => (cell + middle + 0.5) * cellPixels;
  return ({ x, y }) => {
    const cell = { x: toCell(x), y: toCell(y) };
    return { x: toPixel(mapped(rowX, cell)), y: toPixel(mapped(rowY, cell)) };
  };
}

const mapped = ([a, b, c]: Row, { x, y }: Spot): number => a * x + b * y + c;

function matchesOf({ features, inside }: CloseReference, place: Float32Array): Match[] {
  const matches: Match[] = [];
  for (let row = 0; row < closeCells; row++) {
    for (let column = 0; column < closeCells; column++) {
      if ((inside[row * closeCells + column] as number) < leastInside) continue;
      const match = matchOf(features, place, row, column);
      if (match) matches.push(match);
    }
  }
  return matches;
}

/** Null if no cell around the spot is like it. */
function matchOf(
  reference: Float32Array,
  place: Float32Array,
  row: number,
  column: number,
): Match | null {
  const cell = row * closeCells + column;
  let best = 0;
  let total = 0;
  let sumX = 0;
  let sumY = 0;

  for (let y = Math.max(0, row - reach); y <= Math.min(closeCells - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(closeCells - 1, column + reach); x++) {
      const cosine = cosineOf(reference, cell, place, y * closeCells + x);
      const share = Math.exp(sharpness * cosine);
      best = Math.max(best, cosine);
      total += share;
      sumX += share * x;
      sumY += share * y;
    }
  }

  if (best <= 0) return null;
  return {
    from: { x: column - middle, y: row - middle },
    to: { x: sumX / total - middle, y: sumY / total - middle },
    weight: best ** 2,
  };
}

function cosineOf(a: Float32Array, cellA: number, b: Float32Array, cellB: number): number {
  const cells = closeCells * closeCells;
  let sum = 0;
  for (let channel = 0; channel < closeChannels; channel++)
    sum += (a[channel * cells + cellA] as number) * (b[channel * cells + cellB] as number);
  return sum;
}

/** The row with the least squared error over the weighted matches, drawn towards `prior`. */
function fittedRow(
  matches: readonly Match[],
  weights: readonly number[],
  coordinate: (spot: Spot) => number,
  prior: Row,
): Row {
  // The prior acts like matches on a circle around the middle, half as large as the canvas.
  const spread = (middle / 2) ** 2 * priorWeight;

  let xx = spread;
  let xy = 0;
  let yy = spread;
  let x1 = 0;
  let y1 = 0;
  let total = priorWeight;

  let xt = spread * prior[0];
  let yt = spread * prior[1];
  let t1 = priorWeight * prior[2];

  for (const [index, { from, to }] of matches.entries()) {
    const weight = weights[index] as number;
    const target = coordinate(to);

    xx += weight * from.x * from.x;
    xy += weight * from.x * from.y;
    yy += weight * from.y * from.y;
    x1 += weight * from.x;
    y1 += weight * from.y;
    total += weight;

    xt += weight * from.x * target;
    yt += weight * from.y * target;
    t1 += weight * target;
  }

  return solved([xx, xy, x1], [xy, yy, y1], [x1, y1, total], [xt, yt, t1]);
}

/** Solves three linear equations by Cramer's rule; the prior keeps them independent. */
function solved(a: Row, b: Row, c: Row, right: Row): Row {
  const whole = determinant(a, b, c);
  const unknown = (column: number): number =>
    determinant(
      withValue(a, column, right[0]),
      withValue(b, column, right[1]),
      withValue(c, column, right[2]),
    ) / whole;
  return [unknown(0), unknown(1), unknown(2)];
}

const withValue = ([x, y, z]: Row, column: number, value: number): Row => [
  column === 0 ? value : x,
  column === 1 ? value : y,
  column === 2 ? value : z,
];

const determinant = (a: Row, b: Row, c: Row): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  a[1] * (b[0] * c[2] - b[2] * c[0]) +
  a[2] * (b[0] * c[1] - b[1] * c[0]);
