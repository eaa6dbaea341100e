/** Changes of jobs, read once for all who follow them: one query for every workspace somebody looks at. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { sessionsThatSee } from '../db/accounts.ts';
import type { Queryable } from '../db/database.ts';
import { type HeldJob, jobsChangedAfter } from '../db/job-rows.ts';
import type { StreamLimits } from './call-limits.ts';
import { faultOf } from './faults.ts';

const pollMs = 700;
const checkMs = 2000;
/** Rows of one statement. */
const rowsAtMost = 500;
/** How late a change may become visible after its time: clocks of several machines, a slow commit. */
const lateMs = 5000;

/** Who follows a workspace. */
export interface Follower {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** Changes, oldest first; none after `end`. */
  readonly take: (rows: readonly HeldJob[]) => void;
  /** At every poll, also where nothing changed. */
  readonly tick: () => void;
  /** The session has ended, or its user has left the workspace. */
  readonly end: () => void;
}

export interface JobFeedOptions {
  readonly db: Queryable;
  readonly limits: StreamLimits;
  readonly now: () => Date;
  readonly onFault: (fault: Fault) => void;
}

export class JobFeed {
  readonly #options: JobFeedOptions;
  readonly #followers = new Set<Follower>();
  #running = false;

  constructor(options: JobFeedOptions) {
    this.#options = options;
  }

  /** Changes from about now on, until the returned function is called. Throws Fault RATE_LIMITED if there are too many. */
  join(follower: Follower): () => void {
    this.#checkPlaces(follower);
    this.#followers.add(follower);
    if (!this.#running) void this.#run();
    return () => this.#followers.delete(follower);
  }

  /** Every change of a workspace after a time, a page at a time. */
  async *since(workspaceId: string, from: Date): AsyncGenerator<readonly HeldJob[]> {
    yield* changedJobs(this.#options.db, [workspaceId], from);
  }

  #checkPlaces({ userId, workspaceId }: Follower): void {
    const { limits } = this.#options;
    const all = [...this.#followers];
    const ofUser = all.filter((one) => one.userId === userId).length;
    const ofWorkspace = all.filter((one) => one.workspaceId === workspaceId).length;
    const refuse = (text: string): never => {
      throw new Fault('RATE_LIMITED', `streams of ${userId} in ${workspaceId}`, { text });
    };
    if (ofUser >= limits.ofUser)
      refuse(`A user may have ${limits.ofUser} streams of events; close other pages.`);
    if (ofWorkspace >= limits.ofWorkspace)
      refuse(`A workspace may have ${limits.ofWorkspace} streams of events; close other pages.`);
    if (all.length >= limits.all) refuse('There are too many streams of events; try again later.');
  }

  /** Until nobody follows. */
  async #run(): Promise<void> {
    this.#running = true;
    const changes = new Changes(this.#options.now());
    let checkedAtMs = performance.now();
    let failed = false;
    while (this.#followers.size > 0) {
      try {
        await this.#poll(changes);
        if (performance.now() - checkedAtMs > checkMs) {
          await this.#endSessions();
          checkedAtMs = performance.now();
        }
        failed = false;
      } catch (error) {
        // The database is away: streams wait for it, and it is said once.
        if (!failed && this.#followers.size > 0) this.#options.onFault(faultOf(error));
        failed = true;
      }
      for (const follower of this.#followers) follower.tick();
      await sleep(pollMs, undefined, { ref: false });
    }
    this.#running = false;
  }

  async #poll(changes: Changes): Promise<void> {
    const followed = Map.groupBy(this.#followers, ({ workspaceId }) => workspaceId);
    const pages = changedJobs(this.#options.db, [...followed.keys()], changes.from);
    for await (const page of pages) {
      const fresh = page.filter((row) => changes.take(row));
      for (const [workspaceId, rows] of Map.groupBy(fresh, (row) => row.workspace_id)) {
        for (const follower of followed.get(workspaceId) ?? []) follower.take(rows);
      }
    }
  }

  async #endSessions(): Promise<void> {
    const followers = [...this.#followers];
    const seeing = await sessionsThatSee(this.#options.db, followers);
    for (const one of followers) if (!seeing.has(`${one.sessionId} ${one.workspaceId}`)) one.end();
  }
}

async function* changedJobs(
  db: Queryable,
  workspaceIds: readonly string[],
  from: Date,
): AsyncGenerator<readonly HeldJob[]> {
  let after = { updatedAt: from, id: '' };
  for (;;) {
    const rows = await jobsChangedAfter(db, workspaceIds, after, rowsAtMost);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtMost) return;
    after = { updatedAt: last.updated_at, id: last.id };
  }
}

/** What a reader has seen: each query begins a little before the last change, as a change may be committed late. */
export class Changes {
  #seenMs: number;
  /** Rows in that overlap: when each last changed, and its status. */
  readonly #sent = new Map<string, { readonly ms: number; readonly status: string }>();
  readonly #startMs: number;

  constructor(since: Date) {
    this.#seenMs = since.getTime();
    this.#startMs = this.#seenMs - lateMs;
  }

  /** Start of the next query; what lies before it is forgotten. */
  get from(): Date {
    const fromMs = Math.max(this.#startMs, this.#seenMs - lateMs);
    for (const [id, { ms }] of this.#sent) if (ms < fromMs) this.#sent.delete(id);
    return new Date(fromMs);
  }

  /** False for what was sent as it is. */
  take({ id, updated_at, status }: HeldJob): boolean {
    const ms = updated_at.getTime();
    if (ms < this.#startMs) return false;
    const before = this.#sent.get(id);
    if (before?.ms === ms && before.status === status) return false;
    this.#sent.set(id, { ms, status });
    // A worker whose clock is ahead must not hide what others change.
    this.#seenMs = Math.max(this.#seenMs, Math.min(ms, Date.now()));
    return true;
  }
}
