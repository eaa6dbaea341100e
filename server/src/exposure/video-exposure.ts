/** Exposure of the brands in one video. */
import type { ExposureDevice, ExposurePosition, Surface } from '@reelsight/contract';
import { exposurePositions } from '@reelsight/contract/exposure-terms';
import { lengthOf, overlapOf, type Span, unionOf } from '../analysis/spans.ts';
import { type BestMoment, bestMoment } from './best-moment.ts';
import { piecesOf } from './boxes.ts';
import type { FormBrand } from './form.ts';
import { type ExposureOptions, weightsOf } from './formula.ts';
import { type Said, saidOf } from './said.ts';
import { type Appearance, brandSpans, countedAppearances, spanOf } from './spans.ts';
import { BrandCount, summed } from './summed.ts';

export interface ExposureVideo {
  readonly job_id: string;
  readonly title: string | null;
  readonly duration_seconds: number;
  readonly brands: readonly FormBrand[];
}

/** Sums of one brand over one video, in seconds and products of seconds. */
export interface BrandSums {
  readonly name: string;
  /** Whether a person changed the brand or one of its appearances. */
  readonly corrected: boolean;
  readonly appearances: number;
  readonly seen: number;
  readonly solus: number;
  /** Seconds in which the brand's box is known, and the integrals over these seconds. */
  readonly boxed: number;
  readonly size: number;
  readonly clarity: number;
  readonly clarityKnown: number;
  readonly equivalent: number;
  readonly maxSize: number;
  readonly position: Readonly<Record<ExposurePosition, number>>;
  readonly legible: Readonly<Record<ExposureDevice, number>>;
  readonly said: Said;
  readonly longest: number;
  /** Null if the brand is only said. */
  readonly first: number | null;
  readonly surfaces: readonly SurfaceSums[];
  readonly best: BestMoment | null;
  /** Null if the results don't tell. */
  readonly paid: PaidSums | null;
}

/** What is paid for, by the words of the video. */
export interface PaidSums {
  readonly isPaid: boolean;
  readonly isDisclosed: boolean;
  /** Seconds on screen, and number of mentions, in paid segments of the brand. */
  readonly seen: number;
  readonly saidTimes: number;
}

export interface SurfaceSums {
  readonly surface: Surface;
  readonly seen: number;
  readonly equivalent: number;
}

/** The data kept for a video once it is summed up: small, whatever the size of its results. */
export interface VideoExposure {
  readonly video: Pick<ExposureVideo, 'job_id' | 'title' | 'duration_seconds'>;
  readonly brands: readonly BrandSums[];
}

/** Takes a second for results of hours of video, so the service runs it in a thread. Pure function. */
export function videoExposure(video: ExposureVideo, options: ExposureOptions): VideoExposure {
  const { job_id, title, duration_seconds } = video;
  const minConfidence = options.min_confidence ?? 0;
  const countedBrands = video.brands.filter(
    (brand) => countedAppearances(brand, minConfidence).length > 0,
  );
  const spans = countedBrands.map((brand) => brandSpans(brand, minConfidence));
  const together = new BrandCount(spans);
  const brands = countedBrands.map((brand, index) => {
    const visibleBrand = { brand, spans: spans[index] as Span[] };
    return brandSums(visibleBrand, together, options, video);
  });

  return { video: { job_id, title, duration_seconds }, brands };
}

function brandSums(
  { brand, spans }: { readonly brand: FormBrand; readonly spans: readonly Span[] },
  together: BrandCount,
  options: ExposureOptions,
  { job_id }: ExposureVideo,
): BrandSums {
  const minConfidence = options.min_confidence ?? 0;
  const weights = weightsOf(options);
  const pieces = piecesOf(brand, minConfidence);
  const appearances = countedAppearances(brand, minConfidence);
  const visibleAppearances = appearances.filter((appearance) => spanOf(appearance));
  const { solus, position, ...sums } = summed({ spans, pieces }, together, weights);

  return {
    name: brand.name,
    corrected: brand.corrected === true || appearances.some((appearance) => appearance.corrected),
    appearances: visibleAppearances.length,
    seen: lengthOf(spans),
    solus,
    ...sums,
    position: Object.fromEntries(
      exposurePositions.map((name, index) => [name, position[index] ?? 0]),
    ) as BrandSums['position'],
    said: saidOf(brand, minConfidence, spans),
    longest: Math.max(0, ...spans.map(({ start, end }) => end - start)),
    first: spans[0]?.start ?? null,
    surfaces: surfacesOf(visibleAppearances).map(({ surface, spans: surfaceSpans }) => {
      const surfacePieces = pieces.filter(({ from }) => from.surface === surface);
      const { equivalent } = summed(
        { spans: surfaceSpans, pieces: surfacePieces },
        together,
        weights,
      );
      return { surface, seen: lengthOf(surfaceSpans), equivalent };
    }),
    best: bestMoment(job_id, visibleAppearances, pieces, weights),
    paid: paidSums(brand, appearances, spans),
  };
}

function paidSums(
  { paid }: FormBrand,
  appearances: readonly Appearance[],
  spans: readonly Span[],
): PaidSums | null {
  if (!paid) return null;

  const isPaidMoment = (timestamp: number): boolean =>
    paid.spans.some(({ start, end }) => timestamp >= start && timestamp <= end);
  const mentions = appearances.filter(({ source }) => source === 'audio');
  return {
    isPaid: paid.isPaid,
    isDisclosed: paid.isDisclosed,
    seen: overlapOf(spans, paid.spans),
    saidTimes: mentions.filter(({ timestamp }) => isPaidMoment(timestamp)).length,
  };
}

function surfacesOf(
  appearances: readonly Appearance[],
): { readonly surface: Surface; readonly spans: Span[] }[] {
  return [...Map.groupBy(appearances, ({ surface }) => surface)].flatMap(([surface, group]) => {
    if (!surface) return [];
    return [{ surface, spans: unionOf(group.map(spanOf).filter((span) => span !== undefined)) }];
  });
}
