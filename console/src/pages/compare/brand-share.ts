/** Brands over several jobs: how often each was seen and said, and its share of the total. */

import { byScreenTime } from '@reelsight/contract/exposure-words';
import { identityOf } from '@reelsight/contract/name-identity';
import { shareTexts } from '@reelsight/contract/share-text';
import type { BrandResult } from '@reelsight/sdk';
import { seenSeconds } from '../../job/things/union.ts';

export interface ComparedJob {
  readonly job_id: string;
  readonly name: string;
  readonly brands: readonly BrandResult[];
}

/** One brand in one job. */
export interface JobBrand {
  readonly job_id: string;
  readonly name: string;
  readonly seen: BrandResult['appearances'];
  readonly said: BrandResult['appearances'];
  readonly visibleSeconds: number;
}

export interface BrandShare {
  readonly name: string;
  readonly videos: number;
  /** Number of appearances on screen. */
  readonly appearances: number;
  readonly visibleSeconds: number;
  /** Number of spoken mentions. */
  readonly mentions: number;
  /** Share of the visible seconds of all compared brands, 0 to 1; null if no brand was seen at all. */
  readonly shareOfSeconds: number | null;
  readonly shareOfMentions: number | null;
  /** The two shares in percent, each rounded so that all brands add up to 100.0 %; a dash where there is no share. */
  readonly percentOfSeconds: string;
  readonly percentOfMentions: string;
  readonly jobs: readonly JobBrand[];
}

/**
 * The brands of all jobs, those seen longest first. Names that differ only in case, accents or punctuation count as one
 * brand.
 */
export function brandShares(jobs: readonly ComparedJob[]): BrandShare[] {
  const byName = new Map<string, { name: string; jobs: JobBrand[] }>();

  for (const job of jobs) {
    for (const [key, spellings] of Map.groupBy(job.brands, (brand) => identityOf(brand.name))) {
      const entry = byName.get(key) ?? { name: spellings[0]?.name ?? '', jobs: [] };
      entry.jobs.push(inJob(job, spellings));
      byName.set(key, entry);
    }
  }

  const brands = [...byName.values()]
    .map((entry) => ({ ...entry, ...totals(entry.jobs) }))
    .sort((a, b) => byScreenTime(ranked(a), ranked(b)));
  const seconds = sharesOf(brands, ({ visibleSeconds }) => visibleSeconds);
  const mentions = sharesOf(brands, ({ mentions: count }) => count);

  return brands.map((brand, index) => ({
    ...brand,
    shareOfSeconds: seconds[index]?.share ?? null,
    percentOfSeconds: seconds[index]?.percent ?? '–',
    shareOfMentions: mentions[index]?.share ?? null,
    percentOfMentions: mentions[index]?.percent ?? '–',
  }));
}

const ranked = (brand: Pick<BrandShare, 'name' | 'visibleSeconds' | 'mentions'>) => ({
  name: brand.name,
  seen_seconds: brand.visibleSeconds,
  said: { times: brand.mentions },
});

/** The share of each brand in the sum of all; empty if there is nothing to share. */
function sharesOf<Brand>(
  brands: readonly Brand[],
  amount: (brand: Brand) => number,
): { readonly share: number; readonly percent: string }[] {
  const total = sum(brands, amount);
  if (total === 0) return [];
  const shares = brands.map((brand) => amount(brand) / total);
  const texts = shareTexts(shares);
  return shares.map((share, index) => ({ share, percent: texts[index] ?? '' }));
}

/** `brands` contains every spelling of one brand in the job. */
function inJob({ job_id, name }: ComparedJob, brands: readonly BrandResult[]): JobBrand {
  const allAppearances = brands.flatMap(({ appearances }) => appearances);
  const visual = allAppearances.filter(({ source }) => source === 'visual');
  const mentions = allAppearances.filter(({ source }) => source === 'audio');
  const reportedSeconds = brands.length === 1 ? brands[0]?.total_visible_duration : undefined;
  const visibleSeconds = reportedSeconds ?? seenSeconds(visual);
  return { job_id, name, seen: visual, said: mentions, visibleSeconds };
}

const totals = (jobs: readonly JobBrand[]) => ({
  videos: new Set(jobs.map(({ job_id }) => job_id)).size,
  appearances: sum(jobs, ({ seen: visual }) => visual.length),
  visibleSeconds: sum(jobs, ({ visibleSeconds }) => visibleSeconds),
  mentions: sum(jobs, ({ said: spoken }) => spoken.length),
});

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
