/**
 * Finds when a thing appeared or disappeared in the frames between two samples. The code is written for a thing that
 * disappears: frames are ordered outward from the sample that shows the thing, so one that appears is the same case in
 * reverse. Pure.
 */
import type { Ending, GreyFrame, Speed } from './ending.ts';
import { flattened, patchOf, type Rect, rectOf, reduced, within } from './grey.ts';
import { followed, movedOff, speedOf, stillSpeed, usualLikeness } from './moving.ts';
import { bestSplit, clearShape, differenceOf, goneBetweenLooks, goneByOwnLook } from './still.ts';
import { suddenlyGone } from './sudden.ts';

/**
 * Index in `outward` of the first frame without the thing; `outward.length` if it is present in all of them; null if
 * the frames do not show clearly when it ends.
 */
export function firstWithout(fullEnding: Ending): number | null {
  const ending = reducedTo(fullEnding);
  const { outward, box } = ending;
  const [first] = outward;
  if (!first || outward.length < 2) return null;

  const rect = rectOf(box, first.picture);
  const visibleRect = within(rect, first.picture);
  const speed = speedOf(ending, rect);
  const pace = speed ? Math.hypot(speed.x, speed.y) : 0;
  // A slow motion may be that of the background. If the thing stands still and there are frames without it, a
  // comparison with these is more reliable.
  const mayBeBehind = pace <= slowSpeed && (pace > 0 || !ending.beyond);
  const sudden = mayBeBehind ? suddenlyGone(ending, visibleRect) : null;
  if (sudden === null && speed && pace > stillSpeed)
    return followed(outward, 0, { rect, speed, usual: usualLikeness(ending, rect, speed) });

  const goneIndex = sudden ?? goneByLooks(ending, visibleRect, speed);
  if (goneIndex === null || goneIndex === outward.length) return goneIndex;

  return movedOff(outward, goneIndex, rect) ?? goneIndex;
}

const goneByLooks = (ending: Ending, visibleRect: Rect, speed: Speed | null): number | null =>
  ending.beyond
    ? goneBetweenLooks(ending, ending.beyond, visibleRect)
    : goneByOwnLook(ending, visibleRect, speed);

/** Maximum speed, in pixels per second, of photos that pan or zoom behind letters. */
const slowSpeed = 12;

/** Number of pixels in a patch that are enough to recognize it. */
const enoughPixels = 1000;

/** Shrinks the pictures if the thing is large. */
function reducedTo(ending: Ending): Ending {
  const { width = 0, height = 0 } = ending.outward[0]?.picture ?? {};
  const pixels = ending.box.width * width * ending.box.height * height;
  const factor = Math.max(1, Math.min(8, Math.floor(Math.sqrt(pixels / enoughPixels))));
  if (factor === 1) return ending;

  const smaller = (frames: readonly GreyFrame[]) =>
    frames.map(({ time, picture }) => ({ time, picture: reduced(picture, factor) }));

  return {
    ...ending,
    outward: smaller(ending.outward),
    inward: smaller(ending.inward),
    beyond: ending.beyond && smaller(ending.beyond),
  };
}

/** Number of inward frames, counted from the far end, in which a fade is assumed to be complete. */
const fullFrames = 4;
/**
 * Minimum share of the thing that must be visible; with less, the sighting was of something else, unless the thing
 * fades gradually.
 */
const leastFaint = 0.1;
/** Minimum number of frames in which the thing is partly visible for the change to count as a fade. */
const fadingFrames = 3;

/**
 * Whether the last sighting fell into a fade, when less than half of the thing's contrast was visible. False for things
 * that move, or if a cut is near.
 */
export function isFaint(fullEnding: Ending): boolean {
  if (
    !fullEnding.beyond ||
    fullEnding.beyond.length < 2 ||
    fullEnding.inward.length < 2 * fullFrames
  )
    return false;

  const ending = reducedTo(fullEnding);
  const [first] = ending.outward;
  const beyond = ending.beyond ?? [];
  if (!first) return false;

  const fullRect = rectOf(ending.box, first.picture);
  const rect = within(fullRect, first.picture);
  const look = (frame: GreyFrame) => flattened(patchOf(frame.picture, rect), rect);
  const full = ending.inward.slice(-fullFrames).map(look);
  const between = differenceOf(full, beyond.map(look));
  if (between.clarity < clearShape) return false;

  const firstPresence = between.presenceOf(look(first));
  if (firstPresence >= 0.5) return false;

  const inward = ending.inward.map((frame) => between.presenceOf(look(frame)));
  const fading = inward.filter((presence) => presence > leastFaint && presence < 1 - leastFaint);
  if (firstPresence < leastFaint && fading.length < fadingFrames) return false;
  if (bestSplit(inward.toReversed()) === null) return false;

  const speed = speedOf(ending, fullRect);
  return !speed || Math.hypot(speed.x, speed.y) <= stillSpeed;
}
