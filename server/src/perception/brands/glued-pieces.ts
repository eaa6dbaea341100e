/** Joins the pieces of tracks that were found in the cells of one shot into whole tracks. Pure. */
import type { MediaPass } from '../../media/media.ts';
import type { BrandPiece, SeenName } from '../artifacts.ts';
import { mostMissing } from '../tracks.ts';
import { brandCost } from './seen-brands.ts';

export interface GluedTrack {
  readonly shot: number;
  /** The pieces in the order of their cells. */
  readonly pieces: readonly BrandPiece[];
  /**
   * In ascending order, at most one per sample: if two pieces share a sample, the sighting with the higher confidence
   * is kept.
   */
  readonly sightings: readonly SeenName[];
}

interface Growing {
  readonly shot: number;
  readonly pieces: BrandPiece[];
}

/**
 * Assigns every piece to exactly one track. Within each cell, pieces are added to earlier tracks in order of
 * similarity, most similar first; each piece that fits none begins a track.
 */
export function gluedPieces(pieces: readonly BrandPiece[], pass: MediaPass): GluedTrack[] {
  const names = Map.groupBy(pieces, ({ sightings }) => (sightings[0] as SeenName).name);
  return [...names.values()].flatMap((sameNamePieces) =>
    glueOne(sameNamePieces, mostMissing(pass)),
  );
}

function glueOne(pieces: readonly BrandPiece[], maxMissing: number): GluedTrack[] {
  const tracks: Growing[] = [];
  const cells = [...Map.groupBy(pieces, ({ cell }) => cell)].sort(([a], [b]) => a - b);
  const earliestToCome = earliestFrom(cells.map(([, group]) => group));
  let open: Growing[] = [];

  for (const [index, [, group]] of cells.entries()) {
    const earliest = earliestToCome[index] as number;
    open = open.filter((track) => lastSampleOf(track) + maxMissing + 1 >= earliest);

    const paired = new Set<object>();
    for (const { track, piece } of pairsOf(open, group, maxMissing)) {
      if (paired.has(track) || paired.has(piece)) continue;
      paired.add(track).add(piece);
      track.pieces.push(piece);
    }

    for (const piece of group) {
      if (paired.has(piece)) continue;
      const track = { shot: piece.shot, pieces: [piece] };
      tracks.push(track);
      open.push(track);
    }
  }

  return tracks.map((track) => ({ ...track, sightings: merged(track.pieces) }));
}

/** For each group, the first sample of its own pieces and those of all later groups. */
function earliestFrom(groups: readonly (readonly BrandPiece[])[]): number[] {
  let earliest = Number.POSITIVE_INFINITY;
  return groups
    .toReversed()
    .map((group) => {
      for (const piece of group) earliest = Math.min(earliest, firstSampleOf(piece));
      return earliest;
    })
    .reverse();
}

const firstSampleOf = ({ sightings }: BrandPiece): number => (sightings[0] as SeenName).sample;
const lastSampleOf = ({ pieces }: Growing): number =>
  (pieces.at(-1) as BrandPiece).sightings.at(-1)?.sample ?? 0;

interface Pair {
  readonly track: Growing;
  readonly piece: BrandPiece;
  readonly cost: number;
}

/**
 * The tracks and pieces that may belong together, most similar first. Only pieces of a track's own shot are compared
 * with it: a name that flickers on a full page is tens of thousands of tracks.
 */
function pairsOf(
  tracks: readonly Growing[],
  group: readonly BrandPiece[],
  maxMissing: number,
): Pair[] {
  const piecesByShot = Map.groupBy(group, ({ shot }) => shot);
  const pairs: Pair[] = [];

  for (const track of tracks) {
    for (const piece of piecesByShot.get(track.shot) ?? []) {
      const cost = pieceCost(track, piece, maxMissing);
      if (cost !== null) pairs.push({ track, piece, cost });
    }
  }

  return pairs.sort((a, b) => a.cost - b.cost);
}

/**
 * How different the two sightings that are nearest in time are in place; pieces of adjacent cells may overlap in time.
 * Null if the piece cannot belong to the track.
 */
function pieceCost(track: Growing, next: BrandPiece, maxMissing: number): number | null {
  const last = track.pieces.at(-1) as BrandPiece;
  // A fast check first, because most pieces of a cell begin long after the tracks of the cell before.
  if (firstSampleOf(next) > lastSampleOf(track) + maxMissing + 1) return null;

  const nearest = nearestInTime(last.sightings, next.sightings);
  if (!nearest || Math.abs(nearest.b.sample - nearest.a.sample) - 1 > maxMissing) return null;

  return brandCost(nearest.a, nearest.b);
}

/** Both lists ascend by sample, so a single pass through them finds the nearest pair. */
function nearestInTime(
  earlier: readonly SeenName[],
  later: readonly SeenName[],
): { readonly a: SeenName; readonly b: SeenName } | null {
  let nearest: { a: SeenName; b: SeenName } | null = null;
  let samplesApart = Number.POSITIVE_INFINITY;
  let index = 0;
  let otherIndex = 0;

  for (;;) {
    const a = earlier[index];
    const b = later[otherIndex];
    if (!a || !b) return nearest;

    const apart = Math.abs(b.sample - a.sample);
    if (apart < samplesApart) {
      nearest = { a, b };
      samplesApart = apart;
    }

    if (a.sample < b.sample) index += 1;
    else otherIndex += 1;
  }
}

function merged(pieces: readonly BrandPiece[]): SeenName[] {
  const bySample = new Map<number, SeenName>();
  for (const sighting of pieces.flatMap(({ sightings }) => sightings)) {
    const bestSighting = bySample.get(sighting.sample);
    if (!bestSighting || sighting.confidence > bestSighting.confidence)
      bySample.set(sighting.sample, sighting);
  }
  return [...bySample.values()].sort((a, b) => a.sample - b.sample);
}
