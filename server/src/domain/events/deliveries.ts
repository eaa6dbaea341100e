/** Lists webhook deliveries, and sends an event again (interface.md "Delivery of events"). */
import { type delivery, Fault, type PlanName } from '@reelsight/contract';
import type { z } from 'zod';
import type { Queryable } from '../../db/database.ts';
import {
  type ListedWebhookEvent,
  reopenWebhookEvent,
  type WebhookEventFilter,
  webhookAttemptsOf,
  webhookEventPage,
} from '../../db/events/webhook-events.ts';
import { findWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { checkWebhooks } from '../plans/plan-rules.ts';
import { type CallerAccess, holdCaller } from '../workspaces/access.ts';
import { enqueueDelivery, recordTestEvent } from './events.ts';

type Delivery = z.infer<typeof delivery>;

/** Events of a workspace, newest first. Throws Fault NOT_FOUND if there is no such workspace. */
export async function findDeliveries(
  domain: Domain,
  filter: WebhookEventFilter,
): Promise<ListedWebhookEvent[]> {
  const { workspaceId } = filter;
  if (!(await findWorkspace(domain.db, workspaceId))) {
    throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });
  }
  return webhookEventPage(domain.db, filter);
}

/**
 * Starts a new round of attempts with the same event id and body, whatever the result of earlier rounds was; attempts
 * of those rounds that still wait become stale. Each attempt is signed with the secret that is current at that time. If
 * a workspace is given, the event must belong to it. Throws Fault NOT_FOUND.
 */
export async function replayDelivery(
  domain: Domain,
  eventId: string,
  workspaceId: string | null = null,
): Promise<Delivery> {
  return domain.db.transaction(async (tx) => {
    const event = await reopenWebhookEvent(tx, eventId, domain.now());
    // Throwing rolls the transaction back, so the event is not reopened either.
    if (!event || (workspaceId !== null && event.workspace_id !== workspaceId))
      throw new Fault('NOT_FOUND', eventId, { text: 'There is no such delivery.' });

    await enqueueDelivery(domain, tx, event.workspace_id, {
      eventId,
      attempt: 1,
      round: event.round,
    });

    const target = { id: eventId, name: event.event };
    await domain.audit.note(tx, { workspaceId: event.workspace_id, target });

    const [view] = await deliveryViews(tx, [event]);
    return view as Delivery;
  });
}

/** The workspace that a test event is of, and who sends it. */
interface TestSender extends CallerAccess {
  readonly id: string;
  readonly plan: PlanName;
}

/**
 * Sends an event with an empty payload, delivered like any other. Throws Fault MODE_NOT_ALLOWED or VALIDATION_FAILED, or
 * as `holdCaller`: the caller may lose access while the host of the address is looked up.
 */
export async function sendTestEvent(
  domain: Domain,
  { access, keyId, ...workspace }: TestSender,
  url: string,
): Promise<Delivery> {
  checkWebhooks(domain.plans[workspace.plan], url);
  await domain.ports.checkWebhookUrl(url, workspace.id, 'url');
  return domain.db.transaction(async (tx) => {
    await holdCaller(tx, workspace.id, { access, keyId });
    const event = await recordTestEvent(domain, tx, workspace.id, url);
    const [view] = await deliveryViews(tx, [event]);
    return view as Delivery;
  });
}

/** Events with their attempts. */
export async function deliveryViews(
  db: Queryable,
  events: readonly ListedWebhookEvent[],
): Promise<Delivery[]> {
  const attempts = await webhookAttemptsOf(
    db,
    events.map(({ id }) => id),
  );
  const byEvent = Map.groupBy(attempts, (attempt) => attempt.event_id);
  return events.map((event) => ({
    delivery_id: event.id,
    event_id: event.event_id ?? event.id,
    event: event.event,
    url: event.url,
    job_id: event.job_id,
    batch_id: event.batch_id,
    status: event.status,
    next_attempt_at: event.next_attempt_at?.toISOString() ?? null,
    attempts: (byEvent.get(event.id) ?? []).map(({ event_id: _, at: attemptedAt, ...attempt }) => ({
      ...attempt,
      at: attemptedAt.toISOString(),
    })),
    created_at: event.created_at.toISOString(),
  }));
}
