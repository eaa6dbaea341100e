/** Builds brand tracks from lines read in single samples: where each brand is, and from when to when. */

import { center } from '../../analysis/boxes.ts';
import type { Box } from '../../engines/engine.ts';
import type { MediaPass } from '../../media/media.ts';
import type { SeenName } from '../artifacts.ts';
import { linkTracks, placeCost, type Sighting, type Track } from '../tracks.ts';
import type { BrandName, Lexicon } from './brand-lexicon.ts';
import { type BrandHit, brandsInLine, provenBrandInLine, type ScreenLine } from './brand-match.ts';

export interface BrandSighting extends Omit<SeenName, 'name'> {
  readonly brand: BrandName;
  /** Clockwise from the name's own top left, fractions of the frame; absent for logos. */
  readonly corners?: ScreenLine['corners'];
}

export type BrandTrack = Track<BrandSighting>;

interface LineSighting extends Sighting {
  readonly line: ScreenLine;
}

/** Brands in what was read. `brands` are the targets, or the lexicon's if there are none. */
export function brandsOnScreen(
  lines: readonly LineSighting[],
  brands: readonly BrandName[],
  rank: Lexicon['rank'],
): BrandSighting[] {
  const bySample = Map.groupBy(lines, ({ sample }) => sample);
  const memo = new Map<string, BrandHit[]>();
  return [...bySample].flatMap(([sample, group]) =>
    group.flatMap(({ line }) => {
      const nearby = group.filter((other) => other.line !== line).map((other) => other.line);
      return cachedHits(memo, line, nearby, brands, rank).map((hit) => asSighting(hit, sample));
    }),
  );
}

/** The same line in the same company is asked for in every sample it stands in. */
function cachedHits(
  memo: Map<string, BrandHit[]>,
  line: ScreenLine,
  nearby: readonly ScreenLine[],
  brands: readonly BrandName[],
  rank: Lexicon['rank'],
): BrandHit[] {
  const place = ({ text, box }: ScreenLine) =>
    `${text}\u0000${box.x}\u0000${box.y}\u0000${box.width}`;
  const key = [line, ...nearby].map(place).join('\u0001');
  const known = memo.get(key);
  if (known) return known;
  if (memo.size > 5000) memo.clear();
  const hits = brandsInLine(line, nearby, brands, rank);
  memo.set(key, hits);
  return hits;
}

function asSighting(hit: BrandHit, sample: number): BrandSighting {
  const { brand, confidence, corners, box, seen } = hit;
  return { sample, box, brand, confidence, source: 'text', corners, seen };
}

/** A name in the same place, or moved by up to this many times its length, is the same one. */
const maxMoveInSizes = 4;
/** A name may be unreadable for this long in between. */
const maxMissingSeconds = 1;

/** Samples that may be missing in a track. */
export const mostMissing = ({ fps }: Pick<MediaPass, 'fps'>): number =>
  Math.max(1, Math.round(fps * maxMissingSeconds));

/** How unlike two places of a name are; null if it cannot be the same one. */
export const brandCost = (a: { readonly box: Box }, b: { readonly box: Box }): number | null =>
  placeCost(a.box, b.box, maxMoveInSizes);

export function brandTracks(sightings: readonly BrandSighting[], pass: MediaPass): BrandTrack[] {
  const maxMissing = mostMissing(pass);
  return [...Map.groupBy(sightings, ({ brand }) => brand.name).values()].flatMap((group) =>
    linkTracks(withoutDoubles(group), pass.frames, {
      maxMissing,
      cost: brandCost,
    }),
  );
}

/** A name found twice in one place of one sample (by two readers, or as name and alias) counts once. */
function withoutDoubles(sightings: readonly BrandSighting[]): BrandSighting[] {
  const kept: BrandSighting[] = [];
  for (const sighting of [...sightings].sort((a, b) => b.confidence - a.confidence)) {
    const double = kept.some(
      (other) =>
        other.sample === sighting.sample && (placeCost(other.box, sighting.box, 0.6) ?? 1) < 0.6,
    );
    if (!double) kept.push(sighting);
  }
  return kept;
}

/** A misread line at the place of a track in neighbouring samples: the name again, if similar. */
export function sightingInLine(
  line: ScreenLine,
  track: BrandTrack,
  sample: number,
): BrandSighting | null {
  const brand = (track.sightings[0] as BrandSighting).brand;
  const hit = provenBrandInLine(line, brand);
  return hit ? asSighting(hit, sample) : null;
}

/** Where a track should be in a sample it was not seen in; it keeps moving as it moved. */
export function expectedShift(
  track: BrandTrack,
  sample: number,
): { dx: number; dy: number; from: BrandSighting } {
  const { sightings } = track;
  const nearest = sightings.reduce((best, sighting) =>
    Math.abs(sighting.sample - sample) < Math.abs(best.sample - sample) ? sighting : best,
  );
  const at = sightings.indexOf(nearest);
  const other =
    sightings[sample > nearest.sample ? at + 1 : at - 1] ??
    sightings[sample > nearest.sample ? at - 1 : at + 1];
  if (!other) return { dx: 0, dy: 0, from: nearest };
  const [a, b] = [center(nearest.box), center(other.box)];
  const share = (sample - nearest.sample) / (other.sample - nearest.sample);
  return { dx: (b.x - a.x) * share, dy: (b.y - a.y) * share, from: nearest };
}

export function bestOf<T extends { readonly confidence: number; readonly box: Box }>(
  sightings: readonly T[],
): T {
  return sightings.reduce((best, sighting) =>
    sighting.confidence > best.confidence ? sighting : best,
  );
}
