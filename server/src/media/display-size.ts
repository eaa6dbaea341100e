/** The size at which a frame is displayed: the pixels of many cameras and discs are not square. */
import type { Frame, Stream } from 'node-av/lib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Displayed width of a pixel divided by its height: the stream's ratio if it states one, otherwise the frame's. */
export class PixelAspect {
  readonly #ofStream: number | null;

  constructor(stream: Stream) {
    this.#ofStream = aspectOf(stream.sampleAspectRatio);
  }

  of(frame: Frame): number {
    return this.#ofStream ?? aspectOf(frame.sampleAspectRatio) ?? 1;
  }
}

function aspectOf({ num, den }: { readonly num: number; readonly den: number }): number | null {
  const aspect = num / den;
  // A ratio above 4 is a mistake rather than an anamorphic lens, and would make pictures one pixel high.
  return num > 0 && den > 0 && aspect <= 4 && aspect >= 0.25 ? aspect : null;
}

/** Shapes this close to each other count as equal: encoders round sizes to whole blocks. */
const sameShape = 0.03;

/** Whether a picture of one size fills a picture of the other without bars. */
export function haveSameShape(a: Size, b: Size): boolean {
  return Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) <= sameShape;
}
