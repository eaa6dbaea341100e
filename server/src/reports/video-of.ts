/** Extracts from the results of one video the facts that a report needs. */
import { identityOf } from '../analysis/name-key.ts';
import type { ExposureForm, FormBrand } from '../exposure/form.ts';
import type { ExposureOptions } from '../exposure/formula.ts';
import { brandSpans, countedAppearances, roundSeconds, spanOf } from '../exposure/spans.ts';
import type { Lane, ReportAppearance, ReportVideo, Span } from './content.ts';

export type VideoFacts = Pick<ReportVideo, 'job_id' | 'duration_seconds' | 'completed_at'> & {
  readonly title: string | null;
};

/** Results that contain brands, in the form used for exposure. */
export type FormWithBrands = ExposureForm & { readonly brands: readonly FormBrand[] };

const weaknessTexts: Readonly<Record<string, string>> = {
  brand_detection_degraded:
    'brands may be missing, as an engine that looks for them failed or was not available.',
  places_left_out:
    'some pictures are full of names, of which only the clearest places are counted.',
  alike_names_skipped:
    'misread names may be missing, as the library has too many names alike to look for all of them.',
  transcription_degraded: 'words may be missing, as the speech engine failed or was not available.',
  proof_frames_truncated: 'there were more appearances than an analysis keeps proof frames of.',
  proof_verification_skipped: 'proof frames were not verified by a second look.',
};

export function reportVideoOf(
  facts: VideoFacts,
  { brands, meta }: FormWithBrands,
  { brands: names, min_confidence: minConfidence = 0 }: ExposureOptions,
): ReportVideo {
  const requestedIdentities = names && new Set(names.map(identityOf));
  const includedBrands = brands.filter(
    (brand) =>
      (!requestedIdentities || requestedIdentities.has(identityOf(brand.name))) &&
      countedAppearances(brand, minConfidence).length > 0,
  );
  return {
    ...facts,
    title: facts.title ?? facts.job_id,
    engines: meta.engines,
    weaknesses: meta.fields.flatMap((field) => weaknessTexts[field] ?? []),
    lanes: includedBrands.map((brand) => laneOf(brand, minConfidence)),
    appearances: includedBrands.flatMap((brand) => appearancesOf(brand, minConfidence)),
  };
}

function laneOf(brand: FormBrand, minConfidence: number): Lane {
  return {
    name: brand.name,
    seen: brandSpans(brand, minConfidence).map(
      ({ start, end }): Span => [roundSeconds(start), roundSeconds(end)],
    ),
    said: countedAppearances(brand, minConfidence)
      .filter(({ source }) => source === 'audio')
      .map(({ timestamp }) => timestamp),
  };
}

const appearancesOf = (brand: FormBrand, minConfidence: number): ReportAppearance[] =>
  countedAppearances(brand, minConfidence).map((appearance) => {
    const { timestamp, source, surface = null, bounding_box: box = null } = appearance;
    const { start, end } = spanOf(appearance) ?? { start: timestamp, end: timestamp };
    return {
      brand: brand.name,
      source,
      surface,
      start,
      end,
      timestamp,
      box,
      confidence: appearance.confidence ?? brand.confidence,
      frame: appearance.frame_url ?? null,
      corrected: appearance.corrected === true,
      added: appearance.added === true,
    };
  });
