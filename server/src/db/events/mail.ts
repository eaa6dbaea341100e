/** Queries over mail about jobs and batches: members' choices, and notifications still to be sent. */
import type { MailChoice } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';

export interface MailEnd {
  readonly workspaceId: string;
  readonly failed: boolean;
  readonly details: MailDetails;
}

/** The content of a mail about one job or batch. */
export type MailDetails =
  | {
      readonly kind: 'job';
      readonly id: string;
      readonly title: string | null;
      readonly status: string;
      readonly message: string | null;
    }
  | {
      readonly kind: 'batch';
      readonly id: string;
      readonly status: string;
      readonly total: number;
      readonly completed: number;
      readonly failed: number;
    }
  | { readonly kind: 'code'; readonly code: string };

export interface MailItem {
  readonly id: string;
  readonly workspace_id: string;
  readonly workspace: string | null;
  readonly token: string | null;
  readonly details: MailDetails;
}

/** Inserts an item for every member who wants mail and whose address is verified. */
export async function insertMailItems(
  tx: Queryable,
  ends: readonly MailEnd[],
  newId: () => string,
  now: Date,
): Promise<void> {
  const recipients = await tx.query<{ at: number; user_id: string }>(
    `select one.at, c.user_id
     from jsonb_to_recordset($1::jsonb) as one (at int, workspace_id text, failed boolean)
     join mail_choices c on c.workspace_id = one.workspace_id and (c.choice = 'all' or one.failed)
     join members m on m.workspace_id = c.workspace_id and m.user_id = c.user_id
     join users u on u.id = c.user_id and u.email_verified
     order by one.at, c.user_id`,
    [
      cleanJson(
        ends.map(({ workspaceId, failed }, index) => ({
          at: index,
          workspace_id: workspaceId,
          failed,
        })),
      ),
    ],
    'who gets mail',
  );
  if (recipients.length === 0) return;

  const items = recipients.flatMap(({ at: index, user_id }) => {
    const end = ends[index];
    return end
      ? [{ id: newId(), user_id, workspace_id: end.workspaceId, details: end.details }]
      : [];
  });
  await insertItems(tx, items, now);
}

export async function insertItems(
  tx: Queryable,
  items: readonly { id: string; user_id: string; workspace_id: string; details: MailDetails }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into mail_items (id, user_id, workspace_id, kind, details, created_at)
     select id, user_id, workspace_id, details ->> 'kind', details, $2
     from jsonb_to_recordset($1::jsonb) as one (id text, user_id text, workspace_id text, details jsonb)`,
    [cleanJson(items), now],
    'insert mail items',
  );
}

export interface DuePerson {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly failures: number;
}

/**
 * Claims a person whose pending mail is due: no other process takes this person before `until`. A mail with a
 * verification code does not wait for the pause between mails. Only each person's oldest item is read, because
 * thousands may be waiting for one person.
 */
export async function takeDuePerson(
  db: Queryable,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<DuePerson | undefined> {
  const rows = await db.query<DuePerson>(
    `with recursive waiting as (
       (select user_id, id from mail_items order by user_id, id limit 1)
       union all
       select other.user_id, other.id from waiting w cross join lateral (
         select i.user_id, i.id from mail_items i where i.user_id > w.user_id order by i.user_id, i.id limit 1) other),
     due as (
       select w.user_id from waiting w left join mail_people p on p.user_id = w.user_id
       where p.user_id is null or (p.next_at <= $1 and (p.taken_until is null or p.taken_until <= $1))
       order by w.id limit 1),
     taken as (
       insert into mail_people as p (user_id, next_at, taken_until) select user_id, $1, $2 from due
       on conflict (user_id) do update set taken_until = excluded.taken_until
         where p.next_at <= $1 and (p.taken_until is null or p.taken_until <= $1)
       returning user_id, failures)
     select taken.user_id, taken.failures, u.email, u.name from taken join users u on u.id = taken.user_id`,
    [now, until],
    'take due person',
  );
  return rows[0];
}

/**
 * The person's unsent items, oldest first. An item has a `token` only if the person is still a member of an existing
 * workspace and wants its mail.
 */
export async function mailItemsOf(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<MailItem[]> {
  return db.query<MailItem>(
    `select i.id, i.workspace_id, i.details, w.name as workspace, c.token
     from mail_items i left join workspaces w on w.id = i.workspace_id and w.deleted_at is null
     left join (mail_choices c join members m on m.workspace_id = c.workspace_id and m.user_id = c.user_id)
       on c.workspace_id = w.id and c.user_id = i.user_id
     where i.user_id = $1 order by i.id limit $2`,
    [userId, limit],
    'mail items',
  );
}

/**
 * Deletes items that were sent or that are no longer wanted. A verification code requested meanwhile does not have to
 * wait until `nextAt`.
 */
export async function endMail(
  db: Queryable,
  userId: string,
  ids: readonly string[],
  nextAt: Date,
): Promise<void> {
  await db.query(
    `with told as (delete from mail_items where id = any ($2))
     update mail_people set failures = 0, last_error = null, taken_until = null,
       next_at = case when exists (
         select 1 from mail_items where user_id = $1 and kind = 'code' and not (id = any ($2)))
         then next_at else $3::timestamptz end
     where user_id = $1`,
    [userId, ids, nextAt],
    'end mail',
  );
}

export async function noteMailFailure(
  db: Queryable,
  userId: string,
  error: string,
  nextAt: Date,
): Promise<void> {
  await db.query(
    `update mail_people set failures = failures + 1, last_error = $2, next_at = $3, taken_until = null
     where user_id = $1`,
    [userId, error, nextAt],
    'note mail failure',
  );
}

export async function removeMailItems(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query('delete from mail_items where id = any ($1)', [ids]);
}

export interface MailPreference {
  readonly email: string;
  readonly verified: boolean;
  readonly choice: MailChoice;
}

export async function findMailPreference(
  db: Queryable,
  workspaceId: string,
  userId: string,
): Promise<MailPreference | undefined> {
  const rows = await db.query<MailPreference>(
    `select u.email, u.email_verified as verified, coalesce(c.choice, 'never') as choice
     from users u left join mail_choices c on c.user_id = u.id and c.workspace_id = $1
     where u.id = $2`,
    [workspaceId, userId],
  );
  return rows[0];
}

export async function setMailChoice(
  tx: Queryable,
  row: { workspaceId: string; userId: string; choice: MailChoice; token: string },
): Promise<void> {
  if (row.choice === 'never') {
    await tx.query('delete from mail_choices where workspace_id = $1 and user_id = $2', [
      row.workspaceId,
      row.userId,
    ]);
    return;
  }
  await tx.query(
    `insert into mail_choices (workspace_id, user_id, choice, token) values ($1, $2, $3, $4)
     on conflict (workspace_id, user_id) do update set choice = excluded.choice`,
    [row.workspaceId, row.userId, row.choice, row.token],
  );
}

/** Turns off the mail that the token belongs to. Returns the name of its workspace; undefined for an unknown token. */
export async function removeChoiceByToken(
  db: Queryable,
  token: string,
): Promise<{ readonly name: string | null } | undefined> {
  const rows = await db.query<{ name: string | null }>(
    `with gone as (delete from mail_choices where token = $1 returning workspace_id, user_id),
     items as (delete from mail_items i using gone g
       where i.user_id = g.user_id and i.workspace_id = g.workspace_id and i.kind <> 'code')
     select w.name from gone left join workspaces w on w.id = gone.workspace_id`,
    [token],
  );
  return rows[0];
}

export async function findChoiceByToken(
  db: Queryable,
  token: string,
): Promise<{ readonly name: string | null } | undefined> {
  const rows = await db.query<{ name: string | null }>(
    `select w.name from mail_choices c left join workspaces w on w.id = c.workspace_id where c.token = $1`,
    [token],
  );
  return rows[0];
}

/** Stores a code; false if one was created less than a minute ago. */
export async function setCode(
  tx: Queryable,
  row: { userId: string; hash: string; until: Date; now: Date; notAfter: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into mail_people as p (user_id, next_at, code_hash, code_until) values ($1, $4, $2, $3)
     on conflict (user_id) do update
       set code_hash = excluded.code_hash, code_until = excluded.code_until, code_tries = 0, next_at = $4
     where p.code_until is null or p.code_until <= $5
     returning user_id`,
    [row.userId, row.hash, row.until, row.now, row.notAfter],
  );
  return rows.length > 0;
}

/**
 * Counts a try and returns whether the code is correct and still valid. If so, it is used up and the address is
 * verified.
 */
export async function useCode(
  tx: Queryable,
  row: { userId: string; hash: string; now: Date; tries: number },
): Promise<boolean> {
  const [attempt] = await tx.query<{ right: boolean }>(
    `update mail_people set code_tries = code_tries + 1 where user_id = $1 and code_until > $2 and code_tries < $3
     returning code_hash = $4 as right`,
    [row.userId, row.now, row.tries, row.hash],
  );
  if (!attempt?.right) return false;

  await tx.query('update mail_people set code_hash = null, code_until = null where user_id = $1', [
    row.userId,
  ]);
  await tx.query('update users set email_verified = true, updated_at = $2 where id = $1', [
    row.userId,
    row.now,
  ]);

  return true;
}
