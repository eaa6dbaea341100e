/**
 * Actions on all jobs of a workspace. There may be thousands, so each transaction handles only a few, because other
 * requests wait for its locks.
 */
import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '../../db/database.ts';
import { lockHeldJobs } from '../../db/jobs/held-jobs.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { countOpenJobs, hasOpenJobs, lockOpenJobs } from '../../db/jobs/open-jobs.ts';
import { findWorkspace, lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { availableOf } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { moveJob } from '../states/job-states.ts';
import { enqueueJob } from '../states/pending-jobs.ts';
import { cancelLocked } from './lifecycle.ts';

/** Jobs moved in one transaction. */
const movedTogether = 20;

/**
 * Moves held jobs back to `pending`, oldest first, as far as the available credits reach; each job is checked again.
 * Uses several transactions; an interrupted call can be repeated and continues with the jobs still held. Returns the
 * number of jobs that were moved.
 */
export async function resumeHeldJobs(domain: Domain, workspaceId: string): Promise<number> {
  const workspace = await findWorkspace(domain.db, workspaceId);
  let available = workspace ? availableOf(workspace) : 0;
  let resumed = 0;
  let lastJob: JobRow | undefined;

  while (available > 0) {
    const { jobs, moved, left } = await domain.db.transaction(async (tx) => {
      const jobs = await lockHeldJobs(tx, workspaceId, { after: lastJob, most: movedTogether });
      const { open } = await countOpenJobs(tx, workspaceId);
      return { jobs, ...(await resumeAffordable(domain, tx, jobs, { available, open })) };
    });
    available = left;
    resumed += moved;

    if (jobs.length < movedTogether) break;
    lastJob = jobs.at(-1);
    await setImmediate();
  }

  return resumed;
}

/**
 * Moves those jobs for whose credits `available` suffices; returns how many, and the credits that are left. The jobs are
 * queued behind the `open` jobs of the owner, so that a workspace whose credits arrive does not overtake others.
 */
async function resumeAffordable(
  domain: Domain,
  tx: Queryable,
  jobs: readonly JobRow[],
  { available, open }: { readonly available: number; readonly open: number },
): Promise<{ readonly moved: number; readonly left: number }> {
  let moved = 0;
  let left = available;

  for (const job of jobs) {
    const requiredCredits = job.credits_needed ?? job.credits_estimated;
    if (requiredCredits > left) continue;

    left -= requiredCredits;
    const pending = await moveJob(domain, tx, job, 'pending', { started_at: null });
    await enqueueJob(domain, tx, pending, { ahead: open + moved });
    moved += 1;
  }

  return { moved, left };
}

/**
 * Maximum number of passes. Each pass cancels the jobs added during the previous one, but a workspace could keep adding
 * jobs forever.
 */
const passes = 3;

/** Cancels the open jobs of a workspace, except for a few that may be added during the last pass. */
export async function cancelMostJobs(domain: Domain, id: string): Promise<void> {
  for (let pass = 0; pass < passes; pass += 1) {
    const limits = { most: movedTogether, until: domain.now() };
    // An empty result does not end the loop, because another call may have cancelled the jobs that
    // this one was about to lock.
    while (await hasOpenJobs(domain.db, id, limits.until)) {
      await domain.db.transaction(async (tx) => {
        const open = await lockOpenJobs(tx, id, limits);
        if (open.length > 0) await lockWorkspace(tx, id);
        for (const job of open) await cancelLocked(domain, tx, job);
      });
      await setImmediate();
    }
  }
}
