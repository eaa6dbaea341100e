/** Queries over the messages of alerts, and their deliveries to targets. */
import type { AlertTargetType, PlanName } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { joinEndedReaders, unsubscribedReason } from './alerts.ts';
import { type MatchRow, matchColumns } from './matches.ts';

export interface MessageRow {
  readonly id: string;
  readonly alert_id: string;
  readonly workspace_id: string;
  readonly due_at: Date;
}

/** The message of the alert that more matches may be added to. */
export async function openMessage(tx: Queryable, alertId: string): Promise<MessageRow | undefined> {
  const rows = await tx.query<MessageRow>(
    `select id, alert_id, workspace_id, due_at from alert_messages where alert_id = $1 and closed_at is null`,
    [alertId],
    'open message',
  );
  return rows[0];
}

export async function insertMessage(
  tx: Queryable,
  message: MessageRow & {
    readonly test: boolean;
    readonly closedAt: Date | null;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into alert_messages (id, alert_id, workspace_id, test, due_at, closed_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      message.id,
      message.alert_id,
      message.workspace_id,
      message.test,
      message.due_at,
      message.closedAt,
      message.now,
    ],
    'insert message',
  );
}

export async function findMessage(db: Queryable, id: string): Promise<MessageRow | undefined> {
  const rows = await db.query<MessageRow>(
    'select id, alert_id, workspace_id, due_at from alert_messages where id = $1 and closed_at is null',
    [id],
    'find open message',
  );
  return rows[0];
}

export async function postponeMessage(tx: Queryable, id: string, dueAt: Date): Promise<void> {
  await tx.query(
    'update alert_messages set due_at = $2 where id = $1 and closed_at is null',
    [id, dueAt],
    'postpone message',
  );
}

/** Closes a message; false if it was closed before. */
export async function closeMessage(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'update alert_messages set closed_at = $2 where id = $1 and closed_at is null returning 1',
    [id, now],
    'close message',
  );
  return rows.length > 0;
}

/** Lets the message say what earlier ones said and was withdrawn since, at most `limit` matches. */
export async function tellOfWithdrawn(
  tx: Queryable,
  { alertId, messageId, limit }: { alertId: string; messageId: string; limit: number },
): Promise<void> {
  await tx.query(
    `update alert_matches set withdrawn_in = $2 where id in (
       select id from alert_matches where alert_id = $1 and withdrawn_at is not null and sent_at is not null
         and withdrawn_in is null order by id limit $3)`,
    [alertId, messageId, limit],
    'tell of withdrawn',
  );
}

export async function countMatchesOf(tx: Queryable, messageId: string): Promise<number> {
  const rows = await tx.query<{ matches: number }>(
    `select count(*)::int as matches from alert_matches where message_id = $1 and withdrawn_at is null`,
    [messageId],
    'matches of message',
  );
  return rows[0]?.matches ?? 0;
}

export interface MessageMatch extends MatchRow {
  readonly withdrawn: boolean;
}

/** What a message says, the oldest first: of what it found and of what is withdrawn, at most `limit` each. */
export async function contentOf(
  db: Queryable,
  messageId: string,
  limit: number,
): Promise<MessageMatch[]> {
  return db.query<MessageMatch>(
    `(select ${matchColumns}, false as withdrawn from alert_matches m join jobs j on j.id = m.job_id
      where m.message_id = $1 and m.withdrawn_at is null order by m.id limit $2)
     union all
     (select ${matchColumns}, true as withdrawn from alert_matches m join jobs j on j.id = m.job_id
      where m.withdrawn_in = $1 order by m.id limit $2)`,
    [messageId, limit],
    'content of message',
  );
}

export interface NewDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly workspaceId: string;
  readonly targetId: string;
  readonly kind: AlertTargetType;
  readonly shown: string;
  readonly now: Date;
}

export async function insertDeliveries(
  tx: Queryable,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  for (const delivery of deliveries)
    await tx.query(
      `insert into alert_deliveries (id, message_id, workspace_id, target_id, kind, shown, status, next_at, created_at)
       values ($1, $2, $3, $4, $5, $6, 'pending', $7, $7)`,
      [
        delivery.id,
        delivery.messageId,
        delivery.workspaceId,
        delivery.targetId,
        delivery.kind,
        delivery.shown,
        delivery.now,
      ],
      'insert alert delivery',
    );
}

export interface DeliveryView {
  readonly message_id: string;
  readonly kind: AlertTargetType;
  readonly shown: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly last_error: string | null;
  readonly next_at: Date | null;
  readonly delivered_at: Date | null;
}

export async function deliveriesOf(
  db: Queryable,
  messageIds: readonly string[],
): Promise<DeliveryView[]> {
  return db.query<DeliveryView>(
    `select message_id, kind, shown, status, attempts, last_error, next_at, delivered_at
     from alert_deliveries where message_id = any($1) order by message_id, id`,
    [messageIds],
    'deliveries of messages',
  );
}

/** What an attempt needs to know. The target is null if it was removed meanwhile. */
export interface PendingDelivery {
  readonly id: string;
  readonly message_id: string;
  readonly workspace_id: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly test: boolean;
  readonly alert_id: string;
  readonly alert_name: string;
  readonly target_id: string | null;
  readonly kind: AlertTargetType;
  readonly address: string | null;
  readonly off_reason: string | null;
  /** How often in a row the target has taken nothing; null if it was removed. */
  readonly failures: number | null;
  /** Until when nothing is sent to it because of that. */
  readonly retry_at: Date | null;
  /** Whether it waits to go together with others in one mail, and until when a process has it in hand for that. */
  readonly held: boolean;
  readonly held_until: Date | null;
  readonly workspace_name: string;
  readonly is_test_workspace: boolean;
  readonly plan: PlanName;
  readonly webhook_secret: string;
  readonly previous_webhook_secret: string | null;
  readonly previous_webhook_secret_until: Date | null;
}

/** Those that are pending, the oldest first. */
export async function findPendingDeliveries(
  db: Queryable,
  ids: readonly string[],
): Promise<PendingDelivery[]> {
  return db.query<PendingDelivery>(
    `select d.id, d.message_id, d.workspace_id, d.attempts, d.created_at, g.test, a.id as alert_id,
       a.name as alert_name, d.target_id, d.kind, t.address,
       case when r.ended_at is null then t.off_reason else $2 end as off_reason, t.failures, t.retry_at,
       h.delivery_id is not null as held, h.taken_until as held_until, w.name as workspace_name,
       w.test as is_test_workspace, w.plan, w.webhook_secret, w.previous_webhook_secret, w.previous_webhook_secret_until
     from alert_deliveries d join alert_messages g on g.id = d.message_id join alerts a on a.id = g.alert_id
       join workspaces w on w.id = d.workspace_id and w.deleted_at is null
       left join alert_targets t on t.id = d.target_id left join held_alert_mails h on h.delivery_id = d.id
       ${joinEndedReaders('d.workspace_id')}
     where d.id = any($1) and d.status = 'pending' order by d.id`,
    [ids, unsubscribedReason],
    'find pending alert deliveries',
  );
}

export interface SettledDelivery {
  readonly id: string;
  /** The attempts before this one; another number means that somebody else has made it. */
  readonly attempts: number;
  readonly status: DeliveryView['status'];
  readonly error: string | null;
  readonly nextAt: Date | null;
  readonly now: Date;
}

/** Notes an attempt; false if another process has noted it. */
export async function settleDelivery(tx: Queryable, settled: SettledDelivery): Promise<boolean> {
  const { id, attempts, status, error, nextAt, now } = settled;
  const rows = await tx.query(
    `update alert_deliveries set attempts = attempts + 1, status = $3, last_error = $4, next_at = $5,
       delivered_at = case when $3 = 'delivered' then $6::timestamptz end
     where id = $1 and attempts = $2 and status = 'pending' returning 1`,
    [id, attempts, status, error, nextAt, now],
    'settle alert delivery',
  );
  return rows.length > 0;
}

export interface PostponedDelivery extends Pick<SettledDelivery, 'id' | 'attempts'> {
  readonly nextAt: Date;
  /** What it waits for, if its owner is told. */
  readonly reason?: string | null;
}

/** Lets a delivery wait without an attempt; false if another process has made one meanwhile. */
export async function postponeDelivery(
  tx: Queryable,
  { id, attempts, nextAt, reason = null }: PostponedDelivery,
): Promise<boolean> {
  const rows = await tx.query(
    `update alert_deliveries set next_at = $3, last_error = coalesce($4, last_error)
     where id = $1 and attempts = $2 and status = 'pending' returning 1`,
    [id, attempts, nextAt, reason],
    'postpone alert delivery',
  );
  return rows.length > 0;
}

/** Deliveries to a target that are to be tried later than `now`, the oldest first. */
export async function waitingDeliveries(
  tx: Queryable,
  targetId: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly id: string; readonly attempts: number }[]> {
  return tx.query(
    `select id, attempts from alert_deliveries
     where target_id = $1 and status = 'pending' and next_at > $2 order by id limit $3`,
    [targetId, now, limit],
    'waiting alert deliveries',
  );
}

/** Notes when the matches of a message were first accepted. */
export async function noteSent(tx: Queryable, messageId: string, now: Date): Promise<void> {
  await tx.query(
    `update alert_matches set sent_at = $2 where message_id = $1 and sent_at is null and withdrawn_at is null`,
    [messageId, now],
    'note matches sent',
  );
}

export interface OverdueTask {
  readonly kind: 'message' | 'delivery';
  readonly id: string;
  readonly workspace_id: string;
  /** Attempts that a delivery has had. */
  readonly attempts: number | null;
}

/** Messages and deliveries that were due before, whose tasks must have been lost. */
export async function overdueTasks(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<OverdueTask[]> {
  return db.query<OverdueTask>(
    `(select 'message' as kind, id, workspace_id, null::int as attempts from alert_messages
      where closed_at is null and due_at < $1 order by due_at limit $2)
     union all
     (select 'delivery' as kind, id, workspace_id, attempts from alert_deliveries
      where status = 'pending' and next_at < $1 order by next_at limit $2)`,
    [before, limit],
  );
}

/** Removes messages that were closed before, with their deliveries, unless one of them is still on its way. */
export async function removeMessagesBefore(
  db: Queryable,
  cutoff: Date,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    `delete from alert_messages where id in (
       select id from alert_messages g where closed_at < $1 and not exists (
         select 1 from alert_deliveries d where d.message_id = g.id and d.status = 'pending')
       order by closed_at limit $2)
     returning 1`,
    [cutoff, limit],
  );
  return rows.length;
}
