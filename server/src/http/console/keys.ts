/** API keys, the webhook secret and deliveries of a workspace. */
import type { ApiKey, CreateKey, TestEvent } from '@reelsight/contract';
import { type KeyRow, listKeys as keysOf } from '../../db/keys.ts';
import {
  listDeliveries,
  replayDelivery,
  sendTestEvent as sendTest,
} from '../../domain/deliveries.ts';
import { createKey, removeKey, rotateWebhookSecret } from '../../domain/workspace.ts';
import type { Reply } from '../call.ts';
import { type ConsoleCall, type ConsoleRooms, paramOf } from './call.ts';

const keyView = (row: KeyRow): ApiKey => ({
  key_id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  created_at: row.created_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

export async function listKeys({ domain }: ConsoleRooms, { caller }: ConsoleCall): Promise<Reply> {
  return { status: 200, data: (await keysOf(domain.db, caller.workspace_id)).map(keyView) };
}

export async function createOwnKey(
  { domain }: ConsoleRooms,
  { caller, body }: ConsoleCall<unknown, CreateKey>,
): Promise<Reply> {
  const { keyId, apiKey } = await createKey(domain, caller.workspace_id, body);
  return { status: 201, data: { key_id: keyId, api_key: apiKey } };
}

export async function revokeOwnKey({ domain }: ConsoleRooms, call: ConsoleCall): Promise<Reply> {
  await removeKey(domain, paramOf(call, 'id'), call.caller.workspace_id);
  return { status: 204 };
}

export async function rotateOwnSecret(
  { domain }: ConsoleRooms,
  { caller }: ConsoleCall,
): Promise<Reply> {
  const secret = await rotateWebhookSecret(domain, caller.workspace_id);
  return { status: 201, data: { webhook_secret: secret } };
}

export async function listOwnDeliveries(
  { domain }: ConsoleRooms,
  { caller }: ConsoleCall,
): Promise<Reply> {
  return { status: 200, data: await listDeliveries(domain, caller.workspace_id) };
}

export async function replayOwnDelivery(
  { domain }: ConsoleRooms,
  call: ConsoleCall,
): Promise<Reply> {
  const data = await replayDelivery(domain, paramOf(call, 'id'), call.caller.workspace_id);
  return { status: 201, data };
}

export async function sendTestEvent(
  { domain }: ConsoleRooms,
  { caller, body }: ConsoleCall<unknown, TestEvent>,
): Promise<Reply> {
  const workspace = { id: caller.workspace_id, plan: caller.plan };
  return { status: 201, data: await sendTest(domain, workspace, body.url) };
}
