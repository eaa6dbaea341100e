/** What lists show of jobs: tags, and what was found at a glance. */
import { setImmediate } from 'node:timers/promises';
import { type ChangeJob, Fault, keptTags } from '@reelsight/contract';
import { findListed, jobsWithoutHighlights, setHighlights, setTags } from '../db/job-lists.ts';
import { type JobRow, lockOwnJob } from '../db/jobs.ts';
import type { Owned } from '../db/owned.ts';
import { highlightsOf } from '../exposure/highlights.ts';
import { type Domain, perDatabase } from './domain.ts';
import { highlightsOfJob } from './kept-exposures.ts';

/** Throws Fault JOB_NOT_FOUND. */
export async function changeJob(
  domain: Domain,
  workspaceId: string,
  jobId: string,
  change: ChangeJob,
): Promise<Owned<JobRow>> {
  return domain.db.transaction(async (tx) => {
    const job = await lockOwnJob(tx, workspaceId, jobId);
    if (!job) throw new Fault('JOB_NOT_FOUND', jobId);

    const tags = keptTags(change.tags);
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: jobId, name: job.title },
      details: { tags },
    });

    return setTags(tx, job, tags, domain.now());
  });
}

const relistAttempts = 3;
const highlightsLimitMs = 60_000;

/**
 * Computes the highlights of a completed job anew, as its results are now, corrections included. `now`: when that was
 * changed, so that lists which are open show it; null: nobody changed anything. Where the job changes again and again
 * meanwhile, the sweep does it.
 */
export async function relist(domain: Domain, jobId: string, now: Date | null): Promise<void> {
  for (let attempt = 0; attempt < relistAttempts; attempt += 1) {
    const job = await findListed(domain.db, jobId);
    if (!job) return;

    const about = { id: jobId, title: null, duration_seconds: job.duration_seconds };
    const highlights =
      (await highlightsOfJob(domain, about, AbortSignal.timeout(highlightsLimitMs))) ??
      highlightsOf([], job.duration_seconds);
    if (await setHighlights(domain.db, jobId, highlights, { seen: job.updated_at, now })) return;
  }
}

const relistedAtOnce = 20;
/** Other sweeps wait meanwhile; the next one goes on. */
const relistLimitMs = 20_000;

/** How far the sweeps of this process came: jobs that fail, or take long, hold up no others. */
const reached = perDatabase(() => ({ id: '' }));

/**
 * Jobs that code of an earlier release completed, or that a backup of it holds, and those whose highlights could not be
 * made when they changed. Throws once it has tried the others if some fail.
 */
export async function relistJobs(domain: Domain): Promise<void> {
  const until = performance.now() + relistLimitMs;
  const last = reached(domain);
  const errors: unknown[] = [];

  while (performance.now() < until) {
    const ids = await jobsWithoutHighlights(domain.db, last.id, relistedAtOnce);
    if (ids.length === 0) {
      last.id = '';
      break;
    }

    for (const id of ids) {
      if (performance.now() >= until) break;
      last.id = id;
      await relist(domain, id, null).catch((error: unknown) => errors.push(error));
      await setImmediate();
    }
  }

  if (errors.length > 0) throw new AggregateError(errors, 'highlights could not be made');
}
