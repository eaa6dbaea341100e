/**
 * The form of a video: the part of its results that is kept to compute exposure with any weights. It is much smaller
 * than the results.
 */
import type { BrandResult, Results } from '@reelsight/contract';
import { addedByPerson } from '../analysis/added-by-person.ts';
import { identityOf } from '../analysis/name-key.ts';
import { type Span, unionOf } from '../analysis/spans.ts';
import { saidSpans } from './said.ts';
import type { Appearance } from './spans.ts';

type Detection = Pick<
  BrandResult['frame_detections'][number],
  'timestamp' | 'confidence' | 'bounding_box' | 'surface' | 'clarity'
>;

export interface FormBrand {
  readonly name: string;
  readonly confidence: number;
  readonly corrected?: true;
  readonly appearances: readonly Appearance[];
  readonly frame_detections: readonly Detection[];
  /** Absent if the results don't tell. */
  readonly paid?: FormPaid;
}

/** What a video says about who paid for a brand. */
export interface FormPaid {
  readonly isPaid: boolean;
  readonly isDisclosed: boolean;
  /** The paid segments of the brand: their union, in order. */
  readonly spans: readonly Span[];
}

export interface ExposureForm {
  /** Null if the results contain no list of brands. */
  readonly brands: readonly FormBrand[] | null;
  readonly meta: FormMeta;
}

export interface FormMeta {
  /** Name and version of each engine that ran. */
  readonly engines: Readonly<Record<string, string>>;
  /** Names of the fields in the `meta` of the results. */
  readonly fields: readonly string[];
}

/** The form of results, whether as found or corrected. */
export function formOf(
  results: Partial<Pick<Results, 'brands' | 'transcription' | 'paid_segments' | 'meta'>>,
): ExposureForm {
  const { brands, transcription, paid_segments: paidSegments = [], meta } = results;
  const formBrands = brands?.map((brand): FormBrand => {
    const spokenSpans = saidSpans(brand, transcription);
    return {
      name: brand.name,
      confidence: brand.confidence,
      ...(isCorrected(brand) && { corrected: true as const }),
      appearances: brand.appearances.map((appearance, index) =>
        appearanceOf(appearance, spokenSpans[index]),
      ),
      frame_detections: (brand.frame_detections ?? []).map(detectionOf),
      ...paidOf(brand, paidSegments),
    };
  });
  const groups = formBrands && Map.groupBy(formBrands, ({ name }) => identityOf(name));

  return {
    brands: groups ? [...groups.values()].map(joined) : null,
    meta: {
      engines: Object.fromEntries(
        Object.entries(meta?.engines ?? {}).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      ),
      fields: Object.keys(meta ?? {}),
    },
  };
}

function paidOf(
  { name, disclosure }: Pick<BrandResult, 'name' | 'disclosure'>,
  paidSegments: NonNullable<Results['paid_segments']>,
): Pick<FormBrand, 'paid'> {
  if (!disclosure) return {};

  const key = identityOf(name);
  const spans = unionOf(
    paidSegments.filter(({ brand }) => brand !== undefined && identityOf(brand) === key),
  );

  return {
    paid: { isPaid: disclosure.paid === 'paid', isDisclosed: disclosure.disclosed, spans },
  };
}

/** Joins brands of the same identity under the name of the first. */
function joined(brands: readonly FormBrand[]): FormBrand {
  const [first] = brands as [FormBrand];
  if (brands.length === 1) return first;

  return {
    name: first.name,
    confidence: Math.max(...brands.map(({ confidence }) => confidence)),
    ...(brands.some(isCorrected) && { corrected: true as const }),
    // An appearance without its own confidence keeps the confidence of the brand under which it was
    // found.
    appearances: brands
      .flatMap(({ appearances, confidence }) =>
        appearances.map((appearance) => ({ confidence, ...appearance })),
      )
      .sort((a, b) => startOf(a) - startOf(b)),
    frame_detections: brands
      .flatMap((brand) => brand.frame_detections)
      .sort((a, b) => a.timestamp - b.timestamp),
    ...joinedPaid(brands),
  };
}

function joinedPaid(brands: readonly FormBrand[]): Pick<FormBrand, 'paid'> {
  const records = brands.flatMap(({ paid }) => paid ?? []);
  if (records.length === 0) return {};
  return {
    paid: {
      isPaid: records.some(({ isPaid }) => isPaid),
      isDisclosed: records.some(({ isDisclosed }) => isDisclosed),
      spans: unionOf(records.flatMap(({ spans }) => spans)),
    },
  };
}

const startOf = ({ timestamp, timestamp_start }: Appearance): number =>
  timestamp_start ?? timestamp;

const isCorrected = (entry: object): boolean => 'corrected' in entry && entry.corrected === true;

const isAdded = (entry: object): boolean =>
  isCorrected(entry) && 'context' in entry && entry.context === addedByPerson;

function appearanceOf(appearance: Appearance, spokenSpan: Span | undefined): Appearance {
  const { timestamp, timestamp_start, timestamp_end, confidence } = appearance;
  const { source, surface, frame_url, bounding_box } = appearance;
  return {
    timestamp,
    source,
    ...(timestamp_start !== undefined && { timestamp_start }),
    ...(timestamp_end !== undefined && { timestamp_end }),
    ...(confidence !== undefined && { confidence }),
    ...(surface !== undefined && { surface }),
    ...(frame_url !== undefined && { frame_url }),
    ...(bounding_box !== undefined && { bounding_box }),
    ...(isCorrected(appearance) && { corrected: true as const }),
    ...(isAdded(appearance) && { added: true as const }),
    ...(spokenSpan && { said: spokenSpan }),
  };
}

function detectionOf(detection: Detection): Detection {
  const { timestamp, confidence, bounding_box, surface, clarity } = detection;
  return {
    timestamp,
    confidence,
    bounding_box,
    ...(surface !== undefined && { surface }),
    ...(clarity !== undefined && { clarity }),
  };
}
