/** Reads what an ingest left behind: its description and the stored pictures. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MediaPass, StoredImage } from './media.ts';

/** Decoded picture: packed 8-bit RGB rows, `width * height * 3` bytes. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The description in an ingest's folder; it is there only when the ingest finished. */
export async function readMediaPass(dir: string): Promise<MediaPass> {
  return JSON.parse(await readFile(join(dir, 'media.json'), 'utf8')) as MediaPass;
}

/** The stored pictures of a pass, read one by one; open until closed. */
export class Frames {
  readonly #file: FileHandle | null;
  readonly #images: readonly StoredImage[];

  constructor(file: FileHandle | null, images: readonly StoredImage[]) {
    this.#file = file;
    this.#images = images;
  }

  /** The JPEG of an image as it is stored, upright. */
  async jpeg(imageIndex: number): Promise<Buffer> {
    const image = this.#images[imageIndex];
    if (!image || !this.#file) throw new RangeError(`no image ${imageIndex}`);
    const jpeg = Buffer.alloc(image.length);
    const { bytesRead } = await this.#file.read(jpeg, 0, image.length, image.offset);
    if (bytesRead !== image.length) throw new Error(`frames.pack ends within image ${imageIndex}`);
    return jpeg;
  }

  /** The pixels of an image, shrunk so that its longest side is at most `maxSide`; never enlarged. */
  async rgb(imageIndex: number, options: { readonly maxSide?: number } = {}): Promise<RgbPicture> {
    const { width, height } = this.#images[imageIndex] ?? { width: 0, height: 0 };
    const scale = Math.min(1, (options.maxSide ?? Infinity) / Math.max(width, height));
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const picture = sharp(await this.jpeg(imageIndex), { limitInputPixels: width * height });
    const shrunk = scale < 1 ? picture.resize({ ...size, fit: 'fill' }) : picture;
    const { data, info } = await shrunk.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** Opens the stored pictures of the pass in `dir`. */
export async function openFrames(dir: string, pass: Pick<MediaPass, 'images'>): Promise<Frames> {
  const file = pass.images.length > 0 ? await open(join(dir, 'frames.pack')) : null;
  return new Frames(file, pass.images);
}
