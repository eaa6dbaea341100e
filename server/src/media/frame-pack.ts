/** Stores the JPEGs of a video one after the other in one file. */
import { closeSync, openSync } from 'node:fs';
import type { Strip } from './between.ts';
import { writeFully } from './disk.ts';
import { unreadable } from './fault.ts';
import type { StoredImage, StoredStrip } from './media.ts';

/** Maximum fraction of the space for pictures that strips may take. */
const stripShare = 0.4;

/** Holds the file open while pictures are appended. */
export class FramePack {
  readonly images: StoredImage[] = [];
  #stripBytes = 0;
  readonly #file: number;
  readonly #maxBytes: number;
  #sizeBytes = 0;
  #open = true;

  constructor(path: string, maxBytes: number) {
    this.#file = openSync(path, 'w');
    this.#maxBytes = maxBytes;
  }

  /** Returns the index of the new image. Throws Fault EXTRACTION_FAILED if there is no space left for it. */
  append(jpeg: Buffer, picture: Pick<StoredImage, 'width' | 'height' | 'timestamp'>): number {
    if (this.#sizeBytes + jpeg.length > this.#maxBytes) {
      const text = 'The pictures of the video take more room than a job may use.';
      throw unreadable(`more than ${this.#maxBytes} bytes of pictures`, text);
    }

    writeFully(this.#file, jpeg, this.#sizeBytes);
    const { width, height, timestamp } = picture;
    const place = { offset: this.#sizeBytes, length: jpeg.length };
    this.#sizeBytes += jpeg.length;

    return this.images.push({ ...place, width, height, timestamp }) - 1;
  }

  /** Adds a strip to the image that was stored last. */
  appendStrip(strip: Strip): void {
    const image = this.images.at(-1);
    const between = image && this.place(strip);
    if (between) this.images[this.images.length - 1] = { ...image, between };
  }

  /**
   * Writes a strip to the file; null if there is no space for it, or if the strips have used up their fraction of the
   * space.
   */
  place({ jpeg, ...strip }: Strip): StoredStrip | null {
    const remainingBytes = this.#maxBytes - this.#sizeBytes;
    if (
      jpeg.length > remainingBytes ||
      this.#stripBytes + jpeg.length > this.#maxBytes * stripShare
    )
      return null;

    writeFully(this.#file, jpeg, this.#sizeBytes);
    const storedStrip = { offset: this.#sizeBytes, length: jpeg.length, ...strip };

    this.#sizeBytes += jpeg.length;
    this.#stripBytes += jpeg.length;

    return storedStrip;
  }

  close(): void {
    if (this.#open) closeSync(this.#file);
    this.#open = false;
  }
}
