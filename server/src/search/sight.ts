/**
 * Search by sight: finds the stretches of a workspace's videos that look most like a picture, by comparing its vector
 * with those of all stretches.
 */
import {
  type DescribedStretch,
  SightPack,
  type SightStretch,
  sightModel,
} from '../analysis/sight-pack.ts';
import type { Queryable } from '../db/database.ts';
import { findSightPacks, sightJobs } from '../db/search/sight.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import { type JobFilter, PackCache } from './pack-cache.ts';
import type { SightPixels, SightThread } from './sight-thread.ts';

/**
 * Minimum likeness of a result. Measured by bench/sight.ts: of the changed copies of a picture, 95 % are more like it;
 * of two different pictures, 5 % are more alike.
 */
export const leastSightLikeness = 0.5;

export interface SightHit extends SightStretch {
  readonly jobId: string;
  /** Cosine of the angle between the vectors, rounded so that it stays the same when a cursor carries it. */
  readonly likeness: number;
}

/** A place in the order of results: the most alike first, then the newest video, then the earliest stretch. */
export type SightPlace = Pick<SightHit, 'likeness' | 'jobId' | 'start'>;

export interface SightAsk extends JobFilter {
  readonly workspaceId: string;
  readonly vector: Int8Array;
  /** Whether a stretch may be a result, by the filters beside those of the job. */
  readonly accepts: (jobId: string, stretch: SightStretch) => boolean;
  /** Only results after this place. */
  readonly after: SightPlace | null;
  readonly limit: number;
}

export interface SightResults {
  readonly hits: readonly SightHit[];
  /** Whether more results follow. */
  readonly hasMore: boolean;
  /** Number of stretches that were compared. */
  readonly compared: number;
}

const threadEntry = new URL('./sight-thread.ts', import.meta.url);

export class Sight {
  readonly #db: Queryable;
  readonly #cache: PackCache<SightPack>;
  readonly #thread = new WorkerThread<SightThread>(threadEntry, limitsOfResults);

  constructor(db: Queryable, { memoryBytes }: { readonly memoryBytes: number }) {
    const source = {
      list: (workspaceId: string, since: Date | null) =>
        sightJobs(db, workspaceId, { model: sightModel, since }),
      read: (jobIds: readonly string[]) => findSightPacks(db, jobIds, sightModel),
      open: (bytes: Uint8Array) => new SightPack(bytes),
    };
    this.#db = db;
    this.#cache = new PackCache(source, memoryBytes);
  }

  /** The vector of a picture; null if it shows nothing that could be compared. */
  describe(picture: SightPixels, signal: AbortSignal): Promise<Int8Array | null> {
    return this.#thread.run('describe', picture, signal);
  }

  /** What the video looks like at that second; undefined if nothing is kept of the job, null if of that second. */
  async at(jobId: string, seconds: number): Promise<DescribedStretch | null | undefined> {
    const [row] = await findSightPacks(this.#db, [jobId], sightModel);
    if (!row) return undefined;

    const pack = new SightPack(row.pack);
    for (let index = pack.count - 1; index >= 0; index -= 1) {
      const stretch = pack.stretch(index);
      if (stretch.start <= seconds)
        return seconds <= stretch.end ? { ...stretch, vector: pack.vector(index) } : null;
    }

    return null;
  }

  async search(ask: SightAsk): Promise<SightResults> {
    const { workspaceId, vector, accepts, after, limit } = ask;
    await this.#cache.refresh(workspaceId);

    const first = new FirstHits(limit + 1);
    let compared = 0;
    await this.#cache.scan(workspaceId, ask, (jobId, { pack }) => {
      compared += pack.count;
      pack.scan(vector, Math.max(leastSightLikeness, first.least), (index, cosine) => {
        const likeness = rounded(cosine);
        const stretch = pack.stretch(index);
        const hit = { jobId, likeness, ...stretch };
        if (after && inOrder(hit, after) <= 0) return;
        if (accepts(jobId, stretch)) first.add(hit);
      });
    });

    const hits = first.sorted();
    return { hits: hits.slice(0, limit), hasMore: hits.length > limit, compared };
  }

  /** Drops jobs from memory that a search found to be deleted. */
  forget(workspaceId: string, jobIds: Iterable<string>): void {
    this.#cache.forget(workspaceId, jobIds);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}

const rounded = (likeness: number): number => Math.round(likeness * 1e4) / 1e4;

/** Negative if `a` comes before `b`. */
function inOrder(a: SightPlace, b: SightPlace): number {
  if (a.likeness !== b.likeness) return b.likeness - a.likeness;
  if (a.jobId !== b.jobId) return a.jobId > b.jobId ? -1 : 1;
  return a.start - b.start;
}

/** Collects the first hits in their order, and drops the others now and then. */
class FirstHits {
  readonly #count: number;
  #hits: SightHit[] = [];
  /** Hits that are less alike can't be among the first any more. */
  least = -1;

  constructor(count: number) {
    this.#count = count;
  }

  add(hit: SightHit): void {
    this.#hits.push(hit);
    if (this.#hits.length < 4 * this.#count) return;

    this.#hits = this.sorted();
    // A likeness that was rounded up may belong to a hit that is as much alike as the last one.
    this.least = (this.#hits.at(-1)?.likeness ?? 0) - 1e-4;
  }

  sorted(): SightHit[] {
    return this.#hits.toSorted(inOrder).slice(0, this.#count);
  }
}
