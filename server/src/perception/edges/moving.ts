/** Follows moving things from frame to frame until they leave the picture or disappear. */
import type { Ending, GreyFrame, Speed } from './ending.ts';
import {
  correlation,
  correlationAt,
  detailOf,
  type GreyPicture,
  moved,
  patchOf,
  type Rect,
  reduced,
  shareWithin,
} from './grey.ts';

/** Speed in pixels per second below which a thing counts as standing still. */
export const stillSpeed = 4;
/** Maximum time, in seconds, between the two frames that are compared to measure speed. */
const speedSeconds = 0.5;
/** How many pixels around its expected place a thing is looked for. */
const searchPixels = 4;
/** Minimum correlation of two patches that show the same thing. */
const alike = 0.75;

/** Measures the speed in the frames in which the thing is visible; null if it is not found again in another frame. */
export function speedOf(ending: Ending, rect: Rect): Speed | null {
  const longTermSpeed = speedOver(ending, rect, speedSeconds);
  const shortTermSpeed = speedOver(ending, rect, shortSpeedSeconds);
  if (!longTermSpeed || !shortTermSpeed) return longTermSpeed ?? shortTermSpeed;

  // If the two speeds clearly differ, the thing changed its speed within the longer time, so the speed over the shorter
  // time is more accurate.
  const quick = Math.hypot(shortTermSpeed.x, shortTermSpeed.y);
  const usual = Math.hypot(longTermSpeed.x, longTermSpeed.y);
  const difference = Math.hypot(
    shortTermSpeed.x - longTermSpeed.x,
    shortTermSpeed.y - longTermSpeed.y,
  );

  return quick > clearSpeed && difference > 0.3 * Math.max(quick, usual)
    ? shortTermSpeed
    : longTermSpeed;
}

/** Shorter than `speedSeconds`, to measure the speed of a thing just before it stops or turns. */
const shortSpeedSeconds = 0.13;
/** Speed in pixels per second below which a difference of one pixel in so short a time means nothing. */
const clearSpeed = 12;
/** Minimum correlation at the place predicted by the motion between samples; anywhere else, `alike` is required. */
const leastPredictedCorrelation = 0.6;

function speedOver(
  { outward, inward, drift }: Ending,
  rect: Rect,
  maxSeconds: number,
): Speed | null {
  const [first] = outward;
  if (!first) return null;

  const nearFrames = inward.filter(({ time }) => Math.abs(time - first.time) <= maxSeconds);
  const otherFrame =
    nearFrames.at(-1) ?? (maxSeconds === shortSpeedSeconds ? inward[0] : undefined);
  if (!otherFrame || otherFrame.time === first.time) return null;

  // Negative, because inward frames run in the opposite direction of time.
  const seconds = -Math.abs(otherFrame.time - first.time);
  const { width, height } = first.picture;
  const guess = { x: drift.x * width * seconds, y: drift.y * height * seconds };
  const template = patchOf(first.picture, rect);
  const [onTheWay, still] = [guess, { x: 0, y: 0 }].map((shift) =>
    nearest(otherFrame.picture, template, moved(rect, shift.x, shift.y), searchPixels),
  ) as [Found, Found];
  const best = still.score > onTheWay.score ? still : onTheWay;
  const matchedRect =
    best.score >= (best === onTheWay ? leastPredictedCorrelation : alike) ? best.rect : null;
  const place =
    matchedRect ??
    (maxSeconds === shortSpeedSeconds ? farOff(otherFrame.picture, template, rect) : null);
  if (!place) return null;

  return { x: (place.left - rect.left) / seconds, y: (place.top - rect.top) / seconds };
}

interface Found {
  readonly rect: Rect;
  readonly score: number;
}

/**
 * Searches around the expected place for the place most similar to the patch; of equally similar places, it takes the
 * nearest.
 */
export function nearest(
  picture: GreyPicture,
  template: Float32Array,
  expected: Rect,
  radius: number,
): Found {
  let best: Found = { rect: expected, score: -1 };
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const rect = moved(expected, dx, dy);
      if (shareWithin(rect, picture) < leastShare / 2) continue;
      const like = correlationAt(template, picture, rect) ?? -1;
      const score = like - 0.002 * Math.hypot(dx, dy);
      if (score > best.score) best = { rect, score };
    }
  }

  return best;
}

/** A thing counts as on screen while at least this share of its box is in the picture. */
const leastShare = 0.5;
/** Minimum correlation of a thing with its patch in the previous frame; below it, the frame shows something else. */
const leastCorrelation = 0.55;
/** How many pixels around its expected place a thing is looked for in the next frame. */
const followPixels = 3;

/** How far the search extends around a thing that is not where it was expected, as a share of the picture's width. */
const farShare = 0.1;
/** Minimum correlation for something found by this wider search. */
const farAlike = 0.68;

/**
 * Follows a thing that has left its place but may have moved to another place nearby. Returns the index of the first
 * frame without it; null if it did not move.
 */
export function movedOff(
  outward: readonly GreyFrame[],
  goneIndex: number,
  rect: Rect,
): number | null {
  const last = outward[goneIndex - 1];
  const next = outward[goneIndex];
  if (!last || !next) return null;

  const farRect = farOff(next.picture, patchOf(last.picture, rect), rect);
  if (!farRect) return null;

  const seconds = Math.abs(next.time - last.time);
  const speed = speedBetween(rect, farRect, seconds);
  const end = followed(outward, goneIndex, { rect: farRect, speed, usual: null });

  // A match in a single frame could be chance.
  return end !== null && end > goneIndex + 1 ? end : null;
}

/** Searches a wider area for the patch; null if it is not found, or if its old place is as similar. */
function farOff(picture: GreyPicture, template: Float32Array, rect: Rect): Rect | null {
  const radius = Math.round(farShare * picture.width);
  const coarse = coarselyFound(picture, template, rect, radius);
  const match = coarse
    ? nearest(picture, template, coarse, 2)
    : nearest(picture, template, rect, radius);
  const away = Math.hypot(match.rect.left - rect.left, match.rect.top - rect.top);
  const stayed = correlationAt(template, picture, rect) ?? 0;
  const like = correlationAt(template, picture, match.rect) ?? 0;
  if (like < farAlike || like < stayed + 0.1 || away < 1) return null;

  // A soft background looks the same everywhere, so the fine detail must match too.
  const now = detailOf(patchOf(picture, match.rect), rect.width);
  const detailLikeness = correlation(detailOf(template, rect.width), now) ?? 0;

  return detailLikeness >= detailAlike ? match.rect : null;
}

/** Minimum correlation of a patch's fine detail, which leaves out its large-scale shading. */
const detailAlike = 0.4;

/** Minimum size in pixels of a patch that can still be recognized at half its size. */
const coarseWidth = 16;
const coarseHeight = 8;

/**
 * Searches in pictures of half the size, which is faster; this pays because most things are not found again anyway.
 * Null if the patch would be too small.
 */
function coarselyFound(
  picture: GreyPicture,
  template: Float32Array,
  rect: Rect,
  radius: number,
): Rect | null {
  const { width, height } = rect;
  if (width < coarseWidth || height < coarseHeight) return null;

  const columns = Math.floor(width / 2);
  const rows = Math.floor(height / 2);
  const half = new Float32Array(columns * rows);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const offset = 2 * y * width + 2 * x;
      const a = offset;
      const b = offset + 1;
      const c = offset + width;
      const d = offset + width + 1;
      half[y * columns + x] = (pixel(a) + pixel(b) + pixel(c) + pixel(d)) / 4;
    }
  }

  function pixel(offset: number): number {
    return template[offset] as number;
  }

  const place = {
    left: Math.round(rect.left / 2),
    top: Math.round(rect.top / 2),
    width: columns,
    height: rows,
  };
  const { rect: halfRect } = nearest(reduced(picture, 2), half, place, Math.ceil(radius / 2));

  return { left: 2 * halfRect.left, top: 2 * halfRect.top, width, height };
}

const speedBetween = (from: Rect, to: Rect, seconds: number): Speed => ({
  x: (to.left - from.left) / seconds,
  y: (to.top - from.top) / seconds,
});

/** Similarity of a patch to the same thing one frame later: as a whole, and of its fine detail. */
interface Likeness {
  readonly like: number;
  readonly detail: number;
}

interface Moving {
  readonly rect: Rect;
  readonly speed: Speed;
  /** Usual similarity of the patch from one frame to the next; null if earlier frames do not show it. */
  readonly usual: Likeness | null;
}

function likenessOf(template: Float32Array, now: Float32Array, width: number): Likeness {
  const detail = correlation(detailOf(template, width), detailOf(now, width)) ?? 0;
  return { like: correlation(template, now) ?? 0, detail };
}

/**
 * Measures the usual similarity in the last two frames in which the thing is certainly visible; null if it is not found
 * in both.
 */
export function usualLikeness(
  { outward, inward }: Ending,
  rect: Rect,
  speed: Speed,
): Likeness | null {
  const [first] = outward;
  const [previousFrame] = inward;
  if (!first || !previousFrame) return null;

  const seconds = Math.abs(previousFrame.time - first.time);
  const template = patchOf(first.picture, rect);
  const expected = moved(rect, -speed.x * seconds, -speed.y * seconds);
  const match = nearest(previousFrame.picture, template, expected, followPixels);
  if (match.score < leastCorrelation) return null;

  return likenessOf(template, patchOf(previousFrame.picture, match.rect), rect.width);
}

/**
 * Follows a moving thing from frame to frame until it leaves the picture or disappears between two frames. Returns the
 * index of the first frame without it.
 */
export function followed(
  outward: readonly GreyFrame[],
  from: number,
  { rect, speed: startSpeed, usual }: Moving,
): number | null {
  let place = rect;
  let speed = startSpeed;
  let template = patchOf((outward[from] as GreyFrame).picture, rect);
  let missedAt: number | null = null;
  const isLeftBehind = leftBehind(rect.width, usual);
  for (let index = from + 1; index < outward.length; index += 1) {
    const { picture, time } = outward[index] as GreyFrame;
    const seconds = Math.abs(time - (outward[index - 1] as GreyFrame).time);
    const expected = moved(place, speed.x * seconds, speed.y * seconds);
    const match = nearest(picture, template, expected, followPixels);
    const farRect =
      match.score < leastCorrelation && missedAt === null ? farOff(picture, template, place) : null;
    const isNear =
      match.score >= leastCorrelation && !isLeftBehind(template, patchOf(picture, match.rect));
    const currentRect = farRect ?? (isNear ? match.rect : null);
    if (shareWithin(currentRect ?? expected, picture) < leastShare) return missedAt ?? index;

    if (currentRect) {
      missedAt = null;
      speed = farRect
        ? speedBetween(place, farRect, seconds)
        : meanOf(speed, speedBetween(place, currentRect, seconds));
      template = patched(template, patchOf(picture, currentRect));
    } else {
      if (missedAt !== null) return missedAt;
      missedAt = index;
    }

    place = currentRect ?? expected;
  }

  return missedAt ?? outward.length;
}

/** The thing may be gone if the correlation from one frame to the next is lower than usual by more than this. */
const lostLikeness = 0.04;
/** It counts as gone only if the correlation of the fine detail is also below this share of the usual one. */
const lostDetail = 0.5;

/**
 * Returns a function that tells, for each frame, whether the followed thing is gone and only the background is left.
 * The background alone still looks similar, because the box contained both. Frames without the thing do not count
 * towards the usual similarity.
 */
function leftBehind(
  width: number,
  initialLikeness: Likeness | null,
): (template: Float32Array, now: Float32Array) => boolean {
  let usual = initialLikeness;
  return (template, now) => {
    const { like, detail } = likenessOf(template, now, width);
    const isGone =
      usual !== null &&
      like < usual.like - lostLikeness &&
      detail < Math.min(detailAlike, lostDetail * usual.detail);
    if (!isGone)
      usual = usual
        ? { like: (usual.like + like) / 2, detail: (usual.detail + detail) / 2 }
        : { like, detail };

    return isGone;
  };
}

const meanOf = (a: Speed, b: Speed): Speed => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The new patch; pixels that are now outside the picture keep their last value. */
const patched = (previousPatch: Float32Array, now: Float32Array): Float32Array =>
  now.map((value, i) => (Number.isNaN(value) ? (previousPatch[i] as number) : value));
