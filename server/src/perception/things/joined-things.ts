import type { EngineInfo } from '../../engines/engine.ts';
import type { MediaPass } from '../../media/media.ts';
import { type CloserLook, type DetectArtifact, faultOfAll, type SeenThing } from '../artifacts.ts';
import { noEdges, type Track, type TrackEdges } from '../tracks.ts';
import { namesAsked } from './object-names.ts';
import { type BuiltObject, type CheckedObjectTrack, objectResults } from './object-results.ts';
import { objectTracks, trackConfidence } from './object-tracks.ts';
import { verifiedFrom } from './second-look.ts';

export interface SeenObjects {
  readonly built: readonly BuiltObject[];
  readonly notFound: readonly string[];
  readonly unsupported: readonly string[];
  /** Whether an engine failed during the job, or a part was abandoned (`object_detection_degraded`). */
  readonly degraded: boolean;
  /** Whether a second look could not run (`proof_verification_skipped`). */
  readonly unverified: boolean;
  /** The engines that gave an answer. */
  readonly engines: readonly EngineInfo[];
}

/** What was found in the parts of a video, before the exact times are known. */
export interface GatheredThings {
  readonly asked: readonly string[];
  readonly seen: readonly DetectArtifact[];
  readonly checked: readonly { readonly track: CheckedObjectTrack; readonly looked: boolean }[];
  readonly degraded: boolean;
}

/**
 * Collects tracks from the parts; null stands for an abandoned part. Throws the Fault of the first failed part if no
 * part succeeded.
 */
export function gatherThings(
  names: readonly string[],
  parts: readonly (DetectArtifact | null)[],
  pass: MediaPass,
): GatheredThings {
  const seenParts = parts.filter(
    (part): part is DetectArtifact => part !== null && part.failure === null,
  );
  if (seenParts.length === 0) throw faultOfAll(parts);
  const checked = tracksOf(seenParts, pass).flatMap((track) => checkedTrack(track) ?? []);
  const degraded = seenParts.length < parts.length || seenParts.some((part) => part.degraded);
  return { asked: namesAsked(names), seen: seenParts, checked, degraded };
}

export function finishThings(
  { asked: requestedNames, seen: seenParts, checked, degraded }: GatheredThings,
  pass: MediaPass,
  edges: TrackEdges,
): SeenObjects {
  const built = objectResults(
    requestedNames,
    checked.map(({ track }) => track),
    pass,
    edges,
  );
  const foundNames = new Set(built.map(({ result }) => result.name));
  const unsupported = requestedNames.filter((name) =>
    seenParts.every((part) => part.unsupported.includes(name)),
  );
  const infos = seenParts.flatMap(({ engines }) => engines.map(({ info }) => info));

  return {
    built,
    notFound: requestedNames.filter((name) => !foundNames.has(name) && !unsupported.includes(name)),
    unsupported,
    degraded,
    unverified: checked.some(({ looked }) => !looked),
    engines: [...new Map(infos.map((info) => [info.name, info])).values()],
  };
}

/** Gathers and finishes objects in one step; times are then only as exact as the sampling allows. */
export const joinThings = (
  names: readonly string[],
  parts: readonly (DetectArtifact | null)[],
  pass: MediaPass,
): SeenObjects => finishThings(gatherThings(names, parts, pass), pass, noEdges);

interface Placed extends Omit<SeenThing, 'engine'> {
  readonly by: DetectArtifact['engines'][number];
  /** The second look that was taken at this sighting. */
  readonly closer?: CloserLook;
}

/**
 * Joins sightings into tracks. Sightings of different engines are never in the same track, because their confidences
 * are not comparable.
 */
function tracksOf(parts: readonly DetectArtifact[], pass: MediaPass): Track<Placed>[] {
  const sightings = parts.flatMap((part): Placed[] => {
    const looksBySighting = new Map(part.looks.map((look) => [look.sighting, look]));
    return part.sightings.map(({ engine, ...sighting }, index) => {
      const closer = looksBySighting.get(index);
      const by = part.engines[engine] as Placed['by'];
      return { ...sighting, by, ...(closer && { closer }) };
    });
  });
  const byEngine = Map.groupBy(sightings, ({ by }) => by.info.name);
  return [...byEngine.values()].flatMap((group) => objectTracks(group, pass));
}

/** The track with its combined confidence; null if that is too low. */
function checkedTrack(
  track: Track<Placed>,
): { readonly track: CheckedObjectTrack; readonly looked: boolean } | null {
  const closeUp = closeUpOf(track.sightings);
  const { minConfidence } = (track.sightings[0] as Placed).by;
  const confidence = trackConfidence(track, closeUp);
  // Only a model's "no" gives exactly 0; a detector's confidence is never 0.
  if (closeUp === 0 || confidence < minConfidence) return null;
  const verified = (closeUp ?? 0) >= verifiedFrom;
  return { track: { ...track, confidence, verified }, looked: closeUp !== null };
}

/**
 * The confidence of the second looks. If a model looked, the highest of its answers; if a detector looked, its answer
 * for the most confident sighting. Null if no look gave an answer.
 */
function closeUpOf(sightings: readonly Placed[]): number | null {
  const answeredLooks = sightings.flatMap(({ closer, confidence: ownConfidence }) => {
    const lookConfidence = closer?.confidence ?? null;
    return closer && lookConfidence !== null
      ? [{ own: ownConfidence, said: lookConfidence, byModel: closer.byModel }]
      : [];
  });
  const modelLooks = answeredLooks.filter(({ byModel }) => byModel);
  if (modelLooks.length > 0)
    return Math.max(...modelLooks.map(({ said: lookConfidence }) => lookConfidence));

  const [first, ...rest] = answeredLooks;
  return first ? rest.reduce((a, b) => (b.own > a.own ? b : a), first).said : null;
}
