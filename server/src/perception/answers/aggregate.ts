/** What many videos say together: the table of brands, and the passages that speak of the whole set. */
import { setImmediate } from 'node:timers/promises';
import type { AggregateResults, BrandResult } from '@reelsight/contract';
import { keyOf } from '../../analysis/name-key.ts';
import { buildPassages, type Material } from '../../analysis/passages.ts';
import type { Moment, Passage } from '../../engines/language.ts';

export type BrandRollup = AggregateResults['brands'][number];

/** A completed job of a batch with what its results hold. */
export interface AggregateJob {
  readonly job_id: string;
  /** Null for an upload. */
  readonly url: string | null;
  readonly title: string | null;
  readonly material: Material;
}

/**
 * One row a brand over all videos, those of most videos first. Names that differ only in case, accents or punctuation are
 * one brand, called as most videos call it. A job counts once even if its results name a brand twice.
 */
export function aggregateBrands(
  jobs: readonly {
    readonly job_id: string;
    readonly brands?: readonly BrandResult[] | undefined;
  }[],
): BrandRollup[] {
  const found = jobs.flatMap(({ job_id, brands = [] }) =>
    brands.map((brand) => ({ job_id, brand })),
  );
  const groups = Map.groupBy(found, ({ brand }) => nameKey(brand.name));
  const rows = [...groups.values()].map((group) => {
    const job_ids = [...new Set(group.map((one) => one.job_id))];
    const seconds = group.reduce((sum, { brand }) => sum + (brand.total_visible_duration ?? 0), 0);
    return {
      name: mostUsed(group.map(({ brand }) => brand.name)),
      videos: job_ids.length,
      total_appearances: group.reduce((sum, { brand }) => sum + brand.total_appearances, 0),
      total_visible_duration: Math.round(seconds * 1000) / 1000,
      job_ids,
    };
  });
  return rows.sort(
    (a, b) =>
      b.videos - a.videos ||
      b.total_appearances - a.total_appearances ||
      (a.name < b.name ? -1 : 1),
  );
}

/** "Coca-Cola" and "COCA COLA" are one; a name of signs alone is itself. */
const nameKey = (name: string): string => keyOf(name) || name;

function mostUsed(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? '';
}

/** Name of each video in answers: title, else address, else the job's id. */
export function videoNames(jobs: readonly AggregateJob[]): string[] {
  return jobs.map(({ job_id, url, title }) => title ?? url ?? job_id);
}

/** The passages of all videos, after one for each brand and object that says in how many of them it is. */
export async function aggregatePassages(jobs: readonly AggregateJob[]): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const [video, { material }] of jobs.entries()) {
    for (const passage of buildPassages(material, video)) passages.push(passage);
    await setImmediate();
  }
  return [...totals(passages, jobs.length), ...passages];
}

function totals(passages: readonly Passage[], videos: number): Passage[] {
  const detected = passages.filter(
    ({ subject }) => subject.kind === 'brand' || subject.kind === 'object',
  );
  const groups = Map.groupBy(detected, ({ subject, source }) =>
    [subject.kind, source, nameKey(subject.name)].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (!first) return [];
    const moments = group.flatMap((passage) => passage.moments);
    const inVideos = firstMoments(moments);
    const how = first.source === 'speech' ? 'mentioned' : 'visible';
    const text =
      `Over all videos: the ${first.subject.kind} ${first.subject.name} is ${how} in ${inVideos.length} of ${videos} ` +
      `videos, ${moments.length} times`;
    const subject = { kind: 'total' as const, name: first.subject.name };
    return [{ ...first, subject, text, moments: inVideos }];
  });
}

/** One moment a video: the evidence that it is in that video at all. */
function firstMoments(moments: readonly Moment[]): Moment[] {
  const first = new Map<number, Moment>();
  for (const moment of moments) if (!first.has(moment.video)) first.set(moment.video, moment);
  return [...first.values()];
}
