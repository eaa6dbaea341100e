/**
 * Updates data of jobs that was stored by releases which ignored all combining marks when they compared names: the
 * search index, and the data that lists of jobs show.
 */
import { formerIdentityOf } from '@reelsight/contract/former-name-identity';
import { identityOf } from '@reelsight/contract/name-identity';
import { jobsOfFormerNames, keepNames, reindexJob } from '../../db/search/search-index.ts';
import type { Domain } from '../domain.ts';
import type { Filling } from './fill-exposures.ts';
import { relist } from './job-lists.ts';

const jobsAtOnce = 500;

const hasNewKey = (name: string): boolean => identityOf(name) !== formerIdentityOf(name);

/**
 * Updates the list data of jobs whose names got new keys, and requests that search read those jobs again. `search_jobs`
 * records which jobs are done, so another process, or the next start, can continue.
 */
export async function renewFormerNames(
  domain: Domain,
  { signal, onError }: Filling,
): Promise<void> {
  const { db } = domain;
  let cursor: string | null = null;
  do {
    const { jobs, last } = await jobsOfFormerNames(db, cursor, jobsAtOnce);
    const renewed = jobs.filter(({ names }) => names.some(hasNewKey));
    const unchangedJobs = jobs.filter((job) => !renewed.includes(job));
    await keepNames(
      db,
      unchangedJobs.map(({ job_id }) => job_id),
    );

    for (const { job_id: id } of renewed) {
      if (signal.aborted) return;
      await relist(domain, id, null).catch(onError);
      // This must come last, because once search has read the job again, a later pass no longer finds the job.
      await reindexJob(db, id);
    }

    cursor = last;
  } while (cursor !== null && !signal.aborted);
}
