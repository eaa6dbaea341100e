/** Applies one action to many jobs; the action succeeds or is refused for each job separately. */
import { createHash } from 'node:crypto';
import {
  askWithin,
  type ChangedJob,
  type ChangeJobs,
  errorTable,
  Fault,
  type JobsChanged,
} from '@reelsight/contract';
import { findJob, type JobRow } from '../../db/jobs/jobs.ts';
import { countOpenJobs } from '../../db/jobs/open-jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { newJobTrace } from '../../tracing/scope.ts';
import type { Domain } from '../domain.ts';
import { checkAccount, checkKnownDuration, checkPlan } from '../plans/plan-rules.ts';
import { estimateFor } from '../prices/price.ts';
import { isTerminal } from '../states/job-states.ts';
import { type Caller, type NewPendingJob, secondsToEstimate, type Video } from '../submission.ts';
import { checkDeletable, deleteJob } from './lifecycle.ts';
import { writeJob } from './submit-job.ts';
import { uploadedVideo, withStatedLength } from './videos.ts';

/** Throws the faults of an account that cannot pay for any job; the answer contains the faults of single jobs. */
export async function changeJobs(
  domain: Domain,
  caller: Caller,
  body: ChangeJobs,
  idempotencyKey: string | null,
): Promise<JobsChanged> {
  const ids = [...new Set(body.job_ids)];
  const dryRun = body.dry_run ?? false;
  const request = { domain, caller, dryRun, key: idempotencyKey };
  const jobs =
    body.action === 'delete'
      ? await changeEach(ids, (id) => deleteOne(request, id))
      : await rerunAll(request, ids);

  // The call needs no audit entry of its own: each deleted job has its entry already, and a rerun is in the ledger.
  domain.audit.unchanged();
  const doneCount = jobs.filter((job) => job.done).length;
  const credits = jobs.reduce((sum, job) => sum + (job.credits_estimated ?? 0), 0);

  return {
    action: body.action,
    dry_run: dryRun,
    done: doneCount,
    refused: jobs.length - doneCount,
    credits_estimated: credits,
    balance: caller.balance,
    would_exceed_balance: credits > caller.balance,
    jobs,
  };
}

interface Asked {
  readonly domain: Domain;
  readonly caller: Caller;
  readonly dryRun: boolean;
  readonly key: string | null;
}

/** Handles the jobs one after the other, so that many jobs load the database no more than a single job does. */
async function changeEach(
  ids: readonly string[],
  work: (id: string, index: number) => Promise<Omit<ChangedJob, 'job_id' | 'done' | 'error'>>,
): Promise<ChangedJob[]> {
  const outcomes: ChangedJob[] = [];

  for (const [index, id] of ids.entries()) {
    try {
      outcomes.push({ job_id: id, done: true, ...(await work(id, index)) });
    } catch (error) {
      if (!(error instanceof Fault) || errorTable[error.code].status === 500) throw error;
      const { code, message } = error;
      outcomes.push({ job_id: id, done: false, error: { code, message } });
    }
  }

  return outcomes;
}

async function deleteOne({ domain, caller, dryRun }: Asked, id: string) {
  if (dryRun)
    await checkDeletable(domain.db, caller.workspaceId, await mustFind(domain, caller, id));
  else await deleteJob(domain, caller.workspaceId, id);
  return {};
}

async function rerunAll(request: Asked, ids: readonly string[]): Promise<ChangedJob[]> {
  const { domain, caller, dryRun } = request;
  if (!dryRun) {
    checkAccount(caller);
    await domain.ports.checkDisk();
  }
  const { open } = await countOpenJobs(domain.db, caller.workspaceId);
  return changeEach(ids, (id, index) => rerunOne(request, id, open + index));
}

async function rerunOne(request: Asked, id: string, ahead: number) {
  const { domain, caller, dryRun, key } = request;
  const job = await mustFind(domain, caller, id);
  const plan = await plannedRerun(domain, caller, job, ahead);
  const { credits } = plan.estimate;
  if (dryRun) return { credits_estimated: credits };

  const creation = await writeJob(domain, caller, plan, key && keyOf(key, id));
  const rerun = { new_job_id: creation.job.id, credits_estimated: creation.job.credits_estimated };

  return rerun;
}

/** Idempotency key for the rerun of one job: repeated calls with the same key create the new job only once. */
const keyOf = (key: string, jobId: string): string =>
  `rerun:${createHash('sha256').update(key).digest('hex')}:${jobId}`;

async function plannedRerun(
  domain: Domain,
  caller: Caller,
  job: Owned<JobRow>,
  ahead: number,
): Promise<NewPendingJob> {
  if (!isTerminal(job.status)) {
    throw new Fault('VALIDATION_FAILED', job.status, {
      text: `The job is ${job.status}; only a final one can be run again.`,
    });
  }

  const plan = domain.plans[caller.plan];
  checkPlan(plan, {
    ...job.ask,
    ...(job.webhook_url !== null && { webhook_url: job.webhook_url }),
  });

  const ask = askWithin(job.ask, plan.limits);
  const video = await videoOf(domain, caller, job);
  // For an upload whose file was never opened, earlier releases stored the duration that its headers
  // state; no job is refused because of such a duration.
  const isMeasured = job.upload_key === null || job.status === 'completed';
  if (isMeasured) checkKnownDuration(plan, ask, video);

  return {
    id: domain.newId('job'),
    ask,
    video,
    estimate: estimateFor(domain, ask, secondsToEstimate(video)),
    webhookUrl: job.webhook_url,
    externalId: job.external_id,
    publishedAt: job.published_by_hand,
    listed: { author: job.author, publishedAt: job.published_at },
    tags: job.tags,
    ahead,
    trace: newJobTrace(),
  };
}

/** Describes the video from data of the job, so that the platform need not be asked. */
async function videoOf(domain: Domain, caller: Caller, job: Owned<JobRow>): Promise<Video> {
  const jobFacts = { title: job.title, durationSeconds: job.duration_seconds };

  if (job.upload_key !== null) {
    const video = await uploadedVideo(domain, caller, job.upload_key, job.filename);
    const durationSeconds = jobFacts.durationSeconds ?? video.durationSeconds;
    return withStatedLength(domain, { ...video, ...jobFacts, durationSeconds });
  }

  return {
    url: job.url,
    platform: job.platform,
    videoId: job.video_id,
    uploadKey: null,
    etag: null,
    ...jobFacts,
    // A picture stored with the earlier job is deleted with that job, so the new job cannot use it.
    thumbnailUrl: job.thumbnail_url?.startsWith('/') ? null : job.thumbnail_url,
  };
}

async function mustFind(domain: Domain, caller: Caller, id: string): Promise<Owned<JobRow>> {
  const job = await findJob(domain.db, caller.workspaceId, id);
  if (!job) throw new Fault('JOB_NOT_FOUND', id);
  return job;
}
