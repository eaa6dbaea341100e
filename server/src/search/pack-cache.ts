/**
 * Keeps the packs of searched workspaces in memory: bytes, made for each job, that a search compares with its query.
 * Searches by meaning, by pictures and by words for pictures each have a cache of their own; the last two share their
 * memory.
 */
import { TimeSlices } from '../threads/time-slices.ts';

/** A stored pack, without its bytes. */
export interface PackRow {
  readonly job_id: string;
  readonly made_at: Date;
  /** Differs whenever the pack was written again. */
  readonly version: number;
  readonly packed_at: Date;
}

export interface PackBytes {
  readonly job_id: string;
  readonly version: number;
  readonly pack: Uint8Array;
}

/** Where packs are stored, and how one is opened. */
export interface PackSource<Pack> {
  /** Packs of a workspace that were written since a given time; null for all. */
  list(workspaceId: string, since: Date | null): Promise<readonly PackRow[]>;
  read(jobIds: readonly string[]): Promise<readonly PackBytes[]>;
  open(bytes: Uint8Array): Pack;
}

export interface HeldPack<Pack> {
  readonly madeAt: Date;
  readonly version: number;
  readonly pack: Pack;
}

/** Conditions that a job must meet for its pack to be compared; null: any. */
export interface JobFilter {
  readonly jobId: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

interface Held<Pack> {
  readonly jobs: Map<string, HeldPack<Pack>>;
  bytes: number;
  /** When the newest pack of this entry was written. */
  writtenAt: Date | null;
  lookedMs: number;
  /** When the packs of this entry were last compared with all stored ones. */
  comparedMs: number;
  looking: Promise<void> | null;
}

/** Milliseconds between two checks for new packs. */
const lookMs = 1000;
/** A pack written by a long transaction may become visible this much later than its time stamp says. */
const overlapMs = 10_000;
/** Milliseconds between full reads of a workspace's packs, which are how deleted jobs are noticed. */
const longestMs = 600_000;
const packsAtOnce = 100;
/** Bytes of memory that a job takes in addition to its pack, and a workspace in addition to its jobs. */
const jobBytes = 300;
const workspaceBytes = 1000;

interface HeldBytes {
  readonly bytes: number;
  readonly looking: Promise<void> | null;
}

/** Memory that one or several caches fill. */
export class PackMemory {
  readonly mostBytes: number;
  /**
   * What each workspace takes in each cache, with how to drop it, in the order of the last searches: what was searched
   * last is at the end.
   */
  readonly #held = new Map<HeldBytes, () => void>();

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  use(entry: HeldBytes, drop: () => void): void {
    this.#held.delete(entry);
    this.#held.set(entry, drop);
  }

  /** Drops what was searched longest ago, except the given entry. */
  makeRoomFor(newest: HeldBytes): void {
    let bytes = 0;
    for (const entry of this.#held.keys()) bytes += entry.bytes;

    for (const [entry, drop] of this.#held) {
      if (bytes < this.mostBytes) break;
      if (entry === newest || entry.looking) continue;
      this.#held.delete(entry);
      drop();
      bytes -= entry.bytes;
    }
  }
}

export class PackCache<Pack extends { readonly bytes: number }> {
  readonly #source: PackSource<Pack>;
  readonly #memory: PackMemory;
  readonly #held = new Map<string, Held<Pack>>();

  constructor(source: PackSource<Pack>, memory: PackMemory) {
    this.#source = source;
    this.#memory = memory;
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

  #heldOf(workspaceId: string): Held<Pack> {
    const entry = this.#held.get(workspaceId) ?? {
      jobs: new Map(),
      bytes: workspaceBytes,
      writtenAt: null,
      lookedMs: 0,
      comparedMs: performance.now(),
      looking: null,
    };
    this.#held.set(workspaceId, entry);
    this.#memory.use(entry, () => this.#held.delete(workspaceId));

    return entry;
  }

  async #look(workspaceId: string, entry: Held<Pack>): Promise<void> {
    const isFullRead = performance.now() - entry.comparedMs > longestMs;
    const from = isFullRead ? null : entry.writtenAt;
    const since = from && new Date(from.getTime() - overlapMs);
    const packed = await this.#source.list(workspaceId, since);
    if (isFullRead) this.#keep(entry, new Set(packed.map((job) => job.job_id)));

    const changedJobs = packed.filter((job) => entry.jobs.get(job.job_id)?.version !== job.version);
    for (let start = 0; start < changedJobs.length && this.#hasRoom(entry); start += packsAtOnce)
      await this.#take(entry, changedJobs.slice(start, start + packsAtOnce));

    for (const { packed_at } of packed)
      if (!entry.writtenAt || packed_at > entry.writtenAt) entry.writtenAt = packed_at;

    entry.lookedMs = performance.now();
  }

  #keep(entry: Held<Pack>, jobIds: ReadonlySet<string>): void {
    for (const id of [...entry.jobs.keys()]) if (!jobIds.has(id)) this.#drop(entry, id);
    entry.comparedMs = performance.now();
  }

  /**
   * Makes room for a workspace by dropping those that were searched longest ago. If the workspace alone is too large,
   * only its newest videos are kept; a tenth of the room is made at once, because finding the oldest takes long.
   */
  #hasRoom(entry: Held<Pack>): boolean {
    const { mostBytes } = this.#memory;
    this.#memory.makeRoomFor(entry);

    if (entry.bytes < mostBytes) return true;

    for (const id of [...entry.jobs.keys()].toSorted()) {
      this.#drop(entry, id);
      if (entry.bytes < 0.9 * mostBytes) return true;
    }

    return false;
  }

  async #take(entry: Held<Pack>, jobs: readonly PackRow[]): Promise<void> {
    const rows = await this.#source.read(jobs.map((job) => job.job_id));
    const madeAt = new Map(jobs.map((job) => [job.job_id, job.made_at]));
    const slices = new TimeSlices();

    for (const { job_id, version, pack: bytes } of rows) {
      this.#drop(entry, job_id);
      const pack = this.#source.open(bytes);
      entry.jobs.set(job_id, { madeAt: madeAt.get(job_id) as Date, version, pack });
      entry.bytes += pack.bytes + jobBytes;
      await slices.giveWay();
    }
  }

  #drop(entry: Held<Pack>, jobId: string): void {
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

  /** Calls `visit` for each job in memory that meets the filter; other work gets its turn in between. */
  async scan(
    workspaceId: string,
    { jobId, since, until }: JobFilter,
    visit: (jobId: string, job: HeldPack<Pack>) => void,
  ): Promise<void> {
    const entry = this.#held.get(workspaceId);
    const slices = new TimeSlices();

    for (const [id, job] of entry?.jobs ?? []) {
      if (jobId !== null && id !== jobId) continue;
      if ((since && job.madeAt < since) || (until && job.madeAt >= until)) continue;
      visit(id, job);
      await slices.giveWay();
    }
  }
}
