/** Chooses the part of a picture that represents a brand in a table. */
import type { BoundingBox } from '@reelsight/sdk';

/** The crop's width divided by its height. */
const signRatio = 52 / 33;

/**
 * The box with a margin, extended to the aspect ratio of the crop. `ratio` is the width of the picture divided by its
 * height.
 */
export function around({ x, y, width, height }: BoundingBox, ratio: number): BoundingBox {
  const air = 1.15;
  const wide = Math.min(1, Math.max(width * air, (height * air * signRatio) / ratio, 0.05));
  const high = Math.min(1, Math.max(height * air, (wide * ratio) / signRatio));
  const within = (middle: number, length: number) =>
    Math.min(1 - length, Math.max(0, middle - length / 2));

  return {
    x: within(x + width / 2, wide),
    y: within(y + height / 2, high),
    width: wide,
    height: high,
  };
}
