/** Determines when a thing that stands still disappears, by comparing the place where it was in different frames. */
import type { Ending, GreyFrame, Speed } from './ending.ts';
import { correlation, flattened, moved, patchOf, type Rect } from './grey.ts';

/** Variance of a pixel caused by noise and compression alone, in squared levels of 255. */
const noiseVariance = 60;

interface Look {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

function lookOf(patches: readonly Float32Array[]): Look {
  const size = patches[0]?.length ?? 0;
  const mean = new Float32Array(size);
  const variance = new Float32Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = 0;
    let squares = 0;

    for (const patch of patches) {
      sum += patch[i] as number;
      squares += (patch[i] as number) ** 2;
    }

    const middle = sum / patches.length;
    mean[i] = middle;
    variance[i] = Math.max(0, squares / patches.length - middle * middle);
  }

  return { mean, variance };
}

/** Minimum mean difference between two looks, relative to noise, for them to count as different. */
const leastDifference = 1;

/**
 * For a thing that stands still: rates each frame on a scale between the look of its place with the thing and without
 * it. Pixels that vary little weigh more, so that letters count and the video behind them does not. A fade is split at
 * its middle.
 */
export function goneBetweenLooks(
  { outward, inward }: Ending,
  beyond: readonly GreyFrame[],
  rect: Rect,
): number | null {
  const ownFrames = [outward[0] as GreyFrame, ...inward];
  const otherFrames = [outward.at(-1) as GreyFrame, ...beyond];
  const shape = (frame: GreyFrame) => flattened(patchOf(frame.picture, rect), rect);
  const plain = (frame: GreyFrame) => patchOf(frame.picture, rect);
  for (const look of [shape, plain]) {
    const between = differenceOf(ownFrames.map(look), otherFrames.map(look));
    if (between.clarity < (look === shape ? clearShape : leastDifference)) {
      if (look === shape) continue;
      // The two looks hardly differ: either the thing is present in all frames, or it cannot be distinguished from the
      // moving background.
      return between.change < noiseVariance ? outward.length : null;
    }

    return bestSplit(outward.map((frame) => between.presenceOf(look(frame))));
  }

  return null;
}

/**
 * If the looks differ in shape by at least this much, brightness is ignored, because a soft background changes it too.
 */
export const clearShape = 3;

/** Measures what distinguishes two looks. */
export function differenceOf(
  ownPatches: readonly Float32Array[],
  otherPatches: readonly Float32Array[],
) {
  const a = lookOf(ownPatches);
  const b = lookOf(otherPatches);
  const size = a.mean.length;
  const weights = new Float32Array(size);
  let gain = 0;
  let change = 0;
  for (let i = 0; i < size; i += 1) {
    const difference = (a.mean[i] as number) - (b.mean[i] as number);
    const spread = (a.variance[i] as number) + (b.variance[i] as number) + noiseVariance;
    weights[i] = difference / spread;
    gain += difference * (weights[i] as number);
    change += difference * difference;
  }

  /** 1 if the patch is like the own patches, 0 if it is like the other ones. */
  const presenceOf = (patch: Float32Array): number => {
    let sum = 0;
    for (let i = 0; i < size; i += 1)
      sum += (weights[i] as number) * ((patch[i] as number) - (b.mean[i] as number));
    return Math.min(1.5, Math.max(-0.5, sum / gain));
  };

  return { clarity: gain / size, change: change / size, presenceOf };
}

/**
 * Maximum mean squared distance of the frames' values from 1 (with the thing) or 0 (without it). A fade over all frames
 * gives 0.08; frames of unrelated pictures give 0.25.
 */
const mostDoubt = 0.15;

/**
 * Finds the index, at least 1, that best separates values near 1 from the values near 0 that follow. Null if too many
 * values are near neither.
 */
export function bestSplit(presence: readonly number[]): number | null {
  let cost = presence.slice(1).reduce((sum, share) => sum + share * share, 0);
  let best = 1;
  let lowestCost = cost;
  for (let index = 2; index < presence.length; index += 1) {
    const share = presence[index - 1] as number;
    cost += (1 - share) ** 2 - share * share;
    if (cost < lowestCost) [best, lowestCost] = [index, cost];
  }

  // The first and the last frame are not counted, because they are part of the looks that the frames are compared with.
  return lowestCost / Math.max(1, presence.length - 2) > mostDoubt ? null : best;
}

/** A frame whose similarity is below this share of the usual one no longer shows the thing. */
const keptShare = 0.5;

/**
 * For a thing that hardly moves before a cut. As no frame shows the place without the thing, the thing counts as gone
 * when the place no longer looks as before. A slow pan may shift the thing by a pixel or two.
 */
export function goneByOwnLook(
  { outward, inward }: Ending,
  rect: Rect,
  speed: Speed | null,
): number | null {
  const first = outward[0] as GreyFrame;
  const placeAt = ({ time }: GreyFrame, direction: 1 | -1): Rect => {
    const seconds = direction * Math.abs(time - first.time);
    return speed ? moved(rect, speed.x * seconds, speed.y * seconds) : rect;
  };
  const patches = inward.map((frame) => patchOf(frame.picture, placeAt(frame, -1)));
  const ownLook = lookOf([patchOf(first.picture, rect), ...patches]);
  const weights = ownLook.variance.map((variance) => 1 / (variance + noiseVariance));
  const alikeAt = ({ picture }: GreyFrame, place: Rect): number | null =>
    correlation(ownLook.mean, patchOf(picture, place), weights);
  const usual = alikeAt(first, rect);
  if (usual === null || usual <= 0) return outward.length;

  const isLike = (frame: GreyFrame): boolean =>
    placesAlong(placeAt(frame, 1), speed).some(
      (place) => (alikeAt(frame, place) ?? 0) >= keptShare * usual,
    );
  for (let index = 1; index < outward.length; index += 1) {
    const frame = outward[index] as GreyFrame;
    const next = outward[index + 1] ?? (outward[index] as GreyFrame);
    if (!isLike(frame) && !isLike(next)) return index;
  }

  return outward.length;
}

/**
 * The places where the thing may be: its speed is known only to one or two pixels per second, so it may be a pixel
 * ahead or behind.
 */
function placesAlong(place: Rect, speed: Speed | null): readonly Rect[] {
  if (!speed || (speed.x === 0 && speed.y === 0)) return [place];
  const across = Math.abs(speed.x) >= Math.abs(speed.y);
  const shifted = (by: number) => (across ? moved(place, by, 0) : moved(place, 0, by));
  return [place, shifted(1), shifted(-1)];
}
