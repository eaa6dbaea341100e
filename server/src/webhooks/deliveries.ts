/** Delivers recorded events: each task is one attempt, and a failed attempt enqueues the next. */

import { nextDelayMs, retryDelaysMs } from '@reelsight/contract/webhook-retries';
import { signatureHeaders } from '@reelsight/contract/webhook-signature';
import type { Logger } from 'pino';
import {
  type DeliveryRow,
  findDelivery,
  insertWebhookAttempt,
  settleWebhookEvent,
} from '../db/events/webhook-events.ts';
import type { Domain } from '../domain/domain.ts';
import { type DeliveryTask, enqueueDelivery } from '../domain/events/events.ts';
import type { Lookup } from '../network/names.ts';
import type { ClaimedTask } from '../queue/consume-loop.ts';
import { currentSpan, inSpan } from '../tracing/scope.ts';
import { noTracer, type Tracer } from '../tracing/tracer.ts';
import { type Attempt, attemptDelivery } from './deliver.ts';

/** How late a delayed attempt may start: tasks that become due send no notification, so the queue must be polled. */
const pollEveryMs = 250;

/**
 * Number of extra attempts for workspaces that have none in progress, so that receivers that stall do not delay other
 * workspaces.
 */
const newcomers = 4;
/**
 * After this time an attempt no longer counts towards the limit, so another may start: a receiver usually answers in a
 * fraction of it.
 */
const slowAttemptMs = 500;

export interface AttemptMade {
  /** `exhausted`: no further attempt follows. */
  readonly outcome: 'delivered' | 'failed' | 'exhausted';
  readonly seconds: number;
  /** Time from the event to its delivery; null for replays, and if the attempt did not deliver the event. */
  readonly delaySeconds: number | null;
}

export interface DeliveriesOptions {
  readonly domain: Pick<Domain, 'db' | 'queue' | 'now' | 'plans'>;
  readonly log: Logger;
  readonly tracer?: Tracer;
  /**
   * Stops claiming tasks. The promise `done` waits for the attempts in progress, which takes at most 5 s plus the time
   * to log them.
   */
  readonly signal: AbortSignal;
  /** Maximum number of concurrent attempts in this process. */
  readonly concurrency: number;
  /**
   * Maximum number of concurrent attempts per workspace across all processes. In this process, never more than half of
   * `concurrency`.
   */
  readonly perWorkspace: number;
  readonly allowPrivate: boolean;
  readonly onAttempt?: (attempt: AttemptMade) => void;
  readonly lookup: Lookup;
  /** Time limit of an attempt; 5 s if absent. */
  readonly timeoutMs?: number;
  /** Waits before the second and later attempts; if absent, the waits in the API documentation. */
  readonly retryDelaysMs?: readonly number[];
  /** Waits before additional attempts that the operator has configured; if absent, there are none. */
  readonly retryTailMs?: readonly number[];
}

/** Consumes the `webhook` queue. */
export function startDeliveries(options: DeliveriesOptions): { done: Promise<void> } {
  const { domain, log, signal, concurrency, perWorkspace } = options;
  return domain.queue.consume<DeliveryTask>('webhook', (task) => deliver(options, task), {
    concurrency,
    groupConcurrency: Math.min(perWorkspace, Math.ceil(concurrency / 2)),
    newcomers,
    longTaskMs: slowAttemptMs,
    pollMs: pollEveryMs,
    signal,
    onError: (error, task) => log.error({ err: error, task_id: task.id }, 'webhook task'),
  });
}

function deliver(options: DeliveriesOptions, task: ClaimedTask<DeliveryTask>): Promise<void> {
  const { eventId, attempt, traceparent } = task.data;
  const attributes = { 'reelsight.event_id': eventId, 'reelsight.attempt': attempt };
  const { tracer = noTracer } = options;
  const span = tracer.start('webhook', traceparent, { kind: 'client', attributes });
  return inSpan(span, { event_id: eventId, attempt }, () => attemptOf(options, task));
}

async function attemptOf(
  options: DeliveriesOptions,
  task: ClaimedTask<DeliveryTask>,
): Promise<void> {
  const { domain, log } = options;
  const { eventId, attempt, round = 1 } = task.data;
  const event = await findDelivery(domain.db, eventId);
  // The attempt is obsolete: a replay has begun another round, or a late attempt of an earlier round has succeeded
  // after all.
  if (event?.status !== 'pending' || event.round !== round) return;

  if (endsTail(options, event, attempt)) {
    await settleWebhookEvent(domain.db, { id: eventId, round, status: 'exhausted', nextAt: null });
    return;
  }

  const now = domain.now();
  const span = currentSpan();
  const { url, body } = event;
  const attemptResult = await attemptDelivery({
    url,
    body,
    headers: {
      ...(await signatureHeaders({ ...secretsAt(event, now), body, eventId: event.event_id, now })),
      ...(span && { traceparent: span.traceparent }),
    },
    allowPrivate: options.allowPrivate,
    lookup: options.lookup,
    workspaceId: event.workspace_id,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });
  const { status, error, durationMs } = attemptResult;
  if (status !== null) span?.set({ 'http.response.status_code': status });
  if (error !== null) span?.fail(error);

  log.info(
    { workspace_id: event.workspace_id, status, error, duration_ms: durationMs },
    'webhook attempt',
  );
  await settle(options, task, { ...attemptResult, at: now, event });
}

const secretsAt = (event: DeliveryRow, now: Date) => ({
  secret: event.webhook_secret,
  previousSecret:
    event.previous_webhook_secret_until && event.previous_webhook_secret_until > now
      ? event.previous_webhook_secret
      : null,
});

/**
 * Whether to stop before this attempt. Every workspace gets the attempts that the API documentation promises; the
 * operator's additional attempts are made only while the workspace may have webhooks.
 */
function endsTail(
  { domain, retryDelaysMs: delaysMs = retryDelaysMs }: DeliveriesOptions,
  { plan, past_due }: DeliveryRow,
  attempt: number,
): boolean {
  if (attempt <= delaysMs.length + 1) return false;
  return past_due || !domain.plans[plan].limits.webhooks_enabled;
}

/**
 * Logs the attempt, enqueues the next attempt and ends this task, all in one transaction. If the process dies before
 * that, the attempt is repeated once its task expires; if it dies afterwards, nothing is repeated.
 */
async function settle(
  options: DeliveriesOptions,
  task: ClaimedTask<DeliveryTask>,
  attemptResult: Attempt & { at: Date; event: DeliveryRow },
): Promise<void> {
  const { domain, onAttempt, retryDelaysMs: delaysMs = retryDelaysMs, retryTailMs = [] } = options;
  const { eventId, attempt, round = 1, traceparent } = task.data;
  const delayMs = nextDelayMs(attempt, [...delaysMs, ...retryTailMs]);
  const outcome =
    attemptResult.error === null ? 'delivered' : delayMs === null ? 'exhausted' : 'pending';
  const { workspace_id: workspaceId, created_at: createdAt } = attemptResult.event;
  const isFirst = outcome === 'delivered' && round === 1;
  const delayed = attemptResult.at.getTime() + attemptResult.durationMs - createdAt.getTime();
  onAttempt?.({
    outcome: outcome === 'pending' ? 'failed' : outcome,
    seconds: attemptResult.durationMs / 1000,
    delaySeconds: isFirst ? Math.max(0, delayed) / 1000 : null,
  });

  await domain.db.transaction(async (tx) => {
    await domain.queue.drop(tx, 'webhook', task.id);
    const nextAt = outcome === 'pending' ? new Date(domain.now().getTime() + (delayMs ?? 0)) : null;
    const settled = await settleWebhookEvent(tx, { id: eventId, round, status: outcome, nextAt });
    if (!settled) return;

    await insertWebhookAttempt(tx, {
      event_id: eventId,
      at: attemptResult.at,
      duration_ms: attemptResult.durationMs,
      status: attemptResult.status,
      error: attemptResult.error,
      response: attemptResult.response,
    });

    if (settled.status === 'pending' && settled.round === round && delayMs !== null) {
      const next = { eventId, attempt: attempt + 1, round, ...(traceparent && { traceparent }) };
      await enqueueDelivery(domain, tx, workspaceId, next, delayMs);
    }
  });
}
