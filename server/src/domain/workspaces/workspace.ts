/** Creates, changes and deletes workspaces and their keys, for the operator (interface.md "Operator"). */

import { createHash, randomBytes } from 'node:crypto';
import {
  type Actor,
  type AddCredits,
  type ChangeWorkspace,
  type CreateKey,
  type CreateWorkspace,
  Fault,
  type PlanName,
  scopes,
  withoutNulls,
} from '@reelsight/contract';
import { foldersOfWorkspace } from '../../artifacts/stored-paths.ts';
import type { LedgerRow } from '../../db/billing/ledger.ts';
import type { Queryable } from '../../db/database.ts';
import { lockOpenJobs } from '../../db/jobs/open-jobs.ts';
import { lastUploadExpiry } from '../../db/uploads/uploads.ts';
import { countKeys, insertKey, revokeKey } from '../../db/workspaces/keys.ts';
import {
  findWorkspace,
  insertWorkspace,
  lockWorkspace,
  markWorkspaceDeleted,
  setWebhookSecret,
  updateWorkspace,
  type WorkspaceRow,
} from '../../db/workspaces/workspaces.ts';
import { addCredits, balanceOf, nextReset } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { endWebhookAddresses } from '../events/webhook-address.ts';
import { cancelMostJobs } from '../jobs/all-jobs.ts';
import { cancelLocked } from '../jobs/lifecycle.ts';
import { enqueueRemoval } from '../removals.ts';
import { startParkedJobs } from '../states/pending-jobs.ts';
import { settleMs } from '../uploads/uploads.ts';
import { holdAccess, type PersonalAccess } from './access.ts';
import { addressTakenOver, stoppedDetails, stopWorkOfKey } from './revoked-keys.ts';

/** Programs can tell from the prefix whether a key belongs to a test workspace. */
const newApiKey = ({ test }: { readonly test: boolean }): string =>
  `${test ? 'rs_test_' : 'rs_live_'}${randomBytes(24).toString('base64url')}`;

/** Whether a text begins like a key of ours. */
export const looksLikeKey = (text: string): boolean => /^rs_(?:live|test)_/.test(text);

/** Standard Webhooks secrets: base64 of 32 random bytes after a prefix (interface.md "Signatures"). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * SHA-256 in hex. API keys (interface.md "Authentication") and the tokens of runners and links are stored only in this
 * form.
 */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

export async function createWorkspace(
  domain: Domain,
  body: CreateWorkspace,
): Promise<{ tenantId: string; apiKey: string; webhookSecret: string }> {
  const webhookSecret = newWebhookSecret();
  const isTest = body.test === true;
  const apiKey = newApiKey({ test: isTest });
  const id = await domain.db.transaction(async (tx) => {
    const workspaceId = await openWorkspace(domain, tx, {
      ...body,
      credits: body.credits ?? 0,
      test: isTest,
      webhookSecret,
    });
    await insertKey(tx, {
      id: domain.newId('key'),
      workspaceId,
      name: 'default',
      hash: hashSecret(apiKey),
      scopes,
      createdBy: domain.audit.actor,
      now: domain.now(),
    });

    const { name, plan } = body;
    const details = { plan, credits: body.credits ?? 0, ...(isTest && { test: true }) };
    await domain.audit.note(tx, { workspaceId, target: { id: workspaceId, name }, details });

    return workspaceId;
  });

  return { tenantId: id, apiKey, webhookSecret };
}

/**
 * Creates a workspace without a key, with the credits that its plan gives at sign-up and `credits` more. Returns its
 * id.
 */
export async function openWorkspace(
  domain: Domain,
  tx: Queryable,
  options: {
    readonly name: string;
    readonly email: string;
    readonly plan: PlanName;
    readonly credits: number;
    /** Whether the workspace gets the credits of its plan, at sign-up and every month; true by default. */
    readonly planGrants?: boolean;
    /** Whether its jobs end at once with fixed results; false by default. */
    readonly test?: boolean;
    readonly webhookSecret?: string;
  },
): Promise<string> {
  const now = domain.now();
  const plan = domain.plans[options.plan];
  const id = domain.newId('ws');
  const grants = options.planGrants !== false;
  await insertWorkspace(tx, {
    id,
    name: options.name,
    email: options.email,
    plan: options.plan,
    webhook_secret: options.webhookSecret ?? newWebhookSecret(),
    resets_at: grants && plan.monthlyAllowance > 0 ? nextReset(now, now) : null,
    plan_grants: grants,
    test: options.test === true,
    created_at: now,
  });

  if (grants && plan.signupCredits > 0) {
    await addCredits(domain, tx, id, {
      type: 'grant',
      amount: plan.signupCredits,
      description: 'Plan credits at sign-up',
    });
  }

  if (options.credits > 0) {
    await addCredits(domain, tx, id, {
      type: 'purchase',
      amount: options.credits,
      description: 'Credits at creation',
    });
  }

  return id;
}

async function mustFind(domain: Domain, id: string): Promise<WorkspaceRow> {
  const workspace = await findWorkspace(domain.db, id);
  if (!workspace) throw new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });
  return workspace;
}

/**
 * Changes a workspace. A new plan's limits apply at once, its credits from the next reset. A plan assigned by the
 * operator grants its credits.
 */
export async function changeWorkspace(
  domain: Domain,
  id: string,
  body: ChangeWorkspace,
): Promise<WorkspaceRow> {
  const change = withoutNulls(body);
  await domain.db.transaction(async (tx) => {
    const row = await lockWorkspace(tx, id);
    if (!row) throw new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });

    const plan = change.plan ?? row.plan;
    const now = domain.now();
    const grants = row.plan_grants || change.plan !== undefined;
    const begins = grants && row.resets_at === null && domain.plans[plan].monthlyAllowance > 0;
    await updateWorkspace(tx, id, {
      name: change.name ?? row.name,
      plan,
      plan_grants: grants,
      past_due: change.past_due ?? row.past_due,
      anchor_at: begins ? now : row.anchor_at,
      resets_at: begins ? nextReset(now, now) : row.resets_at,
    });

    if (plan !== row.plan) await startParkedJobs(domain, tx, id);
    const target = { id, name: row.name };
    await domain.audit.note(tx, { workspaceId: id, target, details: change });
  });

  return mustFind(domain, id);
}

export async function enterCredits(
  domain: Domain,
  id: string,
  body: AddCredits,
): Promise<{ entry: LedgerRow; balance: number }> {
  const { name } = await mustFind(domain, id);
  const { type, amount } = body;
  const entry = await domain.db.transaction(async (tx) => {
    const description = body.description ?? `Credits: ${type}`;
    const entered = await addCredits(domain, tx, id, { type, amount, description });
    const details = { type, amount, description };
    await domain.audit.note(tx, { workspaceId: id, target: { id, name }, details });
    return entered;
  });

  return { entry, balance: balanceOf(await mustFind(domain, id)) };
}

/** Maximum number of keys in a workspace that are not revoked. */
const keysAtMost = 200;

/** Creates a key. Throws as `holdAccess`, or Fault VALIDATION_FAILED if the workspace has too many keys. */
export async function createKey(
  domain: Domain,
  id: string,
  { access, ...body }: CreateKey & { readonly access: PersonalAccess | null },
): Promise<{ keyId: string; apiKey: string }> {
  const workspace = await mustFind(domain, id);
  const keyId = domain.newId('key');
  const apiKey = newApiKey(workspace);
  const { name } = body;
  const scopesOf = [...new Set(body.scopes)];
  await domain.db.transaction(async (tx) => {
    await holdAccess(tx, id, access);
    await lockWorkspace(tx, id);

    if ((await countKeys(tx, id)) >= keysAtMost) {
      throw new Fault('VALIDATION_FAILED', id, {
        text: `name: a workspace may have at most ${keysAtMost} API keys. Revoke those that are no longer used.`,
      });
    }

    await insertKey(tx, {
      id: keyId,
      workspaceId: id,
      name,
      hash: hashSecret(apiKey),
      scopes: scopesOf,
      createdBy: domain.audit.actor,
      now: domain.now(),
    });

    const details = { scopes: scopesOf };
    await domain.audit.note(tx, { workspaceId: id, target: { id: keyId, name }, details });
  });

  return { keyId, apiKey };
}

/** Revokes a key of one workspace, or of any if none is given, and stops its work. Throws Fault NOT_FOUND. */
export async function removeKey(
  domain: Domain,
  keyId: string,
  workspaceId: string | null = null,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const revoked = await revokeKey(tx, keyId, domain.now(), workspaceId);
    if (!revoked) throw new Fault('NOT_FOUND', keyId, { text: 'There is no such key.' });
    const target = { id: keyId, name: revoked.name };
    const details = stoppedDetails(await stopWorkOfKey(domain, tx, target));
    await domain.audit.note(tx, { workspaceId: revoked.workspace_id, target, details });
  });
}

/**
 * Sets a new webhook secret. The previous one keeps signing too for the given number of hours, or stops at once if no
 * hours are given. Throws as `holdAccess`, or Fault NOT_FOUND.
 */
export async function rotateWebhookSecret(
  domain: Domain,
  id: string,
  {
    access,
    keepPreviousHours = 0,
  }: { readonly access: PersonalAccess | null; readonly keepPreviousHours?: number },
): Promise<{ secret: string; previousUntil: Date | null }> {
  const secret = newWebhookSecret();
  const keptMs = keepPreviousHours * 3_600_000;
  const previousUntil = keptMs > 0 ? new Date(domain.now().getTime() + keptMs) : null;
  await domain.db.transaction(async (tx) => {
    await holdAccess(tx, id, access);
    const isFound = await setWebhookSecret(tx, id, secret, previousUntil);
    if (!isFound) throw new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });
    const details = keepPreviousHours > 0 && { keep_previous_hours: keepPreviousHours };
    await domain.audit.note(tx, { workspaceId: id, target: { id }, ...(details && { details }) });
  });

  return { secret, previousUntil };
}

/**
 * Sets new webhook secrets without keeping the previous ones, and removes the webhook addresses, for somebody who has
 * just become known.
 */
export async function replaceWebhookSecrets(
  domain: Domain,
  tx: Queryable,
  workspaceIds: readonly string[],
  actor: Actor,
): Promise<void> {
  await endWebhookAddresses(domain, tx, { workspaceIds }, { reason: addressTakenOver, actor });
  for (const workspaceId of workspaceIds) {
    await setWebhookSecret(tx, workspaceId, newWebhookSecret(), null);
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: workspaceId },
      actor,
      action: 'webhook_secret.rotated',
    });
  }
}

/**
 * Cancels the workspace's jobs, then marks the workspace as deleted, which makes its keys invalid; a task that survives
 * a restart deletes rows and files. If the call is interrupted before the workspace is marked, it can be repeated.
 */
export async function deleteWorkspace(domain: Domain, id: string): Promise<void> {
  const { name } = await mustFind(domain, id);
  await cancelMostJobs(domain, id);
  await domain.db.transaction(async (tx) => {
    // All jobs are locked before the first charge locks the workspace, because a worker also locks its job before the
    // workspace.
    const open = await lockOpenJobs(tx, id);
    await lockWorkspace(tx, id);
    for (const job of open) await cancelLocked(domain, tx, job);

    const isFound = await markWorkspaceDeleted(tx, id, domain.now());
    if (!isFound) throw new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });

    await enqueueRemoval(domain, tx, {
      workspaceId: id,
      prefixes: foldersOfWorkspace(id),
      keys: [],
    });

    // Presigned URLs remain valid after the workspace is gone, and a worker may store what it had begun; such files are
    // removed when unused uploads expire, but not before an object store takes no more of them.
    const late = { prefixes: foldersOfWorkspace(id), keys: [] };
    const lastExpiry = await lastUploadExpiry(tx, id);
    const openMs = lastExpiry ? lastExpiry.getTime() + settleMs - domain.now().getTime() : 0;
    const delayMs = domain.ports.urlsOutliveUploads
      ? Math.max(domain.settings.unusedUploadMs, openMs)
      : domain.settings.unusedUploadMs;
    await enqueueRemoval(domain, tx, late, { delayMs });
    await domain.audit.note(tx, { workspaceId: id, target: { id, name } });
  });
}
