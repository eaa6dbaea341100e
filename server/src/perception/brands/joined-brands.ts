/** Joins the brands of all parts of a video: joins pieces into tracks and combines their verdicts. Pure. */
import { type Ask, Fault, type Surface } from '@reelsight/contract';
import type { EngineInfo } from '../../engines/engine.ts';
import type { MediaPass } from '../../media/media.ts';
import { faultOfAll, type ReadArtifact, type ReadLine } from '../artifacts.ts';
import { noEdges, type TrackEdges } from '../tracks.ts';
import { type BuiltBrand, brandResults, type CheckedBrandTrack } from './brand-results.ts';
import { type GluedTrack, gluedPieces } from './glued-pieces.ts';
import { bestOf } from './seen-brands.ts';
import type { SpokenBrand } from './spoken-brands.ts';

export interface SeenBrands {
  readonly built: readonly BuiltBrand[];
  /** Every line of text read on screen, as material for answers to questions. */
  readonly lines: readonly ReadLine[];
  /** Whether logos were not looked for, an engine failed, or a part was abandoned (`brand_detection_degraded`). */
  readonly degraded: boolean;
  /** Whether the second look could not run (`proof_verification_skipped`). */
  readonly unverified: boolean;
  readonly engines: { readonly text: EngineInfo[]; readonly logos: EngineInfo[] };
}

/** If `surfaces` is empty, a brand counts wherever it appears. */
type BrandOptions = Pick<Ask, 'surfaces' | 'return_proof'>;

/** The brands of a video without pictures, which can only be mentioned in speech. */
export function heardBrands(spoken: readonly SpokenBrand[], options: BrandOptions): SeenBrands {
  const built = brandResults([], spoken, null, { ...options, edges: noEdges });
  const engines = { text: [], logos: [] };
  return { built, lines: [], degraded: false, unverified: false, engines };
}

/** What was found in the parts of a video, before the exact times are known. */
export interface GatheredBrands {
  readonly tracks: readonly { readonly track: CheckedBrandTrack; readonly sure: boolean }[];
  readonly read: readonly ReadArtifact[];
  /** Whether a part was abandoned, an engine failed, or a surface could not be identified. */
  readonly degraded: boolean;
}

/**
 * Collects tracks from the parts; null stands for an abandoned part. Throws the Fault of the first failed part if no
 * part succeeded, and SURFACE_VERIFICATION_UNAVAILABLE if no surface could be identified.
 */
export function gatherBrands(
  parts: readonly (ReadArtifact | null)[],
  pass: MediaPass,
  options: Pick<BrandOptions, 'surfaces'>,
): GatheredBrands {
  const readParts = parts.filter(
    (part): part is ReadArtifact => part !== null && part.failure === null,
  );
  if (readParts.length === 0) throw faultOfAll(parts);

  const askedCount = readParts.reduce((sum, part) => sum + part.surfaces.asked, 0);
  const failed = readParts.reduce((sum, part) => sum + part.surfaces.failed, 0);
  if (failed > 0 && failed === askedCount)
    throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no surface could be identified');

  const pieces = readParts.flatMap((part) => part.pieces);
  const tracks = gluedPieces(pieces, pass).flatMap((track) => checkedTrack(track, options) ?? []);
  const degraded =
    readParts.length < parts.length || failed > 0 || readParts.some((part) => part.degraded);

  return { tracks, read: readParts, degraded };
}

export function finishBrands(
  { tracks, read: readParts, degraded }: GatheredBrands,
  spoken: readonly SpokenBrand[],
  pass: MediaPass,
  options: BrandOptions & { readonly edges: TrackEdges },
): SeenBrands {
  // A brand that is only spoken does not appear on any surface.
  const spokenBrands = options.surfaces.length > 0 ? [] : spoken;
  return {
    built: brandResults(
      tracks.map(({ track }) => track),
      spokenBrands,
      pass,
      options,
    ),
    lines: linesOf({ read: readParts }),
    degraded,
    unverified: tracks.some(({ sure }) => !sure),
    engines: {
      text: distinct(readParts.map(({ engines }) => engines.text)),
      logos: distinct(readParts.map(({ engines }) => engines.logos)),
    },
  };
}

export const linesOf = ({ read: readParts }: Pick<GatheredBrands, 'read'>): ReadLine[] =>
  readParts.flatMap((part) => part.lines);

/** Gathers and finishes brands in one step; times are then only as exact as the sampling allows. */
export const joinBrands = (
  parts: readonly (ReadArtifact | null)[],
  spoken: readonly SpokenBrand[],
  pass: MediaPass,
  options: BrandOptions,
): SeenBrands =>
  finishBrands(gatherBrands(parts, pass, options), spoken, pass, { ...options, edges: noEdges });

/** The track with its verdict; null if every piece was rejected, or if none is on a requested surface. */
function checkedTrack(
  { shot, pieces, sightings }: GluedTrack,
  { surfaces }: Pick<BrandOptions, 'surfaces'>,
): { readonly track: CheckedBrandTrack; readonly sure: boolean } | null {
  const verdicts = new Set(pieces.map(({ verdict }) => verdict));
  if (!verdicts.has('yes') && !verdicts.has('unsure')) return null;

  const verified = verdicts.has('yes');
  const track = { shot, sightings, verified };
  if (surfaces.length === 0) return { track, sure: verified };

  const surfacePieces = pieces.filter((piece) => piece.surface);
  if (surfacePieces.length === 0) return null;

  const best = bestOf(surfacePieces.map((piece) => ({ ...bestOf(piece.sightings), piece })));
  return { track: { ...track, surface: best.piece.surface as Surface }, sure: verified };
}

const distinct = (infos: readonly (EngineInfo | null)[]): EngineInfo[] => [
  ...new Map(infos.flatMap((info) => (info ? [[info.name, info] as const] : []))).values(),
];
