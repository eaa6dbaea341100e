/** Access to the stored pictures of a decode pass; `media/frames.ts` implements it. */
import type { RgbImage } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';

export interface FrameReader {
  /** The stored JPEG of the image with this index. */
  jpeg(image: number): Promise<Uint8Array>;
  rgb(image: number, options?: { readonly maxSide?: number }): Promise<RgbImage>;
}

/** The pictures of a video, as input for the engines. */
export interface Pictures {
  readonly pass: MediaPass;
  readonly frames: FrameReader;
}
