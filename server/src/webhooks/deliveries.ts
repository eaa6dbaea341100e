/** The loop that delivers recorded events: one task is one attempt, and a failed one enqueues the next. */
import type { Logger } from 'pino';
import { findDelivery, insertWebhookAttempt, settleWebhookEvent } from '../db/webhook-events.ts';
import type { Domain } from '../domain/domain.ts';
import { type DeliveryTask, enqueueDelivery } from '../domain/events.ts';
import type { Lookup } from '../network/names.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import { type Attempt, attemptDelivery } from './deliver.ts';
import { nextDelayMs, retryDelaysMs } from './schedule.ts';
import { signatureHeaders } from './sign.ts';

/** How late a delayed attempt may start: tasks that become due give no notice. */
const pollEveryMs = 250;

export interface DeliveriesOptions {
  readonly domain: Pick<Domain, 'db' | 'queue' | 'now'>;
  readonly log: Logger;
  /** Ends the claiming; attempts under way run to their end, which `done` waits for: at most 5 s and their log entry. */
  readonly signal: AbortSignal;
  /** Attempts at once in this process. */
  readonly concurrency: number;
  /** Attempts at once of one workspace over all processes, and in this one never more than half. */
  readonly perWorkspace: number;
  readonly allowPrivate: boolean;
  /** `exhausted`: there is no further attempt. */
  readonly onAttempt?: (outcome: 'delivered' | 'failed' | 'exhausted') => void;
  readonly lookup: Lookup;
  /** Limit of an attempt, 5 s when absent. */
  readonly timeoutMs?: number;
  readonly retryDelaysMs?: readonly number[];
}

/** Consumes the `webhook` queue. */
export function startDeliveries(options: DeliveriesOptions): { done: Promise<void> } {
  const { domain, log, signal, concurrency, perWorkspace } = options;
  return domain.queue.consume<DeliveryTask>('webhook', (task) => deliver(options, task), {
    concurrency,
    groupConcurrency: Math.min(perWorkspace, Math.ceil(concurrency / 2)),
    pollMs: pollEveryMs,
    signal,
    onError: (error, task) => log.error({ err: error, taskId: task.id }, 'webhook task'),
  });
}

async function deliver(options: DeliveriesOptions, task: HeldTask<DeliveryTask>): Promise<void> {
  const { domain, log } = options;
  const { eventId, attempt } = task.data;
  const event = await findDelivery(domain.db, eventId);
  // Delivered: by a replay that overtook this round.
  if (!event || event.status === 'delivered') return;
  const at = domain.now();
  const { url, body, webhook_secret: secret } = event;
  const made = await attemptDelivery({
    url,
    body,
    headers: signatureHeaders({ secret, body, eventId, now: at }),
    allowPrivate: options.allowPrivate,
    lookup: options.lookup,
    workspaceId: event.workspace_id,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });
  const { status, error, durationMs } = made;
  log.info({ eventId, attempt, status, error, durationMs }, 'webhook attempt');
  await settle(options, task, { ...made, at, workspaceId: event.workspace_id });
}

/**
 * Logs the attempt, enqueues the next one and ends this task, all or nothing: a process that dies before repeats the
 * attempt once its task expires, one that dies after repeats nothing.
 */
async function settle(
  { domain, onAttempt, retryDelaysMs: delaysMs = retryDelaysMs }: DeliveriesOptions,
  task: HeldTask<DeliveryTask>,
  made: Attempt & { at: Date; workspaceId: string },
): Promise<void> {
  const { eventId, attempt } = task.data;
  const delayMs = nextDelayMs(attempt, delaysMs);
  const outcome = made.error === null ? 'delivered' : delayMs === null ? 'exhausted' : 'pending';
  onAttempt?.(outcome === 'pending' ? 'failed' : outcome);
  await domain.db.transaction(async (tx) => {
    await domain.queue.drop(tx, 'webhook', task.id);
    const status = await settleWebhookEvent(tx, eventId, outcome);
    if (status === undefined) return;
    await insertWebhookAttempt(tx, {
      event_id: eventId,
      at: made.at,
      duration_ms: made.durationMs,
      status: made.status,
      error: made.error,
      response: made.response,
    });
    if (status === 'pending' && delayMs !== null) {
      const next = { eventId, attempt: attempt + 1 };
      await enqueueDelivery(domain.queue, tx, made.workspaceId, next, delayMs);
    }
  });
}
