/**
 * Whether the seconds of brands are a lower bound, because parts of the video were hard to read or were not looked at.
 */
import type { BrandResult, Results } from '@reelsight/sdk';

/**
 * Letters lower than this share of the picture's height, 32 of 1080 lines, are missed in some of the frames that show
 * them: of lines with letters of 14 to 40 pixels, 89 to 95 % are found (docs/accuracy.md).
 */
const smallHeight = 0.03;

type Read = Pick<Results, 'brands' | 'possible_brands'> & {
  readonly meta: Partial<Results['meta']>;
};

/** Why all brands together may be in the picture longer; undefined if nothing says so. */
export function reasonForMore(results: Read): string | undefined {
  const reasons = [
    ...ofVideo(results),
    ...(results.brands ?? []).flatMap((brand) => ofBrand(brand, results)),
  ];
  return sentenceOf(reasons);
}

/** Why one brand may be in the picture longer; undefined if nothing says so, or if it is only heard. */
export function reasonForMoreOf(name: string, results: Read): string | undefined {
  const brand = results.brands?.find((entry) => entry.name === name);
  if (!brand?.total_visible_duration) return undefined;
  return sentenceOf([...ofVideo(results), ...ofBrand(brand, results)]);
}

const sentenceOf = (reasons: readonly string[]): string | undefined =>
  reasons.length === 0 ? undefined : `At least: ${[...new Set(reasons)].join('; ')}.`;

function ofVideo({ meta }: Read): string[] {
  return [
    ...(meta.unseen_spans?.length ? ['damaged frames were not looked at'] : []),
    ...(meta.places_left_out ? ['only the clearest places of full pictures are counted'] : []),
    ...(meta.alike_names_skipped ? ['misread names were not all looked for'] : []),
  ];
}

function ofBrand(brand: BrandResult, { possible_brands: possible = [] }: Read): string[] {
  const heights = brand.frame_detections
    .filter(({ source }) => source === 'text')
    .map(({ bounding_box: { height } }) => height)
    .sort((a, b) => a - b);
  const middle = heights[heights.length >> 1];
  return [
    ...(possible.some(({ near }) => near === brand.name)
      ? ['texts that are nearly its name were read and are not counted']
      : []),
    ...(middle !== undefined && middle < smallHeight
      ? ['it is small, and small letters are missed in some frames']
      : []),
  ];
}
