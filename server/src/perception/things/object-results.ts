/** Builds the `objects` of the results from the tracks of the things that were requested. */

import type { ObjectResult } from '@reelsight/contract';
import { rounded } from '../../analysis/boxes.ts';
import { roundedConfidence } from '../../analysis/confidences.ts';
import { largestOf, smallestOf } from '../../analysis/extremes.ts';
import { unionSeconds } from '../../analysis/spans.ts';
import type { MediaPass } from '../../media/media.ts';
import { bestOf } from '../brands/seen-brands.ts';
import { placeName, seconds, timeText } from '../moment-text.ts';
import { outlineOf } from '../outline.ts';
import { noEdges, type TrackEdges, trackSpan, withoutFaint } from '../tracks.ts';
import { categoryOf } from './object-names.ts';
import { momentConfidence, type ObjectTrack } from './object-tracks.ts';

export interface CheckedObjectTrack extends ObjectTrack {
  /** Confidence of all looks at the thing combined, 0 to 1. */
  readonly confidence: number;
  readonly verified: boolean;
}

export interface BuiltObject {
  readonly result: ObjectResult;
  /** For each appearance, the image in which its box lies. */
  readonly images: readonly (number | null)[];
  readonly verified: readonly boolean[];
}

/** Returns one entry for each name that was seen, in the order in which names were requested. */
export function objectResults(
  requestedNames: readonly string[],
  tracks: readonly CheckedObjectTrack[],
  pass: MediaPass,
  edges: TrackEdges = noEdges,
): BuiltObject[] {
  return requestedNames.flatMap((name) => {
    const ownTracks = tracks
      .filter(({ sightings }) => sightings[0]?.name === name)
      .map((track) => withoutFaint(track, edges));
    return ownTracks.length > 0 ? [buildObject(name, ownTracks, pass, edges)] : [];
  });
}

function buildObject(
  name: string,
  tracks: readonly CheckedObjectTrack[],
  pass: MediaPass,
  edges: TrackEdges,
): BuiltObject {
  const placements = tracks
    .map((track) => placeTrack(name, track, pass, edges))
    .sort((a, b) => a.appearance.timestamp_start - b.appearance.timestamp_start);
  const appearances = placements.map(({ appearance }) => appearance);
  const spans = appearances.map((a) => ({ start: a.timestamp_start, end: a.timestamp_end }));

  return {
    result: {
      name,
      category: categoryOf(name),
      confidence: largestOf(appearances.map(({ confidence }) => confidence)),
      total_appearances: appearances.length,
      total_visible_duration: seconds(unionSeconds(spans)),
      first_seen: smallestOf(spans.map(({ start }) => start)),
      last_seen: largestOf(spans.map(({ end }) => end)),
      appearances,
      frames: framesOf(tracks, pass),
    },
    images: placements.map(({ image }) => image),
    verified: placements.map(({ verified }) => verified),
  };
}

function placeTrack(name: string, track: CheckedObjectTrack, pass: MediaPass, edges: TrackEdges) {
  const { sightings, verified } = track;
  const best = bestOf(sightings);
  const frame = pass.frames[best.sample];
  const { start, end } = trackSpan(sightings, pass, edges);
  const box = rounded(best.box);
  const appearance: ObjectResult['appearances'][number] = {
    timestamp: seconds(frame?.timestamp ?? start),
    timestamp_start: seconds(start),
    timestamp_end: seconds(end),
    confidence: roundedConfidence(track.confidence),
    context: `${name} is on screen, ${placeName(box)}, from ${timeText(start)} to ${timeText(end)}.`,
    bounding_box: box,
    ...outlineOf(best),
  };

  return { appearance, image: frame?.image ?? null, verified };
}

function framesOf(tracks: readonly CheckedObjectTrack[], pass: MediaPass): ObjectResult['frames'] {
  return tracks
    .flatMap(({ sightings, confidence, verified }) =>
      sightings.map((sighting) => ({
        timestamp: seconds(pass.frames[sighting.sample]?.timestamp ?? 0),
        confidence: roundedConfidence(momentConfidence(sighting.confidence, confidence)),
        bounding_box: rounded(sighting.box),
        ...outlineOf(sighting),
        verified,
      })),
    )
    .sort((a, b) => a.timestamp - b.timestamp);
}
