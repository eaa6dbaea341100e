/** The JPEGs of a video one after the other in one file. */
import { closeSync, openSync } from 'node:fs';
import { writeFully } from './disk.ts';
import { unreadable } from './fault.ts';
import type { StoredImage } from './media.ts';

/** Holds the file open while pictures are appended. */
export class FramePack {
  readonly images: StoredImage[] = [];
  readonly #file: number;
  readonly #maxBytes: number;
  #sizeBytes = 0;
  #open = true;

  constructor(path: string, maxBytes: number) {
    this.#file = openSync(path, 'w');
    this.#maxBytes = maxBytes;
  }

  /** Returns the index of the new image. Throws Fault EXTRACTION_FAILED if there is no room left for it. */
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

  close(): void {
    if (this.#open) closeSync(this.#file);
    this.#open = false;
  }
}
