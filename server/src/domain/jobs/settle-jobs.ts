/** processing → completed: results, charge, state and event in one transaction. */
import type { Results } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import type { NewExposure } from '../../db/exposure/job-exposures.ts';
import { insertResults } from '../../db/jobs/job-results.ts';
import { type JobRow, lockJobs } from '../../db/jobs/jobs.ts';
import { indexSettledJobs } from '../../db/search/search-index.ts';
import { keepSightOfParts } from '../../db/search/sight.ts';
import { highlightsOf } from '../../exposure/highlights.ts';
import { enqueueAlertChecks } from '../alerts/tasks.ts';
import { chargeJobs } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { exposureToKeep, keepNewExposure } from '../exposure/kept-exposures.ts';
import { chargeForJob } from '../prices/price.ts';
import { moveJobs } from '../states/job-states.ts';
import { noWork, workOf } from '../states/worked.ts';
import { writeJobAlone, writeJobsTogether } from '../together.ts';
import type { AttemptOfJob } from './ingested.ts';
import { giveBackDecoding, shareCharged } from './unpaid-decoding.ts';

/** The results of a job. `usage` is what the last step used, in addition to the work of the job's parts. */
export interface Outcome {
  readonly results: Results;
  readonly usage: Readonly<Record<string, number>>;
  readonly thumbnailUrl: string | null;
}

/** Results with more entries than this are written alone; 10,000 entries take about 1.5 MB as JSON. */
const largeFrom = 10_000;

/**
 * Completes a job with its results; undefined if the attempt has lost the job. Jobs that are settled at the same time
 * are settled together, except those whose results are so large that the others would have to wait.
 */
export async function settleJob(
  domain: Domain,
  job: AttemptOfJob,
  outcome: Outcome,
): Promise<JobRow | undefined> {
  const exposure = await exposureToKeep(domain, job.id, outcome.results);
  const item: Settled = { job, outcome, exposure };
  const isLarge = entriesOf(outcome.results) > largeFrom;
  return isLarge
    ? writeJobAlone(domain, item, settleJobs)
    : writeJobsTogether(domain, item, settleJobs);
}

/** Number of entries in those lists of the results that grow with the length of the video. */
function entriesOf(results: Results): number {
  const {
    transcription,
    brands = [],
    objects = [],
    shots = [],
    on_screen_text: texts = [],
  } = results;
  const passages = (transcription?.segments?.length ?? 0) + shots.length + texts.length;
  // Results made by a runner may lack fields that the runner's version does not know.
  const places = [
    ...brands.map(({ frame_detections: detections }) => detections?.length ?? 0),
    ...objects.map(({ frames }) => frames?.length ?? 0),
  ];
  return places.reduce((sum, count) => sum + count, passages);
}

interface Settled {
  readonly job: AttemptOfJob;
  readonly cause?: string | undefined;
  readonly outcome: Outcome;
  readonly exposure: NewExposure | null;
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
  const owned = items.flatMap(({ job, outcome, exposure, cause }) => {
    const row = rows.get(job.id);
    return row?.status === 'processing' && row.attempt === job.attempt
      ? [{ job: row, outcome, exposure, cause }]
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
  const moves = owned.map(({ job, outcome, cause }, index) => ({
    job,
    cause,
    to: 'completed' as const,
    change: {
      credits_charged: charged[index] ?? 0,
      processing_seconds: work[index]?.seconds ?? 0,
      usage: work[index]?.usage ?? {},
      stage: null,
      percent: null,
      highlights: highlightsOf(outcome.results.brands ?? [], job.duration_seconds),
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
  owned: readonly (Pick<Settled, 'outcome' | 'exposure'> & { readonly job: JobRow })[],
): Promise<void> {
  for (const { job, outcome, exposure } of owned) {
    await insertResults(tx, job.id, outcome.results);
    if (exposure) await keepNewExposure(tx, job.id, exposure);
  }
  const ids = owned.map(({ job }) => job.id);
  if (ids.length === 0) return;

  await indexSettledJobs(tx, ids);
  await keepSightOfParts(tx, ids);
}
