/** Periodic work: expiries, retention, resets, and jobs whose worker stopped sending heartbeats. */

import { setImmediate } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { artifactsFolder, reportFolder } from '../../artifacts/stored-paths.ts';
import { removeExpiredSessions } from '../../db/accounts/accounts.ts';
import { removeOldFailures } from '../../db/accounts/sign-in-failures.ts';
import { lockBatchesOfLostTasks } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import { removeEventsBefore } from '../../db/events/events.ts';
import { removeWebhookEventsBefore } from '../../db/events/webhook-events.ts';
import { deletableBefore, unchargedBeyond } from '../../db/jobs/ended-jobs.ts';
import {
  heldSince,
  isHeldWithoutMedia,
  workspacesWithHeldJobs,
  workspacesWithParkedJobs,
} from '../../db/jobs/held-jobs.ts';
import { updateJobs } from '../../db/jobs/job-changes.ts';
import { dropStaleTasks, renewLostTasks } from '../../db/jobs/job-parts.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { forgetMedia, lockMediaBeyond, mediaKeptBefore } from '../../db/jobs/kept-media.ts';
import { jobsOfOtherWorkers, lockJobsOfLostTasks, silentFor } from '../../db/jobs/lost-jobs.ts';
import { forgetPaidDecoding } from '../../db/jobs/unpaid-decoding.ts';
import { recountWaiting } from '../../db/jobs/waiting-jobs.ts';
import { removeExpiredReports, removeReportsBeyond } from '../../db/reports.ts';
import {
  removeAuditBefore,
  removeLooseAuditBeyond,
  shortenAudit,
  workspacesWithAuditBeyond,
} from '../../db/upkeep/audit.ts';
import { removeIdempotentBefore } from '../../db/upkeep/idempotency.ts';
import { removeSilentWorkers } from '../../db/upkeep/workers.ts';
import {
  forgetLateUploads,
  releasableUploads,
  releaseUploads,
  removeStaleUploads,
} from '../../db/uploads/uploads.ts';
import { ownerGroups, removeExpiredInvitations } from '../../db/workspaces/members.ts';
import { removeWorkspace, workspacesDueForReset } from '../../db/workspaces/workspaces.ts';
import type { PartQueue } from '../../queue/queue.ts';
import { removeOldMessages, renewLostAlertTasks } from '../alerts/tasks.ts';
import { watchMissing } from '../audience/watched-videos.ts';
import { sweepClips } from '../clips.ts';
import { resetPlanCredits } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { relistJobs } from '../exposure/job-lists.ts';
import { startDueFollows } from '../follows/follow.ts';
import { resumeHeldJobs } from '../jobs/all-jobs.ts';
import { deleteJob, expireHeldJob, retryJob } from '../jobs/lifecycle.ts';
import { waitsAmongLong } from '../jobs/long-videos.ts';
import { decodingAllowance } from '../jobs/unpaid-decoding.ts';
import { enqueueRemoval, type Removal } from '../removals.ts';
import { failLostReports } from '../reports.ts';
import { removeShares } from '../shares.ts';
import { enqueueAnswers } from '../states/batch-states.ts';
import { enqueueJob, enqueueLongJob, startParkedJobs } from '../states/pending-jobs.ts';
import { storedQuotas } from '../uploads/stored-quotas.ts';
import { lookForStored } from '../uploads/uploads.ts';
import { askForAllOldJobs, forgetUnusedWords } from './search-upkeep.ts';

const ago = (domain: Pick<Domain, 'now'>, ms: number): Date =>
  new Date(domain.now().getTime() - ms);

/** With `cutoff`, the retention sweeps remove everything older than that time, whatever the settings say. */
type Sweep = (domain: Domain, cutoff?: Date) => Promise<void>;

/** Every sweep with the cron expression of its schedule (UTC). */
export const sweeps = {
  held: { cron: '*/5 * * * *', run: expireHeldJobs },
  resets: { cron: '*/5 * * * *', run: resetDueCredits },
  idempotency: { cron: '17 * * * *', run: forgetIdempotencyKeys },
  uploads: { cron: '*/15 * * * *', run: removeUploads },
  jobs: { cron: '7-59/15 * * * *', run: removeOldJobs },
  uncharged: { cron: '* * * * *', run: removeUnchargedJobs },
  media: { cron: '2-59/5 * * * *', run: removeMedia },
  follows: { cron: '* * * * *', run: startDueFollows },
  tasks: { cron: '*/5 * * * *', run: replaceLostTasks },
  waiting: { cron: '29 * * * *', run: recountWaitingJobs },
  unpaid_decoding: { cron: '51 * * * *', run: forgetDecoding },
  alerts: { cron: '3-59/5 * * * *', run: renewLostAlertTasks },
  alert_messages: { cron: '43 * * * *', run: removeOldMessages },
  deliveries: { cron: '41 * * * *', run: forgetDeliveries },
  events: { cron: '11 * * * *', run: forgetEvents },
  clips: { cron: '3-59/5 * * * *', run: removeOldClips },
  reports: { cron: '1-59/5 * * * *', run: removeOldReports },
  audit: { cron: '29 * * * *', run: forgetAudit },
  loose_audit: { cron: '31 3 * * *', run: forgetLooseAudit },
  lists: { cron: '* * * * *', run: relistJobs },
  shares: { cron: '23 * * * *', run: removeShares },
  accounts: { cron: '53 * * * *', run: forgetSessions },
  search: { cron: '47 * * * *', run: keepSearch },
  views: { cron: '37 * * * *', run: watchMissing },
} as const satisfies Record<string, { cron: string; run: Sweep }>;
export type SweepName = keyof typeof sweeps;

/** Starts pending jobs without a task in workspaces that may run another job. */
export async function startAllParkedJobs(domain: Domain): Promise<void> {
  for (const id of await workspacesWithParkedJobs(domain.db))
    await domain.db.transaction((tx) => startParkedJobs(domain, tx, id));
}

/** Retries jobs whose worker stopped sending heartbeats during ingestion. */
export async function retryStalledJobs(domain: Domain): Promise<void> {
  for (const job of await silentFor(domain.db, domain.settings.stallMs)) {
    const fault = new Fault('WORKER_STALLED', `worker ${job.worker_id}`);
    await retryJob(domain, { ...job, silentSince: job.heartbeat_at }, fault, 'lost');
  }
}

/**
 * Returns a function to be called at every sweep, which says whether missing heartbeats mean that a worker is gone.
 * After a break in the sweeps, for example an outage of the database, it says no for the stall time, so that workers
 * can send heartbeats again first.
 */
export function silenceCounts({ now, settings }: Domain, everyMs: number): () => boolean {
  let lookedAt = Number.POSITIVE_INFINITY;
  let since = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = now().getTime();
    if (nowMs - lookedAt > 2 * everyMs) since = nowMs;
    lookedAt = nowMs;
    return nowMs - since >= settings.stallMs;
  };
}

/**
 * Recovers jobs, parts and tasks that an earlier process left behind. Only safe if no other process can own any of
 * them.
 */
export async function recoverOrphans(domain: Domain, workerId: string): Promise<void> {
  await domain.queue.recover();
  await removeSilentWorkers(domain.db, null);

  for (const job of await jobsOfOtherWorkers(domain.db, workerId))
    await retryJob(
      domain,
      job,
      new Fault('WORKER_STALLED', `worker ${job.worker_id} is gone`),
      'lost',
    );
}

/**
 * Replaces tasks that the queue dropped because the workers that fetched them kept dying. First deletes tasks of dead
 * workers that came back into the queue after their part had got another task.
 */
async function replaceLostTasks(domain: Domain): Promise<void> {
  await dropStaleTasks(domain.db);
  await domain.db.transaction(async (tx) => {
    const parts = await renewLostTasks(tx);
    const workspaceIds = new Set(parts.map(({ workspace_id }) => workspace_id));
    const groups = await ownerGroups(tx, [...workspaceIds]);
    for (const [queue, lostParts] of Map.groupBy(parts, (part) => part.queue as PartQueue)) {
      const tasks = lostParts.map(({ workspace_id, task_id: id, priority }) => ({
        id,
        priority,
        group: { id: groups.get(workspace_id) ?? workspace_id },
        data: {},
      }));
      await domain.queue.enqueueAll(tx, queue, tasks);
    }
  });

  await domain.db.transaction(async (tx) => {
    for (const job of await lockJobsOfLostTasks(tx)) {
      if (waitsAmongLong(job)) await enqueueLongJob(domain, tx, job);
      else await enqueueJob(domain, tx, job, { ahead: 0 });
    }
  });
  await domain.db.transaction(async (tx) => {
    for (const batch of await lockBatchesOfLostTasks(tx)) await enqueueAnswers(domain, tx, batch);
  });
  await failLostReports(domain);
}

async function removeOldReports(domain: Domain, cutoff?: Date): Promise<void> {
  const expired = cutoff ?? domain.now();
  await untilNone(() =>
    domain.db.transaction(async (tx) => {
      const removedReports = [
        ...(await removeExpiredReports(tx, expired, reportsAtOnce)),
        ...(await removeReportsBeyond(tx, storedQuotas(domain), reportsAtOnce)),
      ];
      const prefixes = removedReports.map(({ workspace_id, id }) => reportFolder(workspace_id, id));
      await enqueueRemoval(domain, tx, { prefixes, keys: [] });
      return removedReports.length;
    }),
  );
}

async function expireHeldJobs(domain: Domain): Promise<void> {
  for (const id of await heldSince(domain.db, ago(domain, domain.settings.heldMs)))
    await expireHeldJob(domain, id);
  for (const id of await workspacesWithHeldJobs(domain.db)) await resumeHeldJobs(domain, id);
}

async function resetDueCredits(domain: Domain): Promise<void> {
  for (const id of await workspacesDueForReset(domain.db, domain.now()))
    await resetPlanCredits(domain, id);
}

async function forgetIdempotencyKeys(domain: Domain): Promise<void> {
  await removeIdempotentBefore(domain.db, ago(domain, domain.settings.idempotencyMs));
}

async function recountWaitingJobs(domain: Domain): Promise<void> {
  await domain.db.transaction(recountWaiting);
}

async function forgetDecoding(domain: Domain): Promise<void> {
  const allowance = decodingAllowance(domain);
  if (allowance) await forgetPaidDecoding(domain.db, allowance.perSecond);
}

async function forgetDeliveries(domain: Domain): Promise<void> {
  await removeWebhookEventsBefore(domain.db, ago(domain, domain.settings.deliveriesMs));
}

async function forgetEvents(domain: Domain): Promise<void> {
  const cutoff = ago(domain, domain.settings.eventsMs);
  while (await removeEventsBefore(domain.db, cutoff)) await setImmediate();
}

async function removeOldClips(domain: Domain): Promise<void> {
  await untilNone(() => sweepClips(domain));
}

/**
 * Number of entries kept for a workspace, for a deleted workspace, and for a person outside any workspace. They are
 * limited because an entry takes up to 3 KB and costs nothing to cause.
 */
export const auditEntries = { ofWorkspace: 50_000, ofDeleted: 1000, ofUser: 10_000 } as const;
const auditAtOnce = 5000;

async function forgetAudit({ db, ...domain }: Domain): Promise<void> {
  await removeAuditBefore(db, ago(domain, domain.settings.auditMs));
  for (const id of await workspacesWithAuditBeyond(db, auditEntries.ofWorkspace))
    await shortenAuditOf(db, id, auditEntries.ofWorkspace);
}

const shortenAuditOf = (db: Queryable, workspaceId: string, entries: number): Promise<void> =>
  untilNone(() => shortenAudit(db, workspaceId, { entries, limit: auditAtOnce }));

/** Limits the number of audit entries that each person has outside any existing workspace. */
async function forgetLooseAudit({ db }: Domain): Promise<void> {
  await removeLooseAuditBeyond(db, auditEntries.ofUser);
}

async function forgetSessions(domain: Domain): Promise<void> {
  await removeExpiredSessions(domain.db, domain.now());
  await removeExpiredInvitations(domain.db, domain.now());
  await removeOldFailures(domain.db);
}

/** Time limit of one sweep, less than the queue's; the next sweep continues. */
const sweepLimitMs = 240_000;

/**
 * Time limit for sweeps whose amount of work a single workspace can drive up; it is short because sweeps run one after
 * the other.
 */
const shortSweepMs = 20_000;

/** Repeats `work` until it finds nothing or the sweep's time is up. */
async function untilNone(work: () => Promise<number>, limitMs = sweepLimitMs): Promise<void> {
  const until = performance.now() + limitMs;
  while ((await work()) > 0 && performance.now() < until);
}

async function removeUploads(domain: Domain, cutoff?: Date): Promise<void> {
  await lookForStored(domain);
  await forgetLateUploads(domain.db, domain.now());
  const unusedSince = cutoff ?? ago(domain, domain.settings.unusedUploadMs);
  const keptSince = cutoff ?? ago(domain, domain.settings.mediaMs);

  await untilNone(() =>
    domain.db.transaction(async (tx) => {
      await releaseUploads(tx, await releasableUploads(tx), domain.now());
      const keys = await removeStaleUploads(tx, { unusedSince, keptSince });
      await enqueueRemoval(domain, tx, { prefixes: [], keys });
      return keys.length;
    }),
  );
}

async function removeMedia(domain: Domain, cutoff?: Date): Promise<void> {
  const keptSince = cutoff ?? ago(domain, domain.settings.mediaMs);
  await untilNone(() =>
    domain.db.transaction(async (tx) => {
      const jobs = await mediaKeptBefore(tx, keptSince);
      await dropMedia(domain, tx, jobs);
      return jobs.length;
    }),
  );
  await untilNone(() => removeMediaBeyondQuota(domain), shortSweepMs);
}

/**
 * Removes media of workspaces that store more than their quota. A small upload can expand to a hundred times its size,
 * so media has a quota in addition to that of uploads. Media only saves work for later analyses, so the oldest is
 * removed and nothing is refused.
 */
async function removeMediaBeyondQuota(domain: Domain): Promise<number> {
  const quotas = storedQuotas(domain);
  return domain.db.transaction(async (tx) => {
    const jobs = await lockMediaBeyond(tx, quotas);
    const heldJobs = jobs.filter(({ status }) => status === 'held');
    const endedJobs = jobs.filter(({ status }) => status !== 'held');
    await dropMedia(domain, tx, endedJobs);

    const changes = heldJobs.map(({ id, status, stages_completed }) => ({
      id,
      status,
      // The video will be ingested again once credits have been added for the held job.
      change: {
        stages_completed: stages_completed.filter((stage) => stage !== 'ingestion'),
        stage: 'ingestion' as const,
        media_kept_at: null,
        media_bytes: null,
        link_video: null,
      },
    }));
    if (changes.length > 0) await updateJobs(tx, changes, domain.now());
    for (const job of heldJobs) {
      const removal: Removal = { prefixes: [artifactsFolder(job)], keys: [], whileHeld: job.id };
      await enqueueRemoval(domain, tx, removal);
    }

    return jobs.length;
  });
}

async function dropMedia(
  domain: Domain,
  tx: Queryable,
  jobs: readonly Pick<JobRow, 'id' | 'workspace_id'>[],
): Promise<void> {
  await forgetMedia(
    tx,
    jobs.map(({ id }) => id),
  );
  const prefixes = jobs.map(artifactsFolder);
  await enqueueRemoval(domain, tx, { prefixes, keys: [] });
}

const jobsAtOnce = 100;
const reportsAtOnce = 100;

/** Deletes each job in its own transaction, as if its owner had deleted it. */
async function removeOldJobs(domain: Domain, forcedCutoff?: Date): Promise<void> {
  const { jobsMs } = domain.settings;
  if (!forcedCutoff && jobsMs === null) return;

  const cutoff = forcedCutoff ?? ago(domain, jobsMs ?? 0);
  await untilNone(async () =>
    removeAll(domain, await deletableBefore(domain.db, cutoff, jobsAtOnce)),
  );
}

/**
 * Removes the oldest failed and cancelled jobs without a charge. They cost their owner nothing, but the rows of each
 * take up to 7 KB, so a workspace keeps only the newest; the limit is far above the number of jobs it may have open.
 */
async function removeUnchargedJobs(domain: Domain): Promise<void> {
  const mostByPlan = Object.fromEntries(
    Object.entries(domain.plans).map(([plan, { unchargedJobs }]) => [plan, unchargedJobs]),
  );
  await untilNone(
    async () => removeAll(domain, await unchargedBeyond(domain.db, mostByPlan, jobsAtOnce)),
    shortSweepMs,
  );
}

/** Deletes those of the jobs that still exist; returns how many it deleted. */
async function removeAll(
  domain: Domain,
  jobs: readonly Pick<JobRow, 'id' | 'workspace_id'>[],
): Promise<number> {
  let removedCount = 0;
  for (const { id, workspace_id } of jobs)
    if (await removeEnded(domain, workspace_id, id)) removedCount += 1;
  return removedCount;
}

/** Deletes an ended job; returns false if it had been deleted meanwhile. */
async function removeEnded(domain: Domain, workspaceId: string, id: string): Promise<boolean> {
  try {
    await deleteJob(domain, workspaceId, id);
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

export async function finishRemoval(
  domain: Domain,
  removal: Removal,
  files: {
    deletePrefix: (prefix: string) => Promise<unknown>;
    delete: (key: string) => Promise<void>;
  },
): Promise<void> {
  const { whileHeld } = removal;
  if (whileHeld !== undefined && !(await isHeldWithoutMedia(domain.db, whileHeld))) return;

  for (const prefix of removal.prefixes) await files.deletePrefix(prefix);
  for (const key of removal.keys) await files.delete(key);
  if (!removal.workspaceId) return;

  await removeWorkspace(domain.db, removal.workspaceId);
  await shortenAuditOf(domain.db, removal.workspaceId, auditEntries.ofDeleted);
}

async function keepSearch({ db }: Domain): Promise<void> {
  await askForAllOldJobs(db);
  await forgetUnusedWords(db);
}
