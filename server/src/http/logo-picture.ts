/** Makes an uploaded logo picture safe and small: decoded, bounded in pixels, re-encoded as PNG. */
import { Fault } from '@reelsight/contract';
import sharp from 'sharp';
import { isPlainShape } from '../analysis/plain-shape.ts';

export interface LogoPicture {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
  /** Whether the picture shows only a plain shape, or nothing at all, and so cannot identify a brand. */
  readonly isPlain: boolean;
}

/**
 * Maximum number of pixels: enough for photos taken with phones, and 100 MB when decoded. Without a limit, a file of 2
 * MB could decode to far more.
 */
const maxPixels = 25_000_000;
export const minSidePixels = 16;
/** Side of the stored picture; image models use 224 to 384 pixels. */
export const sidePixels = 512;
const decodeSeconds = 10;

/**
 * Formats are recognised by the first bytes: the content type that a browser states proves nothing, and other formats
 * must never reach a decoder.
 */
const formats: readonly ((head: Buffer) => boolean)[] = [
  (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (head) => head.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1')),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
];

const refuse = (text: string, detail: string, cause?: unknown): Fault =>
  new Fault('VALIDATION_FAILED', detail, { text: `body: ${text}`, cause });

/**
 * Throws Fault VALIDATION_FAILED if the picture is not PNG, JPEG or WebP, is broken, is too small or has too many
 * pixels.
 */
export async function readLogoPicture(bytes: Uint8Array): Promise<LogoPicture> {
  const head = Buffer.from(bytes.subarray(0, 12));
  if (!formats.some((fits) => fits(head)))
    throw refuse('must be a picture: PNG, JPEG or WebP.', `starts ${head.toString('hex')}`);

  const { width = 0, height = 0 } = await decoded(() =>
    sharp(bytes, { limitInputPixels: false }).metadata(),
  );
  if (width * height > maxPixels) {
    const text = `the picture has more than ${maxPixels / 1e6} million pixels.`;
    throw refuse(text, `${width} x ${height}`);
  }

  if (Math.min(width, height) < minSidePixels)
    throw refuse(`each side must have at least ${minSidePixels} pixels.`, `${width} x ${height}`);

  const maxRatio = sidePixels / minSidePixels;
  // Checked before decoding, because long strips take the longest to decode, and the result would be too narrow to
  // compare.
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    throw refuse(`one side has more than ${maxRatio} times the other.`, `${width} x ${height}`);

  const { data, info } = await decoded(() =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true }),
  );

  const { width: w, height: h } = info;
  return { width: w, height: h, png: data, isPlain: await isPlain(data) };
}

/** Whether a picture is plain. A shape without a background counts as plain if it is so on both white and black. */
async function isPlain(png: Buffer): Promise<boolean> {
  for (const background of ['#ffffff', '#000000']) {
    const { data, info } = await sharp(png)
      .flatten({ background })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (!isPlainShape({ width: info.width, height: info.height, data })) return false;
  }
  return true;
}

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw refuse('the picture is broken and cannot be read.', String(cause), cause);
  }
}
