/** /admin/v1: the operator's interface. */
import type { AddCredits, ChangeWorkspace, CreateKey, CreateWorkspace } from '@reelsight/contract';
import { listWorkspaces, type WorkspaceRow } from '../../db/workspaces.ts';
import { balanceOf } from '../../domain/credits.ts';
import { listDeliveries, replayDelivery } from '../../domain/deliveries.ts';
import { transactionView } from '../../domain/view.ts';
import {
  changeWorkspace,
  createKey,
  createWorkspace,
  deleteWorkspace,
  enterCredits,
  removeKey,
  rotateWebhookSecret,
} from '../../domain/workspace.ts';
import { type Call, idOf, type Reply, type Rooms } from '../call.ts';

const workspaceView = (row: WorkspaceRow) => ({
  tenant_id: row.id,
  name: row.name,
  email: row.email,
  plan: row.plan,
  past_due: row.past_due,
  balance: balanceOf(row),
  created_at: row.created_at.toISOString(),
});

export async function adminCreateWorkspace(
  { domain }: Rooms,
  call: Call<unknown, CreateWorkspace>,
): Promise<Reply> {
  const made = await createWorkspace(domain, call.body);
  return {
    status: 201,
    data: {
      tenant_id: made.tenantId,
      api_key: made.apiKey,
      webhook_secret: made.webhookSecret,
    },
  };
}

export async function adminListWorkspaces({ domain }: Rooms): Promise<Reply> {
  return { status: 200, data: (await listWorkspaces(domain.db)).map(workspaceView) };
}

export async function adminChangeWorkspace(
  { domain }: Rooms,
  call: Call<unknown, ChangeWorkspace>,
): Promise<Reply> {
  return {
    status: 200,
    data: workspaceView(await changeWorkspace(domain, idOf(call), call.body)),
  };
}

export async function adminDeleteWorkspace({ domain }: Rooms, call: Call): Promise<Reply> {
  await deleteWorkspace(domain, idOf(call));
  return { status: 204 };
}

export async function adminAddCredits(
  { domain }: Rooms,
  call: Call<unknown, AddCredits>,
): Promise<Reply> {
  const { entry, balance } = await enterCredits(domain, idOf(call), call.body);
  return { status: 201, data: { transaction: transactionView(entry), balance } };
}

export async function adminCreateKey(
  { domain }: Rooms,
  call: Call<unknown, CreateKey>,
): Promise<Reply> {
  const { keyId, apiKey } = await createKey(domain, idOf(call), call.body);
  return { status: 201, data: { key_id: keyId, api_key: apiKey } };
}

export async function adminRevokeKey({ domain }: Rooms, call: Call): Promise<Reply> {
  await removeKey(domain, idOf(call));
  return { status: 204 };
}

export async function adminRotateSecret({ domain }: Rooms, call: Call): Promise<Reply> {
  return { status: 201, data: { webhook_secret: await rotateWebhookSecret(domain, idOf(call)) } };
}

export async function adminListDeliveries({ domain }: Rooms, call: Call): Promise<Reply> {
  return { status: 200, data: await listDeliveries(domain, idOf(call)) };
}

export async function adminReplayDelivery({ domain }: Rooms, call: Call): Promise<Reply> {
  return { status: 201, data: await replayDelivery(domain, idOf(call)) };
}
