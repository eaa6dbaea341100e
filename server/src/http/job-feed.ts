/** Reads changes of jobs and new events once for all followers: two queries cover every workspace that is followed. */
import { Fault } from '@reelsight/contract';
import type { Database, Queryable } from '../db/database.ts';
import { type EventRow, eventsOfLogs, logStates, numberEvents } from '../db/events/events.ts';
import { type HeldJob, jobsChangedAfter } from '../db/jobs/job-rows.ts';
import type { Owned } from '../db/owned.ts';
import { type StreamLimits, sharedPart, workspacesAtOnce } from './call-limits.ts';
import { type Right, rightsThatHold } from './rights.ts';
import { SharedPoll } from './shared-poll.ts';

const pollMs = 700;
const checkMs = 2000;
/** Maximum rows per statement. */
const rowsAtMost = 500;
/**
 * Maximum rows per statement when one reader catches up on missed changes: a row may have 10 KB, and the only thread of
 * the process reads and writes it.
 */
const missedRowsAtMost = 50;
/**
 * Maximum number of events that one statement reads, of one workspace and in total, and their bytes in total. The totals
 * are shared equally by the workspaces, with at least one event each.
 */
const eventsAtMost = { ofWorkspace: 200, all: 2000, bytes: 16_000_000 } as const;
/** How long after its timestamp a change may become visible, because of differing clocks or a slow commit. */
const lateMs = 5000;

/** All events of a workspace with a sequence number after `from`, up to and including `to`. */
export interface EventPage {
  readonly from: number;
  readonly to: number;
  readonly events: readonly EventRow[];
}

/** A client that follows a workspace. */
export interface Follower {
  readonly workspaceId: string;
  /** The group of the workspace's owner (`ownerGroup`). */
  readonly group: string;
  /** The stream ends when this right ends. */
  readonly right: Right;
  /** The person who follows; null for a key. */
  readonly userId: string | null;
  /**
   * Receives changes, oldest first, and none after `end`. A follower with `takeEvents` receives only the changes of
   * running jobs.
   */
  readonly take: (rows: readonly Owned<HeldJob>[]) => void;
  /** Receives events; each page starts where the previous one ended. Absent if the follower does not want events. */
  readonly takeEvents?: (page: EventPage) => void;
  /** Called at every poll, even if nothing changed. */
  readonly tick: () => void;
  /** Called when the follower has lost access to the workspace, or its place to another owner. */
  readonly end: () => void;
}

export interface JobFeedOptions {
  readonly db: Database;
  readonly limits: StreamLimits;
  readonly now: () => Date;
  readonly onFault: (fault: Fault) => void;
}

export class JobFeed {
  readonly #options: JobFeedOptions;
  readonly #poll: SharedPoll<Follower>;
  #changes: Changes;
  /** For each workspace, the sequence number of the last event that its followers have received. */
  readonly #told = new Map<string, number>();
  #checkedAtMs = 0;

  constructor(options: JobFeedOptions) {
    this.#options = options;
    this.#changes = new Changes(options.now());
    this.#poll = new SharedPoll({
      everyMs: pollMs,
      begin: () => {
        this.#changes = new Changes(options.now());
        this.#told.clear();
        this.#checkedAtMs = performance.now();
      },
      look: () => this.#look(),
      afterLook: () => {
        for (const follower of this.#poll.members) follower.tick();
      },
      onFault: options.onFault,
    });
  }

  /**
   * Delivers changes, starting about now, until the returned function is called. Throws Fault RATE_LIMITED if there are
   * too many followers.
   */
  join(follower: Follower): () => void {
    this.#checkPlaces(follower);
    return this.#poll.add(follower);
  }

  /** Yields every change of a workspace since a point in time, a few rows at a time. */
  async *since(workspaceId: string, from: Date): AsyncGenerator<readonly Owned<HeldJob>[]> {
    yield* changedJobs(this.#options.db, [workspaceId], from, missedRowsAtMost);
  }

  #checkPlaces({ userId, workspaceId, group }: Follower): void {
    const { limits } = this.#options;
    const followers = [...this.#poll.members];
    const ofUser = followers.filter(
      (follower) => follower.userId !== null && follower.userId === userId,
    ).length;
    const ofWorkspace = followers.filter((follower) => follower.workspaceId === workspaceId).length;
    const byGroup = Map.groupBy(followers, (follower) => follower.group);
    const ofGroup = byGroup.get(group)?.length ?? 0;
    const refuse = (text: string): never => {
      throw new Fault('RATE_LIMITED', `streams of ${userId ?? 'a key'} in ${workspaceId}`, {
        text,
      });
    };

    if (ofUser >= limits.ofUser)
      refuse(`A user may have ${limits.ofUser} streams of events; close other pages.`);
    if (ofWorkspace >= limits.ofWorkspace)
      refuse(`A workspace may have ${limits.ofWorkspace} streams of events; close other ones.`);
    if (ofGroup >= workspacesAtOnce * limits.ofWorkspace)
      refuse('The workspaces of one owner have too many streams of events; close other ones.');
    const places = ofGroup > 0 ? limits.all * sharedPart : limits.all;
    if (followers.length >= places && !this.#displaceOne([...byGroup.values()], ofGroup))
      refuse('There are too many streams of events; try again later.');
  }

  /**
   * Ends the oldest stream of the owner who has most, so that another gets one; its reader may come back. False if that
   * owner would then have fewer than the other: two could end each other's streams again and again.
   */
  #displaceOne(groups: readonly (readonly Follower[])[], ofGroup: number): boolean {
    let largest: readonly Follower[] = [];
    for (const followers of groups) if (followers.length > largest.length) largest = followers;
    const [oldest] = largest;
    if (!oldest || largest.length < ofGroup + 2) return false;

    this.#poll.remove(oldest);
    oldest.end();
    return true;
  }

  /** Delivers the changes and events since the last poll; true if there are more to read immediately. */
  async #look(): Promise<boolean> {
    // Changes are read before events; otherwise a job could be reported as running after the event of its end.
    const atWork = await this.#tellChanges();
    const { more: hasMore, moved } = await this.#tellEvents();
    const reportedJobs = atWork.filter(({ id }) => !hasMore && !moved.has(id));
    this.#give(reportedJobs, (follower) => follower.takeEvents !== undefined);

    if (performance.now() - this.#checkedAtMs > checkMs) {
      await this.#endRights();
      this.#checkedAtMs = performance.now();
    }

    return hasMore;
  }

  /**
   * Delivers changes to the followers that do not want events. Returns the changed jobs that are running, of which each
   * workspace has few.
   */
  async #tellChanges(): Promise<Owned<HeldJob>[]> {
    const workspaces = new Set([...this.#poll.members].map(({ workspaceId }) => workspaceId));
    const atWork: Owned<HeldJob>[] = [];

    for await (const page of changedJobs(
      this.#options.db,
      [...workspaces],
      this.#changes.from,
      rowsAtMost,
    )) {
      const fresh = page.filter((row) => this.#changes.take(row));
      this.#give(fresh, (follower) => follower.takeEvents === undefined);
      atWork.push(...fresh.filter(({ status }) => status === 'processing'));
    }

    return atWork;
  }

  #give(rows: readonly Owned<HeldJob>[], isFor: (follower: Follower) => boolean): void {
    const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id);
    for (const follower of this.#poll.members) {
      const workspaceRows = byWorkspace.get(follower.workspaceId);
      if (workspaceRows && isFor(follower)) follower.take(workspaceRows);
    }
  }

  /** Numbers the new events and delivers them; `moved` holds the ids of the jobs that these events are about. */
  async #tellEvents(): Promise<{ readonly more: boolean; readonly moved: ReadonlySet<string> }> {
    const moved = new Set<string>();
    const places = await this.#placesBehind();
    if (places.size === 0) return { more: false, moved };

    const share = Math.max(1, Math.floor(eventsAtMost.all / places.size));
    const limits = {
      events: Math.min(eventsAtMost.ofWorkspace, share),
      bytes: eventsAtMost.bytes / places.size,
    };
    const reads = await eventsOfLogs(this.#options.db, places, limits);
    let hasMore = false;

    for (const [workspaceId, from] of places) {
      const { events, hasMore: isCut } = reads.get(workspaceId) ?? { events: [], hasMore: false };
      for (const { job_id } of events) if (job_id !== null) moved.add(job_id);
      hasMore ||= isCut;
      this.#tell(workspaceId, { from, to: events.at(-1)?.seq ?? from, events });
    }

    return { more: hasMore, moved };
  }

  /** Followed workspaces with undelivered events, each with the sequence number of the last event delivered. */
  async #placesBehind(): Promise<Map<string, number>> {
    const { db } = this.#options;
    const eventFollowers = [...this.#poll.members].filter((member) => member.takeEvents);
    const workspaces = [...new Set(eventFollowers.map(({ workspaceId }) => workspaceId))];
    for (const id of this.#told.keys()) if (!workspaces.includes(id)) this.#told.delete(id);

    if (workspaces.length === 0) return new Map();
    let states = await logStates(db, workspaces);
    const fresh = states.filter((state) => state.fresh).map((state) => state.workspace_id);
    if (fresh.length > 0) {
      await numberEvents(db, fresh);
      states = await logStates(db, workspaces);
    }
    const behind = new Map<string, number>();

    for (const { workspace_id: id, numbered } of states) {
      const reportedSeq = this.#told.get(id);
      // A follower that joined before this poll may not have read all events up to `numbered` yet; an empty page makes
      // it do so.
      if (reportedSeq === undefined) this.#tell(id, { from: numbered, to: numbered, events: [] });
      else if (numbered > reportedSeq) behind.set(id, reportedSeq);
    }

    return behind;
  }

  #tell(workspaceId: string, page: EventPage): void {
    this.#told.set(workspaceId, page.to);
    for (const follower of this.#poll.members)
      if (follower.workspaceId === workspaceId) follower.takeEvents?.(page);
  }

  async #endRights(): Promise<void> {
    const followers = [...this.#poll.members];
    const { db, now } = this.#options;
    const rights = followers.map(({ right }) => right);
    const holding = await rightsThatHold(db, rights, now());
    for (const { right, end } of followers) if (!holding.has(right)) end();
  }
}

async function* changedJobs(
  db: Queryable,
  workspaceIds: readonly string[],
  from: Date,
  atMost: number,
): AsyncGenerator<readonly Owned<HeldJob>[]> {
  let position = { updatedAt: from, id: '' };
  for (;;) {
    const rows = await jobsChangedAfter(db, workspaceIds, position, atMost);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < atMost) return;
    position = { updatedAt: last.updated_at, id: last.id };
  }
}

/**
 * Keeps track of the changes that a reader has seen. Each query begins a little before the last change, because a
 * change may be committed late.
 */
export class Changes {
  #seenMs: number;
  /**
   * Rows already sent from the period that two queries both cover: the time of each row's last change, and its status.
   */
  readonly #sent = new Map<string, { readonly ms: number; readonly status: string }>();
  readonly #startMs: number;

  constructor(since: Date) {
    this.#seenMs = since.getTime();
    this.#startMs = this.#seenMs - lateMs;
  }

  /** Start of the period for the next query. Reading this also forgets rows that changed earlier. */
  get from(): Date {
    const fromMs = Math.max(this.#startMs, this.#seenMs - lateMs);
    for (const [id, { ms }] of this.#sent) if (ms < fromMs) this.#sent.delete(id);
    return new Date(fromMs);
  }

  /** Notes that a row is sent; false if the same state has been sent already. */
  take({ id, updated_at, status }: HeldJob): boolean {
    const ms = updated_at.getTime();
    if (ms < this.#startMs) return false;

    const previous = this.#sent.get(id);
    if (previous?.ms === ms && previous.status === status) return false;

    this.#sent.set(id, { ms, status });
    // The time is capped: otherwise a worker whose clock is ahead would hide later changes of other workers.
    this.#seenMs = Math.max(this.#seenMs, Math.min(ms, Date.now()));

    return true;
  }
}
