/**
 * Search by sight: finds the stretches of a workspace's videos that look most like a picture, or that show most what
 * words say, by comparing a vector with those of all stretches.
 */
import '../engines/no-telemetry.ts';
import {
  type DescribedStretch,
  SightPack,
  type SightStretch,
  sightLength,
  sightModel,
} from '../analysis/sight-pack.ts';
import type { Queryable } from '../db/database.ts';
import { findSightPacks, type SightVectors, sightJobs } from '../db/search/sight.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import { type JobFilter, PackCache, PackMemory } from './pack-cache.ts';
import type { PictureWords } from './picture-words.ts';
import type { SightPixels, SightThread } from './sight-thread.ts';

/**
 * Minimum likeness of a result. Measured by bench/sight.ts: of the changed copies of a picture, 95 % are more like it;
 * of two different pictures, 5 % are more alike.
 */
export const leastSightLikeness = 0.5;
/**
 * Words only put stretches in an order. Models differ in the likeness that they give to a picture and the words for it,
 * mostly below 0.4, and give nearly as much to unrelated words, so no threshold would be true of all models. Stretches
 * that point away from the words are left out.
 */
const leastLikenessToWords = 0;

export interface SightHit extends SightStretch {
  readonly jobId: string;
  /** Cosine of the angle between the vectors, rounded so that it stays the same when a cursor carries it. */
  readonly likeness: number;
}

/** A place in the order of results: the most alike first, then the newest video, then the earliest stretch. */
export type SightPlace = Pick<SightHit, 'likeness' | 'jobId' | 'start'>;

export interface SightAsk extends JobFilter {
  readonly workspaceId: string;
  /** A vector of a picture, or of words. */
  readonly vector: Int8Array;
  /** The vectors that it is compared with: those for the pictures, or for the words, that are searched with. */
  readonly comparedWith: SightVectors['comparedWith'];
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

/** Vectors to compare a picture with. */
const ofPictures: SightVectors = { comparedWith: 'pictures', model: sightModel };

interface SightSettings {
  /** Maximum bytes of vectors kept in memory. */
  readonly memoryBytes: number;
}

export class Sight {
  /** Describes words; null if no model is installed that knows pictures and words. */
  readonly words: PictureWords | null;
  readonly #db: Queryable;
  readonly #memory: PackMemory;
  readonly #pictures: PackCache<SightPack>;
  /** Opened by the first search, which knows the length of the vectors. */
  #forWords: PackCache<SightPack> | null = null;
  readonly #thread = new WorkerThread<SightThread>(threadEntry, limitsOfResults);

  constructor(db: Queryable, words: PictureWords | null, { memoryBytes }: SightSettings) {
    this.words = words;
    this.#db = db;
    this.#memory = new PackMemory(memoryBytes);
    this.#pictures = this.#openCache(ofPictures, sightLength);
  }

  /** The vector of a picture; null if it shows nothing that could be compared. */
  describe(picture: SightPixels, signal: AbortSignal): Promise<Int8Array | null> {
    return this.#thread.run('describe', picture, signal);
  }

  /** What the video looks like at that second; undefined if nothing is kept of the job, null if of that second. */
  async at(jobId: string, seconds: number): Promise<DescribedStretch | null | undefined> {
    const [row] = await findSightPacks(this.#db, [jobId], ofPictures);
    if (!row) return undefined;

    const pack = new SightPack(row.pack, sightLength);
    for (let index = pack.count - 1; index >= 0; index -= 1) {
      const stretch = pack.stretch(index);
      if (stretch.start <= seconds)
        return seconds <= stretch.end ? { ...stretch, vector: pack.vector(index) } : null;
    }

    return null;
  }

  async search(ask: SightAsk): Promise<SightResults> {
    const { workspaceId, vector, comparedWith, accepts, after, limit } = ask;
    const cache = comparedWith === 'words' ? this.#cacheForWords(vector.length) : this.#pictures;
    const threshold = comparedWith === 'words' ? leastLikenessToWords : leastSightLikeness;
    await cache.refresh(workspaceId);

    const first = new FirstHits(limit + 1);
    let compared = 0;
    await cache.scan(workspaceId, ask, (jobId, { pack }) => {
      compared += pack.count;
      pack.scan(vector, Math.max(threshold, first.least), (index, cosine) => {
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
    const ids = [...jobIds];
    this.#pictures.forget(workspaceId, ids);
    this.#forWords?.forget(workspaceId, ids);
  }

  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.words?.close()]);
  }

  #cacheForWords(length: number): PackCache<SightPack> {
    const model = this.words?.model ?? '';
    this.#forWords ??= this.#openCache({ comparedWith: 'words', model }, length);
    return this.#forWords;
  }

  #openCache(vectors: SightVectors, length: number): PackCache<SightPack> {
    const source = {
      list: (workspaceId: string, since: Date | null) =>
        sightJobs(this.#db, workspaceId, vectors, since),
      read: (jobIds: readonly string[]) => findSightPacks(this.#db, jobIds, vectors),
      open: (bytes: Uint8Array) => new SightPack(bytes, length),
    };
    return new PackCache(source, this.#memory);
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
