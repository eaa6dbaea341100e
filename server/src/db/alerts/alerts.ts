/** Queries over the alerts of workspaces and their targets. */
import type { AlertCondition, AlertTargetType, VideoChoice } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { mailAddressKey, mailAddressKeySql } from '../mail/address.ts';
import { isOwnTarget } from '../mail/readers.ts';
import type { Owned } from '../owned.ts';
import { type LostAccess, lostBy } from '../workspaces/lost-access.ts';

export interface AlertRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly condition: AlertCondition;
  readonly campaign_id: string | null;
  readonly videos: VideoChoice | null;
  readonly time_zone: string;
  readonly quiet_start: string | null;
  readonly quiet_end: string | null;
  readonly digest_above: number;
  readonly enabled: boolean;
  readonly counts_from: Date;
  readonly updated_at: Date;
}

/** With what lists of alerts show. */
export interface ListedAlert extends AlertRow {
  readonly matches_last_week: number;
  readonly last_match_at: Date | null;
}

export interface AlertFields
  extends Omit<AlertRow, 'id' | 'workspace_id' | 'counts_from' | 'updated_at'> {
  readonly id: string;
  readonly workspaceId: string;
  readonly nameKey: string;
  readonly countsFrom: Date;
  readonly now: Date;
}

const columns = `id, workspace_id, name, condition, campaign_id, videos, time_zone, quiet_start, quiet_end, digest_above,
  enabled, counts_from, updated_at`;

/** Ordered by name, or only that with the id. `since`: from when on the matches of the last week count. */
export async function listAlertRows(
  db: Queryable,
  workspaceId: string,
  { id, since }: { readonly id: string | null; readonly since: Date },
): Promise<Owned<ListedAlert>[]> {
  return db.query(
    `select ${columns}, recent.matches_last_week, recent.last_match_at
     from alerts a, lateral (
       select count(*) filter (where found_at >= $3)::int as matches_last_week, max(found_at) as last_match_at
       from alert_matches where alert_id = a.id
     ) recent
     where workspace_id = $1 and ($2::text is null or id = $2) order by name_key, id`,
    [workspaceId, id, since],
    'list alerts',
  );
}

export async function findAlertRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<AlertRow> | undefined> {
  const rows = await db.query<Owned<AlertRow>>(
    `select ${columns} from alerts where workspace_id = $1 and id = $2`,
    [workspaceId, id],
    'find alert',
  );
  return rows[0];
}

export async function alertNamed(
  db: Queryable,
  workspaceId: string,
  nameKey: string,
): Promise<Owned<AlertRow> | undefined> {
  const rows = await db.query<Owned<AlertRow>>(
    `select ${columns} from alerts where workspace_id = $1 and name_key = $2`,
    [workspaceId, nameKey],
    'alert by name',
  );
  return rows[0];
}

export async function countAlerts(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from alerts where workspace_id = $1', [workspaceId]);
}

/** Those of the workspaces that have alerts, also disabled ones: what these found may be withdrawn. */
export async function workspacesWithAlerts(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    `select w.id from unnest($1::text[]) as w (id)
     where exists (select 1 from alerts a where a.workspace_id = w.id)`,
    [workspaceIds],
    'workspaces with alerts',
  );
  return new Set(rows.map(({ id }) => id));
}

/** In the order in which they were made. */
export async function alertRowsOf(db: Queryable, workspaceId: string): Promise<AlertRow[]> {
  return db.query<AlertRow>(
    `select ${columns} from alerts where workspace_id = $1 order by id`,
    [workspaceId],
    'alerts of workspace',
  );
}

/** Locks the alert, so that the videos that it finds follow one another. */
export async function lockAlert(tx: Queryable, id: string): Promise<AlertRow | undefined> {
  const rows = await tx.query<AlertRow>(
    `select ${columns} from alerts where id = $1 for no key update`,
    [id],
    'lock alert',
  );
  return rows[0];
}

/**
 * Keeps the alert from being removed until the transaction ends; false if it was removed. Whoever changes its messages
 * or targets calls this first: removing goes from the alert to its targets and deliveries, so that the two would
 * otherwise wait for each other.
 */
export async function keepAlert(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from alerts where id = $1 for key share',
    [id],
    'keep alert',
  );
  return rows.length > 0;
}

const valuesOf = (row: AlertFields) => [
  row.id,
  row.workspaceId,
  row.name,
  row.nameKey,
  cleanJson(row.condition),
  row.campaign_id,
  row.videos && cleanJson(row.videos),
  row.time_zone,
  row.quiet_start,
  row.quiet_end,
  row.digest_above,
  row.enabled,
  row.countsFrom,
  row.now,
];

export async function insertAlert(db: Queryable, row: AlertFields): Promise<void> {
  await db.query(
    `insert into alerts (id, workspace_id, name, name_key, condition, campaign_id, videos, time_zone, quiet_start,
       quiet_end, digest_above, enabled, counts_from, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    valuesOf(row),
  );
}

export async function updateAlert(db: Queryable, row: AlertFields): Promise<void> {
  await db.query(
    `update alerts set name = $3, name_key = $4, condition = $5, campaign_id = $6, videos = $7, time_zone = $8,
       quiet_start = $9, quiet_end = $10, digest_above = $11, enabled = $12, counts_from = $13, updated_at = $14
     where id = $1 and workspace_id = $2`,
    valuesOf(row),
  );
}

export async function removeAlert(db: Queryable, workspaceId: string, id: string): Promise<void> {
  await db.query('delete from alerts where workspace_id = $1 and id = $2', [workspaceId, id]);
}

export interface AlertTargetRow {
  readonly id: string;
  readonly alert_id: string;
  readonly kind: AlertTargetType;
  readonly address: string;
  readonly token: string | null;
  readonly off_reason: string | null;
}

export type NewTarget = Omit<AlertTargetRow, 'alert_id' | 'off_reason'>;

/** Why nothing is sent to a person who has ended mail of alerts. */
export const unsubscribedReason =
  'UNSUBSCRIBED: The person has ended mail of alerts of this workspace. Only the person can have it again, under Settings, Notifications.';

/** SQL that joins the readers `r` who have ended mail of alerts of `workspace` that others had added as targets `t`. */
export const joinEndedReaders = (workspace: string): string =>
  `left join mail_readers r on t.kind = 'mail' and r.workspace_id = ${workspace} and r.kind = 'alerts'
     and r.address = ${mailAddressKeySql('t.address')} and r.ended_at is not null and not ${isOwnTarget('r.address')}`;

/** In the order in which they were given. Mail to people who have ended it is off, unless they added it since. */
export async function alertTargets(
  db: Queryable,
  alertIds: readonly string[],
): Promise<AlertTargetRow[]> {
  return db.query<AlertTargetRow>(
    `select t.id, t.alert_id, t.kind, t.address, t.token,
       case when r.ended_at is null then t.off_reason else $2 end as off_reason
     from alert_targets t join alerts a on a.id = t.alert_id ${joinEndedReaders('a.workspace_id')}
     where t.alert_id = any($1) order by t.alert_id, t.position`,
    [alertIds, unsubscribedReason],
    'targets of alerts',
  );
}

/**
 * Stores the targets in place of the earlier ones; all of them are on. A target that is new or was off becomes the
 * maker's; one that was on stays with whoever turned it on.
 */
export async function replaceTargets(
  tx: Queryable,
  alertId: string,
  targets: readonly NewTarget[],
  maker: { readonly key_id: string | null; readonly user_id: string | null },
): Promise<void> {
  await tx.query('delete from alert_targets where alert_id = $1 and not (id = any($2))', [
    alertId,
    targets.map(({ id }) => id),
  ]);
  await tx.query(
    `insert into alert_targets as former (id, alert_id, position, kind, address, token, key_id, user_id)
     select id, $1, position, kind, address, token, $3, $4
     from jsonb_to_recordset($2::jsonb) as t (id text, position int, kind text, address text, token text)
     on conflict (id) do update set position = excluded.position, off_reason = null, off_at = null,
       key_id = case when former.off_reason is null then former.key_id else excluded.key_id end,
       user_id = case when former.off_reason is null then former.user_id else excluded.user_id end`,
    [
      alertId,
      JSON.stringify(targets.map((target, position) => ({ ...target, position }))),
      maker.key_id,
      maker.user_id,
    ],
  );
}

export async function turnTargetOff(
  tx: Queryable,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    'update alert_targets set off_reason = $2, off_at = $3 where id = $1 and off_reason is null',
    [id, reason, now],
    'turn target off',
  );
}

/** Claims the next attempt at a target that has failed, until then; false if it is not due or another one is made. */
export async function claimFailingTarget(
  db: Queryable,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const rows = await db.query(
    'update alert_targets set retry_at = $3 where id = $1 and (retry_at is null or retry_at <= $2) returning 1',
    [id, now, until],
    'claim failing target',
  );
  return rows.length > 0;
}

/** Counts a failure; `failures` were known before, so that attempts made at the same time count once. */
export async function noteTargetFailed(
  tx: Queryable,
  id: string,
  { failures, retryAt }: { readonly failures: number; readonly retryAt: Date },
): Promise<void> {
  await tx.query(
    'update alert_targets set failures = failures + 1, retry_at = $3 where id = $1 and failures = $2',
    [id, failures, retryAt],
    'note target failed',
  );
}

/** Returns whether the target had failed before. */
export async function noteTargetWorks(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    'update alert_targets set failures = 0, retry_at = null where id = $1 and failures > 0 returning 1',
    [id],
    'note target works',
  );
  return rows.length > 0;
}

/**
 * Turns off the targets of somebody who has lost access to them: addresses outside of the workspace, as mail goes to its
 * members alone. Returns the ids of their alerts.
 */
export async function turnTargetsOffOf(
  tx: Queryable,
  whose: LostAccess,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<string[]> {
  const { condition, values } = lostBy(whose, {
    key: 't.key_id',
    person: 't.user_id',
    workspace: 'a.workspace_id',
  });
  const rows = await tx.query<{ alert_id: string }>(
    `with off as (
       update alert_targets set off_reason = $1, off_at = $2 where id in (
         select t.id from alert_targets t join alerts a on a.id = t.alert_id
         where t.kind <> 'mail' and t.off_reason is null and ${condition} order by t.id for update of t)
       returning alert_id)
     select distinct alert_id from off order by alert_id`,
    [reason, now, ...values],
  );
  return rows.map(({ alert_id: id }) => id);
}

/** Those of the addresses that belong to a member, as `mailAddressKey` writes them. */
export async function memberAddresses(
  db: Queryable,
  workspaceId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, { readonly verified: boolean }>> {
  const email = mailAddressKeySql('u.email');
  const rows = await db.query<{ email: string; verified: boolean }>(
    `select ${email} as email, u.email_verified as verified
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and ${email} = any($2)`,
    [workspaceId, addresses.map(mailAddressKey)],
    'addresses of members',
  );
  return new Map(rows.map(({ email, verified }) => [email, { verified }]));
}
