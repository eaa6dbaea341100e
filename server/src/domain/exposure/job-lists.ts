/** Changes what lists show of a job: its tags, and the highlights of its results. */
import { setImmediate } from 'node:timers/promises';
import { type ChangeJob, Fault, keptTags } from '@reelsight/contract';
import {
  findListed,
  jobsWithoutHighlights,
  setHighlights,
  setTags,
} from '../../db/jobs/job-lists.ts';
import { type JobRow, lockOwnJob } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { highlightsOf } from '../../exposure/highlights.ts';
import { type Domain, perDatabase } from '../domain.ts';
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
 * Recomputes the highlights of a completed job from its current results, corrections included. `now` is the time at
 * which the results were changed, so that open lists show the change; null if nobody changed them. If the job keeps
 * changing meanwhile, the sweep recomputes the highlights later.
 */
export async function relist(domain: Domain, jobId: string, now: Date | null): Promise<void> {
  for (let attempt = 0; attempt < relistAttempts; attempt += 1) {
    const job = await findListed(domain.db, jobId);
    if (!job) return;

    const { duration_seconds } = job;
    const about = { id: jobId, title: null, duration_seconds, analysed_seconds: null };
    const highlights =
      (await highlightsOfJob(domain, about, AbortSignal.timeout(highlightsLimitMs))) ??
      highlightsOf([], job.duration_seconds);
    if (await setHighlights(domain.db, jobId, highlights, { seen: job.updated_at, now })) return;
  }
}

const relistedAtOnce = 20;
/** Maximum time of one run, because other sweeps have to wait for it; the next run continues. */
const relistLimitMs = 20_000;

/**
 * The job that the sweeps of this process have reached, so that jobs that fail or take a long time do not hold up
 * others.
 */
const reached = perDatabase(() => ({ id: '' }));

/**
 * Computes missing highlights: of jobs completed by an earlier release, of jobs restored from such a release's backup,
 * and of jobs whose highlights could not be computed when they changed. If some jobs fail, it throws after trying the
 * others.
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
