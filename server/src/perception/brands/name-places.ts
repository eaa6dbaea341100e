/** Determines where a name that was read is in each sample. */
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
   * Fits boxes closely around the letters and moves their corners along with them. `readSightings` are the sightings
   * that were read; `allSightings` also includes those found by following them.
   */
  async drawnClose(
    readSightings: readonly BrandSighting[],
    allSightings: readonly BrandSighting[],
  ): Promise<BrandSighting[]> {
    await this.#carry(readSightings);
    const knownIndex = Math.max(
      0,
      allSightings.findIndex((sighting) => this.#places.has(sighting)),
    );
    const start = this.#places.get(allSightings[knownIndex] as BrandSighting) ?? null;
    const earlierSightings = await this.#drawn(
      allSightings.slice(0, knownIndex).toReversed(),
      start,
    );

    return [
      ...earlierSightings.toReversed(),
      ...(await this.#drawn(allSightings.slice(knownIndex), start)),
    ];
  }

  /** Follows the name from picture to picture until the text detector finds its line again. */
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
    const drawnSightings: BrandSighting[] = [];
    let last = start;

    for (const sighting of sightings) {
      const image = this.#pictures.pass.frames[sighting.sample]?.image;
      if (!sighting.corners || image === undefined) {
        drawnSightings.push(sighting);
        continue;
      }

      const place: Place =
        this.#places.get(sighting) ??
        (last && (await this.#next(last, image))) ??
        (await this.#first(image, sighting.corners, sighting.box));
      last = place;
      drawnSightings.push({ ...sighting, corners: place.corners, box: place.box });
    }

    return drawnSightings;
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

/** Whether the corners are old: they are still where the line was last read, although the name has moved on. */
function isOldPlace(corners: Corners, previousCorners: Corners, now: Corners): boolean {
  if (
    corners.every(
      ({ x, y }, index) => x === previousCorners[index]?.x && y === previousCorners[index]?.y,
    )
  )
    return true;
  const [ownBox, old, moved] = [corners, previousCorners, now].map((quad) =>
    boundsOf(quad, { width: 1, height: 1 }),
  ) as [Box, Box, Box];
  const away = (box: Box) =>
    Math.hypot(center(ownBox).x - center(box).x, center(ownBox).y - center(box).y);
  return away(old) < 0.5 * away(moved) && Math.abs(ownBox.width / old.width - 1) < 0.1;
}
