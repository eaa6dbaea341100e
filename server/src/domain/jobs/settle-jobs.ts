/** processing → completed: results, charge, state and event in one transaction. */
import type { Queryable } from '../../db/database.ts';
import { insertResults } from '../../db/jobs/job-results.ts';
import { type JobRow, lockJobs } from '../../db/jobs/jobs.ts';
import { indexSettledJobs } from '../../db/search/search-index.ts';
import { keepSightOfParts } from '../../db/search/sight.ts';
import { enqueueAlertChecks } from '../alerts/tasks.ts';
import { chargeJobs } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { keepNewExposure } from '../exposure/kept-exposures.ts';
import { chargeForJob } from '../prices/price.ts';
import { moveJobs } from '../states/job-states.ts';
import { noWork, workOf } from '../states/worked.ts';
import { writeJobAlone, writeJobsTogether } from '../together.ts';
import type { AttemptOfJob } from './ingested.ts';
import type { NewResults } from './new-results.ts';
import { prepareResults, type SentResults } from './prepare-results.ts';
import { giveBackDecoding, shareCharged } from './unpaid-decoding.ts';

/** The results of a job. `usage` is what the last step used, in addition to the work of the job's parts. */
export interface Outcome {
  readonly results: SentResults;
  readonly usage: Readonly<Record<string, number>>;
  readonly thumbnailUrl: string | null;
}

/** Results with more characters than this are written alone. */
const largeFrom = 1_500_000;

/**
 * Completes a job with its results; undefined if the attempt has lost the job. Jobs that are settled at the same time
 * are settled together, except those whose results are so large that the others would have to wait.
 */
export async function settleJob(
  domain: Domain,
  job: AttemptOfJob,
  { results, ...outcome }: Outcome,
): Promise<JobRow | undefined> {
  const prepared = await prepareResults(domain, job.id, results);
  const item: Settled = { job, outcome, prepared };
  return prepared.json.length > largeFrom
    ? writeJobAlone(domain, item, settleJobs)
    : writeJobsTogether(domain, item, settleJobs);
}

interface Settled {
  readonly job: AttemptOfJob;
  readonly cause?: string | undefined;
  readonly outcome: Omit<Outcome, 'results'>;
  readonly prepared: NewResults;
}

async function settleJobs(
  domain: Domain,
  tx: Queryable,
  items: readonly Settled[],
): Promise<(JobRow | undefined)[]> {
  const rows = await lockJobs(
    tx,
    items.map(({ job }) => job.id),
  );
  const owned = items.flatMap(({ job, outcome, prepared, cause }) => {
    const row = rows.get(job.id);
    return row?.status === 'processing' && row.attempt === job.attempt
      ? [{ job: row, outcome, prepared, cause }]
      : [];
  });
  const work = await workOf(
    tx,
    owned.map(({ job, outcome }) => ({ job, last: outcome.usage })),
  );

  // Results are stored before workspaces are locked, because some results are large and take long to store.
  await storeResults(tx, owned);
  const costs = owned.map(({ job }, index) => ({
    id: job.id,
    workspaceId: job.workspace_id,
    cost: chargeForJob(domain.prices, job, work[index] ?? noWork),
    reserved: job.credits_reserved,
    what: `Analysis ${job.id}`,
  }));
  const charged = await chargeJobs(domain, tx, costs);
  const moves = owned.map(({ job, outcome, prepared, cause }, index) => ({
    job,
    cause,
    to: 'completed' as const,
    change: {
      credits_charged: charged[index] ?? 0,
      processing_seconds: work[index]?.seconds ?? 0,
      usage: work[index]?.usage ?? {},
      stage: null,
      percent: null,
      highlights: prepared.highlights,
      thumbnail_url: job.thumbnail_url ?? outcome.thumbnailUrl,
    },
  }));
  const settled = await moveJobs(domain, tx, moves);
  await enqueueAlertChecks(
    domain,
    tx,
    [...settled.values()].filter(({ ask }) => ask.capabilities.includes('brands')),
  );
  const paid = costs.map(({ workspaceId, cost }, index) => {
    const seconds = (work[index]?.seconds ?? 0) * shareCharged(charged[index] ?? 0, cost);
    return { workspaceId, seconds };
  });
  await giveBackDecoding(domain, tx, paid);

  return items.map(({ job }) => settled.get(job.id));
}

async function storeResults(
  tx: Queryable,
  owned: readonly (Pick<Settled, 'prepared'> & { readonly job: JobRow })[],
): Promise<void> {
  for (const { job, prepared } of owned) {
    const { json, exposure } = prepared;
    await insertResults(tx, job.id, json);
    if (exposure) await keepNewExposure(tx, job.id, exposure);
  }
  const ids = owned.map(({ job }) => job.id);
  if (ids.length === 0) return;

  await indexSettledJobs(tx, ids);
  await keepSightOfParts(tx, ids);
}
