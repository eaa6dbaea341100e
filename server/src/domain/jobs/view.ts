/** Converts rows to the form in which the API returns them. */
import {
  type Account,
  type Batch,
  type BatchListItem,
  type Job,
  type JobListItem,
  type Plans,
  type Results,
  type Stage,
  type Transaction,
  viewedOptions,
} from '@reelsight/contract';
import type { BatchRow } from '../../db/batches.ts';
import type { LedgerRow } from '../../db/billing/ledger.ts';
import type { FirstJob } from '../../db/jobs/batch-jobs.ts';
import type { JobListRow } from '../../db/jobs/job-page.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { Owned } from '../../db/owned.ts';
import type { KeyHolder } from '../../db/workspaces/keys.ts';
import { rollupOf } from '../states/batch-states.ts';
import { progressOf } from '../states/job-progress.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const externalIdOf = (job: Pick<JobRow, 'external_id'>) =>
  job.external_id === null ? {} : { external_id: job.external_id };

/** Fields by which the caller can tell which of their videos a listed job belongs to. */
export const identityOf = (job: Pick<JobRow, 'title' | 'external_id'>) => ({
  video_title: job.title,
  ...externalIdOf(job),
});

/** The estimate at creation, which is shown only once the real length has changed the estimate. */
const firstEstimateOf = (job: Pick<JobRow, 'credits_estimated_at_submit'>) =>
  job.credits_estimated_at_submit === null
    ? {}
    : { credits_estimated_at_submit: job.credits_estimated_at_submit };

/**
 * The full job as the API returns it. Includes `results` only if the caller wants them and the job has them. `unserved`
 * comes from `unservedStages`.
 */
export function jobView(
  job: Owned<JobRow>,
  results?: Results,
  unserved: readonly Stage[] = [],
): Job {
  const { ask } = job;
  return {
    job_id: job.id,
    ...(ask.test && { test: true as const }),
    status: job.status,
    url: job.url,
    ...(job.upload_key !== null && { upload_key: job.upload_key }),
    platform: job.platform,
    capabilities: [...ask.capabilities],
    ...viewedOptions(ask),
    ...(ask.glossary_revision !== undefined && { glossary_revision: ask.glossary_revision }),
    ...externalIdOf(job),
    ...(job.tags.length > 0 && { tags: [...job.tags] }),
    ...(job.batch_id !== null && { batch_id: job.batch_id }),
    video_title: job.title,
    video_duration_seconds: job.duration_seconds,
    video_thumbnail_url: job.thumbnail_url,
    credits_estimated: job.credits_estimated,
    ...firstEstimateOf(job),
    credits_charged: job.credits_charged,
    processing_seconds: job.processing_seconds,
    follow_id: job.follow_id,
    ...(job.status === 'processing' && { progress: progressOf(job, unserved) }),
    ...(results && { results }),
    ...(job.error_code !== null && {
      error: { code: job.error_code, message: job.error_message ?? '' },
    }),
    created_at: job.created_at.toISOString(),
    started_at: iso(job.started_at),
    completed_at: iso(job.completed_at),
  };
}

export function jobListItem(job: Owned<JobListRow>): JobListItem {
  return {
    job_id: job.id,
    ...(job.is_test && { test: true as const }),
    status: job.status,
    url: job.url,
    platform: job.platform,
    ...identityOf(job),
    credits_estimated: job.credits_estimated,
    credits_charged: job.credits_charged,
    follow_id: job.follow_id,
    created_at: job.created_at.toISOString(),
    completed_at: iso(job.completed_at),
    video_duration_seconds: job.duration_seconds,
    video_thumbnail_url: job.thumbnail_url,
    tags: [...job.tags],
    highlights: job.highlights,
  };
}

function batchFields(batch: Owned<BatchRow>) {
  return {
    batch_id: batch.id,
    ...(batch.request.test && { test: true as const }),
    name: batch.name,
    status: batch.status,
    total_jobs: batch.total_jobs,
    completed_count: batch.completed_count,
    failed_count: batch.failed_count,
    rollup: rollupOf(batch),
    credits_estimated: batch.credits_estimated,
    credits_charged: batch.credits_charged,
    webhook_url: batch.webhook_url,
    created_at: batch.created_at.toISOString(),
    completed_at: iso(batch.completed_at),
  };
}

/** An entry in a list of batches; `first` holds the batch's first jobs, in order. */
export function batchListItem(batch: Owned<BatchRow>, first: readonly FirstJob[]): BatchListItem {
  return {
    ...batchFields(batch),
    first_jobs: first.map(({ id, title, thumbnail_url }) => ({
      job_id: id,
      video_title: title,
      video_thumbnail_url: thumbnail_url,
    })),
  };
}

/** The batch without its aggregate results, which may be large and are read apart. */
export function batchView(batch: Owned<BatchRow>, jobs: readonly Owned<JobRow>[]): Batch {
  return {
    ...batchFields(batch),
    jobs: jobs.map((job) => {
      const reason = job.status === 'held' ? job.hold_reason : job.error_code;
      return {
        job_id: job.id,
        status: job.status,
        url: job.url,
        ...identityOf(job),
        credits_estimated: job.credits_estimated,
        ...firstEstimateOf(job),
        ...(reason !== null && { reason }),
      };
    }),
    aggregate_results: null,
  } as Batch;
}

export function accountView(
  caller: KeyHolder,
  { plans, now, usedThisPeriod }: { plans: Plans; now: Date; usedThisPeriod: number },
): Account {
  const plan = plans[caller.plan];
  const previousUntil = caller.previous_webhook_secret_until;
  return {
    tenant_id: caller.workspace_id,
    name: caller.name,
    email: caller.email,
    plan: caller.plan,
    credits: {
      balance: caller.plan_credits + caller.purchased_credits,
      plan_credits: caller.plan_credits,
      purchased_credits: caller.purchased_credits,
      monthly_allowance: plan.monthlyAllowance,
      resets_at: iso(caller.resets_at),
      used_this_period: usedThisPeriod,
    },
    limits: { ...plan.limits },
    webhook_secret: caller.webhook_secret,
    ...(previousUntil &&
      previousUntil > now && { previous_webhook_secret_ends_at: previousUntil.toISOString() }),
    ...(caller.test && { test: true as const }),
    created_at: caller.created_at.toISOString(),
  };
}

export function transactionView(entry: LedgerRow): Transaction {
  return {
    id: entry.id,
    type: entry.type,
    amount: entry.amount,
    ...(entry.job_id !== null && { job_id: entry.job_id }),
    description: entry.description,
    created_at: entry.created_at.toISOString(),
  };
}
