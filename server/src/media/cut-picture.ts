/** The small pictures in which cuts are detected: planes Y, U and V. Noise and small motion vanish at this size. */

export const cutPictureWidth = 64;
export const cutPictureHeight = 36;
export const cutPlanePixels = cutPictureWidth * cutPictureHeight;

/** A part of a small picture, in pixels. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Crops each plane to a part of the picture, and returns the cropped planes one after the other. */
export function cropped(picture: Uint8Array, { left, top, width, height }: PixelBox): Uint8Array {
  const crop = new Uint8Array(3 * width * height);
  for (let row = 0; row < 3 * height; row += 1) {
    const plane = Math.floor(row / height);
    const from = plane * cutPlanePixels + (top + (row % height)) * cutPictureWidth + left;
    crop.set(picture.subarray(from, from + width), row * width);
  }
  return crop;
}

/**
 * Mean absolute difference between two pictures, or parts of pictures, of the same size: the sum of those of Y, U and
 * V, in levels of 255.
 */
export function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  }
  return sum / (a.length / 3);
}

/** Side of the blocks that are compared one by one, in pixels. */
const blockSide = 4;
const blockColumns = cutPictureWidth / blockSide;
export const blockCount = blockColumns * (cutPictureHeight / blockSide);

/** The difference of each block of two pictures, row by row. */
export function blockDifferences(a: Uint8Array, b: Uint8Array): Float32Array {
  const blocks = new Float32Array(blockCount);
  for (let row = 0; row < 3 * cutPictureHeight; row += 1) {
    const firstBlock = Math.floor((row % cutPictureHeight) / blockSide) * blockColumns;
    const from = row * cutPictureWidth;
    for (let block = 0; block < blockColumns; block += 1) {
      const start = from + block * blockSide;
      let sum = 0;
      for (let index = start; index < start + blockSide; index += 1) {
        sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
      }

      blocks[firstBlock + block] = (blocks[firstBlock + block] ?? 0) + sum;
    }
  }

  return blocks.map((sum) => sum / blockSide ** 2);
}

const histogramBins = 20;

/** Histograms of the three planes; a value between two bins counts partly in both, so that noise changes little. */
export function histogram(picture: Uint8Array): Float64Array {
  const bins = new Float64Array(3 * histogramBins);
  const planePixels = picture.length / 3;
  for (let index = 0; index < picture.length; index += 1) {
    const place = ((picture[index] ?? 0) / 256) * (histogramBins - 1);
    const bin = Math.floor(place) + Math.floor(index / planePixels) * histogramBins;
    const share = place % 1;
    bins[bin] = (bins[bin] ?? 0) + (1 - share) / planePixels;
    bins[bin + 1] = (bins[bin + 1] ?? 0) + share / planePixels;
  }

  return bins;
}

/** Fraction of the histogram that differs, summed over the three planes: 3 means that everything differs. */
export function histogramChange(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  }
  return sum / 2;
}
