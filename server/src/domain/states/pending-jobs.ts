/** Inserts jobs with their tasks; jobs that arrive together are written in one statement. */
import { randomUUID } from 'node:crypto';
import { Fault } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import { insertEvents } from '../../db/events/events.ts';
import { lockParkedJobs } from '../../db/jobs/held-jobs.ts';
import { insertJobs, type JobRow, type NewJob, setTask } from '../../db/jobs/jobs.ts';
import { countOpenJobs, countOpenTasks, countProcessingOfOwner } from '../../db/jobs/open-jobs.ts';
import { type Arrival, countArrivals, isTooManyWaiting } from '../../db/jobs/waiting-jobs.ts';
import type { Owned } from '../../db/owned.ts';
import { markUploadUsed } from '../../db/uploads/uploads.ts';
import { ownerGroup, ownerGroups } from '../../db/workspaces/members.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { jobCreated } from '../events/events.ts';
import type { Caller, NewPendingJob, Submission, Video } from '../submission.ts';
import { testSeconds } from '../test-mode/fixed-video.ts';
import { writeTogether } from '../together.ts';

/** Maximum number of jobs that one statement writes. */
const mostTogether = 50;

/**
 * Inserts a job with its task, for a job that needs no other rows in the same transaction. Jobs that arrive together
 * are written in one statement. Throws the faults of `insertPendingJob`.
 */
export function insertLonePendingJob(
  domain: Domain,
  submission: Submission,
): Promise<Owned<JobRow>> {
  // Test jobs are written apart, because one statement writes the tasks of one queue.
  const insert = submission.caller.isTest ? insertLoneTestJobs : insertLonePendingJobs;
  return writeTogether(domain, submission, insert, mostTogether);
}

function insertLoneTestJobs(
  domain: Domain,
  submissions: readonly Submission[],
): Promise<Owned<JobRow>[]> {
  return insertLonePendingJobs(domain, submissions);
}

function insertLonePendingJobs(
  domain: Domain,
  submissions: readonly Submission[],
): Promise<Owned<JobRow>[]> {
  // One statement needs no transaction around it.
  return insertPendingJobs(domain, domain.db, submissions);
}

/**
 * Inserts the job with its task. Throws Fault VALIDATION_FAILED if its upload was removed meanwhile, or
 * TOO_MANY_PENDING_JOBS.
 */
export async function insertPendingJob(
  domain: Domain,
  tx: Queryable,
  caller: Caller,
  plan: NewPendingJob,
): Promise<Owned<JobRow>> {
  const [job] = await insertPendingJobs(domain, tx, [{ caller, plan }]);
  return job as Owned<JobRow>;
}

/**
 * Inserts all the jobs or none of them, and returns them in the same order. Either all of them are test jobs or none
 * is.
 */
export async function insertPendingJobs(
  domain: Domain,
  tx: Queryable,
  submissions: readonly Submission[],
): Promise<Owned<JobRow>[]> {
  const now = domain.now();
  const videos = submissions.map(({ plan }) => plan.video);
  for (const video of inOrderOfUploads(videos)) await pinUpload(tx, video, now);
  const workspaceIds = [...new Set(submissions.map(({ caller }) => caller.workspaceId))];
  const groups = await ownerGroups(tx, workspaceIds);
  const newJobs = submissions.map(({ caller, plan }) => ({
    job: newJob(caller, plan, now),
    task: taskOf(groups.get(caller.workspaceId) ?? caller.workspaceId, plan.ahead),
  }));
  const arrivals = arrivalsOf(domain, submissions);
  const isTest = submissions.some(({ caller }) => caller.isTest);
  const rows = await domain.queue
    .enqueueWith<Owned<JobRow>>(
      tx,
      isTest ? 'test_job' : 'analysis',
      newJobs.map(({ job, task }) => ({ ...task, data: { jobId: job.id, tried: false } })),
      insertJobs(
        newJobs.map(({ job, task }) => ({ ...job, task_id: task.id })),
        [countArrivals(arrivals), insertEvents(newJobs.map(({ job }) => jobCreated(domain, job)))],
      ),
    )
    .catch((error: unknown) => {
      throw isTooManyWaiting(error) ? tooManyWaiting(arrivals) : error;
    });
  tx.onCommitted(() => domain.onEvents('job.created', rows.length));

  const byId = new Map(rows.map((row) => [row.id, row]));
  return newJobs.map(({ job }) => byId.get(job.id) as Owned<JobRow>);
}

/**
 * Groups submissions by workspace. If a plan has changed since the call was admitted, the new plan applies only from
 * the next call on.
 */
function arrivalsOf(domain: Domain, submissions: readonly Submission[]): Arrival[] {
  const byWorkspace = Map.groupBy(submissions, ({ caller }) => caller.workspaceId);
  return [...byWorkspace].map(([workspaceId, group]) => ({
    workspaceId,
    jobs: group.length,
    most: Math.min(...group.map(({ caller }) => domain.plans[caller.plan].pendingJobs)),
  }));
}

function tooManyWaiting([first]: readonly Arrival[]): Fault {
  const limit = first?.most ?? 0;
  return new Fault('TOO_MANY_PENDING_JOBS', `${first?.workspaceId} over ${limit}`, {
    text: `At most ${limit.toLocaleString('en')} jobs of this workspace may wait at the same time. Wait until some have ended, or cancel some.`,
  });
}

/** Two batches of the same uploads lock them in this order, so that they cannot deadlock. */
function inOrderOfUploads(videos: readonly Video[]): Video[] {
  const keyOf = ({ uploadKey }: Video): string => uploadKey ?? '';
  return videos.toSorted((a, b) => Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)));
}

async function pinUpload(tx: Queryable, { uploadKey, etag }: Video, now: Date): Promise<void> {
  if (uploadKey === null || (await markUploadUsed(tx, uploadKey, etag ?? '', now))) return;
  throw new Fault('VALIDATION_FAILED', uploadKey, {
    text: 'upload_key: the uploaded file is no longer there.',
  });
}

function newJob(caller: Caller, plan: NewPendingJob, now: Date): Omit<NewJob, 'task_id'> {
  const { video } = plan;
  return {
    id: plan.id,
    workspace_id: caller.workspaceId,
    batch_id: plan.batch?.id ?? null,
    batch_position: plan.batch?.position ?? null,
    follow_id: plan.followId ?? null,
    external_id: plan.externalId,
    author: plan.listed?.author ?? null,
    published_at: plan.listed?.publishedAt ?? null,
    published_by_hand: plan.publishedAt,
    url: video.url,
    platform: video.platform,
    video_id: video.videoId,
    upload_key: video.uploadKey,
    ask: caller.isTest ? { ...plan.ask, test: true } : plan.ask,
    filename: video.filename || null,
    webhook_url: plan.webhookUrl,
    title: video.title,
    // A Follow submits what a platform lists, with its real length.
    duration_seconds: caller.isTest ? testSeconds : video.durationSeconds,
    thumbnail_url: video.thumbnailUrl,
    credits_estimated: plan.estimate.credits,
    created_at: now,
    trace: plan.trace ?? null,
    tags: plan.tags,
  };
}

/**
 * Open jobs are counted up to this number to determine the next job's place in the queue; counting more would not
 * change it.
 */
const aheadLimit = 100;

/**
 * The more open jobs an owner has, the further back the next task is queued, so that a batch of 50 shares the
 * workers with everybody else instead of going first as a block. The group is that of the workspace's owner
 * (`ownerGroups`), so that a person with many workspaces does not count as many newcomers.
 */
const taskOf = (group: string, ahead: number) => ({
  id: randomUUID(),
  group: { id: group },
  priority: -Math.min(ahead, aheadLimit),
});

export interface QueuePlace {
  /** Number of the owner's jobs that go before this one; 0 for a job that has already had its turn. */
  readonly ahead: number;
  readonly delayMs?: number;
}

/** Enqueues a new task for a job that returns to the queue; its previous task is stale from now on. */
export async function enqueueJob(
  domain: Domain,
  tx: Queryable,
  job: Pick<JobRow, 'id' | 'workspace_id' | 'ask'>,
  { ahead, ...options }: QueuePlace,
): Promise<void> {
  const group = await ownerGroup(tx, job.workspace_id);
  const task = { ...taskOf(group, ahead), ...options };
  await setTask(tx, job.id, task.id);
  const queue = job.ask.test ? 'test_job' : 'analysis';
  await domain.queue.enqueue(tx, queue, { jobId: job.id }, task);
}

/**
 * Enqueues a new task among those of long videos; the job's previous task is stale from now on. A person's first long
 * video goes before the second one of any other person.
 */
export async function enqueueLongJob(
  domain: Domain,
  tx: Queryable,
  job: Pick<JobRow, 'id' | 'workspace_id'>,
): Promise<void> {
  const group = await ownerGroup(tx, job.workspace_id);
  const task = taskOf(group, await countOpenTasks(tx, 'long_analysis', group));
  await setTask(tx, job.id, task.id);
  await domain.queue.enqueue(tx, 'long_analysis', { jobId: job.id }, task);
}

/** Removes the job's task, whichever queue it is in. */
export async function dropTask(
  domain: Domain,
  tx: Queryable,
  { task_id: taskId }: Pick<JobRow, 'task_id'>,
): Promise<void> {
  if (taskId === null) return;
  for (const queue of ['analysis', 'long_analysis', 'test_job'] as const)
    await domain.queue.drop(tx, queue, taskId);
}

/**
 * Gives tasks to parked jobs, which wait because their workspace runs as many jobs as its plan allows: to as many of
 * them as may run now. Locks the workspace, so that no job that is parked meanwhile is overlooked.
 */
export async function startParkedJobs(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
): Promise<void> {
  const workspace = await lockWorkspace(tx, workspaceId);
  if (!workspace) return;
  const { processing } = await countOpenJobs(tx, workspaceId);
  const places = domain.plans[workspace.plan].limits.max_concurrent_jobs - processing;
  if (places <= 0) return;

  const jobs = await lockParkedJobs(tx, workspaceId, places);
  if (jobs.length === 0) return;

  // The workspaces of one owner take turns as one, though each has its own limit.
  const ahead = await countProcessingOfOwner(tx, workspaceId);
  for (const [index, job] of jobs.entries())
    await enqueueJob(domain, tx, job, { ahead: ahead + index });
}
