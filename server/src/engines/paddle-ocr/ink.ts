/** Fits the box of a line closely around its letters: detectors leave a margin that depends on the size of the text. */
import type { RgbImage } from '../engine.ts';
import { sampleQuad } from '../picture.ts';
import type { Corners, Point } from '../text.ts';

const sampledHeight = 40;
const maxSampledWidth = 480;
/** Letters must differ this much from the background, or the edge cannot be found. */
const minContrast = 24;
/** A pixel with more than this share of the letters' contrast belongs to a letter. */
const edgeShare = 0.5;
/** Maximum share of pixels along the sides that belong to letters; above it, the background is too busy. */
const maxBusy = 0.12;
/** Maximum share of the height that is cut from a side. */
const maxCut = 0.36;

/**
 * The corners moved inwards to the edges of the letters; null if the background is too busy or the contrast too low to
 * find them.
 */
export function hugInk(image: RgbImage, corners: Corners): Corners | null {
  const [a, b, , d] = corners;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const height = Math.hypot(d.x - a.x, d.y - a.y);
  if (height < 4 || length < 4) return null;

  const width = Math.min(
    maxSampledWidth,
    Math.max(8, Math.round((length / height) * sampledHeight)),
  );
  const ink = inkMask(sampleQuad(image, corners, width, sampledHeight));
  if (!ink) return null;

  const limitY = Math.floor(sampledHeight * maxCut);
  const limitX = Math.min(Math.floor(width * 0.2), limitY);
  const row = (y: number) => share(ink, width, (i) => y * width + i);
  const column = (x: number) => share(ink, sampledHeight, (i) => i * width + x);
  const top = firstInked(limitY, row, 2 / width);
  const bottom = firstInked(limitY, (i) => row(sampledHeight - 1 - i), 2 / width);
  const left = firstInked(limitX, column, 1.5 / sampledHeight);
  const right = firstInked(limitX, (i) => column(width - 1 - i), 1.5 / sampledHeight);

  return inset(corners, {
    left: left / width,
    right: right / width,
    top: top / sampledHeight,
    bottom: bottom / sampledHeight,
  });
}

/** Maximum share of the height that is removed from a side without examining the picture. */
const maxUnseen = 0.3;

/** Removes the margin that the detector leaves around the letters; the margin is in pixels of the image. */
export function withoutMargin(corners: Corners, { left, right, top, bottom }: Insets): Corners {
  const [a, b, , d] = corners;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const height = Math.hypot(d.x - a.x, d.y - a.y);
  if (height < 4 || length < 4) return corners;

  const cap = (by: number) => Math.min(by, maxUnseen * height);
  return inset(corners, {
    left: cap(left) / length,
    right: cap(right) / length,
    top: cap(top) / height,
    bottom: cap(bottom) / height,
  });
}

function share(mask: Uint8Array, count: number, indexAt: (i: number) => number): number {
  let inked = 0;
  for (let i = 0; i < count; i++) inked += mask[indexAt(i)] as number;
  return inked / count;
}

/** Number of rows or columns before the first with more than `minShare` ink; 0 if ink already touches the edge. */
function firstInked(limit: number, shareAt: (i: number) => number, minShare: number): number {
  for (let i = 0; i < limit; i++) if (shareAt(i) > minShare) return i;
  return limit;
}

/** Returns 1 where a pixel belongs to a letter; null if letters and background cannot be distinguished. */
function inkMask({ width, height, data }: RgbImage): Uint8Array | null {
  const border: number[] = [];
  for (let x = 0; x < width; x++) border.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) border.push(y * width, y * width + width - 1);

  const median = [0, 1, 2].map((channel) => {
    const values = border.map((pixel) => data[pixel * 3 + channel] as number).sort((p, q) => p - q);
    return values[values.length >> 1] as number;
  });
  const distance = new Uint8Array(width * height);
  for (let i = 0; i < distance.length; i++) {
    for (let channel = 0; channel < 3; channel++) {
      const off = Math.abs((data[i * 3 + channel] as number) - (median[channel] as number));
      if (off > (distance[i] as number)) distance[i] = off;
    }
  }

  const contrast = distance.toSorted()[Math.floor(distance.length * 0.93)] as number;
  if (contrast < minContrast) return null;

  const mask = distance.map((value) => (value > contrast * edgeShare ? 1 : 0));
  const busy = border.reduce((sum, pixel) => sum + (mask[pixel] as number), 0) / border.length;

  return busy > maxBusy ? null : mask;
}

export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Moves the sides inwards by these shares of the length and the height; negative shares move them out. */
export function inset(corners: Corners, { left, right, top, bottom }: Insets): Corners {
  const [a, b, , d] = corners;
  const pointAt = (u: number, v: number): Point => ({
    x: a.x + (b.x - a.x) * u + (d.x - a.x) * v,
    y: a.y + (b.y - a.y) * u + (d.y - a.y) * v,
  });
  return [
    pointAt(left, top),
    pointAt(1 - right, top),
    pointAt(1 - right, 1 - bottom),
    pointAt(left, 1 - bottom),
  ];
}
