/**
 * Where names of read text are, sample by sample. A line that still reads the same keeps its old corners while it moves,
 * so a name's place is carried on from picture to picture, and its box drawn close around its letters in each.
 */
import { boundsOf, center, type Spot } from '../../analysis/boxes.ts';
import type { Box, RgbImage } from '../../engines/engine.ts';
import type { Pictures } from '../frame-reader.ts';
import { inPixels } from '../screen/read-picture.ts';
import type { ScreenLine } from './brand-match.ts';
import { inkBox } from './ink-box.ts';
import { pictureShift, type Shift } from './picture-shift.ts';
import type { BrandSighting } from './seen-brands.ts';

type Corners = ScreenLine['corners'];

/** The last place of a name that was looked at closely. */
interface Place {
  readonly image: number;
  readonly corners: Corners;
  readonly box: Box;
  /** Whether the box is that of the letters' ink. */
  readonly isInk: boolean;
  /** Looks for ink in a row that found none. */
  readonly misses: number;
}

/** Likeness of a name that stands, and needs no new look. */
const stands = 0.85;
/** Likeness of a name that is carried on without its ink. */
const sure = 0.8;
/** Of a side: letters of one name have the same size from sample to sample, else some are clipped or others are with them. */
const sameSide = 0.06;
/** Pixels by which a box of ink may be off. */
const slack = 1;
/** After so many looks the ink of a name that stands is not looked for any more. */
const mostMisses = 3;

export class NamePlaces {
  readonly #pictures: Pictures;
  readonly #places = new Map<BrandSighting, Place>();

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  /** Boxes close around the letters, and corners that move with them; `all` are those read, and those followed from them. */
  async drawnClose(
    read: readonly BrandSighting[],
    all: readonly BrandSighting[],
  ): Promise<BrandSighting[]> {
    await this.#carry(read);
    const known = Math.max(
      0,
      all.findIndex((one) => this.#places.has(one)),
    );
    const start = this.#places.get(all[known] as BrandSighting) ?? null;
    const before = await this.#drawn(all.slice(0, known).toReversed(), start);
    return [...before.toReversed(), ...(await this.#drawn(all.slice(known), start))];
  }

  /** From picture to picture, as long as the line is not found anew. */
  async #carry(sightings: readonly BrandSighting[]): Promise<void> {
    let last: { readonly read: Corners; readonly place: Place } | null = null;
    for (const one of sightings) {
      const image = this.#pictures.pass.frames[one.sample]?.image;
      if (!one.corners || image === undefined) continue;
      const place: Place =
        last && isOldPlace(one.corners, last.read, last.place.corners)
          ? ((await this.#next(last.place, image)) ?? last.place)
          : await this.#first(image, one.corners, one.box);
      last = { read: one.corners, place };
      this.#places.set(one, place);
    }
  }

  async #drawn(sightings: readonly BrandSighting[], start: Place | null): Promise<BrandSighting[]> {
    const drawn: BrandSighting[] = [];
    let last = start;
    for (const one of sightings) {
      const image = this.#pictures.pass.frames[one.sample]?.image;
      if (!one.corners || image === undefined) {
        drawn.push(one);
        continue;
      }
      const place: Place =
        this.#places.get(one) ??
        (last && (await this.#next(last, image))) ??
        (await this.#first(image, one.corners, one.box));
      last = place;
      drawn.push({ ...one, corners: place.corners, box: place.box });
    }
    return drawn;
  }

  async #first(image: number, corners: Corners, box: Box): Promise<Place> {
    const ink = inkBox(await this.#pictures.frames.rgb(image), corners);
    return { image, corners, box: ink ?? box, isInk: ink !== null, misses: ink ? 0 : 1 };
  }

  /** Where the name of that place is in this picture; null if it cannot be told. */
  async #next(from: Place, image: number): Promise<Place | null> {
    if (from.image === image) return from;
    const before = await this.#pictures.frames.rgb(from.image);
    const picture = await this.#pictures.frames.rgb(image);
    const shift = pictureShift(before, picture, inPixels(from.box, before));
    const moves = shift !== null && (shift.dx !== 0 || shift.dy !== 0);
    if (shift && !moves && shift.likeness >= stands) return from;
    if (!moves && from.misses >= mostMisses) return from;
    const moved = shift ? movedBy(from, shift, picture) : from;
    const ink = inkBox(picture, moved.corners);
    if (ink && (!from.isInk || isSameSize(ink, from.box, picture)))
      return onInk(from, moved, ink, image, picture);
    if (moves && shift.likeness >= sure) return { ...moved, image };
    if (from.isInk || !shift || shift.likeness < sure) return null;
    return { ...from, misses: from.misses + 1 };
  }
}

/** With its corners moved as the ink did. */
function onInk(from: Place, moved: Place, ink: Box, image: number, picture: RgbImage): Place {
  if (!from.isInk) return { image, corners: moved.corners, box: ink, isInk: true, misses: 0 };
  if (isNear(ink, from.box, picture)) return from;
  const [old, now] = [center(from.box), center(ink)];
  const corners = shifted(from.corners, now.x - old.x, now.y - old.y);
  return { image, corners, box: ink, isInk: true, misses: 0 };
}

function movedBy(place: Place, { dx, dy }: Shift, { width, height }: RgbImage): Place {
  const [x, y] = [dx / width, dy / height];
  const spots = shifted(
    [
      { x: place.box.x, y: place.box.y },
      { x: place.box.x + place.box.width, y: place.box.y + place.box.height },
    ],
    x,
    y,
  );
  const box = boundsOf(spots, { width: 1, height: 1 });
  return { ...place, corners: shifted(place.corners, x, y), box };
}

const shifted = <T extends readonly Spot[]>(spots: T, dx: number, dy: number): T =>
  spots.map(({ x, y }) => ({ x: x + dx, y: y + dy })) as unknown as T;

/** A line that was not found anew: its corners are those read before, though its name has moved on. */
function isOldPlace(corners: Corners, before: Corners, now: Corners): boolean {
  if (JSON.stringify(corners) === JSON.stringify(before)) return true;
  const [own, old, moved] = [corners, before, now].map((one) =>
    boundsOf(one, { width: 1, height: 1 }),
  ) as [Box, Box, Box];
  const away = (box: Box) =>
    Math.hypot(center(own).x - center(box).x, center(own).y - center(box).y);
  return away(old) < 0.5 * away(moved) && Math.abs(own.width / old.width - 1) < 0.1;
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
