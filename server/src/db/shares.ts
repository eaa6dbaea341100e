/** Queries over shares: links that show parts of a job without an account. */
import type { Actor, SharePart } from '@reelsight/contract';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import type { Owned } from './owned.ts';
import { firstOwner } from './workspaces/owners.ts';

export interface NewShare {
  readonly id: string;
  readonly workspaceId: string;
  /** The subject of the share: exactly one of the two ids is set. */
  readonly jobId: string | null;
  readonly reportId: string | null;
  readonly hash: string;
  readonly parts: readonly SharePart[];
  readonly createdBy: Actor | null;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly namesSender: boolean;
  readonly logo: ShareLogo | null;
}

export interface ShareLogo {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export async function insertShare(tx: Queryable, row: NewShare): Promise<void> {
  await tx.query(
    `insert into shares (id, workspace_id, job_id, report_id, hash, parts, created_by, created_at, expires_at,
       names_sender, logo, logo_width, logo_height)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[row.id, row.workspaceId, row.jobId, row.reportId, row.hash, row.parts],
      ...[row.createdBy && JSON.stringify(row.createdBy), row.now, row.expiresAt],
      ...[row.namesSender, row.logo?.png, row.logo?.width, row.logo?.height],
    ],
  );
}

/** SQL condition: the link was created by a member who has left the workspace, which ends the link. */
const makerLeft = `(s.created_by->>'type' = 'user' and not exists (select 1 from members m
       where m.workspace_id = s.workspace_id and m.user_id = s.created_by->>'id'))`;

/** SQL for the links that can be opened unless they have expired, with their workspaces and what they show. */
const openShares = `from shares s
     join workspaces w on w.id = s.workspace_id and w.deleted_at is null
     left join jobs j on j.id = s.job_id and j.status = 'completed'
     left join reports r on r.id = s.report_id and r.status = 'ready'
     where (j.id is not null or r.id is not null) and ${makerLeft} is not true`;

/** Number of active links to a job or report. */
export const countShares = (tx: Queryable, id: string, now: Date): Promise<number> =>
  countOf(
    tx,
    'select count(*) as count from shares where (job_id = $1 or report_id = $1) and expires_at > $2',
    [id, now],
  );

export interface ShareRow {
  readonly id: string;
  readonly job_id: string | null;
  readonly report_id: string | null;
  readonly title: string | null;
  readonly parts: readonly SharePart[];
  readonly created_by: Actor | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly opened: number;
  readonly last_opened_at: Date | null;
}

export interface SharePage {
  readonly workspaceId: string;
  /** Id of the job or report whose links are listed; null for all links. */
  readonly of: string | null;
  readonly now: Date;
  readonly before: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
}

/** Active links, newest first. */
export const sharePage = (db: Queryable, page: SharePage): Promise<Owned<ShareRow>[]> =>
  db.query<Owned<ShareRow>>(
    `select s.id, s.job_id, s.report_id, coalesce(j.title, r.title) as title, s.parts, s.created_by, s.created_at,
       s.expires_at, s.opened, s.last_opened_at
     from shares s left join jobs j on j.id = s.job_id left join reports r on r.id = s.report_id
     where s.workspace_id = $1 and ($2::text is null or s.job_id = $2 or s.report_id = $2) and s.expires_at > $3
       and (j.id is not null or r.id is not null) and ${makerLeft} is not true
       and ($4::timestamptz is null or (s.created_at, s.id) < ($4, $5))
     order by s.created_at desc, s.id desc limit $6`,
    [
      ...[page.workspaceId, page.of, page.now],
      ...[page.before?.createdAt ?? null, page.before?.id ?? '', page.limit],
    ],
  );

/** Removes a link and returns the ids of what it showed; undefined if the workspace has no such link. */
export async function removeShare(
  tx: Queryable,
  workspaceId: string,
  id: string,
): Promise<Pick<ShareRow, 'job_id' | 'report_id'> | undefined> {
  const rows = await tx.query<Pick<ShareRow, 'job_id' | 'report_id'>>(
    'delete from shares where workspace_id = $1 and id = $2 returning job_id, report_id',
    [workspaceId, id],
  );
  return rows[0];
}

interface Held {
  readonly id: string;
  readonly workspace_id: string;
  /** The group of the workspace's owner, as by `ownerGroup`. */
  readonly owner_group: string;
  readonly expires_at: Date;
  readonly workspace_name: string;
  readonly plan: string;
  readonly names_sender: boolean;
  readonly has_logo: boolean;
}

export interface HeldJobShare extends Held {
  readonly job_id: string;
  readonly report_id: null;
  readonly parts: readonly SharePart[];
}

/** A report is always shown whole. */
export interface HeldReportShare extends Held {
  readonly job_id: null;
  readonly report_id: string;
}

/** A link that somebody opens. */
export type OpenShare = HeldJobShare | HeldReportShare;

/** Finds the active link with this token hash; undefined if it is unknown or has ended. */
export async function shareOfHash(
  db: Queryable,
  hash: string,
  now: Date,
): Promise<OpenShare | undefined> {
  const rows = await db.query<OpenShare>(
    `select s.id, s.workspace_id, coalesce(${firstOwner('s.workspace_id')}, s.workspace_id) as owner_group,
       s.job_id, s.report_id, s.parts, s.expires_at, w.name as workspace_name, w.plan,
       coalesce(s.names_sender, false) as names_sender,
       s.logo is not null or coalesce(jsonb_typeof(r.request -> 'logo') = 'object', false) as has_logo
     ${openShares} and s.hash = $1 and s.expires_at > $2`,
    [hash, now],
    'share of hash',
  );
  return rows[0];
}

/** Those of the given links that can be opened. */
export async function openAmong(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select s.id ${openShares} and s.id = any ($1) and s.expires_at > $2`,
    [ids, now],
    'open among shares',
  );
  return rows.map(({ id }) => id);
}

/** The logo that the link was created with; undefined if there is none. */
export async function findShareLogo(db: Queryable, id: string): Promise<ShareLogo | undefined> {
  const rows = await db.query<ShareLogo>(
    'select logo as png, logo_width as width, logo_height as height from shares where id = $1 and logo is not null',
    [id],
    'find logo of share',
  );
  return rows[0];
}

/** The first characters of the hashes of links created after a given time, with the times of creation. */
export const shareMarksSince = (
  db: Queryable,
  since: Date,
): Promise<{ readonly mark: string; readonly created_at: Date }[]> =>
  db.query('select left(hash, 16) as mark, created_at from shares where created_at > $1', [since]);

export async function countOpened(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update shares set opened = opened + 1, last_opened_at = $2 where id = $1', [
    id,
    now,
  ]);
}

/**
 * Removes the links that a person created in any workspace, and all links of the workspaces that the person owns.
 * Returns the number of removed links.
 */
export async function removeSharesAround(tx: Queryable, userId: string): Promise<number> {
  const rows = await tx.query(
    `delete from shares where (created_by->>'type' = 'user' and created_by->>'id' = $1)
       or workspace_id in (select workspace_id from members where user_id = $1 and role = 'owner')
     returning id`,
    [userId],
  );
  return rows.length;
}

/**
 * Removes expired links, links to deleted reports, and links whose creators have left. Each case has its own statement,
 * so that it can use its own index.
 */
export async function removeEndedShares(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from shares where expires_at <= $1', [now]);
  await db.query(
    `delete from shares s
     where s.report_id is not null and not exists (select 1 from reports r where r.id = s.report_id)`,
  );
  await db.query(`delete from shares s where ${makerLeft}`);
}
