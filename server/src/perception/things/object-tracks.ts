/** From things found in single moments to tracks: which thing is where from when to when, and how surely. */

import { logistic, logit } from '../../analysis/log-odds.ts';
import type { Ring } from '../../engines/objects.ts';
import type { MediaPass } from '../../media/media.ts';
import { linkTracks, placeCost, type Sighting, type Track } from '../tracks.ts';

export interface ObjectSighting extends Sighting {
  /** As the caller asked for it. */
  readonly name: string;
  readonly confidence: number;
  /** The image it was seen in; samples that look the same share one look. */
  readonly look: number;
  readonly outline?: readonly Ring[];
}

export type ObjectTrack = Track<ObjectSighting>;

/** A running dog covers several of its own lengths between two samples. */
const maxMoveInSizes = 4;
const maxMissingSeconds = 1;

/** Samples that may be missing in a track. */
export const mostMissing = ({ fps }: Pick<MediaPass, 'fps'>): number =>
  Math.max(1, Math.round(fps * maxMissingSeconds));

export function objectTracks<T extends ObjectSighting>(
  sightings: readonly T[],
  pass: MediaPass,
): Track<T>[] {
  const maxMissing = mostMissing(pass);
  const byName = Map.groupBy(sightings, ({ name }) => name);
  return [...byName.values()].flatMap((group) =>
    linkTracks(group, pass.frames, {
      maxMissing,
      cost: (a, b) => placeCost(a.box, b.box, maxMoveInSizes),
    }),
  );
}

/** Looks that are counted: a thing that stays is seen well more than once, one that flashes is not. */
const looksCounted = 3;
/** No single look counts for more. */
const mostEvidence = 4;
/** A close-up is no look of its own: it shows the same pixels. */
const closeUpWeight = 0.66;
/** Of many chances to see a thing that is not there, the best was taken. */
const prior = -0.55;

/**
 * How likely the thing is there by all looks at it: the mean of the best, and the close-up's confidence, null if
 * there was none. Weights fitted on the tuning part of bench/unseen-things.ts.
 */
export function trackConfidence(
  { sightings }: Track<ObjectSighting>,
  closeUp: number | null,
): number {
  const byLook = Map.groupBy(sightings, ({ look }) => look);
  const looks = [...byLook.values()].map((same) => evidence(same[0]?.confidence ?? 0));
  const best = looks.sort((a, b) => b - a).slice(0, looksCounted);
  const mean = best.reduce((sum, one) => sum + one, 0) / Math.max(1, best.length);
  return logistic(mean + prior + (closeUp === null ? 0 : closeUpWeight * evidence(closeUp)));
}

const evidence = (confidence: number) =>
  Math.max(-mostEvidence, Math.min(mostEvidence, logit(confidence)));

/** What one moment of a track is worth: half by itself, half by the track. */
export const momentConfidence = (own: number, track: number): number =>
  logistic((evidence(own) + evidence(track)) / 2);
