/** Carries out searches by sight: which stretches the filters leave, and what a result says about its video. */
import type { SightHit as Hit } from '@reelsight/contract';
import type { SightStretch } from '../analysis/sight-pack.ts';
import { meetsOne, unionWithMoments } from '../analysis/spans.ts';
import type { Queryable } from '../db/database.ts';
import { findTitles, findWords } from '../db/search/search.ts';
import { findNamedSpans, type NamedSpan, sightJobsOfBatch } from '../db/search/sight.ts';
import { tagWord } from './passage-words.ts';
import { nameTag } from './search-passages.ts';
import type { Sight, SightAsk, SightPlace } from './sight.ts';

export interface SightSearch extends Omit<SightAsk, 'accepts'> {
  readonly batchId: string | null;
  readonly brand: string | null;
  readonly object: string | null;
  /** A stretch that is left out: the one that was searched with. */
  readonly except: { readonly jobId: string; readonly start: number } | null;
}

export interface SightPage {
  readonly hits: readonly Hit[];
  readonly next: SightPlace | null;
  readonly compared: number;
}

/** Maximum number of times that results of deleted jobs are replaced by others. */
const mostLooks = 3;
/** Moments of a brand or object that are looked up for a filter; of more, the newest. */
const mostSpans = 50_000;

export async function searchBySight(
  db: Queryable,
  sight: Sight,
  search: SightSearch,
): Promise<SightPage> {
  const { workspaceId, except } = search;
  const filters = await filtersOf(db, search);
  const accepts: SightAsk['accepts'] = (jobId, stretch) =>
    !(except?.jobId === jobId && except.start === stretch.start) &&
    filters.every((filter) => filter(jobId, stretch));

  for (let look = 1; ; look += 1) {
    const { hits, hasMore, compared } = await sight.search({ ...search, accepts });
    const jobs = [...new Set(hits.map(({ jobId }) => jobId))];
    const rows = jobs.length > 0 ? await findTitles(db, jobs) : [];
    const titles = new Map(rows.map((row) => [row.id, row]));
    const deletedJobs = jobs.filter((id) => !titles.has(id));
    sight.forget(workspaceId, deletedJobs);
    if (deletedJobs.length > 0 && look < mostLooks) continue;

    const presentHits = hits.filter(({ jobId }) => titles.has(jobId));
    return {
      hits: presentHits.map(({ jobId, start, end, timestamp, likeness }) => {
        const row = titles.get(jobId);
        return {
          job_id: jobId,
          title: row?.title ?? row?.filename ?? null,
          start,
          end,
          timestamp,
          likeness,
          thumbnail_url: row?.thumbnail_url ?? null,
        };
      }),
      next: hasMore ? (hits.at(-1) ?? null) : null,
      compared,
    };
  }
}

type Filter = (jobId: string, stretch: SightStretch) => boolean;

async function filtersOf(
  db: Queryable,
  { workspaceId, batchId, brand, object }: SightSearch,
): Promise<Filter[]> {
  const filters: Filter[] = [];

  if (batchId !== null) {
    const jobs = new Set(await sightJobsOfBatch(db, batchId));
    filters.push((jobId) => jobs.has(jobId));
  }
  for (const tag of [brand && nameTag('brand', brand), object && nameTag('object', object)])
    if (tag) filters.push(shownWith(await namedSpans(db, workspaceId, tag)));

  return filters;
}

/** The moments of a brand or object, with people's corrections, as search by words has them. */
async function namedSpans(
  db: Queryable,
  workspaceId: string,
  tag: string,
): Promise<readonly NamedSpan[]> {
  const words = await findWords(db, workspaceId, [tagWord(tag)]);
  const ids = words.map(({ id }) => id);
  return ids.length === 0 ? [] : findNamedSpans(db, workspaceId, { words: ids, limit: mostSpans });
}

/** A video may have thousands of both, so stretches are looked up among merged spans. */
function shownWith(spans: readonly NamedSpan[]): Filter {
  const spansByJob = new Map(
    [...Map.groupBy(spans, ({ job_id }) => job_id)].map(([jobId, ofJob]) => [
      jobId,
      unionWithMoments(ofJob.map(({ starts, ends }) => ({ start: starts, end: ends }))),
    ]),
  );
  return (jobId, stretch) => meetsOne(stretch, spansByJob.get(jobId) ?? []);
}
