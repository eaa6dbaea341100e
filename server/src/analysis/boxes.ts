/** Arithmetic on boxes given as fractions of the frame. */
import type { BoundingBox } from '@reelsight/contract';
import type { Box } from '../engines/engine.ts';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The axis-aligned box around corners given in pixels, as fractions of the picture and clipped at its edges. */
export function boundsOf(
  corners: readonly Spot[],
  picture: { readonly width: number; readonly height: number },
): Box {
  const xs = corners.map((corner) => corner.x / picture.width);
  const ys = corners.map((corner) => corner.y / picture.height);
  return between(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** The box between two points, clipped at the frame's edges. */
export function between(left: number, top: number, right: number, bottom: number): Box {
  const x = clamp(left);
  const y = clamp(top);
  return { x, y, width: Math.max(0, clamp(right) - x), height: Math.max(0, clamp(bottom) - y) };
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export const area = (box: Box) => box.width * box.height;

export function intersection(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Whether `box` extends beyond a line's box by half its height or more, in the line's direction. Both boxes must use
 * the same unit.
 */
export function goesOn(line: Box, box: Box): boolean {
  const upright = box.height > box.width;
  const [from, length] = upright ? (['y', 'height'] as const) : (['x', 'width'] as const);
  const slack = 0.5 * (upright ? box.width : box.height);
  return (
    box[from] < line[from] - slack || box[from] + box[length] > line[from] + line[length] + slack
  );
}

/** Area of the intersection divided by that of the union, 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const shared = intersection(a, b);
  return shared === 0 ? 0 : shared / (area(a) + area(b) - shared);
}

export function union(a: Box, b: Box): Box {
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return between(Math.min(a.x, b.x), Math.min(a.y, b.y), right, bottom);
}

/** The box with a margin of `share` of its width and height on each side. */
export function widened(box: Box, share: number): Box {
  const dx = box.width * share;
  const dy = box.height * share;
  return between(box.x - dx, box.y - dy, box.x + box.width + dx, box.y + box.height + dy);
}

export const center = (box: Box): Spot => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});

/** The box rounded to four decimals: about a tenth of a pixel at 1080p, and short in JSON. */
export function rounded(box: Box): BoundingBox {
  const x = round4(box.x);
  const y = round4(box.y);
  // Rounds the far edge instead of the length, so that the box never leaves the frame.
  const width = round4(Math.min(1, round4(box.x + box.width)) - x);
  const height = round4(Math.min(1, round4(box.y + box.height)) - y);
  return { x, y, width: Math.max(0.0001, width), height: Math.max(0.0001, height) };
}

const round4 = (value: number) => Math.round(value * 10_000) / 10_000;
