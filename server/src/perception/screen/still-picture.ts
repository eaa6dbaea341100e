/** Makes visible what stays still while the rest of the picture moves, such as faint text over moving video. */
import type { RgbImage } from '../../engines/engine.ts';

/** Standard deviation of a pixel's brightness at which the pixel counts as half still. */
const standingDeviation = 14;
const smoothRadius = 2;
const backgroundRadius = 24;

/**
 * Averages pictures of the same size. Pixels that changed are faded into their surroundings, so moving texture
 * disappears while still letters keep their shape. Needs at least two pictures.
 */
export function stillPicture(pictures: readonly RgbImage[]): RgbImage {
  const { width, height } = pictures[0] as RgbImage;
  const size = width * height;
  const deviation = new Float32Array(size);
  const planes = [0, 1, 2].map((channel) => meanPlane(pictures, channel, size, deviation));
  const moved = boxBlur(deviation, width, height, smoothRadius);
  const data = new Uint8Array(size * 3);

  for (const [channel, plane] of planes.entries()) {
    const around = boxBlur(plane, width, height, backgroundRadius);
    for (let i = 0; i < size; i++) {
      const ratio = (moved[i] as number) / standingDeviation;
      const standing = 1 / (1 + ratio * ratio * ratio);
      data[i * 3 + channel] =
        (plane[i] as number) * standing + (around[i] as number) * (1 - standing) + 0.5;
    }
  }

  return { width, height, data };
}

/**
 * Returns the mean of one colour channel over the pictures. Also replaces each value of `deviation` by that channel's
 * standard deviation where this is larger.
 */
function meanPlane(
  pictures: readonly RgbImage[],
  channel: number,
  size: number,
  deviation: Float32Array,
): Float32Array {
  const plane = new Float32Array(size);
  const data = pictures.map((picture) => picture.data);
  for (let i = 0, offset = channel; i < size; i++, offset += 3) {
    let sum = 0;
    let squares = 0;

    for (let picture = 0; picture < data.length; picture++) {
      const value = data[picture]?.[offset] as number;
      sum += value;
      squares += value * value;
    }

    const mean = sum / pictures.length;
    plane[i] = mean;

    const spread = Math.sqrt(Math.max(0, squares / pictures.length - mean * mean));
    if (spread > (deviation[i] as number)) deviation[i] = spread;
  }

  return plane;
}

/**
 * Mean over squares with sides of `2 * radius + 1` pixels, computed with running sums, first along rows and then along
 * columns.
 */
function boxBlur(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = blurLines(plane, width, height, 1, width, radius);
  return blurLines(rows, height, width, width, 1, radius);
}

function blurLines(
  plane: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  radius: number,
): Float32Array {
  const out = new Float32Array(plane.length);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    let count = 0;
    for (let i = 0; i < Math.min(radius, length); i++) {
      sum += plane[start + i * step] as number;
      count++;
    }

    for (let i = 0; i < length; i++) {
      if (i + radius < length) {
        sum += plane[start + (i + radius) * step] as number;
        count++;
      }

      if (i - radius - 1 >= 0) {
        sum -= plane[start + (i - radius - 1) * step] as number;
        count--;
      }

      out[start + i * step] = sum / count;
    }
  }

  return out;
}
