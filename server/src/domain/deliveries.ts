/** The log of webhook deliveries as an operator reads it, and sending an event once more (interface.md "Delivery of events"). */
import { type delivery, Fault, type PlanName } from '@reelsight/contract';
import type { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import {
  latestWebhookEvents,
  reopenWebhookEvent,
  type WebhookEventRow,
  webhookAttemptsOf,
} from '../db/webhook-events.ts';
import { findWorkspace } from '../db/workspaces.ts';
import type { Domain } from './domain.ts';
import { enqueueDelivery, recordTestEvent } from './events.ts';
import { checkWebhooks } from './plan-rules.ts';

type Delivery = z.infer<typeof delivery>;

const Listed = 100;

/** The last 100 events of a workspace with their attempts, newest first. Throws Fault NOT_FOUND. */
export async function listDeliveries(domain: Domain, workspaceId: string): Promise<Delivery[]> {
  if (!(await findWorkspace(domain.db, workspaceId))) {
    throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });
  }
  return withAttempts(domain.db, await latestWebhookEvents(domain.db, workspaceId, Listed));
}

/**
 * A new round of up to four attempts with the same event id and body, however the earlier rounds ended; each attempt is
 * signed with the secret current at its time. The event must belong to the workspace, if one is given. Throws Fault
 * NOT_FOUND.
 */
export async function replayDelivery(
  domain: Domain,
  eventId: string,
  workspaceId: string | null = null,
): Promise<Delivery> {
  return domain.db.transaction(async (tx) => {
    const event = await reopenWebhookEvent(tx, eventId);
    // Thrown on, the transaction undoes what was reopened.
    if (!event || (workspaceId !== null && event.workspace_id !== workspaceId))
      throw new Fault('NOT_FOUND', eventId, { text: 'There is no such delivery.' });
    await enqueueDelivery(domain.queue, tx, event.workspace_id, { eventId, attempt: 1 });
    const target = { id: eventId, name: event.event };
    await domain.audit.note(tx, { workspaceId: event.workspace_id, target });
    const [view] = await withAttempts(tx, [event]);
    return view as Delivery;
  });
}

/** An event with an empty payload, delivered like any other. Throws Fault MODE_NOT_ALLOWED or VALIDATION_FAILED. */
export async function sendTestEvent(
  domain: Domain,
  workspace: { readonly id: string; readonly plan: PlanName },
  url: string,
): Promise<Delivery> {
  checkWebhooks(domain.plans[workspace.plan], url);
  await domain.ports.checkWebhookUrl(url, workspace.id);
  return domain.db.transaction(async (tx) => {
    const event = await recordTestEvent(domain, tx, workspace.id, url);
    const [view] = await withAttempts(tx, [event]);
    return view as Delivery;
  });
}

async function withAttempts(
  db: Queryable,
  events: readonly WebhookEventRow[],
): Promise<Delivery[]> {
  const attempts = await webhookAttemptsOf(
    db,
    events.map(({ id }) => id),
  );
  const byEvent = Map.groupBy(attempts, (attempt) => attempt.event_id);
  return events.map((event) => ({
    delivery_id: event.id,
    event_id: event.id,
    event: event.event,
    url: event.url,
    status: event.status,
    attempts: (byEvent.get(event.id) ?? []).map(({ event_id: _, at, ...attempt }) => ({
      ...attempt,
      at: at.toISOString(),
    })),
    created_at: event.created_at.toISOString(),
  }));
}
