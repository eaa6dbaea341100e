/** Decides which pictures sent by runners are stored. */
import { invalidInput } from '@reelsight/contract';
import sharp, { type Metadata } from 'sharp';

/** Markers at the start of a JPEG: start of image, then the first byte of the next marker (ITU-T T.81, B.1.1.3). */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Maximum pixels that `small-picture.ts` can decode; proof frames of 8K video and sheets of a storyboard have fewer.
 */
const mostPixels = 40_000_000;

const headerOf = (body: Buffer): Promise<Metadata> =>
  sharp(body, { limitInputPixels: false }).metadata();

/**
 * Reads only the header. A stored picture is decoded later in a process that holds all users' data, so a picture of
 * another type, of an impossible size, or with scans that take long to decode must not get that far. Throws Fault
 * VALIDATION_FAILED.
 */
export async function checkPicture(
  name: string,
  body: Buffer,
  readHeader: (body: Buffer) => Promise<Metadata> = headerOf,
): Promise<void> {
  // Checked first, so that the data never reaches the decoders of other formats: otherwise a runner could choose the
  // decoder.
  if (!body.subarray(0, 3).equals(jpegStart)) throw invalidInput(`${name}: is no JPEG picture.`);

  const header = await readHeader(body).catch(() => null);
  if (header?.format !== 'jpeg') throw invalidInput(`${name}: is no JPEG picture.`);
  if (header.isProgressive) throw invalidInput(`${name}: is a progressive JPEG picture.`);
  if (header.width * header.height > mostPixels)
    throw invalidInput(`${name}: has more than ${mostPixels} pixels.`);
}
