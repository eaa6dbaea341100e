/** Queries over the people who get mail of the alerts, or of the reports by schedule, of a workspace. */
import type { MailKind } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { mailAddressKeySql } from './address.ts';

export interface MailReader {
  readonly workspaceId: string;
  readonly kind: MailKind;
  /** As `mailAddressKey` writes it. */
  readonly address: string;
}

const keyOf = ({ workspaceId, kind, address }: MailReader) => [workspaceId, kind, address];

export interface MailLink {
  /** In the address that ends this mail. */
  readonly token: string;
  /** When the person ended it; null while mail is sent. */
  readonly ended_at: Date | null;
}

/** The link for mail to the person, which gets the token `newToken` the first time. */
export async function mailLinkOf(
  db: Queryable,
  reader: MailReader,
  newToken: string,
): Promise<MailLink> {
  const link = await findMailLink(db, reader);
  if (link) return link;

  await db.query(
    `insert into mail_readers (workspace_id, kind, address, token) values ($1, $2, $3, $4)
     on conflict (workspace_id, kind, address) do nothing`,
    [...keyOf(reader), newToken],
    'add mail reader',
  );
  return (await findMailLink(db, reader)) ?? { token: newToken, ended_at: null };
}

async function findMailLink(db: Queryable, reader: MailReader): Promise<MailLink | undefined> {
  const rows = await db.query<MailLink>(
    'select token, ended_at from mail_readers where workspace_id = $1 and kind = $2 and address = $3',
    keyOf(reader),
    'find mail link',
  );
  return rows[0];
}

export interface HourOfMail {
  readonly now: Date;
  readonly hourMs: number;
  /** Maximum number of mails in an hour, which begins with the first. */
  readonly limit: number;
}

/**
 * Counts a mail to a person who has a link. Returns null if it may be sent, otherwise when the hour ends that is full.
 */
export async function countHourOfMail(
  db: Queryable,
  reader: MailReader,
  { now, hourMs, limit }: HourOfMail,
): Promise<Date | null> {
  const hourBegan = new Date(now.getTime() - hourMs);
  // An hour that begins more than an hour from now was counted by a clock that was ahead. Mails at once may differ by
  // moments.
  const isOver = '(hour_from is null or hour_from <= $4 or hour_from > $7)';
  const counted = await db.query(
    `update mail_readers set hour_from = case when ${isOver} then $5 else hour_from end,
       hour_mails = case when ${isOver} then 1 else hour_mails + 1 end
     where workspace_id = $1 and kind = $2 and address = $3 and (${isOver} or hour_mails < $6) returning 1`,
    [...keyOf(reader), hourBegan, now, limit, new Date(now.getTime() + hourMs)],
    'count hour of mail',
  );
  if (counted.length > 0) return null;

  const rows = await db.query<{ hour_from: Date }>(
    `select hour_from from mail_readers
     where workspace_id = $1 and kind = $2 and address = $3 and hour_from is not null`,
    keyOf(reader),
    'full hour of mail',
  );
  return new Date((rows[0]?.hour_from ?? now).getTime() + hourMs);
}

/** Takes a mail back from the count that was not sent. */
export async function uncountMail(db: Queryable, reader: MailReader): Promise<void> {
  await db.query(
    `update mail_readers set hour_mails = greatest(hour_mails - 1, 0)
     where workspace_id = $1 and kind = $2 and address = $3`,
    keyOf(reader),
    'uncount mail',
  );
}

/** Kinds of mail of the workspace that the person has ended. */
export async function endedKinds(
  db: Queryable,
  workspaceId: string,
  address: string,
): Promise<MailKind[]> {
  const rows = await db.query<{ kind: MailKind }>(
    `select kind from mail_readers
     where workspace_id = $1 and kind in ('alerts', 'reports') and address = $2 and ended_at is not null order by kind`,
    [workspaceId, address],
    'ended kinds of mail',
  );
  return rows.map(({ kind }) => kind);
}

/** Lets the person get mail again that was ended. */
export async function resumeMailOf(db: Queryable, reader: MailReader): Promise<void> {
  await db.query(
    'update mail_readers set ended_at = null where workspace_id = $1 and kind = $2 and address = $3',
    keyOf(reader),
    'resume mail',
  );
}

/**
 * SQL that says whether the target `t` of an alert is mail to a person who added it, or turned it on last; `address`, an
 * expression, is that of the person.
 */
export const isOwnTarget = (address: string): string =>
  `(t.kind = 'mail' and ${mailAddressKeySql('t.address')} = ${address} and exists (
     select 1 from users o where o.id = t.user_id and ${mailAddressKeySql('o.email')} = ${address}))`;

/** Turns off the mail of alerts that the person added for the own address; that which others added is off by itself. */
export async function turnOwnTargetsOff(
  tx: Queryable,
  { workspaceId, address }: MailReader,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update alert_targets set off_reason = $3, off_at = $4 where id in (
       select t.id from alert_targets t join alerts a on a.id = t.alert_id
       where a.workspace_id = $1 and t.off_reason is null and ${isOwnTarget('$2::text')} order by t.id for update of t)`,
    [workspaceId, address, reason, now],
  );
}

/** Turns on again what `turnOwnTargetsOff` turned off. */
export async function turnOwnTargetsOn(
  tx: Queryable,
  { workspaceId, address }: MailReader,
  reason: string,
): Promise<void> {
  await tx.query(
    `update alert_targets set off_reason = null, off_at = null where id in (
       select t.id from alert_targets t join alerts a on a.id = t.alert_id
       where a.workspace_id = $1 and t.off_reason = $3 and ${isOwnTarget('$2::text')} order by t.id for update of t)`,
    [workspaceId, address, reason],
  );
}

export async function endMailOf(
  db: Queryable,
  reader: MailReader,
  { newToken, now }: { readonly newToken: string; readonly now: Date },
): Promise<void> {
  await db.query(
    `insert into mail_readers as r (workspace_id, kind, address, token, ended_at) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, kind, address) do update set ended_at = coalesce(r.ended_at, excluded.ended_at)`,
    [...keyOf(reader), newToken, now],
    'end mail of reader',
  );
}

/** Whose mail a link ends, and of what. */
export interface LinkedReader {
  readonly workspace_id: string;
  readonly workspace: string;
  readonly kind: MailKind;
  readonly address: string;
}

/**
 * The person whose mail this token ends; undefined if there is no such token, or the mail has ended. Mails of earlier
 * releases have the token of one target of an alert, or of one recipient of a schedule.
 */
export async function readerOfToken(
  db: Queryable,
  token: string,
): Promise<LinkedReader | undefined> {
  const rows = await db.query<LinkedReader>(
    `select named.workspace_id, w.name as workspace, named.kind, named.address
     from (
       select workspace_id, kind, address from mail_readers where token = $1
       union all
       select a.workspace_id, 'alerts', ${mailAddressKeySql('t.address')}
       from alert_targets t join alerts a on a.id = t.alert_id where t.token = $1
       union all
       select s.workspace_id, 'reports', ${mailAddressKeySql('u.email')}
       from report_schedule_people p join report_schedules s on s.id = p.schedule_id join users u on u.id = p.user_id
       where p.token = $1
     ) named join workspaces w on w.id = named.workspace_id
     where not exists (
       select 1 from mail_readers r where r.workspace_id = named.workspace_id and r.kind = named.kind
         and r.address = named.address and r.ended_at is not null)
       or named.kind = 'alerts' and exists (
         select 1 from alerts a join alert_targets t on t.alert_id = a.id
         where a.workspace_id = named.workspace_id and t.off_reason is null and ${isOwnTarget('named.address')})
     limit 1`,
    [token],
    'reader of token',
  );
  return rows[0];
}

/** Names of the alerts or schedules of the workspace that name the person, at most `limit`. */
export async function namesFor(
  db: Queryable,
  { workspace_id: workspaceId, kind, address }: LinkedReader,
  limit: number,
): Promise<string[]> {
  const source =
    kind === 'alerts'
      ? `alerts n join alert_targets t on t.alert_id = n.id and t.kind = 'mail'
         where ${mailAddressKeySql('t.address')} = $2`
      : `report_schedules n join report_schedule_people p on p.schedule_id = n.id join users u on u.id = p.user_id
         where ${mailAddressKeySql('u.email')} = $2`;
  const rows = await db.query<{ name: string }>(
    `select distinct n.name from ${source} and n.workspace_id = $1 order by n.name limit $3`,
    [workspaceId, address, limit],
  );
  return rows.map(({ name }) => name);
}
