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
  for (const [, group] of cells) {
    const pairs = tracks
      .flatMap((track) =>
        group.map((piece) => ({ track, piece, cost: pieceCost(track, piece, maxMissing) })),
      )
      .filter((pair): pair is typeof pair & { cost: number } => pair.cost !== null)
      .sort((a, b) => a.cost - b.cost);
    const paired = new Set<object>();

    for (const { track, piece } of pairs) {
      if (paired.has(track) || paired.has(piece)) continue;
      paired.add(track).add(piece);
      track.pieces.push(piece);
    }

    for (const piece of group)
      if (!paired.has(piece)) tracks.push({ shot: piece.shot, pieces: [piece] });
  }

  return tracks.map((track) => ({ ...track, sightings: merged(track.pieces) }));
}

/**
 * How different the two sightings that are nearest in time are in place; pieces of adjacent cells may overlap in time.
 * Null if the piece cannot belong to the track.
 */
function pieceCost({ shot, pieces }: Growing, next: BrandPiece, maxMissing: number): number | null {
  const last = pieces.at(-1) as BrandPiece;
  if (shot !== next.shot) return null;

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
