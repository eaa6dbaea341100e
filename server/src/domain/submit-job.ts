/** POST /v1/jobs: the refusals in their order, the estimate, and one transaction for job, key and task. */
import {
  type CreateJob,
  Fault,
  isSurface,
  type JobDryRun,
  type Plan as PlanTerms,
  requestLimits,
  withoutNulls,
} from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { findIdempotent, takeIdempotent } from '../db/idempotency.ts';
import { countOpenJobs, findJob, type JobRequest, type JobRow } from '../db/jobs.ts';
import { findUpload } from '../db/uploads.ts';
import type { Domain, VideoLink } from './domain.ts';
import { insertPendingJob } from './pending-jobs.ts';
import {
  checkCapabilities,
  checkKnownDuration,
  checkQueryCount,
  checkWebhooks,
} from './plan-rules.ts';
import { type Estimate, estimateCredits } from './price.ts';
import type { Caller, Video } from './submission.ts';

export type Submitted =
  | { readonly kind: 'created'; readonly job: JobRow }
  | { readonly kind: 'replayed'; readonly job: JobRow }
  | { readonly kind: 'preview'; readonly preview: JobDryRun };

export async function submitJob(
  domain: Domain,
  caller: Caller,
  body: CreateJob,
  idempotencyKey: string | null,
): Promise<Submitted> {
  const given = withoutNulls(body);
  const plan = domain.plans[caller.plan];
  const { capabilities } = given;
  checkWanted(given);
  const link = given.url === undefined ? null : domain.ports.parseVideoUrl(given.url);
  checkFeatures(plan, given);
  const upload = given.upload_key
    ? await uploadedVideo(domain, caller, given.upload_key, given.upload_filename ?? null)
    : null;
  if (upload) checkKnownDuration(plan, capabilities, upload);
  if (given.from_job)
    await checkFromJob(domain, caller, given.from_job, link ?? { uploadKey: given.upload_key });
  if (given.webhook_url !== undefined) await domain.ports.checkWebhookUrl(given.webhook_url);
  const video = upload ?? (await linkedVideo(domain, link as VideoLink, given.url as string));
  checkKnownDuration(plan, capabilities, video);
  const request = requestOf(plan, given);
  const estimate = estimateFor(domain, request, video.durationSeconds);
  if (given.dry_run) return { kind: 'preview', preview: preview(caller, request, video, estimate) };
  checkAccount(caller);
  return createJob(domain, caller, {
    request,
    video,
    estimate,
    idempotencyKey,
    webhookUrl: given.webhook_url ?? null,
    externalId: given.external_id ?? null,
  });
}

/** What a job is asked for, whatever its video: by a call, or by the rule of a Follow. */
export type Wanted = Pick<
  ReturnType<typeof withoutNulls<CreateJob>>,
  | 'capabilities'
  | 'queries'
  | 'brands'
  | 'surfaces'
  | 'objects'
  | 'language'
  | 'fps'
  | 'return_proof'
  | 'max_credits'
  | 'webhook_url'
> & { readonly from_job?: string | undefined };

/** Throws Fault INVALID_CAPABILITIES, TOO_MANY_BRANDS or INVALID_SURFACE. */
export function checkWanted({ capabilities, queries = [], objects = [], ...given }: Wanted): void {
  checkCapabilities(capabilities, { queries, objects });
  checkTargets(given.brands ?? [], given.surfaces ?? []);
}

/** Throws Fault MODE_NOT_ALLOWED, PLAN_REQUIRED or TOO_MANY_QUERIES. */
export function checkFeatures(plan: PlanTerms, given: Wanted): void {
  checkWebhooks(plan, given.webhook_url);
  const targeted = given.brands?.length || given.surfaces?.length;
  if (plan.limits.requires_target && given.capabilities.includes('brands') && !targeted)
    throw new Fault('PLAN_REQUIRED', 'untargeted brands');
  checkQueryCount(plan, given.queries ?? []);
}

export function requestOf(plan: PlanTerms, given: Wanted): JobRequest {
  return {
    capabilities: [...new Set(given.capabilities)],
    ...(given.brands && { brands: given.brands }),
    ...(given.queries && { queries: given.queries }),
    ...(given.surfaces && { surfaces: given.surfaces }),
    ...(given.objects && { objects: given.objects }),
    ...(given.from_job && { from_job: given.from_job }),
    language: given.language ?? null,
    fps: Math.min(given.fps ?? plan.limits.max_fps, plan.limits.max_fps),
    return_proof: given.return_proof ?? true,
    ...(given.max_credits !== undefined && { max_credits: given.max_credits }),
  };
}

function checkTargets(brands: readonly string[], surfaces: readonly string[]): void {
  if (brands.length > requestLimits.brands)
    throw new Fault('TOO_MANY_BRANDS', String(brands.length));
  const unknown = surfaces.find((surface) => !isSurface(surface));
  if (unknown !== undefined) {
    throw new Fault('INVALID_SURFACE', unknown, {
      text: `surfaces: ${JSON.stringify(unknown)} is not a known surface.`,
    });
  }
}

/** SUBSCRIPTION_PAST_DUE, then INSUFFICIENT_CREDITS; the limit of concurrent jobs is checked with the insert. */
export function checkAccount(caller: Caller): void {
  if (caller.pastDue) throw new Fault('SUBSCRIPTION_PAST_DUE', caller.workspaceId);
  if (caller.balance <= 0) throw new Fault('INSUFFICIENT_CREDITS', caller.workspaceId);
}

export function estimateFor(
  domain: Domain,
  request: JobRequest,
  durationSeconds: number | null,
): Estimate {
  return estimateCredits(domain.prices, {
    capabilities: request.capabilities,
    durationSeconds: durationSeconds ?? domain.settings.assumedSeconds,
    fps: request.fps,
    queryCount: request.queries?.length ?? 0,
  });
}

/** Throws Fault VALIDATION_FAILED for a key that is malformed, another workspace's, unknown or never uploaded. */
export async function uploadedVideo(
  domain: Domain,
  caller: Caller,
  key: string,
  filename: string | null,
  field = 'upload_key',
): Promise<Video> {
  const upload = await findUpload(domain.db, caller.workspaceId, key);
  const stored = upload && (await domain.ports.storedUpload(key));
  if (!upload || !stored) {
    throw new Fault('VALIDATION_FAILED', key, {
      text: `${field}: there is no uploaded file with this key in this workspace.`,
    });
  }
  return {
    url: null,
    platform: 'upload',
    videoId: key,
    uploadKey: key,
    etag: upload.etag ?? stored.etag,
    title: filename,
    filename,
    durationSeconds: upload.duration_seconds,
    thumbnailUrl: null,
  };
}

/** `given`: the link as the caller wrote it, which is what the job shows. */
export async function linkedVideo(domain: Domain, link: VideoLink, given: string): Promise<Video> {
  const facts = await domain.ports.resolveVideo(link);
  return {
    url: given.trim(),
    platform: link.platform,
    videoId: facts?.videoId ?? link.videoId,
    uploadKey: null,
    etag: null,
    title: facts?.title ?? null,
    durationSeconds: facts?.durationSeconds ?? null,
    thumbnailUrl: facts?.thumbnailUrl ?? null,
  };
}

async function checkFromJob(
  domain: Domain,
  caller: Caller,
  fromJob: string,
  video: VideoLink | { uploadKey: string | undefined },
): Promise<void> {
  const job = await findJob(domain.db, caller.workspaceId, fromJob);
  const sameVideo =
    'uploadKey' in video
      ? job?.upload_key === video.uploadKey
      : job !== undefined && (await isVideoOf(domain, job, video));
  if (!sameVideo) {
    throw new Fault('VALIDATION_FAILED', fromJob, {
      text: 'from_job: there is no job of this workspace with this id on the same video.',
    });
  }
}

/** A short link only tells its code; which video that is, a job on it may know, or else the platform. */
async function isVideoOf(domain: Domain, job: JobRow, link: VideoLink): Promise<boolean> {
  if (job.platform !== link.platform) return false;
  if (job.video_id === link.videoId) return true;
  if (link.short !== true || job.url === null) return false;
  if (domain.ports.parseVideoUrl(job.url).url === link.url) return true;
  return (await domain.ports.resolveVideo(link))?.videoId === job.video_id;
}

function preview(caller: Caller, request: JobRequest, video: Video, estimate: Estimate): JobDryRun {
  return {
    dry_run: true,
    url: video.url,
    platform: video.platform,
    capabilities: [...request.capabilities],
    duration_seconds: video.durationSeconds,
    ...(video.durationSeconds === null && { note: 'duration_unresolved' as const }),
    credits_estimated: estimate.credits,
    breakdown: [...estimate.breakdown],
    balance: caller.balance,
    would_exceed_balance: estimate.credits > caller.balance,
  };
}

/** The job an earlier call with this key made, while the key lives. */
export async function findReplayedJob(
  domain: Domain,
  workspaceId: string,
  key: string,
): Promise<JobRow | undefined> {
  const since = new Date(domain.now().getTime() - domain.settings.idempotencyMs);
  const id = await findIdempotent(domain.db, { workspaceId, kind: 'job', key, since });
  return id === undefined ? undefined : findJob(domain.db, workspaceId, id);
}

interface Plan {
  readonly request: JobRequest;
  readonly video: Video;
  readonly estimate: Estimate;
  readonly idempotencyKey: string | null;
  readonly webhookUrl: string | null;
  readonly externalId: string | null;
}

async function createJob(domain: Domain, caller: Caller, plan: Plan): Promise<Submitted> {
  const { processing, open } =
    caller.openJobs ?? (await countOpenJobs(domain.db, caller.workspaceId));
  if (processing >= domain.plans[caller.plan].limits.max_concurrent_jobs)
    throw new Fault('CONCURRENT_LIMIT_REACHED', String(processing));
  const pending = { ...plan, id: domain.newId('job'), ahead: open };
  const key = plan.idempotencyKey;
  // One statement needs no transaction around it.
  if (key === null && !plan.video.uploadKey)
    return { kind: 'created', job: await domain.submit({ caller, plan: pending }) };
  const job = await domain.db.transaction(async (tx) => {
    const taken = key === null || (await takeKey(domain, tx, caller, 'job', key, pending.id));
    return taken ? insertPendingJob(domain, tx, caller, pending) : undefined;
  });
  if (job) return { kind: 'created', job };
  const replayed = await findReplayedJob(domain, caller.workspaceId, key as string);
  if (!replayed) throw new Fault('INTERNAL_ERROR', 'idempotency key taken by no job');
  return { kind: 'replayed', job: replayed };
}

/** Takes an idempotency key in the caller's transaction; false where a concurrent call made the resource. */
export function takeKey(
  domain: Domain,
  tx: Queryable,
  caller: Caller,
  kind: 'job' | 'batch',
  key: string,
  resourceId: string,
): Promise<boolean> {
  const now = domain.now();
  const since = new Date(now.getTime() - domain.settings.idempotencyMs);
  return takeIdempotent(tx, { workspaceId: caller.workspaceId, kind, key, resourceId, since, now });
}
