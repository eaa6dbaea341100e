/** Reads the results of an ingest: the description and the stored pictures. */
import { type FileHandle, open } from 'node:fs/promises';
import sharp from 'sharp';
import { readArtifact } from '../artifacts/read-artifact.ts';
import { type MediaPass, mediaPass, type StoredImage, type StoredStrip } from './media.ts';
import type { SmallPicture } from './small-picture.ts';
import { mostStripPictures, stripSidePixels } from './strip-form.ts';

/** Decoded picture: packed 8-bit RGB rows, `width * height * 3` bytes. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** `media.json` of an ingest; it exists only once the ingest has finished. Throws ArtifactDamaged. */
export const readMediaPass = (path: string): Promise<MediaPass> => readArtifact(path, mediaPass);

/** `frames.pack`, or a section of it that starts at `offset`. */
export interface PackFile {
  readonly path: string;
  readonly offset: number;
}

/** Bytes of decoded pictures to keep: tracing text back in time returns to pictures that were just used. */
const keptBytes = 32 * 2 ** 20;

/** Small pictures of the frames between two samples, in order of time. */
export interface GreyStrip {
  readonly frames: readonly {
    readonly time: number;
    /** Seconds before this frame in which frames were shown but not stored. */
    readonly leftOut: number;
    readonly picture: SmallPicture;
  }[];
}

type Stored = Pick<MediaPass, 'images' | 'tail'>;

/**
 * Number of strips to keep in memory: one thing often appears where another disappears, so the same strip is needed
 * again.
 */
const keptStrips = 8;
const mostStripPixels = stripSidePixels ** 2 * mostStripPictures;

/** Reads the stored pictures of a pass one by one; holds the file open until closed. */
export class Frames {
  readonly #file: FileHandle;
  readonly #images: readonly StoredImage[];
  readonly #tail: StoredStrip | undefined;
  readonly #offset: number;
  /** Decoded pictures, the most recently used at the end. */
  readonly #decoded = new Map<number, Promise<RgbPicture>>();
  /** Decoded strips, the most recently used at the end. */
  readonly #strips = new Map<number | 'tail', Promise<GreyStrip | null>>();

  constructor(file: FileHandle, { images, tail }: Stored, offset: number) {
    this.#file = file;
    this.#images = images;
    this.#tail = tail;
    this.#offset = offset;
  }

  /** The JPEG of an image as stored; the picture is upright. */
  async jpeg(imageIndex: number): Promise<Buffer> {
    const image = this.#images[imageIndex];
    if (!image) throw new RangeError(`no image ${imageIndex}`);
    return this.#bytes(image, imageIndex);
  }

  /**
   * The frames between the sample of an image and the sample before it; for `tail`, the frames after the last sample.
   * Null if none are stored.
   */
  strip(imageIndex: number | 'tail'): Promise<GreyStrip | null> {
    const strip = this.#strips.get(imageIndex) ?? this.#decodeStrip(imageIndex);
    strip.catch(() => this.#strips.delete(imageIndex));
    this.#strips.delete(imageIndex);
    this.#strips.set(imageIndex, strip);
    for (const old of [...this.#strips.keys()].slice(0, -keptStrips)) this.#strips.delete(old);
    return strip;
  }

  async #decodeStrip(imageIndex: number | 'tail'): Promise<GreyStrip | null> {
    const between = imageIndex === 'tail' ? this.#tail : this.#images[imageIndex]?.between;
    if (!between || between.times.length === 0) return null;

    const jpeg = await this.#bytes(between, imageIndex);
    // All channels of a grey picture are equal, so one suffices; greyscale() would convert each pixel to linear light
    // and back.
    const picture = sharp(jpeg, { limitInputPixels: mostStripPixels }).extractChannel(0).raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    const height = Math.floor(info.height / between.times.length);
    const size = info.width * height;
    const frames = between.times.map((time, index) => {
      const pixels = data.subarray(index * size, (index + 1) * size);
      const leftOut = between.leftOut?.[index] ?? 0;
      return { time, leftOut, picture: { width: info.width, height, pixels } };
    });

    return { frames };
  }

  async #bytes(
    { offset, length }: { readonly offset: number; readonly length: number },
    imageIndex: number | 'tail',
  ): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset - this.#offset);
    if (bytesRead !== length) throw new Error(`frames.pack ends within image ${imageIndex}`);
    return bytes;
  }

  /**
   * The pixels of an image, shrunk so that its longest side is at most `maxSide`; never enlarged. The caller must not
   * change them.
   */
  rgb(imageIndex: number, options: { readonly maxSide?: number } = {}): Promise<RgbPicture> {
    const { width, height } = this.#images[imageIndex] ?? { width: 0, height: 0 };
    const scale = Math.min(1, (options.maxSide ?? Infinity) / Math.max(width, height));
    if (scale < 1) return this.#decode(imageIndex, scale);

    const picture = this.#decoded.get(imageIndex) ?? this.#decode(imageIndex, 1);
    picture.catch(() => this.#decoded.delete(imageIndex));
    this.#decoded.delete(imageIndex);
    this.#decoded.set(imageIndex, picture);

    const maxPictures = Math.max(2, Math.floor(keptBytes / (3 * width * height)));
    for (const old of [...this.#decoded.keys()].slice(0, -maxPictures)) this.#decoded.delete(old);

    return picture;
  }

  async #decode(imageIndex: number, scale: number): Promise<RgbPicture> {
    const { width, height } = this.#images[imageIndex] ?? { width: 0, height: 0 };
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const picture = sharp(await this.jpeg(imageIndex), { limitInputPixels: width * height });
    const shrunk = scale < 1 ? picture.resize({ ...size, fit: 'fill' }) : picture;
    const { data, info } = await shrunk.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Opens the stored pictures of a pass. */
export async function openFrames(
  { path, offset }: PackFile,
  storedPictures: Stored,
): Promise<Frames> {
  return new Frames(await open(path), storedPictures, offset);
}
