/** The size a frame has on screen: pixels of many cameras and discs are not square. */
import type { Frame, Stream } from 'node-av/lib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Width of a pixel as shown over its height. */
export function pixelAspect(stream: Stream, frame: Frame): number {
  for (const { num, den } of [stream.sampleAspectRatio, frame.sampleAspectRatio]) {
    const aspect = num / den;
    // Beyond 4 it is no lens but a mistake, and would make pictures of a pixel's height.
    if (num > 0 && den > 0 && aspect <= 4 && aspect >= 0.25) return aspect;
  }
  return 1;
}

/** Shapes this near to each other are one: encoders round sizes to whole blocks. */
const sameShape = 0.03;

/** Whether pictures of these sizes fill each other without bars. */
export function haveSameShape(a: Size, b: Size): boolean {
  return Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) <= sameShape;
}
