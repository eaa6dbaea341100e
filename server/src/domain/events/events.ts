/**
 * Writes events to the log, each in the transaction that causes it. An event of a kind that webhooks carry also gets a
 * delivery with the same id and body, if an address was given.
 */
import {
  type EventKind,
  eventKinds,
  eventSchemas,
  Fault,
  type JobStatus,
  type LoggedEventKind,
} from '@reelsight/contract';
import { storableText } from '@reelsight/contract/clean-text';
import type { BatchRow } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import { insertEvent, type NewEvent } from '../../db/events/events.ts';
import {
  countDueEvents,
  insertWebhookEvent,
  type ListedWebhookEvent,
} from '../../db/events/webhook-events.ts';
import type { JobRow, NewJob } from '../../db/jobs/jobs.ts';
import { ownerGroup } from '../../db/workspaces/members.ts';
import { webhookAddressesOf } from '../../db/workspaces/workspaces.ts';
import { currentSpan } from '../../tracing/scope.ts';
import type { JobTrace } from '../../tracing/tracer.ts';
import type { Domain } from '../domain.ts';

/**
 * Data of a `webhook` task: which event to deliver, in which round, and the number of the attempt within that round,
 * counted from 1.
 */
export interface DeliveryTask {
  /** Id of the delivery, which is that of its event unless the event goes to two addresses. */
  readonly eventId: string;
  readonly attempt: number;
  /** Absent in a task of an earlier version, which means 1. */
  readonly round?: number;
  /** `traceparent` of the span that caused the event. */
  readonly traceparent?: string;
}

/**
 * Waiting deliveries are counted up to this number to determine the next delivery's place in the queue; more would not
 * change it.
 */
const aheadLimit = 1000;
/** Deliveries due later than this are not counted, because they are late retries and delay no other delivery. */
const dueWithinMs = 60_000;

/**
 * Enqueues one attempt. Tasks are grouped by workspace, so that slow receivers of one workspace do not take up all
 * attempts. The more deliveries of a workspace wait, the further back its next one is queued, so that a thousand
 * deliveries at once share the attempts with other workspaces instead of going first as a block.
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
  const group = { id: await ownerGroup(tx, workspaceId) };
  await queue.enqueue(tx, 'webhook', task, { group, priority: 0 - ahead, delayMs });
}

interface Subject {
  readonly workspaceId: string;
  readonly jobId: string | null;
  readonly batchId: string | null;
}

/** Fields of an event that are JSON already, because they may be too large to be written here. */
type WrittenFields = Readonly<Record<string, string>>;

/**
 * Builds an event in the form in which it is stored, signed and sent. Throws Fault INTERNAL_ERROR if it does not fit
 * its schema.
 */
function eventOf(
  domain: Domain,
  kind: EventKind,
  subject: Subject,
  fields: Record<string, unknown>,
  writtenFields: WrittenFields = {},
): NewEvent {
  const id = domain.newId('evt');
  const now = domain.now();
  const payload = { event: kind, event_id: id, created_at: now.toISOString(), ...fields };
  const checked = eventSchemas[kind].safeParse(payload);
  if (!checked.success)
    throw new Fault('INTERNAL_ERROR', `event ${kind} does not fit its schema: ${checked.error}`);

  return {
    id,
    workspace_id: subject.workspaceId,
    job_id: subject.jobId,
    batch_id: subject.batchId,
    kind,
    payload: withWritten(payload, writtenFields),
    created_at: now,
  };
}

/** The JSON of an object in which the written fields replace those of the same name. */
function withWritten(payload: Record<string, unknown>, writtenFields: WrittenFields): string {
  const otherFields = Object.entries(payload).filter(([name]) => !(name in writtenFields));
  const members = [
    ...otherFields.map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...Object.entries(writtenFields),
  ];
  const texts = members.flatMap(([name, json]) =>
    json === undefined ? [] : [`${JSON.stringify(name)}:${json}`],
  );
  return `{${texts.join(',')}}`;
}

/** The address to which an event is delivered, and the trace and the span that it belongs to. */
export interface Delivered {
  readonly url: string;
  /** Id of the delivery; that of the event by default. */
  readonly deliveryId?: string;
  /** The trace of the event's job. */
  readonly trace?: JobTrace | null;
  /**
   * `traceparent` of the span in which the event happened; if absent, the current span's is used, or else the job's.
   */
  readonly cause?: string | undefined;
}

/** Records the delivery of an event. */
export async function deliverEvent(
  domain: Domain,
  tx: Queryable,
  event: NewEvent,
  { url, deliveryId, trace, cause }: Delivered,
): Promise<ListedWebhookEvent> {
  const { kind, payload, id: eventId, ...fields } = event;
  const id = deliveryId ?? eventId;
  const row = await insertWebhookEvent(tx, {
    ...fields,
    id,
    event_id: id === eventId ? null : eventId,
    event: kind,
    url,
    body: payload,
  });

  const traceparent = cause ?? currentSpan()?.traceparent ?? trace?.traceparent;
  await enqueueDelivery(domain, tx, event.workspace_id, {
    eventId: id,
    attempt: 1,
    round: 1,
    ...(traceparent && { traceparent }),
  });

  return row;
}

/** Records a `webhook.test` event to try a receiver; it belongs to no job and no batch. */
export async function recordTestEvent(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  url: string,
): Promise<ListedWebhookEvent> {
  const subject = { workspaceId, jobId: null, batchId: null };
  return deliverEvent(domain, tx, eventOf(domain, 'webhook.test', subject, {}), { url });
}

/** The kind of the event for a job's change from one status to another. */
function kindOfMove(from: JobStatus, to: JobStatus): LoggedEventKind {
  if (to === 'pending') return from === 'held' ? 'job.resumed' : 'job.retried';
  return to === 'processing' ? 'job.started' : `job.${to}`;
}

/** Writes the event for a job whose status changed; `job` is the row after the change. */
export function jobMoved(
  domain: Domain,
  from: JobStatus,
  job: JobRow,
  fields: Record<string, unknown>,
): NewEvent {
  const kind = kindOfMove(from, job.status);
  const subject = { workspaceId: job.workspace_id, jobId: job.id, batchId: job.batch_id };
  return eventOf(domain, kind, subject, {
    job_id: job.id,
    ...(job.batch_id && { batch_id: job.batch_id }),
    ...(job.ask.test && { test: true }),
    status: job.status,
    credits_charged: job.credits_charged,
    ...(job.completed_at && { completed_at: job.completed_at.toISOString() }),
    ...(job.status === 'held' && {
      reason: job.hold_reason,
      credits_needed: job.credits_needed,
    }),
    ...(job.error_code !== null && {
      error: { code: job.error_code, message: storableText(job.error_message ?? '') },
    }),
    ...fields,
  });
}

export function jobCreated(domain: Domain, job: Omit<NewJob, 'task_id'>): NewEvent {
  const subject = { workspaceId: job.workspace_id, jobId: job.id, batchId: job.batch_id };
  return eventOf(domain, 'job.created', subject, {
    job_id: job.id,
    ...(job.batch_id && { batch_id: job.batch_id }),
    ...(job.ask.test && { test: true }),
    status: 'pending',
    credits_charged: null,
    ...(job.external_id !== null && { external_id: storableText(job.external_id) }),
    ...(job.follow_id !== null && { follow_id: job.follow_id }),
  });
}

type BatchEvent = Extract<LoggedEventKind, `batch.${string}`>;

/** Writes an event of a batch, and its delivery if webhooks carry events of this kind. */
export async function writeBatchEvent(
  domain: Domain,
  tx: Queryable,
  kind: BatchEvent,
  batch: BatchRow,
  fields: Record<string, unknown> = {},
  writtenFields: WrittenFields = {},
): Promise<void> {
  const subject = { workspaceId: batch.workspace_id, jobId: null, batchId: batch.id };
  const allFields = {
    batch_id: batch.id,
    ...(batch.request.test && { test: true }),
    status: batch.status,
    ...fields,
  };
  const event = eventOf(domain, kind, subject, allFields, writtenFields);
  await insertEvent(tx, event);
  tx.onCommitted(() => domain.onEvents(kind, 1));

  if (eventKinds[kind].way !== 'webhook') return;
  const url = batch.webhook_url;
  if (url) await deliverEvent(domain, tx, event, { url });
  await deliverToWorkspaces(domain, tx, [{ event, url }]);
}

/** An event, and what its delivery to the address of its job or batch was; `url` is null if it has none. */
export interface ToldEvent extends Omit<Delivered, 'url' | 'deliveryId'> {
  readonly event: NewEvent;
  readonly url: string | null;
}

/**
 * Records deliveries to the addresses of the workspaces, where they have one that gets events of this kind and that
 * does not get the event anyway.
 */
export async function deliverToWorkspaces(
  domain: Domain,
  tx: Queryable,
  toldEvents: readonly ToldEvent[],
): Promise<void> {
  const ids = new Set(toldEvents.map(({ event }) => event.workspace_id));
  const addresses = ids.size > 0 ? await webhookAddressesOf(tx, [...ids]) : [];
  const byWorkspace = new Map(addresses.map((address) => [address.id, address]));

  for (const { event, url, ...origin } of toldEvents) {
    const address = byWorkspace.get(event.workspace_id);
    const isSent =
      address !== undefined &&
      domain.plans[address.plan].limits.webhooks_enabled &&
      address.webhook_events.includes(event.kind) &&
      address.webhook_url !== url;
    if (isSent)
      await deliverEvent(domain, tx, event, {
        ...origin,
        url: address.webhook_url,
        deliveryId: domain.newId('evt'),
      });
  }
}
