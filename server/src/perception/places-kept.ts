/**
 * Bounds how many places of names and things are kept of a picture. Following and storing them costs work and memory for
 * each sample, so a still page full of one name would take hours and hundreds of megabytes.
 */
import type { Box } from '../engines/engine.ts';
import type { MediaPass } from '../media/media.ts';

/** Places of one name in one picture: more than a wall of sponsors shows. */
const ofName = 30;
/** Places in one picture, of a video so short that the whole of it has room for them. */
const ofPicture = 200;
/** Places in one picture that every video has room for. */
const ofLongVideo = 6;
/** Places in all samples of a video. */
const ofVideo = 200_000;

interface Place {
  readonly confidence: number;
  readonly box: Box;
}

export class PlacesKept {
  /** Whether a picture held more than are kept. */
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
