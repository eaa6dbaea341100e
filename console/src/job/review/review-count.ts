/** What there is to review. Apart from the rows themselves, because every page of a job counts them. */
import type { BrandResult, Results } from '@reelsight/sdk';
import { counted } from '../../format/quantity.ts';

/** An analysis proves what has at least this confidence by a frame; the rest is for a person to judge. */
const sureConfidence = 0.8;

type Appearance = BrandResult['appearances'][number];

export const sureOf = (brand: BrandResult, { confidence }: Appearance): number =>
  confidence ?? brand.confidence;

/** Whether the analysis is unsure of the appearance and nobody has decided on it. */
export const isUnsure = (brand: BrandResult, appearance: Appearance): boolean =>
  !appearance.corrected && sureOf(brand, appearance) < sureConfidence;

/** Number of possible brands and unsure appearances. */
export const reviewCount = ({ brands = [], possible_brands: possible = [] }: Results): number =>
  brands.reduce(
    (sum, brand) =>
      sum + brand.appearances.filter((appearance) => isUnsure(brand, appearance)).length,
    possible.length,
  );

/** `14 texts read`; undefined for results from before they were counted. */
export const textsRead = (count: number | undefined): string | undefined =>
  count === undefined ? undefined : `${counted(count, 'text')} read`;
