/**
 * Finds in the frames between two samples when a thing came or left. Pure. All is written for one that leaves: frames
 * go outward from the sample that shows it, so that coming is the same, backwards.
 */
import type { Box } from '../../engines/engine.ts';
import {
  correlation,
  correlationAt,
  detailOf,
  flattened,
  type GreyPicture,
  moved,
  patchOf,
  type Rect,
  rectOf,
  reduced,
  shareWithin,
  within,
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
export function firstWithout(given: Ending): number | null {
  const ending = reducedTo(given);
  const { outward, box } = ending;
  const [first] = outward;
  if (!first || outward.length < 2) return null;
  const rect = rectOf(box, first.picture);
  const speed = speedOf(ending, rect);
  if (speed && Math.hypot(speed.x, speed.y) > stillSpeed)
    return followed(outward, 0, { rect, speed, usual: usualOf(ending, rect, speed) });
  const seen = within(rect, first.picture);
  const gone = ending.beyond ? parted(ending, ending.beyond, seen) : keptUp(ending, seen, speed);
  if (gone === null || gone === outward.length) return gone;
  return setOff(outward, gone, rect) ?? gone;
}

/** Pixels of a patch that are enough to know it by. */
const enoughPixels = 1000;

/** What is large is looked at in pictures made smaller. */
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
function speedOf(ending: Ending, rect: Rect): Speed | null {
  const far = speedOver(ending, rect, speedSeconds);
  const near = speedOver(ending, rect, nearSeconds);
  if (!far || !near) return far ?? near;
  // What came to rest within the longer time was quicker before.
  const [quick, usual] = [Math.hypot(near.x, near.y), Math.hypot(far.x, far.y)];
  const other = Math.hypot(near.x - far.x, near.y - far.y);
  return quick > clearSpeed && other > 0.3 * Math.max(quick, usual) ? near : far;
}

/** Shorter ones: what stops or turns is measured before it does. */
const nearSeconds = 0.13;
/** Pixels a second; below it a pixel more or less in so short a time says nothing. */
const clearSpeed = 12;
/** Enough where it is found as far on as it moved from sample to sample. */
const alikeOnTheWay = 0.6;

function speedOver({ outward, inward, drift }: Ending, rect: Rect, most: number): Speed | null {
  const [first] = outward;
  if (!first) return null;
  const near = inward.filter(({ time }) => Math.abs(time - first.time) <= most);
  const other = near.at(-1) ?? (most === nearSeconds ? inward[0] : undefined);
  if (!other || other.time === first.time) return null;
  // Inward time runs against outward time.
  const seconds = -Math.abs(other.time - first.time);
  const { width, height } = first.picture;
  const guess = { x: drift.x * width * seconds, y: drift.y * height * seconds };
  const template = patchOf(first.picture, rect);
  const [onTheWay, still] = [guess, { x: 0, y: 0 }].map((at) =>
    nearest(other.picture, template, moved(rect, at.x, at.y), searchPixels),
  ) as [Found, Found];
  const best = still.score > onTheWay.score ? still : onTheWay;
  const found = best.score >= (best === onTheWay ? alikeOnTheWay : alike) ? best.rect : null;
  const place = found ?? (most === nearSeconds ? farOff(other.picture, template, rect) : null);
  if (!place) return null;
  return { x: (place.left - rect.left) / seconds, y: (place.top - rect.top) / seconds };
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
      const like = correlationAt(template, picture, rect) ?? -1;
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
const [farShare, farAlike] = [0.1, 0.68];

/** What is no longer in its place may be beside it, on its way; null if it is not. */
function setOff(outward: readonly GreyFrame[], gone: number, rect: Rect): number | null {
  const [last, next] = [outward[gone - 1], outward[gone]];
  if (!last || !next) return null;
  const found = farOff(next.picture, patchOf(last.picture, rect), rect);
  if (!found) return null;
  const seconds = Math.abs(next.time - last.time);
  const speed = speedBetween(rect, found, seconds);
  const end = followed(outward, gone, { rect: found, speed, usual: null });
  // Once could be chance.
  return end !== null && end > gone + 1 ? end : null;
}

/** The same patch farther off than it is followed, and not where it was. */
function farOff(picture: GreyPicture, template: Float32Array, rect: Rect): Rect | null {
  const radius = Math.round(farShare * picture.width);
  const coarse = coarselyFound(picture, template, rect, radius);
  const found = coarse
    ? nearest(picture, template, coarse, 2)
    : nearest(picture, template, rect, radius);
  const away = Math.hypot(found.rect.left - rect.left, found.rect.top - rect.top);
  const stayed = correlationAt(template, picture, rect) ?? 0;
  const like = correlationAt(template, picture, found.rect) ?? 0;
  if (like < farAlike || like < stayed + 0.1 || away < 1) return null;
  // A soft background is like itself everywhere.
  const now = detailOf(patchOf(picture, found.rect), rect.width);
  const same = correlation(detailOf(template, rect.width), now) ?? 0;
  return same >= detailAlike ? found.rect : null;
}

const detailAlike = 0.4;

/** Of smaller ones nothing is left at half the size. */
const [coarseWidth, coarseHeight] = [16, 8];

/** Looked for at half the size, as most is not there; null if that is too small. */
function coarselyFound(
  picture: GreyPicture,
  template: Float32Array,
  rect: Rect,
  radius: number,
): Rect | null {
  const { width, height } = rect;
  if (width < coarseWidth || height < coarseHeight) return null;
  const [columns, rows] = [Math.floor(width / 2), Math.floor(height / 2)];
  const half = new Float32Array(columns * rows);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const at = 2 * y * width + 2 * x;
      const [a, b, c, d] = [at, at + 1, at + width, at + width + 1];
      half[y * columns + x] = (pixel(a) + pixel(b) + pixel(c) + pixel(d)) / 4;
    }
  }
  function pixel(at: number): number {
    return template[at] as number;
  }
  const place = {
    left: Math.round(rect.left / 2),
    top: Math.round(rect.top / 2),
    ...{ width: columns, height: rows },
  };
  const { rect: found } = nearest(reduced(picture, 2), half, place, Math.ceil(radius / 2));
  return { left: 2 * found.left, top: 2 * found.top, width, height };
}

const speedBetween = (from: Rect, to: Rect, seconds: number): Speed => ({
  x: (to.left - from.left) / seconds,
  y: (to.top - from.top) / seconds,
});

/** How like a patch is to itself a frame later, and its detail. */
interface Likeness {
  readonly like: number;
  readonly detail: number;
}

interface Moving {
  readonly rect: Rect;
  readonly speed: Speed;
  /** Null if it is not known from before. */
  readonly usual: Likeness | null;
}

function likenessOf(template: Float32Array, now: Float32Array, width: number): Likeness {
  const detail = correlation(detailOf(template, width), detailOf(now, width)) ?? 0;
  return { like: correlation(template, now) ?? 0, detail };
}

/** By the last frame in which it is surely there. */
function usualOf({ outward, inward }: Ending, rect: Rect, speed: Speed): Likeness | null {
  const [[first], [before]] = [outward, inward];
  if (!first || !before) return null;
  const seconds = Math.abs(before.time - first.time);
  const template = patchOf(first.picture, rect);
  const expected = moved(rect, -speed.x * seconds, -speed.y * seconds);
  const found = nearest(before.picture, template, expected, followPixels);
  if (found.score < lost) return null;
  return likenessOf(template, patchOf(before.picture, found.rect), rect.width);
}

/** What moves is followed from a frame to the next until it is out of the picture, or gone from one to the other. */
function followed(
  outward: readonly GreyFrame[],
  from: number,
  { rect, speed: startSpeed, usual }: Moving,
): number | null {
  let [place, speed] = [rect, startSpeed];
  let template = patchOf((outward[from] as GreyFrame).picture, rect);
  let missedAt: number | null = null;
  const left = leftBehind(rect.width, usual);
  for (let at = from + 1; at < outward.length; at += 1) {
    const { picture, time } = outward[at] as GreyFrame;
    const seconds = Math.abs(time - (outward[at - 1] as GreyFrame).time);
    const expected = moved(place, speed.x * seconds, speed.y * seconds);
    const found = nearest(picture, template, expected, followPixels);
    const far = found.score < lost && missedAt === null ? farOff(picture, template, place) : null;
    const near = found.score >= lost && !left(template, patchOf(picture, found.rect));
    const here = far ?? (near ? found.rect : null);
    if (shareWithin(here ?? expected, picture) < leastShare) return missedAt ?? at;
    if (here) {
      missedAt = null;
      speed = far
        ? speedBetween(place, far, seconds)
        : meanOf(speed, speedBetween(place, here, seconds));
      template = patched(template, patchOf(picture, here));
    } else {
      if (missedAt !== null) return missedAt;
      missedAt = at;
    }
    place = here ?? expected;
  }
  return missedAt ?? outward.length;
}

/** A patch that lost so much of its likeness from one frame to the next, and of that of its detail. */
const [lostLikeness, lostDetail] = [0.04, 0.5];

/**
 * Tells when what was followed is gone and only what lies behind it is left, which is like it as far as a box holds both.
 * Asked frame by frame; what is gone is not taken for usual.
 */
function leftBehind(
  width: number,
  before: Likeness | null,
): (template: Float32Array, now: Float32Array) => boolean {
  let usual = before;
  return (template, now) => {
    const { like, detail } = likenessOf(template, now, width);
    const gone =
      usual !== null &&
      like < usual.like - lostLikeness &&
      detail < Math.min(detailAlike, lostDetail * usual.detail);
    if (!gone)
      usual = usual
        ? { like: (usual.like + like) / 2, detail: (usual.detail + detail) / 2 }
        : { like, detail };
    return gone;
  };
}

const meanOf = (a: Speed, b: Speed): Speed => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** What is outside of the picture keeps its last look. */
const patched = (before: Float32Array, now: Float32Array): Float32Array =>
  now.map((value, i) => (Number.isNaN(value) ? (before[i] as number) : value));

/** Variance of a pixel by noise and compression alone, levels of 255 squared. */
const noiseVariance = 60;

interface Look {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

function lookOf(patches: readonly Float32Array[]): Look {
  const size = patches[0]?.length ?? 0;
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
  const own = [outward[0] as GreyFrame, ...inward];
  const other = [outward.at(-1) as GreyFrame, ...beyond];
  const shape = (frame: GreyFrame) => flattened(patchOf(frame.picture, rect), rect);
  const plain = (frame: GreyFrame) => patchOf(frame.picture, rect);
  for (const look of [shape, plain]) {
    const between = differenceOf(own.map(look), other.map(look));
    if (between.clarity < (look === shape ? clearShape : leastDifference)) {
      if (look === shape) continue;
      // The same picture, or one in which the thing cannot be told from what moves behind it.
      return between.change < noiseVariance ? outward.length : null;
    }
    return bestSplit(outward.map((frame) => between.presenceOf(look(frame))));
  }
  return null;
}

/** Frames nearest to the next sighting inward, in which a fade is over. */
const fullFrames = 4;
/** Less than this share of it, and what was sighted is another thing, unless it comes by degrees. */
const leastFaint = 0.1;
/** Frames between hardly there and nearly all there that only a fade has. */
const fadingFrames = 3;

/**
 * Whether the thing was sighted before half its contrast was there, or after: in a fade, which goes on inward. Not told of
 * what moves, or where a cut is near.
 */
export function isFaint(given: Ending): boolean {
  if (!given.beyond || given.beyond.length < 2 || given.inward.length < 2 * fullFrames)
    return false;
  const ending = reducedTo(given);
  const [first] = ending.outward;
  const beyond = ending.beyond ?? [];
  if (!first) return false;
  const whole = rectOf(ending.box, first.picture);
  const rect = within(whole, first.picture);
  const look = (frame: GreyFrame) => flattened(patchOf(frame.picture, rect), rect);
  const full = ending.inward.slice(-fullFrames).map(look);
  const between = differenceOf(full, beyond.map(look));
  if (between.clarity < clearShape) return false;
  const own = between.presenceOf(look(first));
  if (own >= 0.5) return false;
  const inward = ending.inward.map((frame) => between.presenceOf(look(frame)));
  const fading = inward.filter((one) => one > leastFaint && one < 1 - leastFaint);
  if (own < leastFaint && fading.length < fadingFrames) return false;
  if (bestSplit(inward.toReversed()) === null) return false;
  const speed = speedOf(ending, whole);
  return !speed || Math.hypot(speed.x, speed.y) <= stillSpeed;
}

/** From so much on, the shape alone is compared, without brightness: a soft background changes that too. */
const clearShape = 3;

/** What tells two looks apart. */
function differenceOf(own: readonly Float32Array[], other: readonly Float32Array[]) {
  const [a, b] = [lookOf(own), lookOf(other)];
  const size = a.mean.length;
  const weights = new Float32Array(size);
  let [gain, change] = [0, 0];
  for (let i = 0; i < size; i += 1) {
    const difference = (a.mean[i] as number) - (b.mean[i] as number);
    const spread = (a.variance[i] as number) + (b.variance[i] as number) + noiseVariance;
    weights[i] = difference / spread;
    gain += difference * (weights[i] as number);
    change += difference * difference;
  }
  /** 1: as the one look, 0: as the other. */
  const presenceOf = (patch: Float32Array): number => {
    let sum = 0;
    for (let i = 0; i < size; i += 1)
      sum += (weights[i] as number) * ((patch[i] as number) - (b.mean[i] as number));
    return Math.min(1.5, Math.max(-0.5, sum / gain));
  };
  return { clarity: gain / size, change: change / size, presenceOf };
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

/**
 * What hardly moves up to a cut: there is no look without it, so it is gone where it no longer looks like itself. A slow pan
 * takes it a pixel or two on.
 */
function keptUp({ outward, inward }: Ending, rect: Rect, speed: Speed | null): number | null {
  const first = outward[0] as GreyFrame;
  const placeAt = ({ time }: GreyFrame, direction: 1 | -1): Rect => {
    const seconds = direction * Math.abs(time - first.time);
    return speed ? moved(rect, speed.x * seconds, speed.y * seconds) : rect;
  };
  const patches = inward.map((frame) => patchOf(frame.picture, placeAt(frame, -1)));
  const own = lookOf([patchOf(first.picture, rect), ...patches]);
  const weights = own.variance.map((variance) => 1 / (variance + noiseVariance));
  const alikeAt = ({ picture }: GreyFrame, place: Rect): number | null =>
    correlation(own.mean, patchOf(picture, place), weights);
  const usual = alikeAt(first, rect);
  if (usual === null || usual <= 0) return outward.length;
  const isLike = (frame: GreyFrame): boolean =>
    placesAlong(placeAt(frame, 1), speed).some(
      (place) => (alikeAt(frame, place) ?? 0) >= keptShare * usual,
    );
  for (let at = 1; at < outward.length; at += 1) {
    const [one, next] = [outward[at] as GreyFrame, outward[at + 1] ?? (outward[at] as GreyFrame)];
    if (!isLike(one) && !isLike(next)) return at;
  }
  return outward.length;
}

/** Speed is known to a pixel or two a second, so what moves may be a pixel further or less far on its way. */
function placesAlong(place: Rect, speed: Speed | null): readonly Rect[] {
  if (!speed || (speed.x === 0 && speed.y === 0)) return [place];
  const across = Math.abs(speed.x) >= Math.abs(speed.y);
  const near = (by: number) => (across ? moved(place, by, 0) : moved(place, 0, by));
  return [place, near(1), near(-1)];
}
