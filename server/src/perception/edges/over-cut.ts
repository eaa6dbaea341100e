/**
 * Finds out whether a thing on one side of a cut is also visible just beyond the cut, for less than one sampling
 * interval. Pure.
 */
import type { Box } from '../../engines/engine.ts';
import type { GreyFrame } from './ending.ts';
import { correlation, detailOf, patchOf, rectOf, within } from './grey.ts';

/** Minimum correlation of fine detail at the cut for the thing on both sides to be the same. */
const presentCorrelation = 0.5;
/** Maximum correlation of fine detail in the last frame, in which the thing must be gone. */
const absentCorrelation = 0.25;
/** If the correlation falls below this share of its value at the cut, the thing has disappeared. */
const keptShare = 0.5;
/** Minimum number of frames beyond the cut; with fewer, a similarity could be chance. */
const fewestFrames = 3;

/**
 * `outward` holds the frames beyond the cut, in order away from it. Returns the index of the first of them that does
 * not show the thing in `ownFrames`; null if none of them shows it, or if it is unclear when it disappeared. Only fine
 * detail is compared, because the background is different beyond the cut.
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
