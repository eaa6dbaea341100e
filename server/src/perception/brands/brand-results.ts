/** Builds the `brands` of the results from tracks on screen and mentions in speech. */

import type { Ask, BrandAppearance, BrandResult } from '@reelsight/contract';
import { rounded } from '../../analysis/boxes.ts';
import { roundedConfidence } from '../../analysis/confidences.ts';
import { largestOf, smallestOf } from '../../analysis/extremes.ts';
import { unionSeconds } from '../../analysis/spans.ts';
import type { MediaPass } from '../../media/media.ts';
import type { SeenName } from '../artifacts.ts';
import { placeName, seconds, timeText } from '../moment-text.ts';
import { outlineOf } from '../outline.ts';
import { noEdges, type Track, type TrackEdges, trackSpan, withoutFaint } from '../tracks.ts';
import { bestOf } from './seen-brands.ts';
import type { SpokenBrand } from './spoken-brands.ts';

type Surface = NonNullable<BrandAppearance['surface']>;

/** A brand's track after the second look; all its sightings have the same name. */
export interface CheckedBrandTrack extends Track<SeenName> {
  readonly verified: boolean;
  readonly surface?: Surface;
}

export interface BuiltBrand {
  readonly result: BrandResult;
  /** For each entry of `result.appearances`, the image in which its box lies; null for speech. */
  readonly images: readonly (number | null)[];
  readonly verified: readonly boolean[];
}

type BrandsOptions = Pick<Ask, 'return_proof'> & { readonly edges?: TrackEdges };

/**
 * One entry per name, in descending order of the certainty of the evidence; empty if no brand was seen or mentioned.
 */
export function brandResults(
  checkedTracks: readonly CheckedBrandTrack[],
  spoken: readonly SpokenBrand[],
  pass: MediaPass | null,
  options: BrandsOptions,
): BuiltBrand[] {
  const tracks = checkedTracks.map((track) => withoutFaint(track, options.edges ?? noEdges));
  const tracksByName = Map.groupBy(tracks, nameOf);
  const mentionsByName = Map.groupBy(spoken, ({ brand }) => brand.name);
  const names = new Set([...tracksByName.keys(), ...mentionsByName.keys()]);
  const built = [...names].map((name) => {
    const ownTracks = (pass && tracksByName.get(name)) ?? [];
    return buildBrand(name, ownTracks, mentionsByName.get(name) ?? [], pass, options);
  });

  return built.sort(
    (a, b) =>
      b.result.confidence - a.result.confidence || a.result.first_seen - b.result.first_seen,
  );
}

const nameOf = (track: CheckedBrandTrack) => (track.sightings[0] as SeenName).name;

interface Placed {
  readonly appearance: BrandAppearance;
  readonly image: number | null;
  readonly verified: boolean;
}

function buildBrand(
  name: string,
  tracks: readonly CheckedBrandTrack[],
  spoken: readonly SpokenBrand[],
  pass: MediaPass | null,
  options: BrandsOptions,
): BuiltBrand {
  const visibleAppearances = pass
    ? tracks.map((track) => seenAppearance(track, pass, options.edges ?? noEdges))
    : [];
  const spokenAppearances = spoken.map(
    (mention): Placed => ({
      image: null,
      verified: false,
      appearance: heardAppearance(mention, options),
    }),
  );
  const placedAppearances = [...visibleAppearances, ...spokenAppearances].sort(
    (a, b) =>
      startOf(a.appearance) - startOf(b.appearance) ||
      a.appearance.timestamp - b.appearance.timestamp,
  );
  const appearances = placedAppearances.map(({ appearance }) => appearance);
  const spans = appearances.flatMap(({ timestamp_start: start, timestamp_end: end }) =>
    start === undefined || end === undefined ? [] : [{ start, end }],
  );

  return {
    result: {
      name,
      confidence: largestOf(appearances.map(({ confidence }) => confidence ?? 0)),
      total_appearances: appearances.length,
      ...(spans.length > 0 ? { total_visible_duration: seconds(unionSeconds(spans)) } : {}),
      first_seen: smallestOf(appearances.map(startOf)),
      last_seen: largestOf(appearances.map((a) => a.timestamp_end ?? a.timestamp)),
      appearances,
      frame_detections: pass ? detectionsOf(tracks, pass) : [],
    },
    images: placedAppearances.map(({ image }) => image),
    verified: placedAppearances.map(({ verified }) => verified),
  };
}

const startOf = (appearance: BrandAppearance) => appearance.timestamp_start ?? appearance.timestamp;

function seenAppearance(track: CheckedBrandTrack, pass: MediaPass, edges: TrackEdges): Placed {
  const { sightings, verified, surface } = track;
  const best = bestOf(sightings);
  const frame = pass.frames[best.sample];
  const { start, end } = trackSpan(sightings, pass, edges);
  const box = rounded(best.box);
  const subject =
    best.source === 'text' ? `The name "${best.seen}"` : `The logo of ${nameOf(track)}`;

  return {
    image: frame?.image ?? null,
    verified,
    appearance: {
      timestamp: seconds(frame?.timestamp ?? start),
      timestamp_start: seconds(start),
      timestamp_end: seconds(end),
      visible_duration: seconds(end - start),
      confidence: roundedConfidence(best.confidence),
      context: `${subject} is on screen, ${placeName(box)}, from ${timeText(start)} to ${timeText(end)}.`,
      source: 'visual',
      ...(surface ? { surface } : {}),
      bounding_box: box,
      ...outlineOf(best),
    },
  };
}

/** The appearance of a brand that is said. */
export const heardAppearance = (
  mention: SpokenBrand,
  { return_proof }: Pick<Ask, 'return_proof'>,
): BrandAppearance => ({
  timestamp: seconds(mention.start),
  confidence: roundedConfidence(mention.confidence),
  context: `${mention.brand.name} is mentioned at ${timeText(mention.start)}: "${mention.sentence}"`,
  ...(return_proof ? { speech_context: mention.sentence } : {}),
  source: 'audio',
});

function detectionsOf(
  tracks: readonly CheckedBrandTrack[],
  pass: MediaPass,
): BrandResult['frame_detections'] {
  return tracks
    .flatMap(({ sightings, verified, surface }) =>
      sightings.map((sighting) => ({
        timestamp: seconds(pass.frames[sighting.sample]?.timestamp ?? 0),
        confidence: roundedConfidence(sighting.confidence),
        bounding_box: rounded(sighting.box),
        ...outlineOf(sighting),
        source: sighting.source,
        ...(surface ? { surface } : {}),
        ...(sighting.clarity === undefined ? {} : { clarity: sighting.clarity }),
        verified,
      })),
    )
    .sort((a, b) => a.timestamp - b.timestamp);
}
