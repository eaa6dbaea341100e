/** Access to the pictures of a decode pass; `media/frames.ts` opens one. */
import type { RgbImage } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';

export interface FrameReader {
  /** The stored JPEG of the image with this index. */
  jpeg(image: number): Promise<Uint8Array>;
  rgb(image: number, options?: { readonly maxSide?: number }): Promise<RgbImage>;
}

/** What the video shows, as input for the engines. */
export interface Pictures {
  readonly pass: MediaPass;
  readonly frames: FrameReader;
}
