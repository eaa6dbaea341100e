/** POST /v1/batch, which creates many jobs as one unit, and the cancellation of a batch. */
import {
  type Ask,
  askOf,
  type BatchCreated,
  type BatchDryRun,
  type ChangeBatch,
  type CreateBatch,
  Fault,
  keptTags,
  requestLimits,
  withoutNulls,
} from '@reelsight/contract';
import pLimit from 'p-limit';
import {
  type BatchRequest,
  type BatchRow,
  findBatch,
  insertBatch,
  lockOwnBatch,
  setBatchName,
} from '../../db/batches.ts';
import { jobsOfOwnBatch, lockBatchJobs } from '../../db/jobs/batch-jobs.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { countOpenJobs } from '../../db/jobs/open-jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { findIdempotent } from '../../db/upkeep/idempotency.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import { newJobTrace } from '../../tracing/scope.ts';
import { givenPublication } from '../audience/publication.ts';
import type { Domain, VideoLink } from '../domain.ts';
import { writeBatchEvent } from '../events/events.ts';
import { checkRequestWebhook } from '../events/request-webhook.ts';
import { takeKey } from '../idempotency.ts';
import { cancelLocked } from '../jobs/lifecycle.ts';
import { linkedVideo, parseLink, uploadedVideo, withStatedLength } from '../jobs/videos.ts';
import { identityOf } from '../jobs/view.ts';
import {
  checkAccount,
  checkCapabilities,
  checkDuration,
  checkKnownDuration,
  checkQueryCount,
  checkWebhooks,
  countQuestions,
} from '../plans/plan-rules.ts';
import { type Resolved, withPreset } from '../plans/presets.ts';
import { type Estimate, estimateFor } from '../prices/price.ts';
import { cancelBatchRow } from '../states/batch-states.ts';
import { isTerminal } from '../states/job-states.ts';
import { insertPendingJobs } from '../states/pending-jobs.ts';
import { type Caller, secondsToEstimate, type Video } from '../submission.ts';

/** Maximum number of uploads whose headers are read at the same time. */
const lengthsAtOnce = 8;

/** Each upload is examined only once, however often it is named. */
async function withStatedLengths(domain: Domain, uploads: readonly Video[]): Promise<Video[]> {
  const withoutLength = uploads.filter((video) => secondsToEstimate(video) === null);
  const byKey = Map.groupBy(withoutLength, ({ uploadKey }) => uploadKey);
  const lengths = pLimit(lengthsAtOnce);
  const measured = await lengths.map([...byKey.values()], ([first]) =>
    withStatedLength(domain, first as Video),
  );
  const secondsOf = new Map(measured.map((video) => [video.uploadKey, video.statedSeconds]));

  return uploads.map((video) =>
    secondsToEstimate(video) === null
      ? { ...video, statedSeconds: secondsOf.get(video.uploadKey) ?? null }
      : video,
  );
}

interface PlannedJob {
  readonly video: Video;
  readonly externalId: string | null;
  readonly publishedAt: Date | null;
  readonly estimate: Estimate;
}

export type SubmittedBatch =
  | {
      readonly kind: 'created' | 'replayed';
      readonly batch: Owned<BatchRow>;
      readonly jobs: Owned<JobRow>[];
    }
  | { readonly kind: 'preview'; readonly preview: BatchDryRun };

type Given = Resolved<ReturnType<typeof withoutNulls<CreateBatch>>>;

export async function submitBatch(
  domain: Domain,
  caller: Caller,
  body: CreateBatch,
  idempotencyKey: string | null,
): Promise<SubmittedBatch> {
  const input = await withPreset(domain, caller, withoutNulls(body));
  checkCapabilities(input.capabilities, {
    questions: countQuestions(input),
    objects: input.objects ?? [],
  });

  const publicationTimes = (input.uploads ?? []).map(({ published_at: text }) =>
    givenPublication(text, domain.now()),
  );
  const links = (input.urls ?? []).map((url) => parseLink(domain, caller, url));
  checkBatchPlan(domain, caller, input);

  // The cap applies to all jobs together: see batch-budgets.ts.
  const { max_credits: _cap, ...askInput } = input;
  const ask = askOf(askInput, domain.plans[caller.plan].limits);
  const uploads = await uploadedVideos(domain, caller, input);
  for (const video of uploads) checkKnownDuration(domain.plans[caller.plan], ask, video);

  await checkRequestWebhook(domain, caller, input.webhook_url);

  const linked = await resolveAll(domain, caller, links, input.urls ?? []);
  for (const video of linked) checkKnownDuration(domain.plans[caller.plan], ask, video);

  const measured = await withStatedLengths(domain, uploads);
  const planned = [...linked, ...measured].map((video, index) => {
    const upload = input.uploads?.[index - linked.length];
    return {
      video,
      externalId: upload?.external_id ?? null,
      publishedAt: publicationTimes[index - linked.length] ?? null,
      estimate: estimateFor(domain, ask, secondsToEstimate(video)),
    };
  });
  const total = planned.reduce((sum, plannedJob) => sum + plannedJob.estimate.credits, 0);
  if (input.dry_run) return { kind: 'preview', preview: preview(caller, planned, total) };
  checkAccount(caller);

  if (input.max_credits !== undefined && total > input.max_credits) {
    throw new Fault('BUDGET_EXCEEDED', `${total} over ${input.max_credits}`, {
      text: `The batch is estimated at ${total} credits, more than max_credits (${input.max_credits}).`,
    });
  }

  await domain.ports.checkDisk();
  return createBatch(domain, caller, { given: input, ask, planned, total, idempotencyKey });
}

function checkBatchPlan(domain: Domain, caller: Caller, input: Given): void {
  const plan = domain.plans[caller.plan];
  const { max_batch_size, max_aggregate_queries_per_batch } = plan.limits;
  if (max_batch_size === 0) throw new Fault('BATCH_NOT_ALLOWED', caller.plan);

  checkWebhooks(plan, input.webhook_url);
  const targeted = input.brands?.length || input.surfaces?.length;
  if (plan.limits.requires_target && input.capabilities.includes('brands') && !targeted)
    throw new Fault('TARGET_REQUIRED', caller.plan);

  checkQueryCount(plan, input);
  const urls = input.urls?.length ?? 0;
  const sources = urls + (input.uploads?.length ?? 0);
  if (sources > max_batch_size || urls > requestLimits.batchUrls) {
    throw new Fault('TOO_MANY_URLS', String(sources), {
      text: `urls and uploads: ${sources} videos are more than the ${Math.min(max_batch_size, requestLimits.batchUrls)} this plan allows in a batch.`,
    });
  }

  const aggregate = input.aggregate?.queries?.length ?? 0;
  if (aggregate > max_aggregate_queries_per_batch) {
    throw new Fault('TOO_MANY_AGGREGATE_QUERIES', String(aggregate), {
      text: `aggregate.queries: at most ${max_aggregate_queries_per_batch} are allowed on this plan.`,
    });
  }

  for (const upload of input.uploads ?? []) {
    if (upload.duration_seconds != null) checkDuration(plan, input, upload.duration_seconds);
  }
}

async function uploadedVideos(domain: Domain, caller: Caller, input: Given): Promise<Video[]> {
  const videos: Video[] = [];

  for (const [index, upload] of (input.uploads ?? []).entries()) {
    const video = await uploadedVideo(
      domain,
      caller,
      upload.key,
      upload.filename,
      `uploads.${index}.key`,
    );
    videos.push({ ...video, statedSeconds: upload.duration_seconds ?? null });
  }

  return videos;
}

/**
 * Resolves all links at the same time, so that together they take no longer than the limit of 2 s, even if a platform
 * is slow.
 */
function resolveAll(
  domain: Domain,
  caller: Caller,
  links: readonly VideoLink[],
  givenUrls: readonly string[],
): Promise<Video[]> {
  const resolve = (link: VideoLink, index: number) =>
    linkedVideo(domain, link, { given: givenUrls[index] ?? link.url, caller });
  return Promise.all(links.map(resolve));
}

function plannedView(plannedJob: PlannedJob) {
  const seconds = secondsToEstimate(plannedJob.video);
  return {
    url: plannedJob.video.url,
    platform: plannedJob.video.platform,
    ...identityOf({ title: plannedJob.video.title, external_id: plannedJob.externalId }),
    duration_seconds: seconds,
    credits_estimated: plannedJob.estimate.credits,
    ...(seconds === null && { note: 'duration_unresolved' as const }),
  };
}

function preview(caller: Caller, planned: readonly PlannedJob[], total: number): BatchDryRun {
  return {
    dry_run: true,
    total_credits_estimated: total,
    balance: caller.balance,
    would_exceed_balance: total > caller.balance,
    jobs: planned.map(plannedView),
  };
}

/** The answer to the call that creates a batch, and to a repetition of that call with the same idempotency key. */
export function batchCreatedView(
  caller: Caller,
  batch: Owned<BatchRow>,
  jobs: readonly Owned<JobRow>[],
): BatchCreated {
  const secondsOf = (job: JobRow): number | null =>
    job.duration_seconds ?? batch.request.stated_seconds?.[job.batch_position ?? 0] ?? null;
  return {
    batch_id: batch.id,
    status: batch.status,
    total_credits_estimated: batch.credits_estimated,
    balance: caller.balance,
    would_exceed_balance: batch.credits_estimated > caller.balance,
    jobs: jobs.map((job) => ({
      job_id: job.id,
      url: job.url,
      platform: job.platform,
      ...identityOf(job),
      duration_seconds: secondsOf(job),
      credits_estimated: job.credits_estimated,
      status: job.status,
      ...(secondsOf(job) === null && { note: 'duration_unresolved' as const }),
    })),
  };
}

interface BatchPlan {
  readonly given: Given;
  readonly ask: Ask;
  readonly planned: readonly PlannedJob[];
  readonly total: number;
  readonly idempotencyKey: string | null;
}

/** The parts of the request that are still needed once the batch is created. */
const requestOf = (
  { isTest }: Caller,
  { given: input, ask, planned }: BatchPlan,
): BatchRequest => ({
  ...(isTest && { test: true }),
  capabilities: ask.capabilities,
  aggregate: {
    enabled: input.aggregate?.enabled ?? false,
    queries: input.aggregate?.queries ?? [],
  },
  ...(input.max_credits !== undefined && { max_credits: input.max_credits }),
  stated_seconds: planned.map(({ video }) => video.statedSeconds ?? null),
});

async function createBatch(
  domain: Domain,
  caller: Caller,
  plan: BatchPlan,
): Promise<SubmittedBatch> {
  const id = domain.newId('batch');
  const jobs = await domain.db.transaction(async (tx) => {
    if (plan.idempotencyKey !== null) {
      const isKeyReserved = await takeKey(domain, tx, caller, 'batch', plan.idempotencyKey, id);
      if (!isKeyReserved) return undefined;
    }

    const batch = await insertBatch(tx, {
      id,
      workspace_id: caller.workspaceId,
      name: plan.given.name?.trim() ?? null,
      request: requestOf(caller, plan),
      total_jobs: plan.planned.length,
      credits_estimated: plan.total,
      webhook_url: plan.given.webhook_url ?? null,
      created_at: domain.now(),
    });
    await writeBatchEvent(domain, tx, 'batch.created', batch, { total_jobs: batch.total_jobs });

    const { open } = await countOpenJobs(tx, caller.workspaceId);
    const submissions = plan.planned.map((plannedJob, position) => ({
      caller,
      plan: {
        ...plannedJob,
        id: domain.newId('job'),
        ask: plan.ask,
        webhookUrl: null,
        tags: keptTags(plan.given.tags),
        batch: { id, position },
        ahead: open + position,
        trace: newJobTrace(),
      },
    }));

    return insertPendingJobs(domain, tx, submissions);
  });
  if (!jobs) {
    const replayed = await findReplayedBatch(
      domain,
      caller.workspaceId,
      plan.idempotencyKey as string,
    );
    if (!replayed) throw new Fault('INTERNAL_ERROR', 'idempotency key taken by no batch');

    return { kind: 'replayed', ...replayed };
  }

  const batch = (await findBatch(domain.db, caller.workspaceId, id)) as Owned<BatchRow>;
  return { kind: 'created', batch, jobs };
}

/** Throws Fault BATCH_NOT_FOUND. */
export async function changeBatch(
  domain: Domain,
  workspaceId: string,
  batchId: string,
  change: ChangeBatch,
): Promise<Owned<BatchRow>> {
  return domain.db.transaction(async (tx) => {
    const batch = await lockOwnBatch(tx, workspaceId, batchId);
    if (!batch) throw new Fault('BATCH_NOT_FOUND', batchId);

    const name = change.name?.trim() ?? null;
    await domain.audit.note(tx, { workspaceId, target: { id: batchId, name }, details: { name } });
    return setBatchName(tx, batch, name);
  });
}

/** Finds the batch that an earlier call with this key created, until the key expires. */
export async function findReplayedBatch(
  domain: Domain,
  workspaceId: string,
  key: string,
): Promise<{ batch: Owned<BatchRow>; jobs: Owned<JobRow>[] } | undefined> {
  const since = new Date(domain.now().getTime() - domain.settings.idempotencyMs);
  const id = await findIdempotent(domain.db, { workspaceId, kind: 'batch', key, since });
  const batch = id === undefined ? undefined : await findBatch(domain.db, workspaceId, id);
  return batch && { batch, jobs: await jobsOfOwnBatch(domain.db, batch) };
}

/** Throws Fault BATCH_NOT_FOUND or BATCH_NOT_CANCELLABLE; a batch that is already cancelled does not change. */
export async function cancelBatch(
  domain: Domain,
  workspaceId: string,
  batchId: string,
): Promise<{ batch: Owned<BatchRow>; cancelledJobs: number }> {
  return domain.db.transaction(async (tx) => {
    // Every change of a job's status locks jobs, workspace and batch in this order, so that two changes never wait for
    // each other.
    const jobs = await lockBatchJobs(tx, batchId);
    await lockWorkspace(tx, workspaceId);
    const batch = await lockOwnBatch(tx, workspaceId, batchId);
    if (!batch) throw new Fault('BATCH_NOT_FOUND', batchId);

    if (batch.status === 'cancelled') {
      domain.audit.unchanged();
      return { batch, cancelledJobs: 0 };
    }

    if (batch.status === 'completed' || batch.status === 'failed') {
      throw new Fault('BATCH_NOT_CANCELLABLE', batch.status, {
        text: `The batch is already ${batch.status}.`,
      });
    }

    await cancelBatchRow(domain, tx, batchId);
    const open = jobs.filter((job) => !isTerminal(job.status));
    for (const job of open) await cancelLocked(domain, tx, job);

    const details = { cancelled_jobs: open.length };
    await domain.audit.note(tx, { workspaceId, target: { id: batchId }, details });

    const cancelled = (await findBatch(tx, workspaceId, batchId)) as Owned<BatchRow>;
    return { batch: cancelled, cancelledJobs: open.length };
  });
}
