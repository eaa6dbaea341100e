/** The JPEGs of a video one after the other in one file. */
import { closeSync, openSync } from 'node:fs';
import { writeFully } from './disk.ts';
import type { StoredImage } from './media.ts';

/** Holds the file open while pictures are appended. */
export class FramePack {
  readonly images: StoredImage[] = [];
  readonly #file: number;
  #sizeBytes = 0;
  #open = true;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Returns the index of the new image. */
  append(jpeg: Buffer, picture: Pick<StoredImage, 'width' | 'height' | 'timestamp'>): number {
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
