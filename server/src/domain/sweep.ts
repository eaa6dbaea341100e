/** Periodic work: expiries, retention, resets, and jobs whose worker fell silent. */
import { Fault } from '@reelsight/contract';
import { removeExpiredSessions } from '../db/accounts.ts';
import { removeIdempotentBefore } from '../db/idempotency.ts';
import {
  heldSince,
  jobsOfWorker,
  mediaKeptBefore,
  setMediaKept,
  silentSince,
  workspacesWithHeldJobs,
  workspacesWithParkedJobs,
} from '../db/jobs.ts';
import { removeExpiredInvitations } from '../db/members.ts';
import { removeStaleUploads } from '../db/uploads.ts';
import { removeWebhookEventsBefore } from '../db/webhook-events.ts';
import { removeSilentWorkers } from '../db/workers.ts';
import { removeWorkspace, workspacesDueForReset } from '../db/workspaces.ts';
import { resetPlanCredits } from './credits.ts';
import type { Domain } from './domain.ts';
import { startDueFollows } from './follow.ts';
import { expireHeldJob, resumeHeldJobs, retryJob } from './lifecycle.ts';
import { startParkedJobs } from './pending-jobs.ts';

const ago = (domain: Domain, ms: number): Date => new Date(domain.now().getTime() - ms);

/** Every sweep with the cron line (UTC) it runs by. */
export const sweeps = {
  held: { cron: '*/5 * * * *', run: expireHeldJobs },
  resets: { cron: '*/5 * * * *', run: resetDueCredits },
  idempotency: { cron: '17 * * * *', run: forgetIdempotencyKeys },
  uploads: { cron: '*/15 * * * *', run: removeUploads },
  media: { cron: '*/15 * * * *', run: removeMedia },
  follows: { cron: '* * * * *', run: startDueFollows },
  deliveries: { cron: '41 * * * *', run: forgetDeliveries },
  accounts: { cron: '53 * * * *', run: forgetSessions },
} as const satisfies Record<string, { cron: string; run: (domain: Domain) => Promise<void> }>;
export type SweepName = keyof typeof sweeps;

/** Jobs whose worker fell silent in ingestion, and such as wait for a place that is free. */
export async function retryStalledJobs(domain: Domain): Promise<void> {
  for (const id of await workspacesWithParkedJobs(domain.db))
    await domain.db.transaction((tx) => startParkedJobs(domain, tx, id));
  for (const job of await silentSince(domain.db, ago(domain, domain.settings.stallMs)))
    await retryJob(domain, job, new Fault('WORKER_STALLED', `worker ${job.worker_id}`), 'lost');
}

/** What an earlier process left behind; only if no other process can own a job, a part or a task. */
export async function recoverOrphans(domain: Domain, workerId: string): Promise<void> {
  await domain.queue.recover();
  await removeSilentWorkers(domain.db, null);
  for (const job of await jobsOfWorker(domain.db, workerId))
    await retryJob(
      domain,
      job,
      new Fault('WORKER_STALLED', `worker ${job.worker_id} is gone`),
      'lost',
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

async function forgetDeliveries(domain: Domain): Promise<void> {
  await removeWebhookEventsBefore(domain.db, ago(domain, domain.settings.deliveriesMs));
}

async function forgetSessions(domain: Domain): Promise<void> {
  await removeExpiredSessions(domain.db, domain.now());
  await removeExpiredInvitations(domain.db, domain.now());
}

async function removeUploads(domain: Domain): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const keys = await removeStaleUploads(tx, {
      unusedSince: ago(domain, domain.settings.unusedUploadMs),
      keptSince: ago(domain, domain.settings.mediaMs),
    });
    if (keys.length > 0) await domain.queue.enqueue(tx, 'removal', { prefixes: [], keys });
  });
}

async function removeMedia(domain: Domain): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const jobs = await mediaKeptBefore(tx, ago(domain, domain.settings.mediaMs));
    for (const job of jobs) await setMediaKept(tx, job.id, null);
    const prefixes = jobs.map((job) => `artifacts/${job.workspace_id}/${job.id}`);
    if (prefixes.length > 0) await domain.queue.enqueue(tx, 'removal', { prefixes, keys: [] });
  });
}

/** Data of a `removal` task: files of what was deleted, then the workspace's rows. */
export interface Removal {
  readonly prefixes: readonly string[];
  readonly keys: readonly string[];
  readonly workspaceId?: string;
}

export async function finishRemoval(
  domain: Domain,
  removal: Removal,
  files: {
    deletePrefix: (prefix: string) => Promise<unknown>;
    delete: (key: string) => Promise<void>;
  },
): Promise<void> {
  for (const prefix of removal.prefixes) await files.deletePrefix(prefix);
  for (const key of removal.keys) await files.delete(key);
  if (removal.workspaceId) await removeWorkspace(domain.db, removal.workspaceId);
}
