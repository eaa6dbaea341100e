/** Groups moves of jobs that arrive together into one transaction. */
import type { Queryable } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { withoutTurn } from '../db/without-turn.ts';
import { currentSpan, inThisScope, outOfScope } from '../tracing/scope.ts';
import { type Domain, perDomain } from './domain.ts';

/** Most jobs in one transaction: its locks are held for all of them. */
const mostTogether = 32;
/**
 * Longest wait of a group for a lock, milliseconds. After that, each of its jobs waits on its own, so that a workspace
 * or batch that somebody holds for long does not keep others waiting.
 */
const groupLockMs = 100;

/**
 * The subject of a group's item: a job may be in a group only once, because each item sees the job as it was before the
 * group.
 */
interface OfJob {
  readonly job: { readonly id: string };
  /** `traceparent` of the requesting span; `grouped` fills it in. */
  readonly cause?: string | undefined;
}

interface Asked<Item> {
  readonly item: Item;
  /** Runs something in the scope that asked. */
  readonly within: <T>(work: () => T) => T;
}

/** `write` returns a result for each item, in order; it locks jobs, workspaces and batches in the order of their ids. */
export function grouped<Item extends OfJob, Result>(
  write: (domain: Domain, tx: Queryable, items: readonly Item[]) => Promise<readonly Result[]>,
): (domain: Domain, item: Item) => Promise<Result> {
  const groups = perDomain((domain) =>
    groupCommit<Asked<Item>, Result>({
      most: mostTogether,
      write: (requests) => {
        const items = requests.map(({ item }) => item);
        if (new Set(items.map(({ job }) => job.id)).size < items.length)
          throw new Error('a job is in the group twice');
        const options = items.length > 1 ? { lockMs: groupLockMs } : {};
        // Within the scope of its caller, a single item would wait for a turn again, and the line with it.
        const run = () =>
          withoutTurn(() => domain.db.transaction((tx) => write(domain, tx, items), options));
        const [only, ...otherRequests] = requests;
        return only && otherRequests.length === 0 ? only.within(run) : outOfScope(run);
      },
    }),
  );
  return (domain, item) => {
    const cause = currentSpan()?.traceparent;
    return groups(domain)({ item: { ...item, cause }, within: inThisScope((work) => work()) });
  };
}
