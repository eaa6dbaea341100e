/**
 * Finds in the frames between two samples when a thing came or left. Pure. All is written for one that leaves: frames
 * go outward from the sample that shows it, so that coming is the same, backwards.
 */
import type { Box } from '../../engines/engine.ts';
import {
  correlation,
  type GreyPicture,
  moved,
  patchOf,
  type Rect,
  rectOf,
  shareWithin,
} from './grey.ts';

export interface GreyFrame {
  readonly time: number;
  readonly picture: GreyPicture;
}

/** A thing at one end of its track, and what lies around that end. */
export interface Ending {
  readonly box: Box;
  /** Frames from the last sample that shows it on, outward; at least two. */
  readonly outward: readonly GreyFrame[];
  /** Frames in which it is surely there, from that sample inward. */
  readonly inward: readonly GreyFrame[];
  /** Frames in which it surely is no more, from the next sample outward; null if a cut lies before them. */
  readonly beyond: readonly GreyFrame[] | null;
  /** How the box moves outward by what was seen, in fractions of the picture a second; 0 if unknown. */
  readonly drift: { readonly x: number; readonly y: number };
}

/**
 * Index in `outward` of the first frame without it. `outward.length`: it is still there in all of them. Null: the frames
 * cannot tell.
 */
export function firstWithout(ending: Ending): number | null {
  const { outward, box } = ending;
  const [first] = outward;
  if (!first || outward.length < 2) return null;
  const rect = rectOf(box, first.picture);
  const speed = speedOf(ending, rect);
  if (speed && Math.hypot(speed.x, speed.y) > stillSpeed) return followed(outward, 0, rect, speed);
  const gone = ending.beyond ? parted(ending, ending.beyond, rect) : keptUp(ending, rect);
  if (gone === null || gone === outward.length) return gone;
  return setOff(outward, gone, rect) ?? gone;
}

/** Pixels a second, outward in time. */
interface Speed {
  readonly x: number;
  readonly y: number;
}

/** What moves less stands still. */
const stillSpeed = 4;
/** How far the frame may be, in seconds, by which speed is measured. */
const speedSeconds = 0.5;
const searchPixels = 4;
const alike = 0.75;

/** By the frames in which it is there; null if it cannot be found again. */
function speedOf({ outward, inward, drift }: Ending, rect: Rect): Speed | null {
  const [first] = outward;
  if (!first) return null;
  const near = inward.filter(({ time }) => Math.abs(time - first.time) <= speedSeconds);
  const other = near.at(-1);
  if (!other || other.time === first.time) return null;
  // Inward time runs against outward time.
  const seconds = -Math.abs(other.time - first.time);
  const { width, height } = first.picture;
  const guess = { x: drift.x * width * seconds, y: drift.y * height * seconds };
  const template = patchOf(first.picture, rect);
  const places = [guess, { x: 0, y: 0 }].map((at) =>
    nearest(other.picture, template, moved(rect, at.x, at.y), searchPixels),
  );
  const best = places.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score < alike) return null;
  return {
    x: (best.rect.left - rect.left) / seconds,
    y: (best.rect.top - rect.top) / seconds,
  };
}

interface Found {
  readonly rect: Rect;
  readonly score: number;
}

/** The place most like a patch around where it is expected; of places as like, the nearest. */
function nearest(
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
      const like = correlation(template, patchOf(picture, rect)) ?? -1;
      const score = like - 0.002 * Math.hypot(dx, dy);
      if (score > best.score) best = { rect, score };
    }
  }
  return best;
}

/** A thing is on screen while at least so much of its box is. */
const leastShare = 0.5;
/** A patch so much less like is another thing. */
const lost = 0.55;
const followPixels = 3;

/** What is not where it was expected is looked for so far around, as a share of the picture, and must look as like. */
const [farShare, farAlike] = [0.06, 0.68];

/** What is no longer in its place may be beside it, on its way; null if it is not. */
function setOff(outward: readonly GreyFrame[], gone: number, rect: Rect): number | null {
  const [last, next] = [outward[gone - 1], outward[gone]];
  if (!last || !next) return null;
  const found = farOff(next.picture, patchOf(last.picture, rect), rect);
  if (!found) return null;
  const seconds = Math.abs(next.time - last.time);
  const speed = speedBetween(rect, found, seconds);
  const end = followed(outward, gone, found, speed);
  // Once could be chance.
  return end !== null && end > gone + 1 ? end : null;
}

/** The same patch farther off than it is followed, and not where it was. */
function farOff(picture: GreyPicture, template: Float32Array, rect: Rect): Rect | null {
  const radius = Math.round(farShare * picture.width);
  const found = nearest(picture, template, rect, radius);
  const away = Math.hypot(found.rect.left - rect.left, found.rect.top - rect.top);
  const stayed = correlation(template, patchOf(picture, rect)) ?? 0;
  return found.score >= farAlike && found.score > stayed + 0.1 && away >= 1 ? found.rect : null;
}

const speedBetween = (from: Rect, to: Rect, seconds: number): Speed => ({
  x: (to.left - from.left) / seconds,
  y: (to.top - from.top) / seconds,
});

/** What moves is followed from a frame to the next until it is out of the picture, or gone from one to the other. */
function followed(
  outward: readonly GreyFrame[],
  from: number,
  rect: Rect,
  startSpeed: Speed,
): number | null {
  let [place, speed] = [rect, startSpeed];
  let template = patchOf((outward[from] as GreyFrame).picture, rect);
  let missedAt: number | null = null;
  for (let at = from + 1; at < outward.length; at += 1) {
    const { picture, time } = outward[at] as GreyFrame;
    const seconds = Math.abs(time - (outward[at - 1] as GreyFrame).time);
    const expected = moved(place, speed.x * seconds, speed.y * seconds);
    const found = nearest(picture, template, expected, followPixels);
    const far = found.score < lost && missedAt === null ? farOff(picture, template, place) : null;
    const here = far ?? (found.score >= lost ? found.rect : null);
    if (shareWithin(here ?? expected, picture) < leastShare) return missedAt ?? at;
    if (here) {
      missedAt = null;
      speed = far ? speedBetween(place, far, seconds) : speed;
      template = patched(template, patchOf(picture, here));
    } else {
      if (missedAt !== null) return missedAt;
      missedAt = at;
    }
    place = here ?? expected;
  }
  return missedAt ?? outward.length;
}

/** What is outside of the picture keeps its last look. */
const patched = (before: Float32Array, now: Float32Array): Float32Array =>
  now.map((value, i) => (Number.isNaN(value) ? (before[i] as number) : value));

/** Variance of a pixel by noise and compression alone, levels of 255 squared. */
const noiseVariance = 60;

interface Look {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

function lookOf(frames: readonly GreyFrame[], rect: Rect): Look {
  const patches = frames.map(({ picture }) => patchOf(picture, rect));
  const size = rect.width * rect.height;
  const [mean, variance] = [new Float32Array(size), new Float32Array(size)];
  for (let i = 0; i < size; i += 1) {
    let [sum, squares] = [0, 0];
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

/** Mean difference, by noise, from which on two looks are two. */
const leastDifference = 1;

/**
 * What stands still: each frame is placed between the look with it and the look without it, weighing pixels by how little
 * they vary otherwise, so that letters count and the film behind them does not. Fades part at their middle.
 */
function parted(
  { outward, inward }: Ending,
  beyond: readonly GreyFrame[],
  rect: Rect,
): number | null {
  const last = outward.at(-1) as GreyFrame;
  const [own, other] = [
    lookOf([outward[0] as GreyFrame, ...inward], rect),
    lookOf([last, ...beyond], rect),
  ];
  const size = rect.width * rect.height;
  const weights = new Float32Array(size);
  let [gain, change] = [0, 0];
  for (let i = 0; i < size; i += 1) {
    const difference = (own.mean[i] as number) - (other.mean[i] as number);
    const spread = (own.variance[i] as number) + (other.variance[i] as number) + noiseVariance;
    weights[i] = difference / spread;
    gain += difference * (weights[i] as number);
    change += difference * difference;
  }
  // The same picture, or one in which the thing cannot be told from what moves behind it.
  if (gain / size < leastDifference) return change / size < noiseVariance ? outward.length : null;
  const presence = outward.map(({ picture }) => {
    const patch = patchOf(picture, rect);
    let sum = 0;
    for (let i = 0; i < size; i += 1)
      sum += (weights[i] as number) * ((patch[i] as number) - (other.mean[i] as number));
    return Math.min(1.5, Math.max(-0.5, sum / gain));
  });
  return bestSplit(presence);
}

/** Mean squared distance of frames from their side; a fade over all of them makes 0.08, another picture in each 0.25. */
const mostDoubt = 0.15;

/** The index from which on values are nearer to 0 than to 1, at least 1; null if most are neither. */
function bestSplit(presence: readonly number[]): number | null {
  let cost = presence.slice(1).reduce((sum, one) => sum + one * one, 0);
  let [best, least] = [1, cost];
  for (let at = 2; at < presence.length; at += 1) {
    const gone = presence[at - 1] as number;
    cost += (1 - gone) ** 2 - gone * gone;
    if (cost < least) [best, least] = [at, cost];
  }
  // The first and the last are those that were compared with.
  return least / Math.max(1, presence.length - 2) > mostDoubt ? null : best;
}

/** A look that is half as like as it was is another one. */
const keptShare = 0.5;

/** What stands still up to a cut: there is no look without it, so it is gone where it no longer looks like itself. */
function keptUp({ outward, inward }: Ending, rect: Rect): number | null {
  const own = lookOf([outward[0] as GreyFrame, ...inward], rect);
  const weights = own.variance.map((variance) => 1 / (variance + noiseVariance));
  const likes = outward.map(({ picture }) =>
    correlation(own.mean, patchOf(picture, rect), weights),
  );
  const usual = likes[0] ?? null;
  if (usual === null || usual <= 0) return outward.length;
  for (let at = 1; at < likes.length; at += 1) {
    const [one, next] = [likes[at] ?? 0, likes[at + 1] ?? likes[at] ?? 0];
    if (one < keptShare * usual && next < keptShare * usual) return at;
  }
  return outward.length;
}
