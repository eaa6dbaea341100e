/** Decides whether a picture shows anything new, even just a short word in a corner. */

import type { SmallPicture } from './small-picture.ts';

/**
 * Longest side of the luma pictures that are compared; for a 1280 x 720 video, each of their pixels covers 4 x 4
 * pixels of the video.
 */
export const comparedSidePixels = 320;

const blockPixels = 4;
/**
 * Mean difference of one block, in levels of 255, from which the block counts as changed. A white word 12 pixels high
 * produces 14, a half-transparent grey one 16 pixels high 4.3; the noise of a still scene is below 2.6 at usual bit
 * rates.
 */
const leastBlockChange = 4;

/** True when any block differs. A mean over the whole picture would hide a word that appears or disappears. */
export function showsChange(previous: SmallPicture, current: SmallPicture): boolean {
  const { width, height } = current;
  for (let top = 0; top < height; top += blockPixels) {
    for (let left = 0; left < width; left += blockPixels) {
      if (blockChange(previous, current, left, top) >= leastBlockChange) return true;
    }
  }
  return false;
}

function blockChange(a: SmallPicture, b: SmallPicture, left: number, top: number): number {
  const right = Math.min(left + blockPixels, b.width);
  const bottom = Math.min(top + blockPixels, b.height);
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let index = y * b.width + left; index < y * b.width + right; index += 1) {
      sum += Math.abs((a.pixels[index] ?? 0) - (b.pixels[index] ?? 0));
    }
  }

  return sum / ((right - left) * (bottom - top));
}

/** Standard deviation of the luma: 0 for a single colour, 40 to 80 for most scenes. */
export function contrast(picture: SmallPicture): number {
  let sum = 0;
  let squares = 0;
  const count = picture.pixels.length;
  for (let index = 0; index < count; index += 1) {
    const value = picture.pixels[index] ?? 0;
    sum += value;
    squares += value * value;
  }

  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
