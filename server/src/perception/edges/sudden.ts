/**
 * Tells when faint letters disappear between two frames while the picture behind them moves on. The box contains more
 * of that picture than of the letters, so it looks much the same with and without them. Pure.
 */
import type { Ending, GreyFrame } from './ending.ts';
import { patchOf, type Rect } from './grey.ts';
import { nearest } from './moving.ts';

/** Maximum motion of the picture behind the letters from one frame to the next, in pixels. */
const stepPixels = 2;
/** Minimum loss of correlation from one frame to the next that is more than noise. */
const leastLoss = 0.1;
/** Minimum ratio of the largest loss to the second largest. */
const outlierFactor = 1.8;
/** Minimum number of other steps; with fewer, it is not known which loss is usual. */
const fewestSteps = 5;
/**
 * Every later frame must still differ by at least this share of the loss; otherwise something only passed in front of
 * the thing.
 */
const keptShare = 0.7;

/** Index in `outward` of the first frame without the thing; null if no step between frames stands out. */
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
