/** What stands at one side of a cut may stand on its other side too, for less than a sample. Pure. */
import type { Box } from '../../engines/engine.ts';
import type { GreyFrame } from './ending.ts';
import { correlation, detailOf, patchOf, rectOf, within } from './grey.ts';

/** Least correlation of details at the cut, at which it is the same thing. */
const there = 0.5;
/** Most correlation of details at the far end, where it must be gone. */
const gone = 0.25;
/** Of the correlation at the cut: what is less like has left. */
const keptShare = 0.5;
/** Fewer frames on the other side could be alike by chance. */
const fewestFrames = 3;

/**
 * Index in `outward`, the frames beyond the cut going away from it, of the first without the thing that `own` show. Null: it
 * is not there, or it cannot be told when it left. Another picture is behind it there, so only its details are compared.
 */
export function firstWithoutOverCut(
  box: Box,
  own: readonly GreyFrame[],
  outward: readonly GreyFrame[],
): number | null {
  const [first] = own;
  if (!first || outward.length < fewestFrames) return null;

  const rect = within(rectOf(box, first.picture), first.picture);
  const looks = own.map(({ picture }) => patchOf(picture, rect));
  const mean = Float32Array.from(
    looks[0] ?? [],
    (_, at) => looks.reduce((sum, look) => sum + (look[at] as number), 0) / looks.length,
  );
  const details = detailOf(mean, rect.width);
  const likes = outward.map(
    ({ picture }) => correlation(details, detailOf(patchOf(picture, rect), rect.width)) ?? 0,
  );
  const near = likes[0] ?? 0;
  const far = likes.at(-1) ?? 0;
  if (near < there || far > gone) return null;

  const isOut = (at: number) => (likes[at] ?? 0) < keptShare * near;
  const left = likes.findIndex(
    (_, index) => isOut(index) && isOut(Math.min(index + 1, likes.length - 1)),
  );

  return left > 0 ? left : null;
}
