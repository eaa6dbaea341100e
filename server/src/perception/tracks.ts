/** Joins sightings in single samples into tracks; a track never crosses a cut. */

import { area, center, overlap } from '../analysis/boxes.ts';
import type { Box } from '../engines/engine.ts';
import type { FrameSample, MediaPass } from '../media/media.ts';

type Sampled = Pick<MediaPass, 'frames' | 'shots' | 'fps'>;

/** Something that was seen in one sample. */
export interface Sighting {
  /** Index into the pass's `frames`. */
  readonly sample: number;
  readonly box: Box;
}

export interface Track<T extends Sighting> {
  /** Index into the pass's `shots`. */
  readonly shot: number;
  /** At least one sighting, in ascending order of samples, at most one per sample. */
  readonly sightings: readonly T[];
}

export interface LinkRules<T> {
  /** Maximum number of consecutive samples that may be missing between two sightings of a track. */
  readonly maxMissing: number;
  /** How different two sightings are, 0 or more; null if they cannot be the same thing. */
  readonly cost: (earlier: T, later: T) => number | null;
}

/** Maximum time, in seconds, for which something may be unseen because it was hidden or an engine missed it. */
const maxMissingSeconds = 1;

/** Maximum number of consecutive samples that may be missing in a track. */
export const mostMissing = ({ fps }: Pick<MediaPass, 'fps'>): number =>
  Math.max(1, Math.round(fps * maxMissingSeconds));

/**
 * Assigns every sighting to exactly one track. In each sample, tracks and sightings are paired in order of cost, lowest
 * first. Things in a tile of a split screen are not joined across a cut in that tile.
 */
export function linkTracks<T extends Sighting>(
  sightings: readonly T[],
  pass: Pick<MediaPass, 'frames' | 'scenes'>,
  rules: LinkRules<T>,
): Track<T>[] {
  const { frames } = pass;
  const cutTiles = tilesCutAt(pass);
  const tracks: { shot: number; sightings: T[] }[] = [];
  let open: typeof tracks = [];

  for (const [sample, group] of groupBySample(sightings)) {
    const shot = frames[sample]?.shot ?? 0;
    open = open.filter(
      (track) => track.shot === shot && sample - lastOf(track).sample - 1 <= rules.maxMissing,
    );

    const pairs = open
      .flatMap((track) =>
        group.map((sighting) => {
          const isCut = isDivided(cutTiles, lastOf(track), sighting);
          const cost = isCut ? null : rules.cost(lastOf(track), sighting);
          return { track, sighting, cost };
        }),
      )
      .filter((pair): pair is typeof pair & { cost: number } => pair.cost !== null)
      .sort((a, b) => a.cost - b.cost);
    const paired = new Set<object>();

    for (const { track, sighting } of pairs) {
      if (paired.has(track) || paired.has(sighting)) continue;
      paired.add(track).add(sighting);
      track.sightings.push(sighting);
    }

    for (const sighting of group) {
      if (paired.has(sighting)) continue;
      const track = { shot, sightings: [sighting] };
      tracks.push(track);
      open.push(track);
    }
  }

  return tracks;
}

/** The tiles of split screens in which a cut happened, keyed by the first sample that shows the new picture. */
type CutTiles = ReadonlyMap<number, readonly Box[]>;

/** Finds the tiles in one pass, because both `frames` and `scenes` are in order of time. */
function tilesCutAt({ frames, scenes = [] }: Pick<MediaPass, 'frames' | 'scenes'>): CutTiles {
  const tiles = new Map<number, Box[]>();
  let sample = 0;

  for (const { start, part } of scenes) {
    while (sample < frames.length && (frames[sample] as FrameSample).timestamp < start) sample += 1;
    if (!part || sample === frames.length) continue;

    const tilesOfSample = tiles.get(sample);
    if (tilesOfSample) tilesOfSample.push(part);
    else tiles.set(sample, [part]);
  }

  return tiles;
}

function isDivided(cutTiles: CutTiles, earlier: Sighting, later: Sighting): boolean {
  const { x, y } = center(earlier.box);
  for (let sample = earlier.sample + 1; sample <= later.sample; sample += 1) {
    const isCut = cutTiles
      .get(sample)
      ?.some(
        (tile) =>
          x >= tile.x && x <= tile.x + tile.width && y >= tile.y && y <= tile.y + tile.height,
      );
    if (isCut) return true;
  }
  return false;
}

const lastOf = <T>(track: { sightings: T[] }) => track.sightings.at(-1) as T;

function groupBySample<T extends Sighting>(sightings: readonly T[]): [number, T[]][] {
  const groups = new Map<number, T[]>();
  for (const sighting of sightings) {
    const group = groups.get(sighting.sample);
    if (group) group.push(sighting);
    else groups.set(sighting.sample, [sighting]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/**
 * Distance between the centres in box sizes; 0 for the same place. Null if the boxes are too far apart or too different
 * in size to show the same thing.
 */
export function placeCost(a: Box, b: Box, maxDistance: number): number | null {
  const ratio = area(a) / Math.max(1e-9, area(b));
  if (ratio > 6 || ratio < 1 / 6) return null;
  if (overlap(a, b) > 0.5) return 0;

  const from = center(a);
  const to = center(b);
  const size = Math.max(a.width, a.height, b.width, b.height);
  const distance = Math.hypot(from.x - to.x, from.y - to.y) / Math.max(1e-6, size);

  return distance <= maxDistance ? distance : null;
}

/**
 * The time that a sample represents: half an interval on each side, within the limits of its shot. The last sample
 * lasts for a whole interval, because no other sample follows.
 */
export function spanOf(sample: number, pass: Sampled): { start: number; end: number } {
  const frame = pass.frames[sample] as FrameSample;
  const shot = pass.shots[frame.shot];
  const half = 0.5 / pass.fps;
  const last = sample === pass.frames.length - 1;

  return {
    start: Math.max(shot?.start ?? 0, frame.timestamp - half),
    end: Math.min(shot?.end ?? Number.POSITIVE_INFINITY, frame.timestamp + (last ? 2 : 1) * half),
  };
}

/**
 * The times, in seconds, at which a track's thing appeared (keyed by the track's first sighting) and disappeared (keyed
 * by its last). Entries that could not be determined are missing.
 */
export interface TrackEdges {
  readonly start: ReadonlyMap<Sighting, number>;
  readonly end: ReadonlyMap<Sighting, number>;
  /**
   * Sightings at the start or end of a track that fall into a fade, with less than half of the usual contrast. Every
   * track also has sightings that are not in this set.
   */
  readonly faint: ReadonlySet<Sighting>;
}

export const noEdges: TrackEdges = { start: new Map(), end: new Map(), faint: new Set() };

/**
 * Removes faint sightings: a thing that fades in or out counts as on screen while at least half of its contrast is
 * visible.
 */
export const withoutFaint = <T extends { readonly sightings: readonly Sighting[] }>(
  track: T,
  { faint }: TrackEdges,
): T =>
  track.sightings.some((sighting) => faint.has(sighting))
    ? { ...track, sightings: track.sightings.filter((sighting) => !faint.has(sighting)) }
    : track;

/**
 * The time for which a track is on screen, from edge to edge. If an edge is unknown, the span extends half an interval
 * beyond the first or last sample.
 */
export function trackSpan(
  sightings: readonly Sighting[],
  pass: Sampled,
  edges: TrackEdges,
): { start: number; end: number } {
  const first = sightings[0] as Sighting;
  const last = sightings.at(-1) as Sighting;
  const start = edges.start.get(first) ?? spanOf(first.sample, pass).start;
  const end = edges.end.get(last) ?? spanOf(last.sample, pass).end;
  const timeOf = (sample: number) => pass.frames[sample]?.timestamp ?? 0;
  return { start: Math.min(start, timeOf(first.sample)), end: Math.max(end, timeOf(last.sample)) };
}
