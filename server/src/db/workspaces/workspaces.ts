/** Queries over workspaces and their credit pools. */
import type { PlanName } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { removeEventsOfWorkspace } from '../events/events.ts';
import { type LostAccess, lostBy } from './lost-access.ts';
import { workspacesOfOwners } from './owners.ts';

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly past_due: boolean;
  readonly plan_credits: number;
  readonly purchased_credits: number;
  readonly reserved_credits: number;
  readonly webhook_secret: string;
  /** When the previous secret stops being used for signatures; may be in the past. */
  readonly previous_webhook_secret_until: Date | null;
  /** Whether the plan's credits are granted. */
  readonly plan_grants: boolean;
  readonly resets_at: Date | null;
  readonly anchor_at: Date;
  /** Whether its jobs end at once with fixed results. */
  readonly test: boolean;
  readonly created_at: Date;
}

const columns = `id, name, email, plan, past_due, plan_credits, purchased_credits, reserved_credits,
  webhook_secret, previous_webhook_secret_until, plan_grants, resets_at, anchor_at, test, created_at`;

export async function insertWorkspace(
  db: Queryable,
  row: Pick<
    WorkspaceRow,
    | 'id'
    | 'name'
    | 'email'
    | 'plan'
    | 'webhook_secret'
    | 'plan_grants'
    | 'resets_at'
    | 'test'
    | 'created_at'
  >,
): Promise<void> {
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, plan_grants, resets_at, anchor_at, created_at, test)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      row.id,
      row.name,
      row.email,
      row.plan,
      row.webhook_secret,
      row.plan_grants,
      row.resets_at,
      row.created_at,
      row.test,
    ],
  );
}

export async function findWorkspace(db: Queryable, id: string): Promise<WorkspaceRow | undefined> {
  const rows = await db.query<WorkspaceRow>(
    `select ${columns} from workspaces where id = $1 and deleted_at is null`,
    [id],
    'find workspace',
  );
  return rows[0];
}

/** Finds the oldest workspace with this e-mail address. */
export async function findWorkspaceOf(
  db: Queryable,
  email: string,
): Promise<WorkspaceRow | undefined> {
  const rows = await db.query<WorkspaceRow>(
    'select * from workspaces where email = $1 and deleted_at is null order by created_at, id limit 1',
    [email],
  );
  return rows[0];
}

/** Whether the service has more than one workspace. */
export async function hasOtherWorkspaces(db: Queryable): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    'select id from workspaces where deleted_at is null limit 2',
  );
  return rows.length > 1;
}

/** All of them, newest first: the operator must see everybody, and the call has no pages. */
export async function listWorkspaces(db: Queryable): Promise<WorkspaceRow[]> {
  return db.query<WorkspaceRow>(
    `select ${columns} from workspaces where deleted_at is null order by created_at desc, id desc`,
  );
}

/**
 * Locks the workspace's row, as every change of credits does. Inserts of rows that only refer to the workspace are not
 * blocked.
 */
export async function lockWorkspace(tx: Queryable, id: string): Promise<WorkspaceRow | undefined> {
  return (await lockWorkspaces(tx, [id])).get(id);
}

/** Returns workspaces by id. Locks them in the order of their ids, so that two callers cannot wait for each other. */
export async function lockWorkspaces(
  tx: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceRow>> {
  const rows = await tx.query<WorkspaceRow>(
    `select ${columns} from workspaces where id = any ($1) and deleted_at is null order by id for no key update`,
    [ids],
    'lock workspaces',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function updateWorkspace(
  db: Queryable,
  id: string,
  change: Pick<
    WorkspaceRow,
    'name' | 'plan' | 'past_due' | 'plan_grants' | 'resets_at' | 'anchor_at'
  >,
): Promise<void> {
  await db.query(
    `update workspaces set name = $2, plan = $3, past_due = $4, plan_grants = $5, resets_at = $6, anchor_at = $7
     where id = $1`,
    [
      id,
      change.name,
      change.plan,
      change.past_due,
      change.plan_grants,
      change.resets_at,
      change.anchor_at,
    ],
  );
}

/** Amounts to add to a workspace's credits; negative amounts are taken from them. */
export interface PoolChange {
  readonly workspaceId: string;
  readonly plan?: number;
  readonly purchased?: number;
  readonly reserved?: number;
}

/** Adds the amounts to the workspaces' credits. The caller must hold the locks of these workspaces. */
export async function addToPools(tx: Queryable, changes: readonly PoolChange[]): Promise<void> {
  await tx.query(
    `update workspaces set plan_credits = plan_credits + one.plan, purchased_credits = purchased_credits + one.purchased,
       reserved_credits = reserved_credits + one.reserved
     from (
       select id, sum(coalesce(plan, 0)) as plan, sum(coalesce(purchased, 0)) as purchased,
         sum(coalesce(reserved, 0)) as reserved
       from jsonb_to_recordset($1::jsonb) as change (id text, plan bigint, purchased bigint, reserved bigint) group by id
     ) one where workspaces.id = one.id`,
    [JSON.stringify(changes.map(({ workspaceId: id, ...change }) => ({ id, ...change })))],
    'add to pools',
  );
}

export async function setResetsAt(db: Queryable, id: string, resetsAt: Date | null): Promise<void> {
  await db.query('update workspaces set resets_at = $2 where id = $1', [id, resetsAt]);
}

export async function workspacesDueForReset(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from workspaces where resets_at <= $1 and deleted_at is null order by resets_at limit 100`,
    [now],
  );
  return rows.map((row) => row.id);
}

/**
 * Sets a new webhook secret. The previous secret signs as well until `keptUntil`; if that is null, only the new secret
 * signs.
 */
/** The webhook address of a workspace, and the kinds of events that go there. */
export interface WebhookAddress {
  readonly id: string;
  readonly plan: PlanName;
  readonly webhook_url: string;
  readonly webhook_events: readonly string[];
}

/** The addresses of those workspaces that have one. */
export async function webhookAddressesOf(
  db: Queryable,
  ids: readonly string[],
): Promise<WebhookAddress[]> {
  return db.query<WebhookAddress>(
    `select id, plan, webhook_url, webhook_events from workspaces
     where id = any ($1) and webhook_url is not null and deleted_at is null`,
    [ids],
    'find webhook addresses',
  );
}

export interface NewWebhookAddress {
  readonly url: string | null;
  readonly events: readonly string[] | null;
  /** The person who sets it in a session; null if the operator does. */
  readonly setBy: string | null;
}

/** Sets the webhook address, or removes it with nulls. Returns false if there is no such workspace. */
export async function setWebhookAddress(
  db: Queryable,
  id: string,
  { url, events, setBy }: NewWebhookAddress,
): Promise<boolean> {
  const rows = await db.query(
    `update workspaces set webhook_url = $2, webhook_events = $3, webhook_set_by = $4
     where id = $1 and deleted_at is null returning id`,
    [id, url, events, setBy],
  );
  return rows.length > 0;
}

/** Removes the webhook addresses that a person set who has lost access, or all of some workspaces; returns them. */
export async function removeWebhookAddressesOf(
  tx: Queryable,
  whose: LostAccess | { readonly workspaceIds: readonly string[] },
): Promise<{ readonly id: string; readonly url: string }[]> {
  // No key may set the address of a workspace.
  const madeBy = { key: 'null', person: 'webhook_set_by', workspace: 'id' } as const;
  const { condition, values } =
    'workspaceIds' in whose
      ? { condition: 'id = any($1)', values: [whose.workspaceIds] }
      : lostBy(whose, madeBy, 1);
  return tx.query<{ id: string; url: string }>(
    `with removed as (
       select id, webhook_url as url from workspaces
       where webhook_url is not null and deleted_at is null and ${condition} order by id for update)
     update workspaces w set webhook_url = null, webhook_events = null, webhook_set_by = null
     from removed where w.id = removed.id returning removed.id, removed.url`,
    values,
  );
}

export async function setWebhookSecret(
  db: Queryable,
  id: string,
  secret: string,
  keptUntil: Date | null,
): Promise<boolean> {
  const rows = await db.query(
    `update workspaces set webhook_secret = $2, previous_webhook_secret_until = $3,
       previous_webhook_secret = case when $3::timestamptz is null then null else webhook_secret end
     where id = $1 and deleted_at is null returning id`,
    [id, secret, keptUntil],
  );
  return rows.length > 0;
}

export async function markWorkspaceDeleted(db: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    `update workspaces set deleted_at = $2 where id = $1 and deleted_at is null returning id`,
    [id, now],
  );
  return rows.length > 0;
}

/** Removes the row of a deleted workspace and, by cascade, everything that belongs to the workspace. */
export async function removeWorkspace(db: Queryable, id: string): Promise<void> {
  await db.query('delete from rate_buckets where workspace_id = $1', [id]);
  await removeEventsOfWorkspace(db, id);
  await db.query('delete from workspaces where id = $1 and deleted_at is not null', [id]);
}

const waitsForWorker = `state = 'waiting' and kind <> 'join'
  and (queue = any (array(select unnest(serves) from workers))
    or not exists (select 1 from workers where serves <> '{}'))`;
/** SQL that counts the workspaces of others whose parts wait, up to 2. */
const waitingWorkspaces = `(select count(*) from (
  select distinct workspace_id from jobs where status = 'processing'
    and workspace_id not in (${workspacesOfOwners('$1')})
    and exists (select 1 from job_parts where job_id = jobs.id and ${waitsForWorker}) limit 2) waiting)`;

/**
 * Reserves `count` turns for parts of a workspace and returns the number before the first. All workspaces of an owner
 * share their turns, because a person may have many. A workspace that keeps submitting takes its turns one after the other (start-time fair queueing, Goyal et al. 1996). A workspace that has
 * long been idle starts level with the next waiting part. If only one other workspace waits, the idle workspace starts
 * `ahead` turns earlier than that, so that a short job need not queue behind a long one. If several wait, it gets no
 * such lead, because each newcomer would overtake those that came before it. If nothing waits, it starts after the
 * turns that all others have taken. Joins do not count as waiting parts, because a join has the first turn of its job;
 * nor do parts that no worker takes.
 */
export async function takeTurns(
  tx: Queryable,
  workspaceId: string,
  { count, ahead }: { readonly count: number; readonly ahead: number },
): Promise<number> {
  const rows = await tx.query<{ turn: number }>(
    `update workspaces set turn = $2::bigint + greatest(turn,
       (select max(turn) from workspaces where id in (${workspacesOfOwners('$1')})), coalesce(
       (select -max(priority) - case when ${waitingWorkspaces} > 1 then 0 else $3::bigint end
          from job_parts where ${waitsForWorker}),
       (select nullif(max(turn), -1000000000) from workspaces), 0))
     where id = $1 returning turn`,
    [workspaceId, count, ahead],
    'take turns',
  );
  return (rows[0]?.turn ?? count) - count;
}
