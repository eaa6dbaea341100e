/** Queries over webhook events and the attempts to deliver them. */
import type { Queryable } from './database.ts';

export interface WebhookEventRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly job_id: string | null;
  readonly batch_id: string | null;
  readonly event: string;
  readonly url: string;
  readonly body: string;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  readonly created_at: Date;
}

export async function insertWebhookEvent(
  db: Queryable,
  row: Omit<WebhookEventRow, 'status'>,
): Promise<void> {
  await db.query(
    `insert into webhook_events (id, workspace_id, job_id, batch_id, event, url, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.id,
      row.workspace_id,
      row.job_id,
      row.batch_id,
      row.event,
      row.url,
      row.body,
      row.created_at,
    ],
  );
}

/** Deliveries of a workspace that are not settled, at most `most`. */
export async function countWaitingEvents(
  db: Queryable,
  workspaceId: string,
  most: number,
): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*) as count from (
       select 1 from webhook_events where workspace_id = $1 and status = 'pending' limit $2) as waiting`,
    [workspaceId, most],
  );
  return rows[0]?.count ?? 0;
}

/** What an attempt needs, read for each attempt so that a rotated secret applies at once. */
export interface DeliveryRow
  extends Pick<WebhookEventRow, 'workspace_id' | 'url' | 'body' | 'status'> {
  readonly webhook_secret: string;
}

/** Undefined if the event or its workspace was deleted. */
export async function findDelivery(db: Queryable, id: string): Promise<DeliveryRow | undefined> {
  const rows = await db.query<DeliveryRow>(
    `select e.workspace_id, e.url, e.body, e.status, w.webhook_secret
     from webhook_events e join workspaces w on w.id = e.workspace_id
     where e.id = $1 and w.deleted_at is null`,
    [id],
  );
  return rows[0];
}

/** Locks the event. A delivered one remains delivered. Returns its current status; undefined if it was deleted. */
export async function settleWebhookEvent(
  db: Queryable,
  id: string,
  status: WebhookEventRow['status'],
): Promise<WebhookEventRow['status'] | undefined> {
  const rows = await db.query<Pick<WebhookEventRow, 'status'>>(
    `update webhook_events set status = case when status = 'delivered' then status else $2 end
     where id = $1 returning status`,
    [id, status],
  );
  return rows[0]?.status;
}

/** Makes an event of a workspace that was not deleted deliverable again. */
export async function reopenWebhookEvent(
  db: Queryable,
  id: string,
): Promise<WebhookEventRow | undefined> {
  const rows = await db.query<WebhookEventRow>(
    `update webhook_events e set status = 'pending' from workspaces w
     where e.id = $1 and w.id = e.workspace_id and w.deleted_at is null returning e.*`,
    [id],
  );
  return rows[0];
}

/** Newest first. */
export async function latestWebhookEvents(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<WebhookEventRow[]> {
  return db.query<WebhookEventRow>(
    'select * from webhook_events where workspace_id = $1 order by created_at desc, id desc limit $2',
    [workspaceId, limit],
  );
}

export interface WebhookAttemptRow {
  readonly event_id: string;
  /** Counts on over replays. */
  readonly attempt: number;
  readonly at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
}

/** Adds the next attempt of an event that the caller has locked. */
export async function insertWebhookAttempt(
  db: Queryable,
  row: Omit<WebhookAttemptRow, 'attempt'>,
): Promise<void> {
  await db.query(
    `insert into webhook_attempts (event_id, attempt, at, duration_ms, status, error, response)
     select $1, coalesce(max(attempt), 0) + 1, $2, $3, $4, $5, $6 from webhook_attempts where event_id = $1`,
    [row.event_id, row.at, row.duration_ms, row.status, row.error, row.response],
  );
}

/** Ascending within an event. */
export async function webhookAttemptsOf(
  db: Queryable,
  eventIds: readonly string[],
): Promise<WebhookAttemptRow[]> {
  return db.query<WebhookAttemptRow>(
    'select * from webhook_attempts where event_id = any ($1) order by event_id, attempt',
    [eventIds],
  );
}

/** Deletes deliveries past their time from the log; pending ones are kept. */
export async function removeWebhookEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query("delete from webhook_events where created_at < $1 and status <> 'pending'", [
    before,
  ]);
}
