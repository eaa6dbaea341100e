/** Combines the brands of many videos: one row per brand. */
import type { AggregateResults, BrandResult } from '@reelsight/contract';
import { identityOf } from './name-key.ts';
import { unionSeconds } from './spans.ts';

export type BrandRollup = AggregateResults['brands'][number];

type Counted = Pick<BrandResult, 'name' | 'total_appearances' | 'total_visible_duration'> & {
  readonly appearances: readonly Span[];
  readonly corrected?: boolean | undefined;
};

type Span = Pick<BrandResult['appearances'][number], 'timestamp_start' | 'timestamp_end'>;

export interface JobBrands {
  readonly job_id: string;
  readonly brands?: readonly Counted[] | undefined;
}

/**
 * One row per brand over all videos, starting with the brands in the most videos. Names that differ only in case,
 * accents or punctuation are one brand, with the spelling that most videos use. A job counts once even if its results
 * name a brand twice, and overlapping seconds count once.
 */
export function aggregateBrands(jobs: readonly JobBrands[]): BrandRollup[] {
  return [...rowsOf(jobs).values()].sort(byVideos);
}

function rowsOf(jobs: readonly JobBrands[]): Map<string, BrandRollup> {
  const entries = jobs.flatMap(({ job_id, brands = [] }) =>
    brands.map((brand) => ({ job_id, brand })),
  );
  const groups = Map.groupBy(entries, ({ brand }) => identityOf(brand.name));
  const rows = [...groups].map(([key, group]): [string, BrandRollup] => {
    const jobs = Map.groupBy(group, ({ job_id }) => job_id);
    const job_ids = [...jobs.keys()];
    const seconds = [...jobs.values()].reduce(
      (sum, jobEntries) => sum + secondsIn(jobEntries.map(({ brand }) => brand)),
      0,
    );
    const row = {
      name: mostUsed(group.map(({ brand }) => brand.name)),
      videos: job_ids.length,
      total_appearances: group.reduce((sum, { brand }) => sum + brand.total_appearances, 0),
      total_visible_duration: rounded(seconds),
      job_ids,
    };

    return [
      key,
      { ...row, ...(group.some(({ brand }) => brand.corrected) && { corrected: true }) },
    ];
  });

  return new Map(rows);
}

/** Seconds for which one brand is visible in one job; if the job lists it twice, overlapping seconds count once. */
function secondsIn(brands: readonly Counted[]): number {
  const [first] = brands;
  if (brands.length === 1) return first?.total_visible_duration ?? 0;

  const visibleSpans = brands
    .flatMap(({ appearances }) => appearances)
    .flatMap(({ timestamp_start: start, timestamp_end: end }) =>
      start === undefined || end === undefined ? [] : [{ start, end }],
    );

  return unionSeconds(visibleSpans);
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function mostUsed(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? '';
}

const byVideos = (a: BrandRollup, b: BrandRollup): number =>
  b.videos - a.videos || b.total_appearances - a.total_appearances || (a.name < b.name ? -1 : 1);

/** The brands with only those fields that rows are made from, which are few even if the brands appear all the time. */
export function countedOf(brands: readonly Counted[]): Counted[] {
  const groups = Map.groupBy(brands, ({ name }) => identityOf(name));
  return brands.map((brand) => {
    const { name, total_appearances, total_visible_duration, corrected } = brand;
    const isOnce = groups.get(identityOf(name))?.length === 1;
    const spans = brand.appearances.map(({ timestamp_start, timestamp_end }) => ({
      timestamp_start,
      timestamp_end,
    }));

    return {
      name,
      total_appearances,
      total_visible_duration,
      appearances: isOnce ? [] : spans,
      ...(corrected && { corrected }),
    };
  });
}

/** The brands of one job, as found and as corrected by people. */
export interface CorrectedJob {
  readonly job_id: string;
  readonly found: readonly Counted[];
  readonly corrected: readonly Counted[];
}

/**
 * The rows, updated for jobs that have corrections. Only these jobs are read, because there may be many others, some of
 * them deleted since. `order` lists all jobs of the rows in the order that `job_ids` should have.
 */
export function correctedRows(
  rows: readonly BrandRollup[],
  jobs: readonly CorrectedJob[],
  order: readonly string[],
): BrandRollup[] {
  const remainingRows = without(
    rows,
    rowsOf(jobs.map(({ job_id, found: uncorrected }) => ({ job_id, brands: uncorrected }))),
  );
  const addedRows = rowsOf(jobs.map(({ job_id, corrected }) => ({ job_id, brands: corrected })));
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = (id: string): number => places.get(id) ?? order.length;

  for (const [key, row] of addedRows) {
    const existing = remainingRows.get(key);
    const job_ids = [...(existing?.job_ids ?? []), ...row.job_ids];
    remainingRows.set(key, {
      ...row,
      ...(existing && { name: existing.name }),
      videos: job_ids.length,
      total_appearances: (existing?.total_appearances ?? 0) + row.total_appearances,
      total_visible_duration: rounded(
        (existing?.total_visible_duration ?? 0) + row.total_visible_duration,
      ),
      job_ids: job_ids.toSorted((a, b) => placeOf(a) - placeOf(b)),
    });
  }

  return [...remainingRows.values()].sort(byVideos);
}

/** The rows minus the share of these jobs; a row to which no other job contributed is left out. */
function without(
  rows: readonly BrandRollup[],
  subtracted: ReadonlyMap<string, BrandRollup>,
): Map<string, BrandRollup> {
  const remaining = rows.flatMap((row): [string, BrandRollup][] => {
    const key = identityOf(row.name);
    const match = subtracted.get(key);
    if (!match) return [[key, row]];

    const job_ids = row.job_ids.filter((id) => !match.job_ids.includes(id));
    if (job_ids.length === 0) return [];

    const seconds = row.total_visible_duration - match.total_visible_duration;
    const total_appearances = row.total_appearances - match.total_appearances;
    const total_visible_duration = Math.max(0, rounded(seconds));
    const { length: videos } = job_ids;

    return [[key, { ...row, videos, total_appearances, total_visible_duration, job_ids }]];
  });
  return new Map(remaining);
}
