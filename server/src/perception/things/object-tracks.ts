/**
 * Builds tracks from things found in single samples: where each thing is, from when to when it is shown, and how
 * certain it is.
 */

import { logistic, logit } from '../../analysis/log-odds.ts';
import type { Ring } from '../../engines/objects.ts';
import type { MediaPass } from '../../media/media.ts';
import { linkTracks, mostMissing, placeCost, type Sighting, type Track } from '../tracks.ts';

export interface ObjectSighting extends Sighting {
  /** The name as the caller requested it. */
  readonly name: string;
  readonly confidence: number;
  /** Index of the image in which the thing was seen; samples that show the same image count as one look. */
  readonly look: number;
  readonly outline?: readonly Ring[];
}

export type ObjectTrack = Track<ObjectSighting>;

/**
 * Maximum motion between two samples, in box sizes. It is large because a running dog moves several times its length.
 */
const maxMoveInSizes = 4;

export function objectTracks<T extends ObjectSighting>(
  sightings: readonly T[],
  pass: MediaPass,
): Track<T>[] {
  const maxMissing = mostMissing(pass);
  const byName = Map.groupBy(sightings, ({ name }) => name);
  return [...byName.values()].flatMap((group) =>
    linkTracks(group, pass, {
      maxMissing,
      cost: (a, b) => placeCost(a.box, b.box, maxMoveInSizes),
    }),
  );
}

/** Number of best looks that count: a real thing is seen clearly more than once, a brief false detection is not. */
const looksCounted = 3;
/** Maximum evidence from a single look. */
const mostEvidence = 4;
/**
 * Weight of the close-up. It is less than 1, because a close-up shows the same pixels and so is not an independent
 * look.
 */
const closeUpWeight = 0.66;
/** Correction for the fact that only the best looks are counted, which favours false sightings. */
const prior = -0.55;
/**
 * Correction for tracks with few looks, because something may resemble another thing in one picture but in no other.
 * The value was determined on real photos, which have one look each.
 */
const fewLooks = -1;

/**
 * How likely it is that the thing is really there, given its best looks and the confidence of the close-up (`closeUp`;
 * null if there was none). The weights were fitted on the tuning part of bench/unseen-things.ts.
 */
export function trackConfidence(
  { sightings }: Track<ObjectSighting>,
  closeUp: number | null,
): number {
  const byLook = Map.groupBy(sightings, ({ look }) => look);
  const lookScores = [...byLook.values()].map((sameLook) => evidence(sameLook[0]?.confidence ?? 0));
  const best = lookScores.sort((a, b) => b - a).slice(0, looksCounted);
  const mean = best.reduce((sum, score) => sum + score, 0) / Math.max(1, best.length);
  const missingShare = (looksCounted - best.length) / (looksCounted - 1);
  const closer = closeUp === null ? 0 : closeUpWeight * evidence(closeUp);
  return logistic(mean + prior + fewLooks * missingShare + closer);
}

const evidence = (confidence: number) =>
  Math.max(-mostEvidence, Math.min(mostEvidence, logit(confidence)));

/** Confidence of a single sighting: half of the evidence comes from the sighting itself, half from its whole track. */
export const momentConfidence = (moment: number, track: number): number =>
  logistic((evidence(moment) + evidence(track)) / 2);
