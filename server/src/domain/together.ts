/**
 * Group commit for use cases: whatever arrives while a write is running is written together by the next write (see
 * db/group-commit.ts). A use case is a named function that calls, through this module, another named function which
 * writes a whole group.
 */
import type { Queryable } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { withoutTurn } from '../db/without-turn.ts';
import { currentSpan, inThisScope, outOfScope } from '../tracing/scope.ts';
import type { Domain } from './domain.ts';

/** Maximum number of jobs in one transaction, because its locks are held for all of them. */
const mostJobs = 32;
/**
 * Maximum time that a group waits for a lock, in milliseconds. After that, each job of the group waits on its own, so
 * that a workspace or batch that is locked for a long time does not hold up the other jobs.
 */
const groupLockMs = 100;

/** Writes the items and returns a result for each, in order. */
export type WriteItems<Item, Result> = (
  domain: Domain,
  items: readonly Item[],
) => Promise<readonly Result[]>;

/** Like `WriteItems`, in a transaction; it must lock jobs, workspaces and batches in the order of their ids. */
export type WriteJobs<Item, Result> = (
  domain: Domain,
  tx: Queryable,
  items: readonly Item[],
) => Promise<readonly Result[]>;

/**
 * The job that an item is about. A job may be in a group only once, because each item sees the job as it was before the
 * group was written.
 */
export interface OfJob {
  readonly job: { readonly id: string };
  /** `traceparent` of the span that makes the request; set by this module. */
  readonly cause?: string | undefined;
}

interface Request<Item> {
  readonly item: Item;
  /** Runs work in the async context of the caller. */
  readonly within: <T>(work: () => T) => T;
}

/**
 * Writes the item with `write`, together with other items for the same `write`, at most `groupLimit` at once. `write`
 * must be a module-level function: a new function at each call would write each item alone.
 */
export function writeTogether<Item, Result>(
  domain: Domain,
  item: Item,
  write: WriteItems<Item, Result>,
  groupLimit: number,
): Promise<Result> {
  const line = lineOf(domain, write, () =>
    groupCommit<Item, Result>({ most: groupLimit, write: (items) => write(domain, items) }),
  );
  return line(item);
}

/** Like `writeTogether`, for items about jobs: each group is one transaction, and each item keeps its own trace. */
export function writeJobsTogether<Item extends OfJob, Result>(
  domain: Domain,
  item: Item,
  write: WriteJobs<Item, Result>,
): Promise<Result> {
  const line = lineOf(domain, write, () =>
    groupCommit<Request<Item>, Result>({
      most: mostJobs,
      write: (requests) => writeGroup(domain, requests, write),
    }),
  );
  const cause = currentSpan()?.traceparent;

  return line({ item: { ...item, cause }, within: inThisScope((work) => work()) });
}

/** Like `writeJobsTogether`, but in a separate transaction, so that no group has to wait for a large write. */
export async function writeJobAlone<Item extends OfJob, Result>(
  domain: Domain,
  item: Item,
  write: WriteJobs<Item, Result>,
): Promise<Result> {
  const cause = currentSpan()?.traceparent;
  const results = await withoutTurn(() =>
    domain.db.transaction((tx) => write(domain, tx, [{ ...item, cause }])),
  );
  return results[0] as Result;
}

async function writeGroup<Item extends OfJob, Result>(
  domain: Domain,
  requests: readonly Request<Item>[],
  write: WriteJobs<Item, Result>,
): Promise<readonly Result[]> {
  const items = requests.map(({ item }) => item);
  if (new Set(items.map(({ job }) => job.id)).size < items.length)
    throw new Error('a job is in the group twice');

  const options = items.length > 1 ? { lockMs: groupLockMs } : {};
  // A single item runs in the context of its caller. Without `withoutTurn` it would wait there for a turn once more and
  // hold up the items queued behind it.
  const run = () =>
    withoutTurn(() => domain.db.transaction((tx) => write(domain, tx, items), options));
  const [only, ...otherRequests] = requests;

  return only && otherRequests.length === 0 ? only.within(run) : outOfScope(run);
}

type Line<Item, Result> = (item: Item) => Promise<Result>;

/**
 * Queues of each domain, keyed by the function that writes. A request with its own audit has its own domain, and
 * therefore its own queues.
 */
const lines = new WeakMap<Domain, Map<unknown, unknown>>();

function lineOf<Item, Result>(
  domain: Domain,
  write: unknown,
  open: () => Line<Item, Result>,
): Line<Item, Result> {
  const linesOfDomain = lines.get(domain) ?? new Map<unknown, unknown>();
  lines.set(domain, linesOfDomain);

  const line = (linesOfDomain.get(write) ?? open()) as Line<Item, Result>;
  linesOfDomain.set(write, line);

  return line;
}
