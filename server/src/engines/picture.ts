/** The few operations on decoded pictures that engines share. */
import sharp from 'sharp';
import type { Box, PixelRect, RgbImage } from './engine.ts';
import type { Corners } from './text.ts';

/**
 * Copies the part inside `rect`, which is cut at the picture's edges; returns the same object if that is the whole
 * picture, or null if nothing is left.
 */
export function crop(image: RgbImage, rect: PixelRect): RgbImage | null {
  const x = Math.max(0, Math.floor(rect.x));
  const y = Math.max(0, Math.floor(rect.y));
  const width = Math.min(image.width, Math.ceil(rect.x + rect.width)) - x;
  const height = Math.min(image.height, Math.ceil(rect.y + rect.height)) - y;
  if (width <= 0 || height <= 0) return null;
  if (width === image.width && height === image.height) return image;

  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * image.width + x) * 3;
    data.set(image.data.subarray(from, from + width * 3), row * width * 3);
  }

  return { width, height, data };
}

/**
 * Scales to `width` x `height` with bilinear interpolation. To shrink, it first halves the picture as often as
 * possible, so that thin strokes survive. Returns the same object if the size is already right.
 */
export function resize(image: RgbImage, width: number, height: number): RgbImage {
  let source = image;
  while (source.width >= width * 2 && source.height >= height * 2) source = halve(source);

  if (source.width === width && source.height === height) return source;
  const right = source.width;
  const bottom = source.height;

  return sampleQuad(
    source,
    [
      { x: 0, y: 0 },
      { x: right, y: 0 },
      { x: right, y: bottom },
      { x: 0, y: bottom },
    ],
    width,
    height,
  );
}

/** Scales down with libvips' Lanczos filter, which keeps thin strokes, and up like `resize`. */
export async function rescale(image: RgbImage, width: number, height: number): Promise<RgbImage> {
  if (width >= image.width || height >= image.height) return resize(image, width, height);
  const raw = { width: image.width, height: image.height, channels: 3 } as const;
  const data = await sharp(image.data, { raw })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { width, height, data };
}

function halve(image: RgbImage): RgbImage {
  const width = image.width >> 1;
  const height = image.height >> 1;
  const stride = image.width * 3;
  const { data } = image;
  const out = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = y * 2 * stride; x < width; x++, from += 6) {
      for (let c = 0; c < 3; c++, to++) {
        const offset = from + c;
        const sum =
          (data[offset] as number) +
          (data[offset + 3] as number) +
          (data[offset + stride] as number) +
          (data[offset + stride + 3] as number);
        out[to] = sum >> 2;
      }
    }
  }

  return { width, height, data: out };
}

/**
 * Samples the parallelogram spanned by the first, second and fourth corner as an upright picture, with bilinear
 * interpolation.
 */
export function sampleQuad(
  image: RgbImage,
  corners: Corners,
  width: number,
  height: number,
): RgbImage {
  const [origin, right, , down] = corners;
  const { data } = image;
  const out = new Uint8Array(width * height * 3);
  const ux = (right.x - origin.x) / width;
  const uy = (right.y - origin.y) / width;
  const vx = (down.x - origin.x) / height;
  const vy = (down.y - origin.y) / height;
  const maxX = image.width - 1;
  const maxY = image.height - 1;
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 3) {
      const u = column + 0.5;
      const v = row + 0.5;
      const x = Math.min(maxX, Math.max(0, origin.x + u * ux + v * vx - 0.5));
      const y = Math.min(maxY, Math.max(0, origin.y + u * uy + v * vy - 0.5));
      const x0 = Math.floor(x);
      const y0 = Math.floor(y);

      const fx = x - x0;
      const fy = y - y0;
      const a = (y0 * image.width + x0) * 3;
      const b = x0 < maxX ? a + 3 : a;
      const below = y0 < maxY ? image.width * 3 : 0;
      for (let c = 0; c < 3; c++) {
        const top = (data[a + c] as number) * (1 - fx) + (data[b + c] as number) * fx;
        const low =
          (data[a + below + c] as number) * (1 - fx) + (data[b + below + c] as number) * fx;
        out[to + c] = top * (1 - fy) + low * fy + 0.5;
      }
    }
  }

  return { width, height, data: out };
}

export interface Letterbox {
  readonly picture: RgbImage;
  /** Shares of the square's width and height that the picture fills, from the top left. */
  readonly across: number;
  readonly down: number;
}

/**
 * Places the picture, with its aspect ratio kept, at the top left of a grey square, for detectors with a fixed input
 * size.
 */
export function letterbox(image: RgbImage, side: number): Letterbox {
  const scale = side / Math.max(image.width, image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const small = resize(image, width, height);
  const data = new Uint8Array(side * side * 3).fill(114);
  for (let y = 0; y < height; y++) {
    data.set(small.data.subarray(y * width * 3, (y + 1) * width * 3), y * side * 3);
  }

  return {
    picture: { width: side, height: side, data },
    across: width / side,
    down: height / side,
  };
}

/**
 * Maps a box, given by two corners as fractions of a letterboxed square, to the picture; null if nothing of it is left.
 */
export function unletterbox(
  { across, down }: Pick<Letterbox, 'across' | 'down'>,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Box | null {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const x = clamp(left / across);
  const y = clamp(top / down);
  const width = clamp(right / across) - x;
  const height = clamp(bottom / down) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
