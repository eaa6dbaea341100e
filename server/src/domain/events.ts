/** The six webhook events: each is recorded, with its delivery task, in the transaction that causes it. */
import { type EventName, Fault, webhookEvents, type webhookTestEvent } from '@reelsight/contract';
import type { z } from 'zod';
import type { BatchRow } from '../db/batches.ts';
import type { Queryable } from '../db/database.ts';
import type { JobRow } from '../db/jobs.ts';
import { countDueEvents, insertWebhookEvent, type WebhookEventRow } from '../db/webhook-events.ts';
import type { Domain } from './domain.ts';

/** Data of a `webhook` task: which event to deliver, in which round, and which attempt of it this is, from 1. */
export interface DeliveryTask {
  readonly eventId: string;
  readonly attempt: number;
  /** Absent in a task of an earlier version: 1. */
  readonly round?: number;
}

/** Waiting deliveries counted for the place in the queue; more change nothing. */
const aheadLimit = 1000;
/** Those that are due later are of the tail of retries: they hold nothing up. */
const dueWithinMs = 60_000;

/**
 * Enqueues one attempt. Tasks are grouped by workspace, so that slow receivers of one leave room for the others; and the
 * more deliveries of a workspace wait, the further back its next one stands, so that a thousand share the attempts with
 * everybody else instead of going first as a block.
 */
export async function enqueueDelivery(
  { queue, now }: Pick<Domain, 'queue' | 'now'>,
  tx: Queryable,
  workspaceId: string,
  task: DeliveryTask,
  delayMs = 0,
): Promise<void> {
  const soon = new Date(now().getTime() + dueWithinMs);
  const ahead = await countDueEvents(tx, workspaceId, soon, aheadLimit);
  const group = { id: workspaceId };
  await queue.enqueue(tx, 'webhook', task, { group, priority: 0 - ahead, delayMs });
}

interface Subject {
  readonly workspaceId: string;
  readonly jobId: string | null;
  readonly batchId: string | null;
  readonly url: string;
}

/** Writes the event and its task. The body is stored as it is signed and sent. */
async function recordEvent(
  domain: Domain,
  tx: Queryable,
  event: EventName,
  subject: Subject,
  fields: Record<string, unknown>,
): Promise<void> {
  const id = domain.newId('evt');
  const now = domain.now();
  const payload = { event, event_id: id, created_at: now.toISOString(), ...fields };
  const checked = webhookEvents[event].safeParse(payload);
  if (!checked.success)
    throw new Fault('INTERNAL_ERROR', `event ${event} does not fit its schema: ${checked.error}`);
  await insertWebhookEvent(tx, {
    id,
    workspace_id: subject.workspaceId,
    job_id: subject.jobId,
    batch_id: subject.batchId,
    event,
    url: subject.url,
    body: JSON.stringify(payload),
    created_at: now,
  });
  await enqueueDelivery(domain, tx, subject.workspaceId, { eventId: id, attempt: 1, round: 1 });
}

/** What a receiver is tried with: `webhook.test`, of no job and no batch. */
export async function recordTestEvent(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  url: string,
): Promise<WebhookEventRow> {
  const id = domain.newId('evt');
  const now = domain.now();
  const payload: z.infer<typeof webhookTestEvent> = {
    event: 'webhook.test',
    event_id: id,
    created_at: now.toISOString(),
  };
  const row = await insertWebhookEvent(tx, {
    id,
    workspace_id: workspaceId,
    job_id: null,
    batch_id: null,
    event: payload.event,
    url,
    body: JSON.stringify(payload),
    created_at: now,
  });
  await enqueueDelivery(domain, tx, workspaceId, { eventId: id, attempt: 1, round: 1 });
  return row;
}

type JobEvent = Extract<EventName, `job.${string}`>;

async function jobEvent(
  domain: Domain,
  tx: Queryable,
  event: JobEvent,
  job: JobRow,
  fields: Record<string, unknown>,
): Promise<void> {
  if (!job.webhook_url) return;
  await recordEvent(
    domain,
    tx,
    event,
    {
      workspaceId: job.workspace_id,
      jobId: job.id,
      batchId: job.batch_id,
      url: job.webhook_url,
    },
    {
      job_id: job.id,
      ...(job.batch_id && { batch_id: job.batch_id }),
      status: job.status,
      credits_charged: job.credits_charged,
      ...(job.completed_at && { completed_at: job.completed_at.toISOString() }),
      ...fields,
    },
  );
}

export function jobCompletedEvent(domain: Domain, tx: Queryable, job: JobRow): Promise<void> {
  return jobEvent(domain, tx, 'job.completed', job, {});
}

export function jobFailedEvent(domain: Domain, tx: Queryable, job: JobRow): Promise<void> {
  return jobEvent(domain, tx, 'job.failed', job, {
    error: { code: job.error_code, message: job.error_message },
  });
}

export function jobCancelledEvent(domain: Domain, tx: Queryable, job: JobRow): Promise<void> {
  return jobEvent(domain, tx, 'job.cancelled', job, {});
}

export function jobHeldEvent(
  domain: Domain,
  tx: Queryable,
  job: JobRow,
  available: number,
): Promise<void> {
  return jobEvent(domain, tx, 'job.held', job, {
    reason: job.hold_reason,
    credits_needed: job.credits_needed,
    balance: available,
  });
}

async function batchEvent(
  domain: Domain,
  tx: Queryable,
  event: Extract<EventName, `batch.${string}`>,
  batch: BatchRow,
  fields: Record<string, unknown>,
): Promise<void> {
  if (!batch.webhook_url) return;
  await recordEvent(
    domain,
    tx,
    event,
    { workspaceId: batch.workspace_id, jobId: null, batchId: batch.id, url: batch.webhook_url },
    { batch_id: batch.id, status: batch.status, ...fields },
  );
}

export function batchCompletedEvent(domain: Domain, tx: Queryable, batch: BatchRow): Promise<void> {
  return batchEvent(domain, tx, 'batch.completed', batch, {
    total_jobs: batch.total_jobs,
    completed_count: batch.completed_count,
    failed_count: batch.failed_count,
    credits_charged: batch.credits_charged,
    aggregate_results: batch.aggregate_results,
    completed_at: batch.completed_at?.toISOString(),
  });
}

export function batchPausedEvent(
  domain: Domain,
  tx: Queryable,
  batch: BatchRow,
  creditsNeeded: number,
): Promise<void> {
  return batchEvent(domain, tx, 'batch.paused', batch, {
    rollup: {
      completed: batch.completed_count,
      failed: batch.failed_count,
      held: batch.held_count,
      pending: batch.pending_count,
    },
    credits_needed_to_resume: creditsNeeded,
  });
}
