/** Locates the names in text that was read, sample by sample. */
import { boundsOf, center } from '../../analysis/boxes.ts';
import type { Box } from '../../engines/engine.ts';
import type { Pictures } from '../frame-reader.ts';
import { type Corners, firstPlace, nextPlace, type TextPlace } from '../screen/text-places.ts';
import type { BrandSighting } from './seen-brands.ts';

interface Place extends TextPlace {
  readonly image: number;
}

export class NamePlaces {
  readonly #pictures: Pictures;
  readonly #places = new Map<BrandSighting, Place>();

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  /**
   * Draws boxes close around the letters, and corners that move with them; `read` are the sightings that were read,
   * `all` also includes those followed from them.
   */
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

  /** Follows the name from picture to picture until its line is found anew. */
  async #carry(sightings: readonly BrandSighting[]): Promise<void> {
    let last: { readonly read: Corners; readonly place: Place } | null = null;
    for (const sighting of sightings) {
      const image = this.#pictures.pass.frames[sighting.sample]?.image;
      if (!sighting.corners || image === undefined) continue;

      const place: Place =
        last && isOldPlace(sighting.corners, last.read, last.place.corners)
          ? ((await this.#next(last.place, image)) ?? last.place)
          : await this.#first(image, sighting.corners, sighting.box);
      last = { read: sighting.corners, place };
      this.#places.set(sighting, place);
    }
  }

  async #drawn(sightings: readonly BrandSighting[], start: Place | null): Promise<BrandSighting[]> {
    const drawn: BrandSighting[] = [];
    let last = start;

    for (const sighting of sightings) {
      const image = this.#pictures.pass.frames[sighting.sample]?.image;
      if (!sighting.corners || image === undefined) {
        drawn.push(sighting);
        continue;
      }

      const place: Place =
        this.#places.get(sighting) ??
        (last && (await this.#next(last, image))) ??
        (await this.#first(image, sighting.corners, sighting.box));
      last = place;
      drawn.push({ ...sighting, corners: place.corners, box: place.box });
    }

    return drawn;
  }

  async #first(image: number, corners: Corners, box: Box): Promise<Place> {
    return { ...firstPlace(await this.#pictures.frames.rgb(image), corners, box), image };
  }

  /** Finds where the name is in this picture; null if that cannot be determined. */
  async #next(from: Place, image: number): Promise<Place | null> {
    if (from.image === image) return from;
    const next = nextPlace(from, await this.#pictures.frames.rgb(image));
    return next && { ...next, image };
  }
}

/** Whether a line was not found anew: its corners are still those read before, though its name has moved on. */
function isOldPlace(corners: Corners, before: Corners, now: Corners): boolean {
  if (corners.every(({ x, y }, index) => x === before[index]?.x && y === before[index]?.y))
    return true;
  const [own, old, moved] = [corners, before, now].map((one) =>
    boundsOf(one, { width: 1, height: 1 }),
  ) as [Box, Box, Box];
  const away = (box: Box) =>
    Math.hypot(center(own).x - center(box).x, center(own).y - center(box).y);
  return away(old) < 0.5 * away(moved) && Math.abs(own.width / old.width - 1) < 0.1;
}
