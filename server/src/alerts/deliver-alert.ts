/** Makes one attempt to deliver a message of an alert to one target, and decides what follows. */
import { retryDelaysMs } from '@reelsight/contract/webhook-retries';
import { signatureHeaders } from '@reelsight/contract/webhook-signature';
import type { Logger } from 'pino';
import {
  claimFailingTarget,
  keepAlert,
  noteTargetFailed,
  noteTargetWorks,
  turnTargetOff,
} from '../db/alerts/alerts.ts';
import { holdMail, removeHeldMails, returnHeldMails } from '../db/alerts/held-mails.ts';
import {
  findPendingDeliveries,
  noteSent,
  type PendingDelivery,
  type PostponedDelivery,
  postponeDelivery,
  settleDelivery,
  waitingDeliveries,
} from '../db/alerts/messages.ts';
import type { Queryable } from '../db/database.ts';
import { enqueueAlertTask } from '../domain/alerts/tasks.ts';
import type { Domain } from '../domain/domain.ts';
import type { Lookup } from '../network/names.ts';
import { attemptDelivery } from '../webhooks/deliver.ts';
import { slackBody, teamsBody, webhookBody } from './bodies.ts';
import type { AlertContent } from './content.ts';
import { deliverByMail, type MailingOptions } from './deliver-mail.ts';
import { type Attempted, emptinessOf, type Outcome, refusalOf } from './outcome.ts';
import { readContent } from './read-content.ts';

export interface DeliveringOptions extends MailingOptions {
  readonly log: Logger;
  readonly lookup: Lookup;
  readonly allowPrivate: boolean;
}

const minuteMs = 60_000;
/** Waits after the first attempts are those of webhooks; then these follow, and the last one again and again. */
const laterDelaysMs = [5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs];
/** After this time a message is given up: nobody wants to hear of it then. */
const giveUpAfterMs = 72 * 60 * minuteMs;
/** How long one attempt holds a target that has failed; longer than an attempt can take. */
const claimMs = minuteMs;
/** How long a delivery waits for the attempt at its target that another one makes just now. */
const otherAttemptMs = 10_000;
/** How many deliveries go on at once when a target works again; the others wait for their turn. */
const releasedAtOnce = 200;

/** An answer that says that nothing will ever be taken at this address again (RFC 9110, section 15.5.11). */
const goneStatus = 410;

/** `attempts`: how many were made before, as the task knows it. */
export async function deliverAlert(
  options: DeliveringOptions,
  { deliveryId, attempts }: { readonly deliveryId: string; readonly attempts: number },
): Promise<void> {
  const { domain, log } = options;
  const [delivery] = await findPendingDeliveries(domain.db, [deliveryId]);
  if (delivery?.attempts !== attempts) return;
  if (await waitsForTarget(domain, delivery)) return;

  for (const attempted of await attempt(options, delivery)) {
    const { outcome } = attempted;
    const error = 'error' in outcome ? outcome.error : null;
    const { id, kind, workspace_id, alert_id } = attempted.delivery;
    log.info({ workspace_id, alert_id, delivery_id: id, kind, error }, 'alert attempt');
    await settle(domain, attempted);
  }
}

/**
 * Lets a delivery wait while its target takes nothing: only one attempt is made at such a target at a time, so that a
 * dead receiver does not hold the places that deliveries to others need. Examples are always tried once, and whatever
 * would be given up meanwhile is tried a last time.
 */
async function waitsForTarget(domain: Domain, delivery: PendingDelivery): Promise<boolean> {
  const { id, attempts, target_id: targetId, failures, retry_at: retryAt } = delivery;
  if (targetId === null || !failures || (delivery.test && attempts === 0)) return false;

  const now = domain.now();
  const givenUpAt = delivery.created_at.getTime() + giveUpAfterMs;
  if (retryAt && retryAt.getTime() > givenUpAt) return false;
  const until = new Date(now.getTime() + claimMs);
  if (await claimFailingTarget(domain.db, targetId, { now, until })) return false;

  const isDue = !retryAt || retryAt <= now;
  const nextAt = isDue ? new Date(now.getTime() + otherAttemptMs) : retryAt;
  await domain.db.transaction(async (tx) => {
    if (await keepAlert(tx, delivery.alert_id))
      await postpone(domain, tx, delivery.workspace_id, { id, attempts, nextAt });
  });
  return true;
}

/** Lets a delivery wait without an attempt. */
async function postpone(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  postponed: PostponedDelivery,
): Promise<void> {
  if (!(await postponeDelivery(tx, postponed))) return;
  const { id: deliveryId, attempts, nextAt } = postponed;
  const task = { kind: 'delivery', deliveryId, attempts } as const;
  const delayMs = Math.max(0, nextAt.getTime() - domain.now().getTime());
  await enqueueAlertTask(domain, tx, workspaceId, task, delayMs);
}

/** Returns what came of the delivery, and of those that go in the same mail. */
async function attempt(
  options: DeliveringOptions,
  delivery: PendingDelivery,
): Promise<readonly Attempted[]> {
  if (delivery.kind === 'mail') return deliverByMail(options, delivery);

  const { address } = delivery;
  const refusal = refusalOf(delivery);
  if (refusal || address === null)
    return [{ delivery, outcome: refusal ?? { end: 'failed', error: 'the target was removed' } }];

  const content = await readContent(options.domain, delivery);
  const outcome = emptinessOf(content) ?? (await byHttp(options, delivery, { content, address }));
  return [{ delivery, outcome }];
}

interface Message {
  readonly content: AlertContent;
  readonly address: string;
}

async function byHttp(
  { domain, allowPrivate, lookup, origin }: DeliveringOptions,
  delivery: PendingDelivery,
  { content, address }: Message,
): Promise<Outcome> {
  if (!domain.plans[delivery.plan].limits.webhooks_enabled)
    return { end: 'failed', error: 'the plan has no webhooks' };

  const now = domain.now();
  // Ids of events and of deliveries differ only in their prefix, so that an event keeps its id on every attempt.
  const eventId = delivery.id.replace(/^adl_/, 'evt_');
  const body = bodyOf(delivery, content, { eventId, origin: origin() });
  const headers =
    delivery.kind === 'webhook'
      ? await signatureHeaders({ ...secretsAt(delivery, now), body, eventId, now })
      : // Slack and Teams do not read it, but a program that takes their form can tell a repeat by it.
        { 'webhook-id': eventId };
  const { status, error } = await attemptDelivery({
    url: address,
    body,
    headers,
    allowPrivate,
    lookup,
    workspaceId: delivery.workspace_id,
  });

  if (error === null) return { end: 'delivered' };
  return status === goneStatus ? { end: 'failed', error, off: true } : { end: 'again', error };
}

function bodyOf(
  { kind, created_at: createdAt }: PendingDelivery,
  content: AlertContent,
  { eventId, origin }: { readonly eventId: string; readonly origin: string },
): string {
  if (kind === 'slack') return slackBody(content, origin);
  return kind === 'teams'
    ? teamsBody(content, origin)
    : webhookBody(content, { eventId, createdAt });
}

const secretsAt = (delivery: PendingDelivery, now: Date) => ({
  secret: delivery.webhook_secret,
  previousSecret:
    delivery.previous_webhook_secret_until && delivery.previous_webhook_secret_until > now
      ? delivery.previous_webhook_secret
      : null,
});

/** Milliseconds to wait after so many attempts at a delivery, or failures of a target. */
function delayAfter(count: number): number {
  const delays = [...retryDelaysMs, ...laterDelaysMs];
  return delays[count - 1] ?? delays.at(-1) ?? minuteMs;
}

/** Milliseconds until the next attempt; null if none follows. */
export function nextAttemptMs(attemptsMade: number, ageMs: number): number | null {
  const delay = delayAfter(attemptsMade);
  return ageMs + delay > giveUpAfterMs ? null : delay;
}

/** If the process dies before this, the attempt is repeated; receivers know repeats by their id. */
async function settle(domain: Domain, { delivery, outcome }: Attempted): Promise<void> {
  if (outcome.end === 'waits') return keepWaiting(domain, delivery, outcome);

  const { id, attempts, workspace_id: workspaceId, target_id: targetId } = delivery;
  const failures = delivery.failures ?? 0;
  const now = domain.now();
  const age = now.getTime() - delivery.created_at.getTime();
  const count = Math.max(attempts, failures) + 1;
  const delayMs = outcome.end === 'again' ? nextAttemptMs(count, age) : null;
  const error = outcome.end === 'delivered' ? null : outcome.error;

  await domain.db.transaction(async (tx) => {
    if (!(await keepAlert(tx, delivery.alert_id))) return;
    const isOurs = await settleDelivery(tx, {
      id,
      attempts,
      status: outcome.end === 'delivered' ? 'delivered' : delayMs === null ? 'failed' : 'pending',
      error,
      nextAt: delayMs === null ? null : new Date(now.getTime() + delayMs),
      now,
    });
    if (!isOurs) return;

    await endHolding(tx, delivery, delayMs !== null);
    if (outcome.end === 'delivered') {
      await noteSent(tx, delivery.message_id, now);
      if (targetId !== null && (await noteTargetWorks(tx, targetId)))
        await release(domain, tx, workspaceId, targetId);
    }
    if (outcome.end === 'again' && targetId !== null) {
      const retryAt = new Date(now.getTime() + delayAfter(failures + 1));
      await noteTargetFailed(tx, targetId, { failures, retryAt });
    }
    if (outcome.end === 'failed' && outcome.off && targetId !== null)
      await turnTargetOff(tx, targetId, { reason: outcome.error, now });
    if (delayMs !== null) {
      const task = { kind: 'delivery', deliveryId: id, attempts: attempts + 1 } as const;
      await enqueueAlertTask(domain, tx, workspaceId, task, delayMs);
    }
  });
}

async function endHolding(
  tx: Queryable,
  { id, held: isHeld }: PendingDelivery,
  isTriedAgain: boolean,
): Promise<void> {
  if (!isHeld) return;
  if (isTriedAgain) await returnHeldMails(tx, [id]);
  else await removeHeldMails(tx, [id]);
}

async function keepWaiting(
  domain: Domain,
  { id, attempts, alert_id: alertId, workspace_id: workspaceId }: PendingDelivery,
  { until, reason, reader }: Extract<Outcome, { readonly end: 'waits' }>,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    if (!(await keepAlert(tx, alertId))) return;
    if (reader) await holdMail(tx, id, reader);
    await postpone(domain, tx, workspaceId, { id, attempts, nextAt: until, reason });
  });
}

/** Lets what waits for a target go on at once, because the target works again. */
async function release(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  targetId: string,
): Promise<void> {
  const limit = releasedAtOnce;
  for (const { id, attempts } of await waitingDeliveries(tx, targetId, {
    now: domain.now(),
    limit,
  })) {
    const task = { kind: 'delivery', deliveryId: id, attempts } as const;
    await enqueueAlertTask(domain, tx, workspaceId, task);
  }
}
