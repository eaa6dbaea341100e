/** Queries over API keys, and the single statement that admits a request. */
import type { Actor, PlanName, Scope } from '@reelsight/contract';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import { openJobCountSql } from '../jobs/open-jobs.ts';
import { ownerGroupSql } from './members.ts';

export async function insertKey(
  db: Queryable,
  row: {
    id: string;
    workspaceId: string;
    name: string;
    hash: string;
    scopes: readonly Scope[];
    createdBy: Actor | null;
    now: Date;
  },
): Promise<void> {
  await db.query(
    `insert into api_keys (id, workspace_id, name, hash, scopes, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[row.id, row.workspaceId, row.name, row.hash, row.scopes],
      ...[row.createdBy && JSON.stringify(row.createdBy), row.now],
    ],
  );
}

/** Revokes a key of the given workspace or, if no workspace is given, of any workspace. */
export async function revokeKey(
  db: Queryable,
  id: string,
  now: Date,
  workspaceId: string | null,
): Promise<RevokedKey | undefined> {
  const rows = await db.query<RevokedKey>(
    `update api_keys set revoked_at = $2
     where id = $1 and revoked_at is null and ($3::text is null or workspace_id = $3)
     returning workspace_id, name`,
    [id, now, workspaceId],
  );
  return rows[0];
}

interface RevokedKey {
  readonly workspace_id: string;
  readonly name: string;
}

/** Keeps a key from being revoked until the transaction ends; false if it was already revoked. */
export async function holdKey(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from api_keys where id = $1 and revoked_at is null for share',
    [id],
  );
  return rows.length > 0;
}

/** Revokes the keys that a person created, in one workspace or, if no workspace is given, in all. */
export async function revokeKeysOf(
  db: Queryable,
  userId: string,
  now: Date,
  workspaceId: string | null,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db.query(
    `update api_keys set revoked_at = $2
     where created_by ->> 'type' = 'user' and created_by ->> 'id' = $1 and revoked_at is null
       and ($3::text is null or workspace_id = $3) returning id, name`,
    [userId, now, workspaceId],
  );
}

/** Those of the given keys that are valid. */
export async function keysInUse(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `select k.id from api_keys k join workspaces w on w.id = k.workspace_id
     where k.id = any ($1) and k.revoked_at is null and w.deleted_at is null`,
    [ids],
    'keys in use',
  );
  return new Set(rows.map(({ id }) => id));
}

/** The first characters of the hashes of valid keys created after a given time. */
export async function keyMarksSince(
  db: Queryable,
  since: Date,
): Promise<{ readonly mark: string; readonly created_at: Date }[]> {
  return db.query(
    'select left(hash, 16) as mark, created_at from api_keys where created_at > $1 and revoked_at is null',
    [since],
  );
}

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: Date;
  readonly created_by: Actor | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

export async function countKeys(db: Queryable, workspaceId: string): Promise<number> {
  return countOf(
    db,
    'select count(*) as count from api_keys where workspace_id = $1 and revoked_at is null',
    [workspaceId],
  );
}

/**
 * All valid keys, then the last 200 revoked ones; both newest first. A workspace may have tens of thousands of revoked
 * keys, so each half reads no more than it returns.
 */
export async function listKeys(db: Queryable, workspaceId: string): Promise<KeyRow[]> {
  const newest = (revoked: string): string =>
    `select id, name, scopes, created_at, created_by, last_used_at, revoked_at from api_keys
     where workspace_id = $1 and revoked_at ${revoked} order by created_at desc, id desc`;
  return db.query<KeyRow>(
    `select * from (
       (${newest('is null')}) union all (${newest('is not null')} limit 200)) listed
     order by revoked_at is not null, created_at desc, id desc`,
    [workspaceId],
  );
}

export async function noteKeyUse(db: Queryable, id: string, usedAt: Date): Promise<void> {
  await db.query('update api_keys set last_used_at = $2 where id = $1', [id, usedAt]);
}

/** The workspace that a key or session acts for, and what the caller may do and see there. */
export interface KeyHolder {
  /** Null for a session. */
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly workspace_id: string;
  /** The group of the workspace's owner, as by `ownerGroup`. */
  readonly owner_group: string;
  readonly name: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly past_due: boolean;
  readonly plan_credits: number;
  readonly purchased_credits: number;
  readonly resets_at: Date | null;
  /** Null for callers who may not see it. */
  readonly webhook_secret: string | null;
  /** When the previous secret stops signing; may be in the past. */
  readonly previous_webhook_secret_until: Date | null;
  readonly created_at: Date;
  /** Whether it is a test workspace. */
  readonly test: boolean;
  readonly in_scope: boolean;
  /** Whether the caller may read results. */
  readonly reads_jobs: boolean;
  /** Number of jobs in processing, and number of open jobs counted up to 100; null if not requested. */
  readonly processing: number | null;
  readonly open: number | null;
}

export interface AdmittedRow extends KeyHolder {
  /** Number of requests for which the bucket had tokens. */
  readonly granted: number;
  /** Whole tokens that remain in the bucket afterwards. */
  readonly remaining: number;
}

/** Refill of each plan's bucket: tokens per second and capacity. */
export type BucketRates = Readonly<Record<PlanName, { perSecond: number; burst: number }>>;

/**
 * Finds the key and, in the same round trip, takes one token for each of up to `count` requests from its workspace's
 * bucket, which refills continuously. Uses the database's clock, which all API processes share. Returns no row for an
 * unknown or revoked key.
 */
export async function admit(
  db: Queryable,
  hash: string,
  { scope, countJobs, count }: { scope: Scope; countJobs: boolean; count: number },
  rates: BucketRates,
): Promise<AdmittedRow | undefined> {
  const rows = await db.query<AdmittedRow>(
    `with caller as (
       select k.id as key_id, k.name as key_name, w.id, w.name, w.email, w.plan, w.past_due, w.plan_credits, w.purchased_credits, w.resets_at,
         w.webhook_secret, w.previous_webhook_secret_until, w.created_at, w.test, $2 = any (k.scopes) as in_scope, 'jobs:read' = any (k.scopes) as reads_jobs,
         ($3::jsonb -> w.plan ->> 'burst')::double precision as burst,
         ($3::jsonb -> w.plan ->> 'perSecond')::double precision as per_second
       from api_keys k join workspaces w on w.id = k.workspace_id
       where k.hash = $1 and k.revoked_at is null and w.deleted_at is null
     ), taken as (
       insert into rate_buckets as b (workspace_id, tokens, filled_at, granted)
       select id, burst - least($5, floor(burst)), clock_timestamp(), least($5, floor(burst)) from caller where in_scope
       on conflict (workspace_id) do update set (tokens, granted, filled_at) = (
         select tokens - least($5, floor(tokens)), least($5, floor(tokens)), greatest(excluded.filled_at, b.filled_at)
         from (
           select least(burst, b.tokens + extract(epoch from greatest(excluded.filled_at - b.filled_at, '0'::interval)) * per_second) as tokens
           from caller
         ) filled
       )
       returning tokens, granted
     )
     select key_id, key_name, id as workspace_id, ${ownerGroupSql('caller.id')} as owner_group, name, email, plan, past_due, plan_credits, purchased_credits, resets_at,
       webhook_secret, previous_webhook_secret_until, created_at, test, in_scope, reads_jobs, coalesce(taken.granted, 0) as granted, coalesce(floor(taken.tokens)::int, 0) as remaining,
       case when $4 then (select count(*) from jobs where workspace_id = caller.id and status = 'processing') end as processing,
       case when $4 then (${openJobCountSql('caller.id')}) end as open
     from caller left join taken on true`,
    [hash, scope, JSON.stringify(rates), countJobs, count],
    'admit',
  );
  return rows[0];
}
