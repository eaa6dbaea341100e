/**
 * Tells when faint letters disappear between two frames while the picture behind them moves on: the box contains more
 * of that picture than of the letters, so it looks much the same before and after. Pure.
 */
import type { Ending, GreyFrame } from './ending.ts';
import { patchOf, type Rect } from './grey.ts';
import { nearest } from './moving.ts';

/** How far the picture behind may move from one frame to the next, in pixels. */
const stepPixels = 2;
/** Smallest loss of correlation from one frame to the next that is not noise. */
const leastLoss = 0.1;
/** Factor by which it must exceed the largest other loss. */
const outlier = 1.8;
/** Fewer other steps say nothing about what is usual. */
const fewestSteps = 5;
/** Share of that loss that all later frames must keep, because something that only passed in front goes away again. */
const keptShare = 0.7;

/** Index in `outward` of the first frame without it; null if no step stands out. */
export function suddenlyGone({ outward, inward }: Ending, rect: Rect): number | null {
  const lossOf = (before: GreyFrame, after: GreyFrame) =>
    1 - nearest(after.picture, patchOf(before.picture, rect), rect, stepPixels).score;
  const lossesAlong = (frames: readonly GreyFrame[]) =>
    frames.slice(1).map((frame, index) => lossOf(frames[index] as GreyFrame, frame));
  const [first] = outward;
  if (!first) return null;

  const losses = lossesAlong(outward);
  const most = Math.max(...losses);
  const at = losses.indexOf(most);
  const others = [...losses.toSpliced(at, 1), ...lossesAlong([...inward.toReversed(), first])];
  if (others.length < fewestSteps || most < leastLoss || most < outlier * Math.max(...others))
    return null;

  const last = outward[at] as GreyFrame;
  const gone = outward.slice(at + 2).every((frame) => lossOf(last, frame) >= keptShare * most);

  return gone ? at + 1 : null;
}
