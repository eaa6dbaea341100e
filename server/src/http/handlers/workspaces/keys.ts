/**
 * Calls for API keys, the webhook secret and deliveries. The operator's calls can access those of every workspace, a
 * workspace's calls only its own.
 */
import type {
  ApiKey,
  CreateKey,
  ListDeliveriesQuery,
  RotateSecret,
  SetWorkspaceWebhook,
  TestEvent,
} from '@reelsight/contract';
import { type KeyRow, listKeys as keysOf } from '../../../db/workspaces/keys.ts';
import * as deliveries from '../../../domain/events/deliveries.ts';
import * as addresses from '../../../domain/events/webhook-address.ts';
import * as workspaces from '../../../domain/workspaces/workspace.ts';
import {
  accessOf,
  type Call,
  type CallDeps,
  idOf,
  type Reply,
  type WorkspaceCall,
  workspaceOf,
} from '../../call.ts';
import { decodeCursor, page } from '../../cursor.ts';

const keyView = (row: KeyRow): ApiKey => ({
  key_id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

export async function createKey(
  { domain }: CallDeps,
  call: Call<unknown, CreateKey>,
): Promise<Reply> {
  const { keyId, apiKey } = await workspaces.createKey(domain, workspaceOf(call), {
    ...call.body,
    access: accessOf(call),
  });
  return { status: 201, data: { key_id: keyId, api_key: apiKey } };
}

export async function listKeys({ domain }: CallDeps, { caller }: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: (await keysOf(domain.db, caller.workspace_id)).map(keyView) };
}

export async function revokeKey({ domain }: CallDeps, call: Call): Promise<Reply> {
  await workspaces.removeKey(domain, idOf(call), call.caller?.workspace_id);
  return { status: 204 };
}

export async function rotateSecret(
  { domain }: CallDeps,
  call: Call<unknown, RotateSecret>,
): Promise<Reply> {
  const rotated = await workspaces.rotateWebhookSecret(domain, workspaceOf(call), {
    access: accessOf(call),
    keepPreviousHours: call.body.keep_previous_hours ?? 0,
  });
  const until = rotated.previousUntil?.toISOString();
  const data = {
    webhook_secret: rotated.secret,
    ...(until && { previous_webhook_secret_ends_at: until }),
  };

  return { status: 201, data };
}

export async function getWebhook({ domain }: CallDeps, call: Call): Promise<Reply> {
  return { status: 200, data: await addresses.readWebhookAddress(domain, workspaceOf(call)) };
}

export async function setWebhook(
  { domain }: CallDeps,
  call: Call<unknown, SetWorkspaceWebhook>,
): Promise<Reply> {
  const data = await addresses.changeWebhookAddress(domain, workspaceOf(call), {
    ...call.body,
    access: accessOf(call),
  });
  return { status: 200, data };
}

export async function removeWebhook({ domain }: CallDeps, call: Call): Promise<Reply> {
  await addresses.removeWebhookAddress(domain, workspaceOf(call), accessOf(call));
  return { status: 204 };
}

const defaultLimit = 20;

export async function listDeliveries(
  { domain }: CallDeps,
  call: Call<ListDeliveriesQuery>,
): Promise<Reply> {
  const { query } = call;
  const limit = query.limit ?? defaultLimit;
  const events = await deliveries.findDeliveries(domain, {
    workspaceId: workspaceOf(call),
    event: query.event,
    status: query.status,
    jobId: query.job_id,
    before: query.cursor === undefined ? undefined : decodeCursor(query.cursor, 'evt'),
    limit: limit + 1,
  });
  const { rows, pagination } = page(events, limit);

  return { status: 200, data: await deliveries.deliveryViews(domain.db, rows), pagination };
}

export async function replayDelivery({ domain }: CallDeps, call: Call): Promise<Reply> {
  const data = await deliveries.replayDelivery(domain, idOf(call), call.caller?.workspace_id);
  return { status: 201, data };
}

export async function sendTestEvent(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, TestEvent>,
): Promise<Reply> {
  const { caller, body } = call;
  const workspace = {
    id: caller.workspace_id,
    plan: caller.plan,
    access: accessOf(call),
    keyId: caller.key_id,
  };
  return { status: 201, data: await deliveries.sendTestEvent(domain, workspace, body.url) };
}
