/** Follows as the operator makes, changes and runs them: rules whose new videos become ordinary jobs. */
import {
  type ChangeFollow,
  type CreateFollow,
  Fault,
  type Follow,
  type FollowVideo,
  withoutNulls,
} from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import {
  type FollowRow,
  type FollowRule,
  findFollow,
  followSpent,
  followVideos,
  insertFollow,
  listFollows,
  lockDueFollows,
  lockFollow,
  removeFollow,
  updateFollow,
} from '../db/follows.ts';
import { findWorkspace, type WorkspaceRow } from '../db/workspaces.ts';
import type { AuditNote } from './audit.ts';
import type { Domain } from './domain.ts';
import { checkForm, checkPlan } from './plan-rules.ts';

const everyMinutesDefault = 60;

/** Data of a `follow` task. */
export interface FollowTask {
  readonly followId: string;
  /** How many of the newest videos are taken although they were there before. */
  readonly backfill: number;
}

/** Throws Fault NOT_FOUND, INVALID_URL, or the fault a job of this rule would be refused with. The first run starts at once. */
export async function createFollow(
  domain: Domain,
  workspaceId: string,
  body: CreateFollow,
): Promise<Follow> {
  const { name, source, backfill = 0, every_minutes, ...wanted } = withoutNulls(body);
  const workspace = await workspaceOf(domain, workspaceId);
  const rule: FollowRule = {
    ...wanted,
    source: domain.ports.follow.parseSource(source),
    every_minutes: every_minutes ?? everyMinutesDefault,
  };
  await checkRule(domain, workspace, rule);
  const now = domain.now();
  const follow = await domain.db.transaction(async (tx) => {
    const row = await insertFollow(tx, {
      id: domain.newId('fol'),
      workspace_id: workspaceId,
      name,
      rule,
      next_run_at: nextRun(rule, now),
      created_at: now,
    });
    await enqueueRun(domain, tx, { followId: row.id, backfill });
    await domain.audit.note(tx, noteOf(row));
    return row;
  });
  return followView(domain, follow);
}

async function workspaceOf(domain: Domain, id: string): Promise<WorkspaceRow> {
  const workspace = await findWorkspace(domain.db, id);
  if (!workspace) throw new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });
  return workspace;
}

async function checkRule(domain: Domain, workspace: WorkspaceRow, rule: FollowRule): Promise<void> {
  checkForm(rule);
  checkPlan(domain.plans[workspace.plan], rule);
  if (rule.webhook_url !== undefined) await domain.ports.checkWebhookUrl(rule.webhook_url);
}

export const nextRun = (rule: FollowRule, now: Date): Date =>
  new Date(now.getTime() + rule.every_minutes * 60_000);

export function enqueueRun(
  domain: Domain,
  tx: Queryable,
  task: FollowTask,
  delayMs = 0,
): Promise<string> {
  // One group per Follow, so its runs never overlap, on any machine.
  return domain.queue.enqueue(tx, 'follow', task, { group: { id: task.followId }, delayMs });
}

/** The scheduler. Safe to run in every process: the next run time advances in the transaction that enqueues the run. */
export async function startDueFollows(domain: Domain): Promise<void> {
  await domain.db.transaction(async (tx) => {
    for (const follow of await lockDueFollows(tx, domain.now())) {
      await updateFollow(tx, follow.id, { next_run_at: nextRun(follow.rule, domain.now()) });
      await enqueueRun(domain, tx, { followId: follow.id, backfill: 0 });
    }
  });
}

/** Throws Fault NOT_FOUND. */
export async function listFollowsOf(domain: Domain, workspaceId: string): Promise<Follow[]> {
  await workspaceOf(domain, workspaceId);
  const rows = await listFollows(domain.db, workspaceId);
  return Promise.all(rows.map((row) => followView(domain, row)));
}

/** Throws the faults of `createFollow`. */
export async function changeFollow(
  domain: Domain,
  id: string,
  change: ChangeFollow,
): Promise<Follow> {
  const { name, status, ...parts } = change;
  const before = await findFollow(domain.db, id);
  if (!before) throw noFollow(id);
  const changed = (row: FollowRow) => withoutNulls({ ...row.rule, ...parts }) as FollowRule;
  await checkRule(domain, await workspaceOf(domain, before.workspace_id), changed(before));
  const row = await domain.db.transaction(async (tx) => {
    const follow = await lockFollow(tx, id);
    if (!follow) throw noFollow(id);
    const now = domain.now();
    const rule = changed(follow);
    const resumed = status === 'active' && follow.status === 'paused';
    const fields = Object.keys(change).filter(
      (field) => change[field as keyof ChangeFollow] !== undefined,
    );
    await domain.audit.note(tx, { ...noteOf(follow), details: { changed: fields } });
    return updateFollow(tx, id, {
      rule,
      updated_at: now,
      ...(name !== undefined && { name }),
      ...(status !== undefined && { status, paused_reason: null }),
      ...(resumed && { failures: 0, note: null, resumed_at: now, next_run_at: now }),
      ...(parts.every_minutes !== undefined && { next_run_at: nextRun(rule, now) }),
    });
  });
  return followView(domain, row);
}

const noteOf = (row: FollowRow): AuditNote => ({
  workspaceId: row.workspace_id,
  target: { id: row.id, name: row.name },
});

const noFollow = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such Follow.' });

/** Its jobs are kept. Throws Fault NOT_FOUND. */
export async function deleteFollow(domain: Domain, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const follow = await lockFollow(tx, id);
    if (!follow) throw noFollow(id);
    await removeFollow(tx, id);
    await domain.audit.note(tx, noteOf(follow));
  });
}

/** An extra run, outside the schedule. Throws Fault NOT_FOUND, or VALIDATION_FAILED while it is paused. */
export async function runFollowNow(domain: Domain, id: string, backfill: number): Promise<Follow> {
  const row = await domain.db.transaction(async (tx) => {
    const follow = await lockFollow(tx, id);
    if (!follow) throw noFollow(id);
    if (follow.status === 'paused') {
      throw new Fault('VALIDATION_FAILED', 'paused', {
        text: 'status: the Follow is paused; set it to active first.',
      });
    }
    await enqueueRun(domain, tx, { followId: id, backfill });
    await domain.audit.note(tx, { ...noteOf(follow), details: { backfill } });
    return follow;
  });
  return followView(domain, row);
}

/** Throws Fault NOT_FOUND for a Follow that is not of this workspace. */
export async function checkFollowOf(
  domain: Domain,
  workspaceId: string,
  id: string,
): Promise<void> {
  const follow = await findFollow(domain.db, id);
  if (follow?.workspace_id !== workspaceId) throw noFollow(id);
}

/** Throws Fault NOT_FOUND. */
export async function listFollowVideos(domain: Domain, id: string): Promise<FollowVideo[]> {
  if (!(await findFollow(domain.db, id))) throw noFollow(id);
  const rows = await followVideos(domain.db, id);
  return rows.map((row) => ({ ...row, seen_at: row.seen_at.toISOString() }));
}

export function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

async function followView(domain: Domain, row: FollowRow): Promise<Follow> {
  const { source, ...rule } = row.rule;
  return {
    follow_id: row.id,
    tenant_id: row.workspace_id,
    name: row.name,
    status: row.status,
    paused_reason: row.paused_reason,
    note: row.note,
    platform: source.platform,
    kind: source.kind,
    source: source.url,
    rule,
    credits_this_month: await followSpent(domain.db, row, startOfMonth(domain.now())),
    failures: row.failures,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: row.status === 'active' ? (row.next_run_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
  };
}
