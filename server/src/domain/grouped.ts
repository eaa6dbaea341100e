/** Moves of jobs that arrive together, as one transaction. */
import type { Queryable } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { type Domain, perDomain } from './domain.ts';

/** Jobs of one transaction at most: its locks are held for all of them. */
const mostTogether = 32;
/**
 * Longest wait of a group for a lock, milliseconds. Then each job of it waits on its own, so that a workspace or batch
 * that somebody holds for long keeps no others waiting.
 */
const groupLockMs = 100;

/** What a group is about: one job may be in it once, as each sees the job as it was before the group. */
interface OfJob {
  readonly job: { readonly id: string };
}

/** `write` returns a result for each item, in order; it locks jobs, workspaces and batches in the order of their ids. */
export function grouped<Item extends OfJob, Result>(
  write: (domain: Domain, tx: Queryable, items: readonly Item[]) => Promise<readonly Result[]>,
): (domain: Domain, item: Item) => Promise<Result> {
  const groups = perDomain((domain) =>
    groupCommit<Item, Result>({
      most: mostTogether,
      write: (items) => {
        if (new Set(items.map(({ job }) => job.id)).size < items.length)
          throw new Error('a job is in the group twice');
        const options = items.length > 1 ? { lockMs: groupLockMs } : {};
        return domain.db.transaction((tx) => write(domain, tx, items), options);
      },
    }),
  );
  return (domain, item) => groups(domain)(item);
}
