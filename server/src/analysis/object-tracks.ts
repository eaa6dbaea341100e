/** From things found in single moments to tracks: which thing is where from when to when. */
import type { Ring } from '../engines/objects.ts';
import type { MediaPass } from '../media/media.ts';
import { linkTracks, placeCost, type Sighting, type Track } from './tracks.ts';

export interface ObjectSighting extends Sighting {
  /** As the caller asked for it. */
  readonly name: string;
  readonly confidence: number;
  readonly outline?: readonly Ring[];
}

export type ObjectTrack = Track<ObjectSighting>;

/** A running dog covers several of its own lengths between two samples. */
const maxMoveInSizes = 4;
const maxMissingSeconds = 1;

/** Tracks that were sure at least once; weaker sightings only carry them on. */
export function objectTracks(
  sightings: readonly ObjectSighting[],
  pass: MediaPass,
  minConfidence: number,
): ObjectTrack[] {
  const maxMissing = Math.max(1, Math.round(pass.fps * maxMissingSeconds));
  const byName = Map.groupBy(sightings, ({ name }) => name);
  return [...byName.values()]
    .flatMap((group) =>
      linkTracks(group, pass.frames, {
        maxMissing,
        cost: (a, b) => placeCost(a.box, b.box, maxMoveInSizes),
      }),
    )
    .filter(({ sightings: all }) => all.some(({ confidence }) => confidence >= minConfidence));
}
