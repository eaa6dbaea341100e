/**
 * Locates text in each picture. A known line that still reads the same keeps its old corners even if it moves, so its
 * place is tracked from picture to picture, and its box is fitted closely around its letters in each. Pure.
 */
import { boundsOf, center, type Spot } from '../../analysis/boxes.ts';
import type { Box, RgbImage } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import { inkBox } from './ink-box.ts';
import { type Look, lookAt, pictureShift, type Shift } from './picture-shift.ts';
import { inPixels } from './read-picture.ts';

export type Corners = ScreenLine['corners'];

/** The place of a text in the picture in which it was last examined closely. */
export interface TextPlace {
  readonly corners: Corners;
  readonly box: Box;
  /** The content of the box, for comparison with the next picture. */
  readonly look: Look;
  /** Whether the box was fitted to the letters' ink. */
  readonly isInk: boolean;
  /** Number of consecutive searches for ink that found none. */
  readonly misses: number;
}

/** From this likeness on, a text counts as still and is not examined again. */
const standingLikeness = 0.85;
/** From this likeness on, a text counts as found again even if its ink is not. */
const sure = 0.8;
/**
 * Maximum difference in size from picture to picture, as a share of a side. The letters of a text keep their size, so a
 * larger difference means that some letters were cut off or something else was included.
 */
const sameSide = 0.06;
/** Tolerance when boxes of ink are compared, in pixels. */
const slack = 1;
/** After this many searches that found no ink, a still text is no longer searched for ink. */
const mostMisses = 3;

type Placed = Omit<TextPlace, 'look'>;

const seenIn = (picture: RgbImage, place: Placed): TextPlace => ({
  ...place,
  look: lookAt(picture, inPixels(place.box, picture)),
});

/** Builds the place of a newly found text. */
export function firstPlace(picture: RgbImage, corners: Corners, box: Box): TextPlace {
  const ink = inkBox(picture, corners);
  const place = { corners, box: ink ?? box, isInk: ink !== null, misses: ink ? 0 : 1 };
  return seenIn(picture, place);
}

/** Finds a text in another picture; null if it cannot be located. */
export function nextPlace(from: TextPlace, picture: RgbImage): TextPlace | null {
  const shift = pictureShift(from.look, picture);
  const moves = shift !== null && (shift.dx !== 0 || shift.dy !== 0);
  if (shift && !moves && shift.likeness >= standingLikeness) return from;
  if (!moves && from.misses >= mostMisses) return from;

  const moved = shift ? movedBy(from, shift, picture) : from;
  const ink = inkBox(picture, moved.corners);
  if (ink && (!from.isInk || isSameSize(ink, from.box, picture)))
    return onInk(from, moved, ink, picture);
  if (moves && shift.likeness >= sure) return seenIn(picture, moved);
  if (from.isInk || !shift || shift.likeness < sure) return null;

  return { ...from, misses: from.misses + 1 };
}

/** The place of a text whose ink was found; the corners move by the same distance as the ink. */
function onInk(from: TextPlace, moved: Placed, ink: Box, picture: RgbImage): TextPlace {
  const inkPlace = { box: ink, isInk: true, misses: 0 };
  if (!from.isInk) return seenIn(picture, { corners: moved.corners, ...inkPlace });
  if (isNear(ink, from.box, picture)) return from;
  const old = center(from.box);
  const now = center(ink);
  const corners = shifted(from.corners, now.x - old.x, now.y - old.y);
  return seenIn(picture, { corners, ...inkPlace });
}

function movedBy(place: Placed, { dx, dy }: Shift, { width, height }: RgbImage): Placed {
  const x = dx / width;
  const y = dy / height;
  const ends = [
    { x: place.box.x, y: place.box.y },
    { x: place.box.x + place.box.width, y: place.box.y + place.box.height },
  ];
  const moved = ends.map((spot) => shiftedSpot(spot, x, y));
  const box = boundsOf(moved, { width: 1, height: 1 });

  return { ...place, corners: shifted(place.corners, x, y), box };
}

const shiftedSpot = ({ x, y }: Spot, dx: number, dy: number): Spot => ({ x: x + dx, y: y + dy });

function shifted([a, b, c, d]: Corners, dx: number, dy: number): Corners {
  const by = (spot: Spot) => shiftedSpot(spot, dx, dy);
  return [by(a), by(b), by(c), by(d)];
}

function isSameSize(a: Box, b: Box, { width, height }: RgbImage): boolean {
  const across = Math.abs(a.width - b.width) * width;
  const down = Math.abs(a.height - b.height) * height;
  return (
    across <= Math.max(2 * slack, sameSide * b.width * width) &&
    down <= Math.max(2 * slack, sameSide * b.height * height)
  );
}

function isNear(a: Box, b: Box, { width, height }: RgbImage): boolean {
  const sides = [
    (a.x - b.x) * width,
    (a.x + a.width - b.x - b.width) * width,
    (a.y - b.y) * height,
    (a.y + a.height - b.y - b.height) * height,
  ];
  return sides.every((by) => Math.abs(by) <= slack + 1e-6);
}
