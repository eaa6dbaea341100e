/**
 * Finds out whether a thing on one side of a cut is also visible on the other side for less than one sampling interval.
 * Pure.
 */
import type { Box } from '../../engines/engine.ts';
import type { GreyFrame } from './ending.ts';
import { correlation, detailOf, patchOf, rectOf, within } from './grey.ts';

/** Minimum correlation of details at the cut for it to be the same thing. */
const presentCorrelation = 0.5;
/** Maximum correlation of details at the far end, where the thing must be gone. */
const absentCorrelation = 0.25;
/** Share of the correlation at the cut; below this share, the thing has disappeared. */
const keptShare = 0.5;
/** With fewer frames on the other side, similarity could be chance. */
const fewestFrames = 3;

/**
 * `outward`: the frames beyond the cut, in order away from it. Returns the index of the first of them without the thing
 * that `ownFrames` shows; null if the thing is not there, or if it is unclear when it disappeared. Only the details of
 * the thing are compared, because the background differs beyond the cut.
 */
export function firstWithoutOverCut(
  box: Box,
  ownFrames: readonly GreyFrame[],
  outward: readonly GreyFrame[],
): number | null {
  const [first] = ownFrames;
  if (!first || outward.length < fewestFrames) return null;

  const rect = within(rectOf(box, first.picture), first.picture);
  const patches = ownFrames.map(({ picture }) => patchOf(picture, rect));
  const mean = Float32Array.from(
    patches[0] ?? [],
    (_, index) => patches.reduce((sum, look) => sum + (look[index] as number), 0) / patches.length,
  );
  const details = detailOf(mean, rect.width);
  const likes = outward.map(
    ({ picture }) => correlation(details, detailOf(patchOf(picture, rect), rect.width)) ?? 0,
  );
  const nearLikeness = likes[0] ?? 0;
  const farLikeness = likes.at(-1) ?? 0;
  if (nearLikeness < presentCorrelation || farLikeness > absentCorrelation) return null;

  const isOut = (index: number) => (likes[index] ?? 0) < keptShare * nearLikeness;
  const goneIndex = likes.findIndex(
    (_, index) => isOut(index) && isOut(Math.min(index + 1, likes.length - 1)),
  );

  return goneIndex > 0 ? goneIndex : null;
}
