/** Patches of small grey pictures, and how to measure their similarity. */
import type { Box } from '../../engines/engine.ts';

export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, rows without padding. */
  readonly pixels: Uint8Array;
}

/** A rectangle in pixels of a small picture; it may lie partly outside the picture. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum size of a patch in pixels; smaller patches are not informative. */
const leastWidth = 6;
const leastHeight = 4;

/**
 * Converts a box to pixels of a picture, with a minimum size of a few pixels. A box that is partly outside the picture
 * stays so.
 */
export function rectOf(box: Box, { width, height }: Pick<GreyPicture, 'width' | 'height'>): Rect {
  const side = (from: number, size: number, extent: number, minLength: number) => {
    const length = Math.min(extent, Math.max(minLength, Math.round(size * extent)));
    const start = Math.round((from + size / 2) * extent - length / 2);
    const low = Math.min(0, Math.round(from * extent));
    const high = Math.max(extent, Math.round((from + size) * extent));
    return [Math.min(high - length, Math.max(low, start)), length] as const;
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

/** Cuts off the part outside the picture; at least one pixel remains. */
export function within(
  { left, top, width, height }: Rect,
  picture: Pick<GreyPicture, 'width' | 'height'>,
): Rect {
  const x = Math.min(picture.width - 1, Math.max(0, left));
  const y = Math.min(picture.height - 1, Math.max(0, top));
  const right = Math.min(picture.width, left + width);
  const bottom = Math.min(picture.height, top + height);
  return { left: x, top: y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** The pixels in a rectangle; NaN for those outside the picture. */
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

/**
 * Removes mean brightness and gradients, because these change with a soft background behind letters. Only for patches
 * that are completely within the picture.
 */
export function flattened(patch: Float32Array, { width, height }: Rect): Float32Array {
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  let sum = 0;
  let slopeX = 0;
  let slopeY = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = patch[y * width + x] as number;
      sum += value;
      slopeX += value * (x - middleX);
      slopeY += value * (y - middleY);
    }
  }

  const size = width * height;
  const mean = sum / size;

  // The divisors are the sums of squared distances from the middle.
  slopeX /= Math.max(1, (size * (width * width - 1)) / 12);
  slopeY /= Math.max(1, (size * (height * height - 1)) / 12);

  return patch.map((value, index) => {
    const x = (index % width) - middleX;
    const y = Math.floor(index / width) - middleY;
    return value - mean - slopeX * x - slopeY * y;
  });
}

/** The difference between each pixel and the next one in its row. */
export const detailOf = (patch: Float32Array, width: number): Float32Array =>
  patch.map((value, index) =>
    index % width === width - 1 ? Number.NaN : (patch[index + 1] as number) - value,
  );

/** The share of a rectangle that is within the picture, 0 to 1. */
export function shareWithin(
  { left, top, width, height }: Rect,
  picture: Pick<GreyPicture, 'width' | 'height'>,
): number {
  const columns = Math.min(left + width, picture.width) - Math.max(0, left);
  const rows = Math.min(top + height, picture.height) - Math.max(0, top);
  return (Math.max(0, columns) * Math.max(0, rows)) / (width * height);
}

/**
 * Correlation of two patches, -1 to 1, over the pixels that both have; null if one of them is too plain to be compared.
 * All weights are 1 by default.
 */
export function correlation(
  a: Float32Array,
  b: Float32Array,
  weights: Float32Array | null = null,
): number | null {
  let count = 0;
  let sumA = 0;
  let sumB = 0;
  for (let i = 0; i < a.length; i += 1) {
    const valueA = a[i] as number;
    const valueB = b[i] as number;
    const weight = weights ? (weights[i] as number) : 1;
    if (Number.isNaN(valueA + valueB)) continue;

    count += weight;
    sumA += weight * valueA;
    sumB += weight * valueB;
  }

  if (count === 0) return null;
  const meanA = sumA / count;
  const meanB = sumB / count;
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < a.length; i += 1) {
    const deviationA = (a[i] as number) - meanA;
    const deviationB = (b[i] as number) - meanB;
    if (Number.isNaN(deviationA + deviationB)) continue;

    const weight = weights ? (weights[i] as number) : 1;
    product += weight * deviationA * deviationB;
    squareA += weight * deviationA * deviationA;
    squareB += weight * deviationB * deviationB;
  }

  if (squareA / count < leastVariance) return null;
  return product / Math.sqrt(squareA * Math.max(squareB, leastVariance * count));
}

/**
 * Minimum variance of a patch that can be compared, in squared grey levels (0 to 255); below it, the patch is plain.
 */
const leastVariance = 9;

/**
 * Correlation of a patch with a rectangle in a picture, computed in one pass over the pixels, which is faster if many
 * rectangles are tried. Null if one of the two is too plain, or if they have no pixels in common.
 */
export function correlationAt(
  template: Float32Array,
  picture: GreyPicture,
  { left, top, width, height }: Rect,
): number | null {
  const { pixels, width: stride } = picture;
  const from = Math.max(0, -left);
  const to = Math.min(width, stride - left);
  const bottom = Math.min(height, picture.height - top);
  let count = 0;
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let product = 0;
  for (let y = Math.max(0, -top); y < bottom; y += 1) {
    const row = (top + y) * stride + left;
    for (let x = from; x < to; x += 1) {
      const a = template[y * width + x] as number;
      // NaN means that the pixel was outside the picture from which the patch was taken.
      if (Number.isNaN(a)) continue;

      const b = pixels[row + x] as number;
      count += 1;
      sumA += a;
      sumB += b;
      squaresA += a * a;
      squaresB += b * b;
      product += a * b;
    }
  }

  if (count === 0) return null;
  const varianceA = squaresA / count - (sumA / count) ** 2;
  const varianceB = squaresB / count - (sumB / count) ** 2;
  if (varianceA < leastVariance) return null;

  const covariance = product / count - (sumA / count) * (sumB / count);
  return covariance / Math.sqrt(varianceA * Math.max(varianceB, leastVariance));
}

/**
 * Shrinks by an integer factor; each pixel is the mean of those it replaces. The result is cached for as long as the
 * picture is in memory.
 */
export function reduced(picture: GreyPicture, factor: number): GreyPicture {
  if (factor === 1) return picture;

  const cachedPicture = reducedPictures.get(picture)?.get(factor);
  if (cachedPicture) return cachedPicture;

  const width = Math.floor(picture.width / factor);
  const height = Math.floor(picture.height / factor);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < factor; dy += 1) {
        const offset = (y * factor + dy) * picture.width + x * factor;
        for (let dx = 0; dx < factor; dx += 1) sum += picture.pixels[offset + dx] as number;
      }

      pixels[y * width + x] = sum / (factor * factor);
    }
  }

  const reducedPicture = { width, height, pixels };
  const picturesByFactor = reducedPictures.get(picture) ?? new Map<number, GreyPicture>();
  reducedPictures.set(picture, picturesByFactor.set(factor, reducedPicture));

  return reducedPicture;
}

const reducedPictures = new WeakMap<GreyPicture, Map<number, GreyPicture>>();
