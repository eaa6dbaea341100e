/** Creates, changes and runs Follows: rules that create an ordinary job for each new video of a source. */
import {
  type ChangeFollow,
  type CreateFollow,
  Fault,
  type Follow,
  type FollowVideo,
  withoutNulls,
} from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import {
  countFollows,
  countWaitingRuns,
  type FollowRow,
  type FollowRule,
  findFollow,
  followSpent,
  followVideos,
  hasWaitingRun,
  insertFollow,
  listFollows,
  lockDueFollows,
  lockFollow,
  noteUnfunded,
  removeFollow,
  updateFollow,
} from '../../db/follows.ts';
import type { Owned } from '../../db/owned.ts';
import { ownerGroup } from '../../db/workspaces/members.ts';
import { findWorkspace, lockWorkspace, type WorkspaceRow } from '../../db/workspaces/workspaces.ts';
import type { AuditNote } from '../audit.ts';
import type { Domain } from '../domain.ts';
import { checkAccount, checkForm, checkPlan } from '../plans/plan-rules.ts';
import type { Caller } from '../submission.ts';
import type { PersonalAccess } from '../workspaces/access.ts';
import { holdMaker } from '../workspaces/maker.ts';

const everyMinutesDefault = 60;

/** Data of a `follow` task. */
export interface FollowTask {
  readonly followId: string;
}

/**
 * Creates a Follow, whose first run starts at once. Throws Fault NOT_FOUND, INVALID_URL, FOLLOW_LIMIT_REACHED, or the
 * fault with which a job of this rule would be refused.
 */
export async function createFollow(
  domain: Domain,
  workspaceId: string,
  { access, ...body }: CreateFollow & Made,
): Promise<Follow> {
  const { name, source, backfill = 0, every_minutes, ...ruleInput } = withoutNulls(body);
  const workspace = await workspaceOf(domain, workspaceId);
  const rule: FollowRule = {
    ...ruleInput,
    source: domain.ports.follow.parseSource(source),
    every_minutes: every_minutes ?? everyMinutesDefault,
  };
  await checkRule(domain, workspace, rule);

  const now = domain.now();
  const follow = await domain.db.transaction(async (tx) => {
    const maker = await holdMaker(domain, tx, workspaceId, access);
    await checkCount(domain, tx, workspaceId);
    const row = await insertFollow(tx, {
      id: domain.newId('fol'),
      workspace_id: workspaceId,
      name,
      rule,
      next_run_at: nextRun(rule, now),
      created_at: now,
      ...maker,
    });
    await requestRun(domain, tx, row, backfill);
    await domain.audit.note(tx, noteOf(row));

    return row;
  });

  return followView(follow, 0);
}

/** The session that makes or changes a Follow; null if a key or the operator's token does. */
interface Made {
  readonly access: PersonalAccess | null;
}

/** Checks that the workspace may have another Follow. Its lock makes simultaneous creations wait for each other. */
async function checkCount(domain: Domain, tx: Queryable, workspaceId: string): Promise<void> {
  const workspace = await lockWorkspace(tx, workspaceId);
  if (!workspace) throw noWorkspace(workspaceId);
  const { maxFollows: limit } = domain.plans[workspace.plan];
  if ((await countFollows(tx, workspaceId)) < limit) return;
  throw new Fault('FOLLOW_LIMIT_REACHED', `${workspaceId} over ${limit}`, {
    text: `This plan allows ${limit} Follows. Delete one, or change the plan.`,
  });
}

const noWorkspace = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });

async function workspaceOf(domain: Domain, id: string): Promise<WorkspaceRow> {
  const workspace = await findWorkspace(domain.db, id);
  if (!workspace) throw noWorkspace(id);
  return workspace;
}

async function checkRule(domain: Domain, workspace: WorkspaceRow, rule: FollowRule): Promise<void> {
  checkForm(rule);
  checkPlan(domain.plans[workspace.plan], rule);
  if (rule.webhook_url !== undefined)
    await domain.ports.checkWebhookUrl(rule.webhook_url, workspace.id);
}

export const nextRun = (rule: FollowRule, now: Date): Date =>
  new Date(now.getTime() + rule.every_minutes * 60_000);

/**
 * Requests a run of a Follow that the caller has locked or created. If a run is already queued, it serves this request
 * too. When the run begins, it also takes the `backfill` newest videos. Runs are grouped by the owner of the workspace: the
 * more runs wait in all workspaces of an owner, the further back the next one is queued.
 */
async function requestRun(
  domain: Domain,
  tx: Queryable,
  { id, workspace_id: workspaceId, ...follow }: FollowRow,
  backfill: number,
): Promise<void> {
  if (backfill > follow.backfill) await updateFollow(tx, id, { backfill });
  if (await hasWaitingRun(tx, id)) return;
  const task: FollowTask = { followId: id };
  const priority = 0 - (await countWaitingRuns(tx, workspaceId));
  const options = { group: { id: await ownerGroup(tx, workspaceId) }, priority };
  await updateFollow(tx, id, { run_task: await domain.queue.enqueue(tx, 'follow', task, options) });
}

/** The reason why new videos have to wait for the account; null if the account can pay. */
export function unfunded(caller: Caller): string | null {
  try {
    checkAccount(caller);
    return null;
  } catch (error) {
    return `New videos wait: ${(error as Fault).message}`;
  }
}

/**
 * Queues the runs of all Follows that are due. Safe to call in every process, because the next run time advances in the
 * transaction that enqueues the run.
 */
export async function startDueFollows(domain: Domain): Promise<void> {
  await domain.db.transaction(async (tx) => {
    for (const follow of await lockDueFollows(tx, domain.now())) {
      await updateFollow(tx, follow.id, { next_run_at: nextRun(follow.rule, domain.now()) });
      await requestRun(domain, tx, follow, 0);
    }
  });
  await noteUnfunded(domain.db, domain.now(), waitsForAccount);
}

/** Note on Follows that stay due until the account can pay. */
const waitsForAccount =
  'New videos wait: the account has no credits, or its payment is overdue. The Follow goes on by itself.';

/** Throws Fault NOT_FOUND. */
export async function listFollowsOf(domain: Domain, workspaceId: string): Promise<Follow[]> {
  await workspaceOf(domain, workspaceId);
  const rows = await listFollows(domain.db, workspaceId, startOfMonth(domain.now()));
  return rows.map((row) => followView(row, row.spent));
}

/**
 * Finds a Follow of the workspace or, if `workspaceId` is null, of any workspace, for the operator. Throws Fault
 * NOT_FOUND for a Follow that the caller may not see.
 */
export async function mustFindFollow(
  domain: Domain,
  workspaceId: string | null,
  id: string,
): Promise<Owned<FollowRow>> {
  const follow = await findFollow(domain.db, workspaceId, id);
  if (!follow) throw noFollow(id);
  return follow;
}

export const readFollow = (domain: Domain, follow: Owned<FollowRow>): Promise<Follow> =>
  withSpent(domain, follow);

/** Throws the faults of `createFollow`. */
export async function changeFollow(
  domain: Domain,
  previousRow: Owned<FollowRow>,
  { access, ...change }: ChangeFollow & Made,
): Promise<Follow> {
  const { name, status, ...parts } = change;
  const { id } = previousRow;
  const changedRule = (row: FollowRow) => withoutNulls({ ...row.rule, ...parts }) as FollowRule;
  await checkRule(
    domain,
    await workspaceOf(domain, previousRow.workspace_id),
    changedRule(previousRow),
  );

  const row = await domain.db.transaction(async (tx) => {
    const maker = await holdMaker(domain, tx, previousRow.workspace_id, access);
    const follow = await lockFollow(tx, id);
    if (!follow) throw noFollow(id);

    const now = domain.now();
    const rule = changedRule(follow);
    const resumed = status === 'active' && follow.status === 'paused';
    // Whoever changes where a Follow sends events must not leave it to its former maker: it pauses with the new one.
    const redirected = rule.webhook_url !== follow.rule.webhook_url;
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
      ...((resumed || redirected) && maker),
      ...(parts.every_minutes !== undefined && { next_run_at: nextRun(rule, now) }),
    });
  });

  return withSpent(domain, row);
}

const noteOf = (row: FollowRow): AuditNote => ({
  workspaceId: row.workspace_id,
  target: { id: row.id, name: row.name },
});

const noFollow = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such Follow.' });

/** Deletes a Follow but keeps its jobs. Throws Fault NOT_FOUND. */
export async function deleteFollow(domain: Domain, { id }: Owned<FollowRow>): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const follow = await lockFollow(tx, id);
    if (!follow) throw noFollow(id);
    await removeFollow(tx, id);
    await domain.audit.note(tx, noteOf(follow));
  });
}

/**
 * Starts an extra run, outside the schedule. Throws Fault NOT_FOUND, or VALIDATION_FAILED while the Follow is paused.
 */
export async function runFollowNow(
  domain: Domain,
  { id }: Owned<FollowRow>,
  backfill: number,
): Promise<Follow> {
  const row = await domain.db.transaction(async (tx) => {
    const follow = await lockFollow(tx, id);
    if (!follow) throw noFollow(id);

    if (follow.status === 'paused') {
      throw new Fault('VALIDATION_FAILED', 'paused', {
        text: 'status: the Follow is paused; set it to active first.',
      });
    }

    await requestRun(domain, tx, follow, backfill);
    await domain.audit.note(tx, { ...noteOf(follow), details: { backfill } });

    return follow;
  });
  return withSpent(domain, row);
}

export async function listFollowVideos(
  domain: Domain,
  { id }: Owned<FollowRow>,
): Promise<FollowVideo[]> {
  const rows = await followVideos(domain.db, id);
  return rows.map((row) => ({ ...row, seen_at: row.seen_at.toISOString() }));
}

export function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

async function withSpent(domain: Domain, row: FollowRow): Promise<Follow> {
  return followView(row, await followSpent(domain.db, row, startOfMonth(domain.now())));
}

function followView(row: FollowRow, spent: number): Follow {
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
    credits_this_month: spent,
    failures: row.failures,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: row.status === 'active' ? (row.next_run_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
  };
}
