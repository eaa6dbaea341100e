/** Queries over webhook events and the attempts to deliver them. */
import type { PlanName } from '@reelsight/contract';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { workspacesOfOwners } from '../workspaces/owners.ts';

export interface WebhookEventRow {
  /** Id of the delivery. */
  readonly id: string;
  /** The event, where the delivery has an id of its own; null if both have the same. */
  readonly event_id: string | null;
  readonly workspace_id: string;
  readonly job_id: string | null;
  readonly batch_id: string | null;
  readonly event: string;
  readonly url: string;
  readonly body: string;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  /** Number of the current round of attempts, counted from 1; a replay starts the next round. */
  readonly round: number;
  /** Null once settled. */
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
}

/** An event without its body, which may have megabytes and is read only to be sent. */
export type ListedWebhookEvent = Omit<WebhookEventRow, 'body'>;

const listedColumns =
  'id, event_id, workspace_id, job_id, batch_id, event, url, status, round, next_attempt_at, created_at';

/** Inserts an event whose first attempt is due immediately. */
export async function insertWebhookEvent(
  db: Queryable,
  row: Omit<WebhookEventRow, 'status' | 'round' | 'next_attempt_at'>,
): Promise<ListedWebhookEvent> {
  const [inserted] = await db.query<ListedWebhookEvent>(
    `insert into webhook_events (id, workspace_id, job_id, batch_id, event, url, body, created_at, next_attempt_at, event_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) returning ${listedColumns}`,
    [
      row.id,
      row.workspace_id,
      row.job_id,
      row.batch_id,
      row.event,
      row.url,
      row.body,
      row.created_at,
      row.event_id,
    ],
  );
  return inserted as ListedWebhookEvent;
}

/** Number of a workspace's deliveries due before a given time, counted up to `limit`. */
export async function countDueEvents(
  db: Queryable,
  workspaceId: string,
  cutoff: Date,
  limit: number,
): Promise<number> {
  return countOf(
    db,
    `select count(*) as count from (
       select 1 from webhook_events
       where workspace_id in (${workspacesOfOwners('$1')}) and status = 'pending' and next_attempt_at < $2
       limit $3) as waiting`,
    [workspaceId, cutoff, limit],
  );
}

/** The data needed for one attempt. It is read again for each attempt, so that a rotated secret applies at once. */
export interface DeliveryRow
  extends Pick<
    WebhookEventRow,
    'workspace_id' | 'url' | 'body' | 'status' | 'round' | 'created_at'
  > {
  /** Id of the event, the same for all its deliveries. */
  readonly event_id: string;
  readonly webhook_secret: string;
  readonly previous_webhook_secret: string | null;
  readonly previous_webhook_secret_until: Date | null;
  readonly plan: PlanName;
  readonly past_due: boolean;
}

/** Undefined if the event or its workspace was deleted. */
export async function findDelivery(db: Queryable, id: string): Promise<DeliveryRow | undefined> {
  const rows = await db.query<DeliveryRow>(
    `select coalesce(e.event_id, e.id) as event_id, e.workspace_id, e.url, e.body, e.status, e.round, e.created_at, w.webhook_secret, w.previous_webhook_secret,
       w.previous_webhook_secret_until, w.plan, w.past_due
     from webhook_events e join workspaces w on w.id = e.workspace_id
     where e.id = $1 and w.deleted_at is null`,
    [id],
  );
  return rows[0];
}

export interface Settling {
  readonly id: string;
  /** Round that the finished attempt belongs to. */
  readonly round: number;
  readonly status: WebhookEventRow['status'];
  /** When the next attempt is due; set while the event is pending. */
  readonly nextAt: Date | null;
}

/**
 * Settles the event after an attempt and locks it. A delivered event remains delivered, and a failure in an earlier
 * round changes nothing. Returns the event after the change; undefined if it was deleted.
 */
export async function settleWebhookEvent(
  db: Queryable,
  { id, round, status, nextAt }: Settling,
): Promise<Pick<WebhookEventRow, 'status' | 'round'> | undefined> {
  const rows = await db.query<Pick<WebhookEventRow, 'status' | 'round'>>(
    `update webhook_events set (status, next_attempt_at) = (
       select case when kept then webhook_events.status else $3 end,
         case when kept then webhook_events.next_attempt_at else $4::timestamptz end
       from (select webhook_events.status = 'delivered' or (webhook_events.round <> $2 and $3 <> 'delivered') as kept) as it)
     where id = $1 returning status, round`,
    [id, round, status, nextAt],
  );
  return rows[0];
}

/** Starts the next round of an event, unless its workspace was deleted. */
export async function reopenWebhookEvent(
  db: Queryable,
  id: string,
  now: Date,
): Promise<ListedWebhookEvent | undefined> {
  const rows = await db.query<ListedWebhookEvent>(
    `update webhook_events set status = 'pending', round = round + 1, next_attempt_at = $2
     where id = $1 and exists (
       select 1 from workspaces w where w.id = webhook_events.workspace_id and w.deleted_at is null)
     returning ${listedColumns}`,
    [id, now],
  );
  return rows[0];
}

export interface WebhookEventFilter {
  readonly workspaceId: string;
  readonly event?: string | undefined;
  readonly status?: WebhookEventRow['status'] | undefined;
  readonly jobId?: string | undefined;
  readonly before?: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function webhookEventPage(
  db: Queryable,
  { workspaceId, event, status, jobId, before: cursor, limit }: WebhookEventFilter,
): Promise<ListedWebhookEvent[]> {
  const values: unknown[] = [workspaceId, limit];
  const conditions = ['workspace_id = $1'];
  const where = (condition: (first: number) => string, ...params: unknown[]) => {
    conditions.push(condition(values.length + 1));
    values.push(...params);
  };
  if (event !== undefined) where((parameter) => `event = $${parameter}`, event);
  // The status is written as a literal, so that the partial index for these rows is used.
  if (status !== undefined) conditions.push(`status = '${status}'`);
  if (jobId !== undefined) where((parameter) => `job_id = $${parameter}`, jobId);
  if (cursor)
    where(
      (parameter) => `(created_at, id) < ($${parameter}, $${parameter + 1})`,
      cursor.createdAt,
      cursor.id,
    );

  return db.query<ListedWebhookEvent>(
    `select ${listedColumns} from webhook_events where ${conditions.join(' and ')} order by created_at desc, id desc limit $2`,
    values,
  );
}

export interface WebhookAttemptRow {
  readonly event_id: string;
  /** Number of the attempt; counting continues across replays. */
  readonly attempt: number;
  readonly at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
}

/** How many of an event's latest attempts are kept and shown. Its owner may send it again without end. */
const keptAttempts = 40;

/** Adds the next attempt of an event locked by the caller, and removes the one that is no longer kept. */
export async function insertWebhookAttempt(
  db: Queryable,
  row: Omit<WebhookAttemptRow, 'attempt'>,
): Promise<void> {
  await db.query(
    `with added as (
       insert into webhook_attempts (event_id, attempt, at, duration_ms, status, error, response)
       select $1, coalesce(max(attempt), 0) + 1, $2, $3, $4, $5, $6 from webhook_attempts where event_id = $1
       returning attempt
     )
     delete from webhook_attempts old using added
     where old.event_id = $1 and old.attempt <= added.attempt - $7`,
    [row.event_id, row.at, row.duration_ms, row.status, row.error, row.response, keptAttempts],
  );
}

/** The latest attempts of each event, in ascending order. */
export async function webhookAttemptsOf(
  db: Queryable,
  eventIds: readonly string[],
): Promise<WebhookAttemptRow[]> {
  return db.query<WebhookAttemptRow>(
    `select event_id, attempt, at, duration_ms, status, error, response from (
       select *, row_number() over (partition by event_id order by attempt desc) as from_last
       from webhook_attempts where event_id = any ($1)) ranked
     where from_last <= $2 order by event_id, attempt`,
    [eventIds, keptAttempts],
  );
}

/** Deletes expired deliveries from the log; pending ones are kept. */
export async function removeWebhookEventsBefore(db: Queryable, cutoff: Date): Promise<void> {
  await db.query("delete from webhook_events where created_at < $1 and status <> 'pending'", [
    cutoff,
  ]);
}
