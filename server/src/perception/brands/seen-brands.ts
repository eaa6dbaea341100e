/**
 * Builds brand tracks from lines that were read in single samples: where each brand is, and from when to when it is
 * shown.
 */

import { center } from '../../analysis/boxes.ts';
import { keyOf, lengthInLetters, shapeDistance, tolerance } from '../../analysis/name-key.ts';
import type { Box } from '../../engines/engine.ts';
import type { MediaPass } from '../../media/media.ts';
import type { SeenName } from '../artifacts.ts';
import type { PlacesKept } from '../places-kept.ts';
import { linkTracks, mostMissing, placeCost, type Sighting, type Track } from '../tracks.ts';
import type { BrandIndex } from './brand-index.ts';
import type { BrandName, Lexicon } from './brand-lexicon.ts';
import { type BrandHit, brandsInLine, provenBrandInLine, type ScreenLine } from './brand-match.ts';
import type { ComparisonBudget, ComparisonLimit } from './comparison-budget.ts';
import { provenByEachOther } from './near-misses.ts';
import { type SplitName, splitNames } from './split-names.ts';

export interface BrandSighting extends Omit<SeenName, 'name'> {
  readonly brand: BrandName;
  /** Clockwise, starting at the name's own top left, as fractions of the frame; absent for logos. */
  readonly corners?: ScreenLine['corners'];
  /** For a name on two lines, the corners of each line; `corners` is then absent. */
  readonly split?: readonly [ScreenLine['corners'], ScreenLine['corners']];
}

export type BrandTrack = Track<BrandSighting>;

interface LineSighting extends Sighting {
  readonly line: ScreenLine;
}

/**
 * Finds brands in the text that was read. `brands` are the targets, or those of the lexicon if there are no targets.
 */
export function brandsOnScreen(
  lines: readonly LineSighting[],
  brands: BrandIndex,
  rank: Lexicon['rank'],
  places: PlacesKept,
  comparisons: ComparisonLimit,
): BrandSighting[] {
  const moments = Map.groupBy(lines, ({ sample }) => sample);
  const memo = new Map<string, readonly MomentBrand[]>();

  return [...moments].flatMap(([sample, sighted]) => {
    const screenLines = sighted.map(({ line }) => line);
    // Lines that stay unchanged from sample to sample are matched only once.
    const key = screenLines.map(placeKey).join('\u0001');
    const momentBrands =
      memo.get(key) ??
      places.of(
        brandsOfMoment(screenLines, brands, rank, comparisons.ofPicture()),
        ({ brand }) => brand.name,
      );
    memo.set(key, momentBrands);
    return momentBrands.map((brand) => ({ ...brand, sample }));
  });
}

type MomentBrand = Omit<BrandSighting, 'sample'>;

const placeKey = ({ text, box }: ScreenLine): string =>
  `${text}\u0000${box.x}\u0000${box.y}\u0000${box.width}`;

function brandsOfMoment(
  lines: readonly ScreenLine[],
  brands: BrandIndex,
  rank: Lexicon['rank'],
  budget: ComparisonBudget,
): MomentBrand[] {
  const hits = lines.map((line) => {
    const nearby = lines.filter((otherLine) => otherLine !== line);
    return { line, hits: brandsInLine(line, nearby, brands, rank, budget) };
  });
  const nameless = hits.filter((line) => line.hits.length === 0).map(({ line }) => line);

  return [
    ...hits.flatMap((line) => line.hits.map(asBrand)),
    ...provenByEachOther(nameless, brands.targets, rank, budget).map(({ hit }) => asBrand(hit)),
    ...splitNames(nameless).flatMap((split) => brandsInBoth(split, lines, brands, rank, budget)),
  ];
}

/** Finds brands in the combined text of two lines; a name must consist of both lines completely. */
function brandsInBoth(
  { first, second, text, box }: SplitName,
  lines: readonly ScreenLine[],
  brands: BrandIndex,
  rank: Lexicon['rank'],
  budget: ComparisonBudget,
): MomentBrand[] {
  const nearby = lines.filter((line) => line !== first && line !== second);
  const hits = brandsInLine(withText(first, text), nearby, brands, rank, budget);

  return hits
    .filter(({ seen: seenText }) => keyOf(seenText) === keyOf(text))
    .map(({ brand, confidence, seen: seenText }) => ({
      brand,
      confidence: Math.min(confidence, second.confidence),
      box,
      source: 'text' as const,
      split: [first.corners, second.corners] as const,
      seen: seenText,
    }));
}

/** The line with another text; only the number of the letter positions matters. */
const withText = (line: ScreenLine, text: string): ScreenLine => ({
  ...line,
  text,
  positions: Array.from(text, (_, index) => index),
});

function asBrand({ brand, confidence, corners, box, seen: seenText }: BrandHit): MomentBrand {
  return { brand, confidence, box, source: 'text', corners, seen: seenText };
}

/** A name in another place is taken to be the same if it moved by no more than this many times its length. */
const maxMoveInSizes = 4;

/** How different two places of a name are; null if it cannot be the same name. */
export const brandCost = (a: { readonly box: Box }, b: { readonly box: Box }): number | null =>
  placeCost(a.box, b.box, maxMoveInSizes);

export function brandTracks(sightings: readonly BrandSighting[], pass: MediaPass): BrandTrack[] {
  const maxMissing = mostMissing(pass);
  return [...Map.groupBy(sightings, ({ brand }) => brand.name).values()].flatMap((group) =>
    linkTracks(withoutDoubles(group), pass, {
      maxMissing,
      cost: brandCost,
    }),
  );
}

/**
 * Removes duplicates: a name found twice in the same place of a sample (by two engines, or as name and alias) counts
 * once.
 */
function withoutDoubles(sightings: readonly BrandSighting[]): BrandSighting[] {
  const samples = Map.groupBy(sightings, ({ sample }) => sample);
  return [...samples.values()].flatMap(withoutDoublesInSample);
}

function withoutDoublesInSample(sightings: readonly BrandSighting[]): BrandSighting[] {
  const uniqueSightings: BrandSighting[] = [];

  for (const sighting of sightings.toSorted((a, b) => b.confidence - a.confidence)) {
    const isDouble = uniqueSightings.some(
      ({ box }) => (placeCost(box, sighting.box, 0.6) ?? 1) < 0.6,
    );
    if (!isDouble) uniqueSightings.push(sighting);
  }

  return uniqueSightings;
}

/**
 * Finds the track's name in a line that was read where the track should be in a neighbouring sample. Similar text is
 * taken to be a misreading of the name.
 */
export function sightingInLine(
  line: ScreenLine,
  track: BrandTrack,
  sample: number,
): BrandSighting | null {
  const brand = (track.sightings[0] as BrandSighting).brand;
  const hit = provenBrandInLine(line, brand);
  return hit ? { ...asBrand(hit), sample } : null;
}

/** Whether two lines, one below the other, together contain the name of a track. */
export function isNameInLines(texts: readonly string[], track: BrandTrack): boolean {
  const { brand } = track.sightings[0] as BrandSighting;
  const key = keyOf(texts.join(' '));
  return brand.forms.some((form) => {
    const limit = tolerance(lengthInLetters(form.key));
    return shapeDistance(key, form.key, limit) <= limit;
  });
}

/**
 * Estimates where a track should be in a sample in which it was not seen, assuming that it keeps moving as before. The
 * shift is relative to `from`.
 */
export function expectedShift(
  track: BrandTrack,
  sample: number,
): { dx: number; dy: number; from: BrandSighting } {
  const { sightings } = track;
  const nearest = sightings.reduce((best, sighting) =>
    Math.abs(sighting.sample - sample) < Math.abs(best.sample - sample) ? sighting : best,
  );
  const index = sightings.indexOf(nearest);
  const neighbour =
    sightings[sample > nearest.sample ? index + 1 : index - 1] ??
    sightings[sample > nearest.sample ? index - 1 : index + 1];
  if (!neighbour) return { dx: 0, dy: 0, from: nearest };

  const a = center(nearest.box);
  const b = center(neighbour.box);
  const share = (sample - nearest.sample) / (neighbour.sample - nearest.sample);

  return { dx: (b.x - a.x) * share, dy: (b.y - a.y) * share, from: nearest };
}

export function bestOf<T extends { readonly confidence: number; readonly box: Box }>(
  sightings: readonly T[],
): T {
  return sightings.reduce((best, sighting) =>
    sighting.confidence > best.confidence ? sighting : best,
  );
}
