/** The webhook address of a workspace: where events of all its jobs and batches go, and which kinds. */
import {
  type Actor,
  type EventKind,
  Fault,
  type SetWorkspaceWebhook,
  type WorkspaceWebhook,
  webhookEventKinds,
} from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import {
  findWorkspace,
  type NewWebhookAddress,
  removeWebhookAddressesOf,
  setWebhookAddress,
  webhookAddressesOf,
} from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { checkWebhooks } from '../plans/plan-rules.ts';
import { holdAccess, type PersonalAccess } from '../workspaces/access.ts';

const noAddress: NewWebhookAddress = { url: null, events: null, setBy: null };

/**
 * Removes the addresses that somebody has set who loses access, with an entry of the audit log for each. `actor`: who does
 * so, if not the caller.
 */
export async function endWebhookAddresses(
  domain: Domain,
  tx: Queryable,
  whose: Parameters<typeof removeWebhookAddressesOf>[1],
  { reason, actor }: { readonly reason: string; readonly actor?: Actor },
): Promise<void> {
  for (const { id, url } of await removeWebhookAddressesOf(tx, whose))
    await domain.audit.note(tx, {
      workspaceId: id,
      target: { id },
      action: 'webhook_address.removed',
      details: { url, reason },
      ...(actor && { actor }),
    });
}

const noWorkspace = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such workspace.' });

/** Throws Fault NOT_FOUND if there is no such workspace. */
export async function readWebhookAddress(
  domain: Domain,
  workspaceId: string,
): Promise<WorkspaceWebhook> {
  const workspace = await findWorkspace(domain.db, workspaceId);
  if (!workspace) throw noWorkspace(workspaceId);
  const [address] = await webhookAddressesOf(domain.db, [workspaceId]);
  return {
    url: address?.webhook_url ?? null,
    events: [...((address?.webhook_events ?? []) as readonly EventKind[])],
  };
}

/**
 * Throws Fault NOT_FOUND, MODE_NOT_ALLOWED if the plan has no webhooks, VALIDATION_FAILED for a refused address, or as
 * `holdAccess`: looking the host up takes as long as its name server likes, and the caller may be removed meanwhile.
 */
export async function changeWebhookAddress(
  domain: Domain,
  workspaceId: string,
  { url, events, access }: SetWorkspaceWebhook & { readonly access: PersonalAccess | null },
): Promise<WorkspaceWebhook> {
  const workspace = await findWorkspace(domain.db, workspaceId);
  if (!workspace) throw noWorkspace(workspaceId);
  checkWebhooks(domain.plans[workspace.plan], url);
  await domain.ports.checkWebhookUrl(url, workspaceId, 'url');

  const chosenKinds = new Set<EventKind>(events ?? webhookEventKinds);
  const kinds = webhookEventKinds.filter((kind) => chosenKinds.has(kind));
  await domain.db.transaction(async (tx) => {
    await holdAccess(tx, workspaceId, access);
    // An operator need not be a member, so the address does not go when they leave.
    const setBy = access && access.role !== null ? access.userId : null;
    await write(tx, workspaceId, { url, events: kinds, setBy });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: workspaceId },
      details: { url, events: kinds.join(', ') },
    });
  });

  return { url, events: kinds };
}

/** Throws as `holdAccess`, or Fault NOT_FOUND if there is no such workspace. */
export async function removeWebhookAddress(
  domain: Domain,
  workspaceId: string,
  access: PersonalAccess | null,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    await holdAccess(tx, workspaceId, access);
    await write(tx, workspaceId, noAddress);
    await domain.audit.note(tx, { workspaceId, target: { id: workspaceId } });
  });
}

async function write(
  tx: Queryable,
  workspaceId: string,
  address: NewWebhookAddress,
): Promise<void> {
  const isFound = await setWebhookAddress(tx, workspaceId, address);
  if (!isFound) throw noWorkspace(workspaceId);
}
