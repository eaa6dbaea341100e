/** Prepares a picture for the networks that describe it, and recognises pictures that show nothing. */
import sharp from 'sharp';
import type { PixelRect, RgbImage } from '../engine.ts';
import { crop } from '../picture.ts';

/** Brightness (0 to 255) up to which a row or column of pixels counts as part of a black bar. */
const barBrightness = 24;
/** Bars on two sides differ by at most this share of the picture, else they are part of what it shows. */
const barDifference = 0.03;
/** At least this share of each side must remain between bars. */
const leastBetweenBars = 0.4;
/** A picture whose brightness (0 to 255) deviates by less than this from its mean is of one colour. */
const leastDeviation = 4;
/**
 * Neighbouring pixels of photos and drawings are nearly equally bright (a correlation of 0.8 and more at this size);
 * those of noise have nothing to do with one another.
 */
const leastNeighbourLikeness = 0.5;

/**
 * The picture as a square of `side` pixels, without black bars. Null if the picture is of one colour or
 * noise, whose vectors would be like those of pictures that have nothing in common with them.
 */
export async function comparablePicture(image: RgbImage, side: number): Promise<RgbImage | null> {
  const inside = withoutBars(image);
  const shrunk = await scaled(inside, {
    width: Math.min(side, inside.width),
    height: Math.min(side, inside.height),
  });
  if (showsNothing(shrunk)) return null;

  return scaled(shrunk, { width: side, height: side });
}

async function scaled(
  image: RgbImage,
  size: { readonly width: number; readonly height: number },
): Promise<RgbImage> {
  const { width, height, data } = image;
  if (width === size.width && height === size.height) return image;

  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();

  return { ...size, data: pixels };
}

/** Cuts off bars of the same size above and below, or to the left and right. */
function withoutBars(image: RgbImage): RgbImage {
  const { width, height } = image;
  const isDark = (x: number, y: number): boolean => {
    const index = (y * width + x) * 3;
    return [0, 1, 2].every((channel) => (image.data[index + channel] as number) <= barBrightness);
  };
  const isDarkRow = (y: number) => everyIndex(width, (x) => isDark(x, y));
  const isDarkColumn = (x: number) => everyIndex(height, (y) => isDark(x, y));
  const rows = betweenBars(height, isDarkRow);
  const columns = betweenBars(width, isDarkColumn);
  const rect: PixelRect = {
    x: columns.from,
    y: rows.from,
    width: columns.to - columns.from,
    height: rows.to - rows.from,
  };

  return crop(image, rect) ?? image;
}

function everyIndex(count: number, holds: (index: number) => boolean): boolean {
  for (let index = 0; index < count; index++) if (!holds(index)) return false;
  return true;
}

function betweenBars(length: number, isBar: (index: number) => boolean) {
  const whole = { from: 0, to: length };
  let from = 0;
  let to = length;
  while (from < length && isBar(from)) from++;
  while (to > from && isBar(to - 1)) to--;

  if (to - from < length * leastBetweenBars) return whole;
  return Math.abs(from - (length - to)) <= length * barDifference ? { from, to } : whole;
}

function showsNothing({ width, height, data }: RgbImage): boolean {
  const grey = Float32Array.from(
    { length: width * height },
    (_, pixel) =>
      ((data[pixel * 3] as number) +
        (data[pixel * 3 + 1] as number) +
        (data[pixel * 3 + 2] as number)) /
      3,
  );
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
  if (variance < leastDeviation ** 2) return true;

  let together = 0;
  let pairs = 0;
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const pixel = y * width + x;
      const away = (grey[pixel] as number) - mean;
      together += away * ((grey[pixel + 1] as number) + (grey[pixel + width] as number) - 2 * mean);
      pairs += 2;
    }
  }

  return together / Math.max(1, pairs) < leastNeighbourLikeness * variance;
}
