/** Queries over the report schedules of workspaces, and over the people who get their mail. */
import type { Actor, ReportFormat, ReportSchedule, ScheduleEvery } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { mailAddressKey, mailAddressKeySql } from '../mail/address.ts';
import type { Owned } from '../owned.ts';
import { type LostAccess, lostBy } from '../workspaces/lost-access.ts';

export interface ScheduleRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly campaign_id: string | null;
  readonly brand_set_id: string | null;
  readonly every: ScheduleEvery;
  readonly time_zone: string;
  readonly formats: readonly ReportFormat[];
  readonly title: string | null;
  /** Size of the logo; null without one. */
  readonly logo_width: number | null;
  readonly logo_height: number | null;
  readonly deliver: ReportSchedule['deliver'];
  readonly public_link: boolean;
  readonly enabled: boolean;
  readonly off_reason: string | null;
  readonly next_run_at: Date | null;
  readonly origin: string;
  readonly changed_by: Actor | null;
  readonly updated_at: Date;
}

export interface SchedulePicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ScheduleFields = Omit<
  ScheduleRow,
  'logo_width' | 'logo_height' | 'off_reason' | 'updated_at'
> & {
  readonly nameKey: string;
  /** Undefined to keep the present one. */
  readonly logo: SchedulePicture | null | undefined;
  readonly now: Date;
};

/** All columns but the picture, which may have a megabyte. */
const columns = `id, workspace_id, name, campaign_id, brand_set_id, every, time_zone, formats, title, logo_width,
  logo_height, deliver, public_link, enabled, off_reason, next_run_at, origin, changed_by, updated_at`;

/** Ordered by name. */
export async function listScheduleRows(
  db: Queryable,
  workspaceId: string,
): Promise<Owned<ScheduleRow>[]> {
  return db.query(
    `select ${columns} from report_schedules where workspace_id = $1 order by name_key, id`,
    [workspaceId],
    'list report schedules',
  );
}

export async function findScheduleRow(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<Owned<ScheduleRow> | undefined> {
  const rows = await db.query<Owned<ScheduleRow>>(
    `select ${columns} from report_schedules where workspace_id = $1 and id = $2`,
    [workspaceId, id],
    'find report schedule',
  );
  return rows[0];
}

/** Finds a schedule of an existing workspace, for work that no caller asked for. */
export async function findScheduleToRun(
  db: Queryable,
  id: string,
): Promise<(ScheduleRow & { readonly plan: string }) | undefined> {
  const rows = await db.query<ScheduleRow & { plan: string }>(
    `select s.*, w.plan from (select ${columns} from report_schedules where id = $1) s
     join workspaces w on w.id = s.workspace_id and w.deleted_at is null`,
    [id],
    'find report schedule to run',
  );
  return rows[0];
}

export async function scheduleNamed(
  db: Queryable,
  workspaceId: string,
  nameKey: string,
): Promise<Pick<ScheduleRow, 'id' | 'name'> | undefined> {
  const rows = await db.query<Pick<ScheduleRow, 'id' | 'name'>>(
    'select id, name from report_schedules where workspace_id = $1 and name_key = $2',
    [workspaceId, nameKey],
    'report schedule by name',
  );
  return rows[0];
}

export async function countSchedules(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(db, 'select count(*) as count from report_schedules where workspace_id = $1', [
    workspaceId,
  ]);
}

const valuesOf = (row: ScheduleFields) => [
  row.id,
  row.workspace_id,
  row.name,
  row.nameKey,
  row.campaign_id,
  row.brand_set_id,
  cleanJson(row.every),
  row.time_zone,
  row.formats,
  row.title,
  row.deliver,
  row.public_link,
  row.enabled,
  row.next_run_at,
  row.origin,
  row.changed_by && cleanJson(row.changed_by),
  row.now,
];

export async function insertSchedule(db: Queryable, row: ScheduleFields): Promise<void> {
  await db.query(
    `insert into report_schedules (id, workspace_id, name, name_key, campaign_id, brand_set_id, every, time_zone,
       formats, title, deliver, public_link, enabled, next_run_at, origin, changed_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)`,
    valuesOf(row),
  );
  await setLogo(db, row);
}

export async function updateSchedule(db: Queryable, row: ScheduleFields): Promise<void> {
  await db.query(
    `update report_schedules set name = $3, name_key = $4, campaign_id = $5, brand_set_id = $6, every = $7,
       time_zone = $8, formats = $9, title = $10, deliver = $11, public_link = $12, enabled = $13, next_run_at = $14,
       origin = $15, changed_by = $16, updated_at = $17, off_reason = null
     where id = $1 and workspace_id = $2`,
    valuesOf(row),
  );
  await setLogo(db, row);
}

async function setLogo(db: Queryable, { id, logo }: ScheduleFields): Promise<void> {
  if (logo === undefined) return;
  await db.query(
    'update report_schedules set logo = $2, logo_width = $3, logo_height = $4 where id = $1',
    [id, logo?.png ?? null, logo?.width ?? null, logo?.height ?? null],
  );
}

export async function findScheduleLogo(
  db: Queryable,
  id: string,
): Promise<SchedulePicture | undefined> {
  const rows = await db.query<SchedulePicture>(
    `select logo as png, logo_width as width, logo_height as height from report_schedules
     where id = $1 and logo is not null`,
    [id],
  );
  return rows[0];
}

/** Returns the name of the removed schedule; undefined if the workspace has none with this id. */
export async function removeSchedule(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const rows = await db.query<{ name: string }>(
    'delete from report_schedules where workspace_id = $1 and id = $2 returning name',
    [workspaceId, id],
  );
  return rows[0]?.name;
}

export interface TurnOff {
  /** Which schedules: one, or all of a campaign or of a brand set. */
  readonly by: 'id' | 'campaign_id' | 'brand_set_id';
  readonly id: string;
  readonly reason: string;
}

/** Turns schedules off that are on, and says why. */
export async function turnOffSchedules(
  db: Queryable,
  workspaceId: string,
  { by, id, reason }: TurnOff,
): Promise<void> {
  await db.query(
    `update report_schedules set enabled = false, next_run_at = null, off_reason = $3
     where workspace_id = $1 and ${by} = $2 and enabled`,
    [workspaceId, id, reason],
  );
}

/**
 * Turns off the schedules of somebody who has lost access whose reports open without an account; the others send mail to
 * members alone. Returns their ids.
 */
export async function turnOffSchedulesOf(
  tx: Queryable,
  whose: LostAccess,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<string[]> {
  const { condition, values } = lostBy(whose, {
    key: `case when changed_by ->> 'type' = 'key' then changed_by ->> 'id' end`,
    person: `case when changed_by ->> 'type' = 'user' then changed_by ->> 'id' end`,
    workspace: 'workspace_id',
  });
  const rows = await tx.query<{ id: string }>(
    `update report_schedules set enabled = false, next_run_at = null, off_reason = $1, updated_at = $2 where id in (
       select id from report_schedules where public_link and enabled and ${condition} order by id for update)
     returning id`,
    [reason, now, ...values],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks schedules that are due: the first of each workspace, then the second of each, and so on. Skips those that
 * another process has locked.
 */
export async function lockDueSchedules(
  tx: Queryable,
  now: Date,
  limit: number,
): Promise<ScheduleRow[]> {
  return tx.query<ScheduleRow>(
    `with due as (
       select s.id, row_number() over (partition by s.workspace_id order by s.next_run_at, s.id) as place
       from report_schedules s join workspaces w on w.id = s.workspace_id and w.deleted_at is null
       where s.next_run_at <= $1 order by place limit $2)
     select ${columns} from report_schedules
     where id in (select id from due) and next_run_at <= $1 for update skip locked`,
    [now, limit],
    'lock due report schedules',
  );
}

export async function setNextRun(tx: Queryable, id: string, nextRunAt: Date): Promise<void> {
  await tx.query('update report_schedules set next_run_at = $2 where id = $1', [id, nextRunAt]);
}

export interface ScheduleMember {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

/** The members among these people, each given by an id or a mail address. */
export async function membersAmong(
  db: Queryable,
  workspaceId: string,
  people: readonly string[],
): Promise<ScheduleMember[]> {
  return db.query<ScheduleMember>(
    `select u.id as user_id, u.name, u.email, u.email_verified as verified
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and (u.id = any($2) or ${mailAddressKeySql('u.email')} = any($3))`,
    [workspaceId, people, people.map(mailAddressKey)],
  );
}

export interface Recipient extends ScheduleMember {
  readonly schedule_id: string;
  /** Whether the person has ended mail of reports by schedule of the workspace. */
  readonly unsubscribed: boolean;
}

/** People whom these schedules name and who are still members, by name. */
export async function recipientsOf(
  db: Queryable,
  scheduleIds: readonly string[],
): Promise<Recipient[]> {
  return db.query(
    `select p.schedule_id, u.id as user_id, u.name, u.email, u.email_verified as verified,
       r.ended_at is not null as unsubscribed
     from report_schedule_people p join report_schedules s on s.id = p.schedule_id
     join members m on m.workspace_id = s.workspace_id and m.user_id = p.user_id
     join users u on u.id = p.user_id
     left join mail_readers r on r.workspace_id = s.workspace_id and r.kind = 'reports'
       and r.address = ${mailAddressKeySql('u.email')}
     where p.schedule_id = any($1) order by lower(u.name), u.id`,
    [scheduleIds],
    'recipients of report schedules',
  );
}

export interface NewRecipient {
  readonly userId: string;
  readonly token: string;
}

/** Makes these people the recipients; those who were already keep their token. */
export async function setRecipients(
  tx: Queryable,
  scheduleId: string,
  people: readonly NewRecipient[],
): Promise<void> {
  await tx.query(
    'delete from report_schedule_people where schedule_id = $1 and not (user_id = any($2))',
    [scheduleId, people.map(({ userId }) => userId)],
  );
  await tx.query(
    `insert into report_schedule_people (schedule_id, user_id, token)
     select $1, person.user_id, person.token
     from unnest($2::text[], $3::text[]) as person (user_id, token)
     on conflict (schedule_id, user_id) do nothing`,
    [scheduleId, people.map(({ userId }) => userId), people.map(({ token }) => token)],
  );
}
