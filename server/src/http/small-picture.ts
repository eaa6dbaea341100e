/** Makes small pictures for lists from a whole frame or a part of it. */
import sharp from 'sharp';

interface Box {
  /** Fractions of the frame, 0 to 1. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Wanted {
  /** Pixels. */
  readonly width: number;
  readonly crop: Box | undefined;
}

/** Maximum pixels of a frame: enough for storyboard sheets of 8 × 8 tiles, which are the largest frames. */
const maxPixels = 40_000_000;
const quality = 72;
const seconds = 10;
/** Minimum width of a part of a frame: a narrower part shows nothing. */
const leastPixels = 8;

/** `frame`: a JPEG that this service made. */
export async function smallPicture(frame: Buffer, { width, crop }: Wanted): Promise<Buffer> {
  const options = { limitInputPixels: maxPixels };
  const picture = sharp(frame, options);

  if (crop) {
    const size = await sharp(frame, options).metadata();
    picture.extract(pixelsOf(crop, size.width, size.height));
  }

  return picture
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality, mozjpeg: false })
    .timeout({ seconds })
    .toBuffer();
}

/** Whole pixels within the frame, at least one. */
function pixelsOf(box: Box, width: number, height: number) {
  const side = (from: number, length: number, total: number): [number, number] => {
    const size = Math.min(
      total,
      Math.max(Math.min(leastPixels, total), Math.round(length * total)),
    );
    return [Math.min(Math.round(from * total), total - size), size];
  };
  const [left, across] = side(box.x, box.width, width);
  const [top, down] = side(box.y, box.height, height);
  return { left, top, width: across, height: down };
}
