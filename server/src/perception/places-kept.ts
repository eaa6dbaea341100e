/**
 * Limits how many places of names and things are kept per picture. Following and storing each of them costs work and
 * memory in every sample, so a still page full of the same name would take hours and hundreds of megabytes.
 */
import type { Box } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';

/** Maximum number of places of one name in one picture, which is more than a sponsor wall shows. */
const ofName = 30;
/** Maximum number of places in one picture; in long videos, `ofVideo` limits it further. */
const ofPicture = 200;
/** However long the video is, the limit per picture is at least this many places. */
const ofLongVideo = 6;
/** Maximum number of places in all samples of a video together. */
const ofVideo = 200_000;

interface Place {
  readonly confidence: number;
  readonly box: Box;
}

export class PlacesKept {
  /** Whether more places were found in a picture than are kept. */
  isCut = false;
  readonly #inPicture: number;

  constructor({ frames }: Pick<MediaPass, 'frames'>) {
    const share = Math.floor(ofVideo / Math.max(1, frames.length));
    this.#inPicture = Math.min(ofPicture, Math.max(ofLongVideo, share));
  }

  /**
   * Selects the places to keep: first the most certain place of every name, then the second of every name, and so on,
   * so that a name that fills the picture does not displace the others.
   */
  of<T extends Place>(places: readonly T[], nameOf: (place: T) => string): readonly T[] {
    if (places.length <= Math.min(ofName, this.#inPicture)) return places;

    const byName = [...Map.groupBy(places, nameOf).values()];
    const rankedPlaces = byName.flatMap((group) =>
      group
        .toSorted((a, b) => b.confidence - a.confidence || widthOf(b) - widthOf(a))
        .slice(0, ofName)
        .map((place, rank) => ({ place, rank })),
    );
    const keptPlaces = new Set(
      rankedPlaces
        .toSorted((a, b) => a.rank - b.rank || b.place.confidence - a.place.confidence)
        .slice(0, this.#inPicture)
        .map(({ place }) => place),
    );

    if (keptPlaces.size < places.length) this.isCut = true;
    return places.filter((place) => keptPlaces.has(place));
  }
}

const widthOf = ({ box }: Place): number => box.width;
