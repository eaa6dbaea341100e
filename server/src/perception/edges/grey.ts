/** Patches of small grey pictures, and how alike they are. */
import type { Box } from '../../engines/engine.ts';

export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** One byte a pixel, rows without padding. */
  readonly pixels: Uint8Array;
}

/** Pixels of a small picture; may lie partly outside of it. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Smaller ones say nothing. */
const [leastWidth, leastHeight] = [6, 4];

/** Where a box lies on a picture; at least a few pixels, within it. */
export function rectOf(box: Box, { width, height }: Pick<GreyPicture, 'width' | 'height'>): Rect {
  const side = (from: number, size: number, most: number, least: number) => {
    const length = Math.min(most, Math.max(least, Math.round(size * most)));
    const start = Math.round((from + size / 2) * most - length / 2);
    return [Math.min(most - length, Math.max(0, start)), length] as const;
  };
  const [left, columns] = side(box.x, box.width, width, leastWidth);
  const [top, rows] = side(box.y, box.height, height, leastHeight);
  return { left, top, width: columns, height: rows };
}

export const moved = (rect: Rect, dx: number, dy: number): Rect => ({
  ...rect,
  left: Math.round(rect.left + dx),
  top: Math.round(rect.top + dy),
});

/** The pixels of a place, NaN where it is outside of the picture. */
export function patchOf(picture: GreyPicture, { left, top, width, height }: Rect): Float32Array {
  const patch = new Float32Array(width * height).fill(Number.NaN);
  const from = Math.max(0, -left);
  const to = Math.min(width, picture.width - left);
  for (let y = Math.max(0, -top); y < Math.min(height, picture.height - top); y += 1) {
    const row = (top + y) * picture.width + left;
    for (let x = from; x < to; x += 1) patch[y * width + x] = picture.pixels[row + x] as number;
  }
  return patch;
}

/** How much of a place is within the picture, 0 to 1. */
export function shareWithin(
  { left, top, width, height }: Rect,
  picture: Pick<GreyPicture, 'width' | 'height'>,
): number {
  const columns = Math.min(left + width, picture.width) - Math.max(0, left);
  const rows = Math.min(top + height, picture.height) - Math.max(0, top);
  return (Math.max(0, columns) * Math.max(0, rows)) / (width * height);
}

/**
 * Correlation of two patches, -1 to 1, of the pixels both have; null where one of them has no shape of its own to compare
 * by. `weights` default to 1.
 */
export function correlation(
  a: Float32Array,
  b: Float32Array,
  weights: Float32Array | null = null,
): number | null {
  let [count, sumA, sumB] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [one, other] = [a[i] as number, b[i] as number];
    const weight = weights ? (weights[i] as number) : 1;
    if (Number.isNaN(one + other)) continue;
    count += weight;
    sumA += weight * one;
    sumB += weight * other;
  }
  if (count === 0) return null;
  const [meanA, meanB] = [sumA / count, sumB / count];
  let [product, squareA, squareB] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [one, other] = [(a[i] as number) - meanA, (b[i] as number) - meanB];
    if (Number.isNaN(one + other)) continue;
    const weight = weights ? (weights[i] as number) : 1;
    product += weight * one * other;
    squareA += weight * one * one;
    squareB += weight * other * other;
  }
  if (squareA / count < leastVariance) return null;
  return product / Math.sqrt(squareA * Math.max(squareB, leastVariance * count));
}

/** Levels of 255, squared: below it a patch is plain. */
const leastVariance = 9;
