/** Compares the numbers of a run with those of the run before. */
import {
  type ChangedBrand,
  type ReportChanges,
  scheduleLimits,
  type TrendNumbers,
} from '@reelsight/contract';
import { comparedNumbers } from '@reelsight/contract/compared-numbers';
import { identityOf } from '../../analysis/name-key.ts';
import type { EarlierRun, RunBrand, RunNumbers } from '../../db/schedules/runs.ts';

/** How a brand is called now, by the identity of a name: what was renamed since is still the same brand. */
export type CountedNames = ReadonlyMap<string, string>;

export interface Compared {
  readonly earlier: EarlierRun;
  readonly now: RunNumbers;
  readonly choiceChanged: boolean;
  readonly names: CountedNames;
  /** The earlier period as it is counted now; null if it cannot be compared. */
  readonly recounted: Recounted | null;
}

export interface Recounted {
  readonly numbers: RunNumbers;
  readonly jobIds: readonly string[];
  /** Corrections made since then. */
  readonly corrections: number;
  /** The newest of them, and edited transcripts. */
  readonly namedCorrections: readonly CorrectionSince[];
  /** The titles of videos that were not counted then, at least of the first of them. */
  readonly titles: ReadonlyMap<string, string | null>;
}

type CorrectedSince = NonNullable<ReportChanges['corrected']>;
export type CorrectionSince = NonNullable<CorrectedSince['named_corrections']>[number];

export function changesSince(compared: Compared): ReportChanges {
  const { earlier, now, choiceChanged, names, recounted } = compared;
  const before = earlier.numbers;
  const brands = brandChanges(before, now, names);

  return {
    since: {
      run_id: earlier.id,
      report_id: earlier.report_id,
      period: { start: earlier.period_start, end: earlier.period_end },
      counted_at: earlier.counted_at.toISOString(),
    },
    choice_changed: choiceChanged,
    videos: { before: before.videos, now: now.videos },
    seen_seconds: { before: before.seen_seconds, now: now.seen_seconds },
    equivalent_seconds: { before: before.equivalent_seconds, now: now.equivalent_seconds },
    mentions: { before: before.mentions, now: now.mentions },
    brands: brands.slice(0, scheduleLimits.changedBrands),
    brands_left_out: Math.max(0, brands.length - scheduleLimits.changedBrands),
    corrected: recounted && correctedSince(earlier, recounted, names),
  };
}

function correctedSince(
  { numbers: reported, job_ids: reportedIds }: EarlierRun,
  { numbers, jobIds, corrections, namedCorrections, titles }: Recounted,
  names: CountedNames,
): CorrectedSince | null {
  const brands = brandChanges(reported, numbers, names).filter(isDifferent);
  const lateIds = idsBeyond(jobIds, reportedIds);
  const goneVideos = idsBeyond(reportedIds, jobIds).length;
  if (brands.length === 0 && lateIds.length === 0 && goneVideos === 0) return null;

  return {
    videos: { before: reported.videos, now: numbers.videos },
    videos_added: lateIds.length,
    videos_gone: goneVideos,
    corrections,
    named_corrections: [...namedCorrections],
    named_videos: lateIds
      .slice(0, scheduleLimits.namedCauses)
      .map((id) => ({ job_id: id, title: titles.get(id) ?? null })),
    brands: brands.slice(0, scheduleLimits.changedBrands),
  };
}

/** The ids that are not among the known ones. */
export function idsBeyond(ids: readonly string[], knownIds: readonly string[]): string[] {
  const knownSet = new Set(knownIds);
  return ids.filter((id) => !knownSet.has(id));
}

const isDifferent = ({ before, now }: ChangedBrand): boolean =>
  comparedNumbers.some(({ field }) => (before?.[field] ?? 0) !== (now?.[field] ?? 0));

/** The own brand first, then those that come to most, now or before. */
function brandChanges(before: RunNumbers, now: RunNumbers, names: CountedNames): ChangedBrand[] {
  const brandsBefore = byIdentity(before.brands, names);
  const brandsNow = byIdentity(now.brands, names);
  const keys = new Set([...brandsNow.keys(), ...brandsBefore.keys()]);

  return [...keys]
    .map((key): ChangedBrand => {
      const brandBefore = brandsBefore.get(key);
      const brandNow = brandsNow.get(key);
      return {
        name: brandNow?.name ?? brandBefore?.name ?? key,
        ...((brandNow ?? brandBefore)?.own && { own: true as const }),
        before: brandBefore?.numbers ?? null,
        now: brandNow?.numbers ?? null,
      };
    })
    .sort((a, b) => Number(b.own ?? false) - Number(a.own ?? false) || worthOf(b) - worthOf(a));
}

/** Brands of no numbers at all, such as a rival that is nowhere, count as absent. */
function byIdentity(
  brands: readonly RunBrand[],
  names: CountedNames,
): ReadonlyMap<string, RunBrand> {
  const byKey = new Map<string, RunBrand>();

  for (const brand of brands) {
    if (brand.numbers.appearances + brand.numbers.mentions === 0) continue;
    const identity = identityOf(brand.name);
    const key = names.get(identity) ?? identity;
    const same = byKey.get(key);
    byKey.set(key, same ? { ...same, numbers: sumOf(same.numbers, brand.numbers) } : brand);
  }

  return byKey;
}

/** Adds the numbers of two names that are one brand now. A video with both names counts twice. */
function sumOf(a: TrendNumbers, b: TrendNumbers): TrendNumbers {
  const sums = Object.fromEntries(comparedNumbers.map(({ field }) => [field, a[field] + b[field]]));
  return sums as unknown as TrendNumbers;
}

const worthOf = ({ before, now }: ChangedBrand): number =>
  Math.max(now?.equivalent_seconds ?? 0, before?.equivalent_seconds ?? 0);
