/**
 * How clearly a part of a picture stands out: its contrast and sharpness compared with the best part of the same
 * picture.
 */
import type { Box, RgbImage } from '../engines/engine.ts';

/** Number of tiles in each direction into which the picture is divided to compare its parts. */
const tiles = 8;
/** Fraction of the pixels ignored at each end of the brightness range, because outlying pixels are noise. */
const outlierShare = 0.05;
/** Fraction of the pixels assumed to lie on edges; it is small in pictures of large letters. */
const edgeShare = 0.01;

/** Rates boxes against one picture; computed once for all boxes on it. */
export interface ClarityScale {
  /** Clarity of a box, 0 to 1; the box is given as fractions of the picture. */
  clarityOf(box: Box): number;
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Measured {
  readonly contrast: number;
  readonly sharpness: number;
}

export function clarityScale(picture: RgbImage): ClarityScale {
  const luma = lumaOf(picture);
  const steps = stepsOf(luma, picture);
  const measure = (region: Region): Measured => measured(luma, steps, picture.width, region);
  const measurements = Array.from({ length: tiles * tiles }, (_, index) =>
    measure(tileOf(picture, index)),
  );
  const contrast = Math.max(...measurements.map((tile) => tile.contrast));
  const sharpness = Math.max(...measurements.map((tile) => tile.sharpness));

  return {
    clarityOf(box) {
      const measurement = measure(regionOf(picture, box));
      return share(measurement.contrast, contrast) * share(measurement.sharpness, sharpness);
    },
  };
}

/**
 * `amount` as a fraction of the best. It is 1 if both are 0: in a picture of one colour, no part stands out more than
 * another.
 */
const share = (amount: number, best: number): number => (amount >= best ? 1 : amount / best);

function lumaOf({ data, width, height }: RgbImage): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let index = 0, from = 0; index < luma.length; index += 1, from += 3)
    luma[index] =
      (77 * (data[from] as number) +
        150 * (data[from + 1] as number) +
        29 * (data[from + 2] as number)) >>
      8;

  return luma;
}

/** For each pixel, the larger of the brightness differences to its right and lower neighbours. */
function stepsOf(luma: Uint8Array, { width, height }: RgbImage): Uint8Array {
  const steps = new Uint8Array(luma.length);
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0, index = y * width; x < width - 1; x += 1, index += 1) {
      const brightness = luma[index] as number;
      const across = Math.abs(brightness - (luma[index + 1] as number));
      const down = Math.abs(brightness - (luma[index + width] as number));
      steps[index] = across > down ? across : down;
    }
  }

  return steps;
}

function measured(luma: Uint8Array, steps: Uint8Array, width: number, region: Region): Measured {
  const light = new Uint32Array(256);
  const sharp = new Uint32Array(256);
  const { left, top, right, bottom } = region;
  for (let y = top; y < bottom; y += 1) {
    for (let index = y * width + left; index < y * width + right; index += 1) {
      light[luma[index] as number] = (light[luma[index] as number] as number) + 1;
      sharp[steps[index] as number] = (sharp[steps[index] as number] as number) + 1;
    }
  }

  const count = (right - left) * (bottom - top);
  return {
    contrast: quantile(light, count, 1 - outlierShare) - quantile(light, count, outlierShare),
    sharpness: quantile(sharp, count, 1 - edgeShare),
  };
}

function quantile(histogram: Uint32Array, count: number, part: number): number {
  let cumulative = 0;
  // The bins add up to `count`, so an index is always found.
  return histogram.findIndex((share) => {
    cumulative += share;
    return cumulative > part * count;
  });
}

function tileOf({ width, height }: RgbImage, tileIndex: number): Region {
  const column = tileIndex % tiles;
  const row = Math.floor(tileIndex / tiles);
  const edge = (length: number, place: number) => Math.floor((length * place) / tiles);

  return {
    left: edge(width, column),
    right: edge(width, column + 1),
    top: edge(height, row),
    bottom: edge(height, row + 1),
  };
}

/** The pixels that a box covers, at least one. */
function regionOf({ width, height }: RgbImage, box: Box): Region {
  const left = Math.min(width - 1, Math.max(0, Math.floor(box.x * width)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(box.y * height)));
  const right = Math.min(width, Math.max(left + 1, Math.ceil((box.x + box.width) * width)));
  const bottom = Math.min(height, Math.max(top + 1, Math.ceil((box.y + box.height) * height)));
  return { left, top, right, bottom };
}
