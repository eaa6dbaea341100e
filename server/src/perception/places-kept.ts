/**
 * Limits how many places of names and things are kept per picture. Following and storing them costs work and memory for
 * each sample, so a still page full of one name would take hours and hundreds of megabytes.
 */
import type { Box } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';

/** Maximum number of places of one name in one picture: more than a wall of sponsors shows. */
const ofName = 30;
/** Maximum number of places in one picture, if the video is so short that `ofVideo` does not limit them further. */
const ofPicture = 200;
/** The limit per picture never falls below this number of places, however long the video is. */
const ofLongVideo = 6;
/** Maximum number of places in all samples of a video. */
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

  /** The surest places of each name come first, so that a name that fills the picture leaves room for the others. */
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
