/**
 * Tells when faint letters disappear between two frames while the picture behind them moves on. The box contains more
 * of that picture than of the letters, so it looks much the same with and without them. Pure.
 */
import type { Ending, GreyFrame } from './ending.ts';
import { patchOf, type Rect } from './grey.ts';
import { nearest } from './moving.ts';

/** How far the picture behind may move from one frame to the next, in pixels. */
const stepPixels = 2;
/** Smallest loss of correlation from one frame to the next that is not noise. */
const leastLoss = 0.1;
/** Factor by which the loss must exceed the largest other loss. */
const outlierFactor = 1.8;
/** With fewer other steps, it is unknown what is usual. */
const fewestSteps = 5;
/**
 * Minimum share of that loss by which every later frame must still differ, because something that only passed in front
 * of the thing goes away again.
 */
const keptShare = 0.7;

/** Index in `outward` of the first frame without the thing; null if no step stands out. */
export function suddenlyGone({ outward, inward }: Ending, rect: Rect): number | null {
  const lossOf = (earlier: GreyFrame, later: GreyFrame) =>
    1 - nearest(later.picture, patchOf(earlier.picture, rect), rect, stepPixels).score;
  const lossesAlong = (frames: readonly GreyFrame[]) =>
    frames.slice(1).map((frame, index) => lossOf(frames[index] as GreyFrame, frame));
  const [first] = outward;
  if (!first) return null;

  const losses = lossesAlong(outward);
  const maxLoss = Math.max(...losses);
  const maxIndex = losses.indexOf(maxLoss);
  const otherLosses = [
    ...losses.toSpliced(maxIndex, 1),
    ...lossesAlong([...inward.toReversed(), first]),
  ];
  if (
    otherLosses.length < fewestSteps ||
    maxLoss < leastLoss ||
    maxLoss < outlierFactor * Math.max(...otherLosses)
  )
    return null;

  const last = outward[maxIndex] as GreyFrame;
  const isGone = outward
    .slice(maxIndex + 2)
    .every((frame) => lossOf(last, frame) >= keptShare * maxLoss);

  return isGone ? maxIndex + 1 : null;
}
