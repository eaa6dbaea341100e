/** POST /v1/jobs from beginning to end: checks the request, prices it, admits it and writes the job. */
import {
  type Ask,
  askOf,
  type CreateJob,
  Fault,
  type JobDryRun,
  keptTags,
  withoutNulls,
} from '@reelsight/contract';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { countOpenJobs } from '../../db/jobs/open-jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { newJobTrace } from '../../tracing/scope.ts';
import { givenPublication } from '../audience/publication.ts';
import type { Domain } from '../domain.ts';
import { checkRequestWebhook } from '../events/request-webhook.ts';
import { findReplayedJob, takeKey } from '../idempotency.ts';
import {
  checkAccount,
  checkForm,
  checkKnownDuration,
  checkPartBegins,
  checkPlan,
} from '../plans/plan-rules.ts';
import { type Resolved, withPreset } from '../plans/presets.ts';
import { type Estimate, estimateFor } from '../prices/price.ts';
import { insertLonePendingJob, insertPendingJob } from '../states/pending-jobs.ts';
import { type Caller, type NewPendingJob, secondsToEstimate, type Video } from '../submission.ts';
import { checkUnpaidDecoding } from './unpaid-decoding.ts';
import { checkFromJob, linkedVideo, parseLink, uploadedVideo, withStatedLength } from './videos.ts';

export type Submitted =
  | { readonly kind: 'created'; readonly job: Owned<JobRow> }
  | { readonly kind: 'replayed'; readonly job: Owned<JobRow> }
  | { readonly kind: 'preview'; readonly preview: JobDryRun };

export async function submitJob(
  domain: Domain,
  caller: Caller,
  body: CreateJob,
  idempotencyKey: string | null,
): Promise<Submitted> {
  const publishedAt = givenPublication(body.published_at, domain.now());
  const input = await withPreset(domain, caller, withoutNulls(body));
  if (input.duration_seconds !== undefined && input.upload_key === undefined)
    return { kind: 'preview', preview: await previewOfLength(domain, caller, input) };

  const video = await checked(domain, caller, input);
  const ask = askOf(input, domain.plans[caller.plan].limits);
  const estimate = estimateFor(domain, ask, secondsToEstimate(video));
  if (input.dry_run) return { kind: 'preview', preview: preview(caller, ask, video, estimate) };

  checkAccount(caller);
  const open = await checkConcurrency(domain, caller);
  if (!caller.isTest) await checkUnpaidDecoding(domain, caller.workspaceId);

  await domain.ports.checkDisk();
  const job: NewPendingJob = {
    id: domain.newId('job'),
    ask,
    video,
    estimate,
    webhookUrl: input.webhook_url ?? null,
    externalId: input.external_id ?? null,
    publishedAt,
    tags: keptTags(input.tags),
    ahead: open,
    trace: newJobTrace(),
  };

  return writeJob(domain, caller, job, idempotencyKey);
}

type Given = Resolved<ReturnType<typeof withoutNulls<CreateJob>>>;

/** Checks a request in the order of interface.md "Order of refusals"; returns what is known of its video so far. */
async function checked(domain: Domain, caller: Caller, input: Given): Promise<Video> {
  checkForm(input);
  const { upload_key: uploadKey } = input;
  if (uploadKey === undefined) return checkedLink(domain, caller, input);
  return checkedUpload(domain, caller, input, uploadKey);
}

async function checkedLink(domain: Domain, caller: Caller, input: Given): Promise<Video> {
  const plan = domain.plans[caller.plan];
  const { url = '' } = input;
  const link = parseLink(domain, caller, url);

  checkPlan(plan, input);
  await checkReferences(domain, caller, input, link);

  const video = await linkedVideo(domain, link, { given: url, caller });
  checkKnownDuration(plan, input, video);
  checkPartBegins(input, video);

  return video;
}

async function checkedUpload(
  domain: Domain,
  caller: Caller,
  input: Given,
  uploadKey: string,
): Promise<Video> {
  const plan = domain.plans[caller.plan];
  const { upload_filename: filename = null } = input;

  checkPlan(plan, input);
  const upload = await uploadedVideo(domain, caller, uploadKey, filename);
  const video = { ...upload, statedSeconds: input.duration_seconds ?? null };
  checkKnownDuration(plan, input, { durationSeconds: secondsToEstimate(video) });
  await checkReferences(domain, caller, input, { uploadKey });

  const measured = await withStatedLength(domain, video);
  checkPartBegins(input, { durationSeconds: secondsToEstimate(measured) });
  return measured;
}

/** Checks the earlier job and the webhook address that the request names. */
async function checkReferences(
  domain: Domain,
  caller: Caller,
  input: Given,
  video: Parameters<typeof checkFromJob>[3],
): Promise<void> {
  if (input.from_job) await checkFromJob(domain, caller, input.from_job, video);
  await checkRequestWebhook(domain, caller, input.webhook_url);
}

/**
 * Previews the job for a video that is not uploaded yet: refuses whatever a real call would refuse, as far as
 * that can be told from the video's length alone.
 */
async function previewOfLength(domain: Domain, caller: Caller, input: Given): Promise<JobDryRun> {
  const plan = domain.plans[caller.plan];
  const durationSeconds = input.duration_seconds ?? null;

  checkForm(input);
  checkPlan(plan, input);
  checkKnownDuration(plan, input, { durationSeconds });
  checkPartBegins(input, { durationSeconds });

  await checkRequestWebhook(domain, caller, input.webhook_url);

  const ask = askOf(input, plan.limits);
  const video = { url: null, platform: 'upload', durationSeconds };

  return preview(caller, ask, video, estimateFor(domain, ask, durationSeconds));
}

type Previewed = Pick<Video, 'url' | 'platform' | 'durationSeconds' | 'statedSeconds'>;

function preview(caller: Caller, ask: Ask, video: Previewed, estimate: Estimate): JobDryRun {
  const seconds = secondsToEstimate(video);
  return {
    dry_run: true,
    url: video.url,
    platform: video.platform,
    capabilities: [...ask.capabilities],
    duration_seconds: seconds,
    ...(seconds === null && { note: 'duration_unresolved' as const }),
    credits_estimated: estimate.credits,
    breakdown: [...estimate.breakdown],
    balance: caller.balance,
    would_exceed_balance: estimate.credits > caller.balance,
  };
}

/** Returns the number of open jobs of the owner. Throws Fault CONCURRENT_LIMIT_REACHED. */
async function checkConcurrency(domain: Domain, caller: Caller): Promise<number> {
  const { processing, open } =
    caller.openJobs ?? (await countOpenJobs(domain.db, caller.workspaceId));
  if (processing >= domain.plans[caller.plan].limits.max_concurrent_jobs)
    throw new Fault('CONCURRENT_LIMIT_REACHED', String(processing));
  return open;
}

/**
 * Writes the job, its idempotency key and its task together; if the key is already taken, returns the job of the
 * earlier call.
 */
export async function writeJob(
  domain: Domain,
  caller: Caller,
  job: NewPendingJob,
  key: string | null,
): Promise<Exclude<Submitted, { kind: 'preview' }>> {
  if (key === null && !job.video.uploadKey)
    return { kind: 'created', job: await insertLonePendingJob(domain, { caller, plan: job }) };

  const row = await domain.db.transaction(async (tx) => {
    const isKeyReserved = key === null || (await takeKey(domain, tx, caller, 'job', key, job.id));
    return isKeyReserved ? insertPendingJob(domain, tx, caller, job) : undefined;
  });
  if (row) return { kind: 'created', job: row };

  const replayed = await findReplayedJob(domain, caller.workspaceId, key as string);
  if (!replayed) throw new Fault('INTERNAL_ERROR', 'idempotency key taken by no job');

  return { kind: 'replayed', job: replayed };
}
