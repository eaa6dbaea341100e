/**
 * Makes a picture that somebody sent safe and small: decoded, bounded in pixels, re-encoded as PNG where it is kept, as
 * the picture of a logo is.
 */
import { Fault } from '@reelsight/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isPlainShape } from '../analysis/plain-shape.ts';
import { maxChunks, withoutTexts } from './png-texts.ts';

export interface LogoPicture {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
  /** Whether the picture shows only a plain shape, or nothing at all, and so cannot identify a brand. */
  readonly isPlain: boolean;
}

/** A picture of which only the header has been read. */
export interface UndecodedPicture {
  /** Whether decoding may take tenths of a second and a hundred megabytes. */
  readonly isLarge: boolean;
  /** Throws Fault VALIDATION_FAILED if the picture is broken. */
  decode(): Promise<LogoPicture>;
  /** The pixels, on grey where the picture is transparent. Throws as `decode`. */
  pixels(): Promise<PicturePixels>;
}

/** Packed 8-bit RGB rows; each side has at most `sidePixels`. */
export interface PicturePixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/**
 * Maximum number of pixels: enough for photos taken with phones, and 100 MB when decoded. Without a limit, a file of 2
 * MB could decode to far more.
 */
const maxPixels = 25_000_000;
/**
 * Maximum number of pixels of a picture that takes several times as long to decode as others: an interlaced or
 * progressive one needs all its data before its first line, and 16 bits a channel are twice as many bytes. A small file
 * could otherwise take seconds.
 */
const maxSlowPixels = maxPixels / 2;
/** From this many pixels on, which is a bit more than Full HD, a picture is large; a slow one from a quarter on. */
const largePixels = 2_100_000;
export const minSidePixels = 16;
/** Side of the stored picture; image models use 224 to 384 pixels. */
export const sidePixels = 512;
const decodeSeconds = 10;

/**
 * Formats are recognised by the first bytes: the content type that a browser states proves nothing, and other formats
 * must never reach a decoder.
 */
const formats: readonly ((head: Buffer) => boolean)[] = [
  isPng,
  (head) => head.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1')),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
];

function isPng(head: Buffer): boolean {
  return head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
}

const refuse = (text: string, detail: string, cause?: unknown): Fault =>
  new Fault('VALIDATION_FAILED', detail, { text: `body: ${text}`, cause });

/** Throws as `openLogoPicture`, and if the picture is broken. */
export async function readLogoPicture(bytes: Uint8Array): Promise<LogoPicture> {
  const picture = await openLogoPicture(bytes);
  return picture.decode();
}

/**
 * Reads the header of a picture, which takes about a millisecond. Throws Fault VALIDATION_FAILED if the picture is not
 * PNG, JPEG or WebP, has a broken header, is too small, has too many pixels, or would take too long to decode.
 */
export async function openLogoPicture(file: Uint8Array): Promise<UndecodedPicture> {
  const head = Buffer.from(file.subarray(0, 12));
  if (!formats.some((fits) => fits(head)))
    throw refuse('must be a picture: PNG, JPEG or WebP.', `starts ${head.toString('hex')}`);

  const bytes = isPng(head) ? withoutTexts(Buffer.from(file)) : file;
  if (bytes === null)
    throw refuse(`the picture has more than ${maxChunks} chunks. Save it anew.`, 'many chunks');

  const metadata = await decoded(() => sharp(bytes, { limitInputPixels: false }).metadata());
  checkSize(metadata);

  return {
    isLarge: metadata.width * metadata.height >= (isSlow(metadata) ? largePixels / 4 : largePixels),
    decode: () => decode(bytes),
    pixels: () => decodePixels(bytes),
  };
}

/** Whether a picture takes several times as long to decode as others of its size. */
const isSlow = ({ isProgressive, depth }: Metadata): boolean =>
  isProgressive === true || depth === 'ushort';

/** Throws Fault VALIDATION_FAILED. */
function checkSize(metadata: Metadata): void {
  const { width, height } = metadata;
  const size = `${width} x ${height}`;
  if (width * height > maxPixels)
    throw refuse(`the picture has more than ${maxPixels / 1e6} million pixels.`, size);

  if (isSlow(metadata) && width * height > maxSlowPixels) {
    const kind = 'an interlaced or progressive picture, or one with 16 bits a channel,';
    const limit = `may have at most ${maxSlowPixels / 1e6} million pixels`;
    const text = `${kind} ${limit}. Save it smaller, or without that.`;
    throw refuse(text, size);
  }

  if (Math.min(width, height) < minSidePixels)
    throw refuse(`each side must have at least ${minSidePixels} pixels.`, size);

  const maxRatio = sidePixels / minSidePixels;
  // Checked before decoding, because long strips take the longest to decode, and the result would be too narrow to
  // compare.
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    throw refuse(`one side has more than ${maxRatio} times the other.`, size);
}

/** Decodes a picture within the limits, upright and small. */
const small = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize(sidePixels, sidePixels, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: decodeSeconds });

async function decodePixels(bytes: Uint8Array): Promise<PicturePixels> {
  const { data, info } = await decoded(() =>
    small(bytes)
      .flatten({ background: '#808080' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, data };
}

async function decode(bytes: Uint8Array): Promise<LogoPicture> {
  const { data, info } = await decoded(() =>
    small(bytes).png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true }),
  );

  const { width, height } = info;
  return { width, height, png: data, isPlain: await isPlain(data) };
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
