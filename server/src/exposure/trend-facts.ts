/** The numbers of a video that trends over many videos are computed from. */
import type { Results } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import type { FormBrand } from './form.ts';
import type { BrandSums } from './video-exposure.ts';

/** One brand in one video, by the default weights. */
export interface TrendBrand {
  readonly name_key: string;
  readonly name: string;
  readonly appearances: number;
  readonly seen_seconds: number;
  readonly equivalent_seconds: number;
  readonly mentions: number;
  /** Second of the best moment, or of the first one if the brand is only said. */
  readonly moment: number | null;
  /** This field and the following ones are null if the results don't tell what is paid for. */
  readonly paid: boolean | null;
  readonly disclosed: boolean | null;
  readonly paid_seen_seconds: number | null;
  readonly paid_mentions: number | null;
}

export interface TrendFacts {
  readonly brands: readonly TrendBrand[];
  /** Facts of the platform that the results hold; null if unknown or not asked for. */
  readonly author: string | null;
  readonly author_url: string | null;
  /** ISO 8601. */
  readonly published_at: string | null;
}

export interface CountedBrands {
  readonly brands: readonly FormBrand[];
  readonly sums: readonly BrandSums[];
}

/** Facts of a video from its sums, the form they were made of, and its metadata. */
export function trendFacts(
  { brands, sums }: CountedBrands,
  metadata: Results['metadata'],
): TrendFacts {
  const firstMoments = new Map(
    brands.map(({ name, appearances }) => [identityOf(name), appearances[0]?.timestamp ?? null]),
  );

  return {
    brands: sums.map((brand) => {
      const key = identityOf(brand.name);
      return factsOfBrand(key, brand, firstMoments.get(key) ?? null);
    }),
    author: metadata?.author ?? null,
    author_url: metadata?.author_url ?? null,
    published_at: dateOf(metadata?.published_at ?? null),
  };
}

const factsOfBrand = (key: string, sums: BrandSums, firstMoment: number | null): TrendBrand => ({
  name_key: key,
  name: sums.name,
  appearances: sums.appearances,
  seen_seconds: sums.seen,
  equivalent_seconds: sums.equivalent,
  mentions: sums.said.times,
  moment: sums.best?.timestamp ?? sums.first ?? firstMoment,
  paid: sums.paid?.isPaid ?? null,
  disclosed: sums.paid?.isDisclosed ?? null,
  paid_seen_seconds: sums.paid?.seen ?? null,
  paid_mentions: sums.paid?.saidTimes ?? null,
});

/** Null for text that is no date, which platforms and older results may hold. */
export function dateOf(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
