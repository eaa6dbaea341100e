/**
 * Fits a name's box tightly around its letters, at the full resolution of the picture. The detector's box is up to a
 * few pixels off, and the ends of a name within a line are only as exact as the recogniser's steps. Pure.
 */
import type { Spot } from '../../analysis/boxes.ts';
import type { Box, RgbImage } from '../../engines/engine.ts';
import { sampleQuad } from '../../engines/picture.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import { type Letters, lettersOf } from './ink-letters.ts';
import { type InkRegion, inkMask } from './ink-mask.ts';
import { grownCorners } from './read-picture.ts';

/**
 * Width of the margin that is examined around the known box, as a share of the box's height, and its minimum in pixels.
 */
const margin = 0.3;
const leastMargin = 4;
/** Minimum height of letters in pixels; smaller letters are only blots. */
const leastHeight = 6;
/**
 * Maximum number of rows in the examined area. Larger letters are shrunk to fit; even then, a pixel is less than a
 * hundredth of their height.
 */
const mostRows = 260;

/** Share of the letters' height that the known box may have cut off. */
const cutOff = 0.2;

/**
 * The upright box around the letters' ink, in fractions of the picture; null if the letters cannot be distinguished
 * from the background.
 */
export function inkBox(picture: RgbImage, corners: ScreenLine['corners']): Box | null {
  return inkAround(picture, corners) ?? inkAround(picture, grownCorners(corners, cutOff, picture));
}

function inkAround(picture: RgbImage, corners: ScreenLine['corners']): Box | null {
  const placement = placedIn(picture, corners);
  if (!placement) return null;
  const { region, toPicture } = placement;
  const mask = inkMask(region);
  const letters = mask && lettersOf(mask, region);
  return letters && upright(letters, toPicture, picture);
}

interface Placed {
  readonly region: InkRegion;
  readonly toPicture: (x: number, y: number) => Spot;
}

function placedIn(picture: RgbImage, corners: ScreenLine['corners']): Placed | null {
  const [a, b, , d] = corners.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height }));
  if (!a || !b || !d) return null;

  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const height = Math.hypot(d.x - a.x, d.y - a.y);
  if (height < leastHeight || length < leastHeight / 2) return null;

  const around = Math.max(leastMargin, margin * height);
  const right = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const down = { x: (d.x - a.x) / height, y: (d.y - a.y) / height };
  // The area of a horizontal line begins at a whole pixel, so that its pixels are those of the picture.
  const snapped = (value: number) => (Math.abs(right.y) < 1e-6 ? Math.floor(value) : value);
  const origin = {
    x: snapped(a.x - around * (right.x + down.x)),
    y: snapped(a.y - around * (right.y + down.y)),
  };
  const scale = Math.min(1, mostRows / (height + 2 * around));
  const [columns, rows] = [length, height].map(
    (side) => Math.ceil((side + 2 * around) * scale) + 1,
  );
  if (columns === undefined || rows === undefined) return null;

  const toPicture = (x: number, y: number): Spot => ({
    x: origin.x + (x * right.x + y * down.x) / scale,
    y: origin.y + (x * right.y + y * down.y) / scale,
  });
  const quad = [
    toPicture(0, 0),
    toPicture(columns, 0),
    toPicture(columns, rows),
    toPicture(0, rows),
  ] as const;

  const within = (spot: Spot) => ({
    x: ((spot.x - origin.x) * right.x + (spot.y - origin.y) * right.y) * scale,
    y: ((spot.x - origin.x) * down.x + (spot.y - origin.y) * down.y) * scale,
  });
  const from = within(a);
  const inner = {
    left: from.x,
    top: from.y,
    right: from.x + length * scale,
    bottom: from.y + height * scale,
  };
  const { data } = sampleQuad(picture, quad, columns, rows);

  return { region: { width: columns, height: rows, values: coloursOf(data), inner }, toPicture };
}

/**
 * Converts pixels to brightness and two colour differences. The latter get half the weight, because videos store them
 * at half the resolution.
 */
function coloursOf(data: Uint8Array): Float32Array {
  const values = new Float32Array(data.length);
  for (let offset = 0; offset < data.length; offset += 3) {
    const r = data[offset] as number;
    const g = data[offset + 1] as number;
    const b = data[offset + 2] as number;
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    values[offset] = luma;
    values[offset + 1] = 0.35 * (b - luma);
    values[offset + 2] = 0.35 * (r - luma);
  }

  return values;
}

function upright(letters: Letters, toPicture: Placed['toPicture'], picture: RgbImage): Box | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;

  for (const { x, y } of letters.outline) {
    // The box encloses each pixel as a whole: half a pixel to each side of its centre.
    const spot = toPicture(x + 0.5, y + 0.5);
    [left, right] = [Math.min(left, spot.x - 0.5), Math.max(right, spot.x + 0.5)];
    [top, bottom] = [Math.min(top, spot.y - 0.5), Math.max(bottom, spot.y + 0.5)];
  }

  [left, top] = [Math.max(0, left), Math.max(0, top)];
  [right, bottom] = [Math.min(picture.width, right), Math.min(picture.height, bottom)];

  if (right <= left || bottom <= top) return null;
  return {
    x: left / picture.width,
    y: top / picture.height,
    width: (right - left) / picture.width,
    height: (bottom - top) / picture.height,
  };
}
