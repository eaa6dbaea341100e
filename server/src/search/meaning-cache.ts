/**
 * Finds the stretches of a workspace whose signatures are nearest to that of a query. A search by meaning compares the
 * query with all signatures of its workspace.
 */
import { signatureOf } from '../analysis/vectors.ts';
import type { Queryable } from '../db/database.ts';
import { findPacks, packedJobs } from '../db/search/meaning.ts';
import { Pack, type PackFilter, type Placed } from './meaning-pack.ts';
import { type HeldPack, type JobFilter, PackCache, PackMemory } from './pack-cache.ts';

/** What to look for within a workspace. */
export interface ScanAsk extends PackFilter, JobFilter {
  readonly vector: Int8Array;
}

export interface Candidate extends Placed {
  readonly jobId: string;
  readonly version: number;
  readonly place: number;
}

export class MeaningCache {
  readonly #packs: PackCache<Pack>;

  constructor(
    db: Queryable,
    { model, mostBytes }: { readonly model: string; readonly mostBytes: number },
  ) {
    const source = {
      list: (workspaceId: string, since: Date | null) =>
        packedJobs(db, workspaceId, { model, since }),
      read: (jobIds: readonly string[]) => findPacks(db, jobIds, model),
      open: (bytes: Uint8Array) => new Pack(bytes),
    };
    this.#packs = new PackCache(source, new PackMemory(mostBytes));
  }

  /** Reads the new packs of the workspace. */
  refresh(workspaceId: string): Promise<void> {
    return this.#packs.refresh(workspaceId);
  }

  /** Drops jobs that no longer exist from memory. */
  forget(workspaceId: string, jobIds: Iterable<string>): void {
    this.#packs.forget(workspaceId, jobIds);
  }

  /** The `count` stretches with the nearest signatures, in no particular order. */
  async nearest(workspaceId: string, ask: ScanAsk, count: number): Promise<Candidate[]> {
    const signature = signatureOf(ask.vector);
    const nearest = new Nearest(signature.length * 32, count);
    await this.#packs.scan(workspaceId, ask, (jobId, job) =>
      job.pack.scan(signature, ask, (place, apart) => nearest.add(jobId, job, place, apart)),
    );

    return nearest.found();
  }
}

/**
 * Collects the nearest stretches, grouped by distance. Drops the group that is farthest away as soon as the nearer
 * groups contain `count` stretches without it.
 */
class Nearest {
  readonly #atDistance: { jobId: string; job: HeldPack<Pack>; place: number }[][];
  readonly #count: number;
  #farthest: number;
  #kept = 0;

  constructor(bits: number, count: number) {
    this.#atDistance = Array.from({ length: bits + 1 }, () => []);
    this.#count = count;
    this.#farthest = bits;
  }

  add(jobId: string, job: HeldPack<Pack>, place: number, apart: number): void {
    if (apart > this.#farthest) return;

    this.#atDistance[apart]?.push({ jobId, job, place });
    this.#kept += 1;

    let last = this.#atDistance[this.#farthest] ?? [];
    while (this.#kept - last.length >= this.#count) {
      this.#kept -= last.length;
      last.length = 0;
      this.#farthest -= 1;
      last = this.#atDistance[this.#farthest] ?? [];
    }
  }

  found(): Candidate[] {
    return this.#atDistance
      .flat()
      .slice(0, this.#count)
      .map(({ jobId, job, place }) => ({
        jobId,
        version: job.version,
        place,
        ...job.pack.placed(place),
      }));
  }
}
