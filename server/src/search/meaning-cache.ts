/**
 * Keeps the signatures of searched workspaces in memory, because a search by meaning compares the query with all
 * signatures of its workspace.
 */
import { setImmediate as yielded } from 'node:timers/promises';
import { signatureOf } from '../analysis/vectors.ts';
import type { Queryable } from '../db/database.ts';
import { findPacks, type PackedJob, packedJobs } from '../db/search/meaning.ts';
import { Pack, type PackFilter, type Placed } from './meaning-pack.ts';

interface HeldJob {
  readonly madeAt: Date;
  readonly version: number;
  readonly pack: Pack;
}

interface Held {
  readonly jobs: Map<string, HeldJob>;
  bytes: number;
  /** When the newest pack of this entry was written. */
  writtenAt: Date | null;
  lookedMs: number;
  /** When the packs of this entry were last compared with all stored ones. */
  comparedMs: number;
  looking: Promise<void> | null;
}

/** What to look for within a workspace. */
export interface ScanAsk extends PackFilter {
  readonly vector: Int8Array;
  readonly jobId: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

export interface Candidate extends Placed {
  readonly jobId: string;
  readonly version: number;
  readonly place: number;
}

/** Milliseconds between two checks for new packs. */
const lookMs = 1000;
/** A pack written by a long transaction may become visible this much later than its time stamp says. */
const overlapMs = 10_000;
/** Milliseconds between full reads of a workspace's packs, which are how deleted jobs are noticed. */
const longestMs = 600_000;
const packsAtOnce = 100;
/** Milliseconds of CPU time after which other work gets its turn. */
const sliceMs = 4;
/** Bytes of memory that a job takes in addition to its pack. */
const jobBytes = 300;

export class MeaningCache {
  readonly #db: Queryable;
  readonly #model: string;
  readonly #mostBytes: number;
  /** The workspaces in memory, in the order of their last searches: the workspace searched last is at the end. */
  readonly #held = new Map<string, Held>();

  constructor(
    db: Queryable,
    { model, mostBytes }: { readonly model: string; readonly mostBytes: number },
  ) {
    this.#db = db;
    this.#model = model;
    this.#mostBytes = mostBytes;
  }

  /** Reads the new packs of the workspace; calls that come during a read wait for that read. */
  async refresh(workspaceId: string): Promise<void> {
    const entry = this.#heldOf(workspaceId);
    const nowMs = performance.now();
    if (entry.looking === null && entry.lookedMs > 0 && nowMs - entry.lookedMs < lookMs) return;
    entry.looking ??= this.#look(workspaceId, entry).finally(() => {
      entry.looking = null;
    });
    await entry.looking;
  }

  #heldOf(workspaceId: string): Held {
    const entry = this.#held.get(workspaceId) ?? {
      jobs: new Map(),
      bytes: 0,
      writtenAt: null,
      lookedMs: 0,
      comparedMs: performance.now(),
      looking: null,
    };
    this.#held.delete(workspaceId);
    this.#held.set(workspaceId, entry);

    return entry;
  }

  async #look(workspaceId: string, entry: Held): Promise<void> {
    const isFullRead = performance.now() - entry.comparedMs > longestMs;
    const from = isFullRead ? null : entry.writtenAt;
    const since = from && new Date(from.getTime() - overlapMs);
    const packed = await packedJobs(this.#db, workspaceId, { model: this.#model, since });
    if (isFullRead) this.#keep(entry, new Set(packed.map((job) => job.job_id)));

    const changedJobs = packed.filter((job) => entry.jobs.get(job.job_id)?.version !== job.done);
    for (
      let start = 0;
      start < changedJobs.length && this.#hasRoom(workspaceId, entry);
      start += packsAtOnce
    )
      await this.#take(entry, changedJobs.slice(start, start + packsAtOnce));

    for (const { packed_at } of packed)
      if (!entry.writtenAt || packed_at > entry.writtenAt) entry.writtenAt = packed_at;

    entry.lookedMs = performance.now();
  }

  #keep(entry: Held, jobIds: ReadonlySet<string>): void {
    for (const id of [...entry.jobs.keys()]) if (!jobIds.has(id)) this.#drop(entry, id);
    entry.comparedMs = performance.now();
  }

  /**
   * Makes room for a workspace by dropping those that were searched longest ago. If the workspace alone is too large,
   * only its newest videos are kept.
   */
  #hasRoom(workspaceId: string, entry: Held): boolean {
    let bytes = [...this.#held.values()].reduce((sum, candidate) => sum + candidate.bytes, 0);

    for (const [id, candidate] of this.#held) {
      if (bytes < this.#mostBytes) break;
      if (id === workspaceId || candidate.looking) continue;
      this.#held.delete(id);
      bytes -= candidate.bytes;
    }

    for (const id of [...entry.jobs.keys()].toSorted()) {
      if (entry.bytes < this.#mostBytes) break;
      this.#drop(entry, id);
    }

    return entry.bytes < this.#mostBytes;
  }

  async #take(entry: Held, jobs: readonly PackedJob[]): Promise<void> {
    const rows = await findPacks(
      this.#db,
      jobs.map((job) => job.job_id),
      this.#model,
    );
    const madeAt = new Map(jobs.map((job) => [job.job_id, job.made_at]));

    for (const { job_id, done: version, pack: bytes } of rows) {
      this.#drop(entry, job_id);
      const pack = new Pack(bytes);
      entry.jobs.set(job_id, { madeAt: madeAt.get(job_id) as Date, version, pack });
      entry.bytes += pack.bytes + jobBytes;
    }
  }

  #drop(entry: Held, jobId: string): void {
    const job = entry.jobs.get(jobId);
    if (!job) return;
    entry.jobs.delete(jobId);
    entry.bytes -= job.pack.bytes + jobBytes;
  }

  /** Drops jobs that no longer exist from memory. */
  forget(workspaceId: string, jobIds: Iterable<string>): void {
    const entry = this.#held.get(workspaceId);
    for (const id of jobIds) if (entry) this.#drop(entry, id);
  }

  /** The `count` stretches with the nearest signatures, in no particular order. */
  async nearest(workspaceId: string, ask: ScanAsk, count: number): Promise<Candidate[]> {
    const entry = this.#held.get(workspaceId);
    if (!entry) return [];

    const signature = signatureOf(ask.vector);
    const nearest = new Nearest(signature.length * 32, count);
    let beganMs = performance.now();

    for (const [jobId, job] of entry.jobs) {
      if (ask.jobId !== null && jobId !== ask.jobId) continue;
      if ((ask.since && job.madeAt < ask.since) || (ask.until && job.madeAt >= ask.until)) continue;
      job.pack.scan(signature, ask, (place, apart) => nearest.add(jobId, job, place, apart));

      if (performance.now() - beganMs > sliceMs) {
        await yielded();
        beganMs = performance.now();
      }
    }

    return nearest.found();
  }
}

/**
 * Collects the nearest stretches, grouped by distance. Drops the group that is farthest away as soon as the nearer
 * groups contain `count` stretches without it.
 */
class Nearest {
  readonly #atDistance: { jobId: string; job: HeldJob; place: number }[][];
  readonly #count: number;
  #farthest: number;
  #kept = 0;

  constructor(bits: number, count: number) {
    this.#atDistance = Array.from({ length: bits + 1 }, () => []);
    this.#count = count;
    this.#farthest = bits;
  }

  add(jobId: string, job: HeldJob, place: number, apart: number): void {
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
