/** What follows a change to the corrections of a job, whoever made it: a person or a recount. */
import type { Queryable } from '../../db/database.ts';
import { forgetHighlights, touchChanged } from '../../db/jobs/job-lists.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { reindexJob } from '../../db/search/search-index.ts';
import { enqueueAlertChecks } from '../alerts/tasks.ts';
import type { Domain } from '../domain.ts';

/** Lets search, lists of jobs and alerts see the corrected results, in the transaction that changes them. */
export async function followCorrection(
  domain: Domain,
  tx: Queryable,
  job: Owned<JobRow>,
): Promise<void> {
  await reindexJob(tx, job.id);
  await forgetHighlights(tx, job.id, domain.now());
  await enqueueAlertChecks(domain, tx, [job]);
}

/**
 * Lets search see a changed transcript, and everybody who follows the job that it changed. Lists and alerts show brands,
 * which follow later, once it is known which of them the changed lines name.
 */
export async function followTranscript(
  domain: Domain,
  tx: Queryable,
  job: Owned<JobRow>,
): Promise<void> {
  await reindexJob(tx, job.id);
  await touchChanged(tx, job.id, domain.now());
}
