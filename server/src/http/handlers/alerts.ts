/** Alerts: what a workspace wants to be told about new videos. */
import {
  type AlertEntry,
  type AlertMatchesQuery,
  type AlertPreviewEntry,
  Fault,
} from '@reelsight/contract';
import { isId } from '../../db/id.ts';
import {
  addAlert,
  dropAlert,
  listAlerts as listAll,
  readAlert,
  replaceAlert,
} from '../../domain/alerts/alerts.ts';
import { readMatches, testAlert as sendTest } from '../../domain/alerts/matches.ts';
import { previewAlert as preview } from '../../domain/alerts/preview.ts';
import { accessOf, type CallDeps, idOf, type Reply, type WorkspaceCall } from '../call.ts';
import { inOwnersTurn } from '../in-turn.ts';

const defaultMatches = 20;

export async function listAlerts({ domain }: CallDeps, { caller }: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await listAll(domain, caller.workspace_id) };
}

export async function getAlert({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readAlert(domain, call.caller.workspace_id, idOf(call)) };
}

export async function createAlert(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, AlertEntry>,
): Promise<Reply> {
  return { status: 201, data: await addAlert(domain, ownerOf(call), call.body) };
}

export async function changeAlert(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, AlertEntry>,
): Promise<Reply> {
  const data = await replaceAlert(domain, ownerOf(call), idOf(call), call.body);
  return { status: 200, data };
}

const ownerOf = (call: WorkspaceCall<unknown, unknown>) => ({
  workspaceId: call.caller.workspace_id,
  plan: call.caller.plan,
  access: accessOf(call),
});

export async function deleteAlert({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropAlert(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}

export async function listAlertMatches(
  { domain }: CallDeps,
  call: WorkspaceCall<AlertMatchesQuery>,
): Promise<Reply> {
  const { limit = defaultMatches, cursor } = call.query;
  const before = cursor === undefined ? null : decodeId(cursor);
  // One more than wanted shows whether there is another page.
  const page = { before, limit: limit + 1 };
  const matches = await readMatches(domain, call.caller.workspace_id, idOf(call), page);
  const data = matches.slice(0, limit);
  const last = data.at(-1);
  const hasMore = matches.length > limit && last !== undefined;

  return {
    status: 200,
    data,
    pagination: { has_more: hasMore, next_cursor: hasMore ? encodeId(last.match_id) : null },
  };
}

/** Ids of matches are in the order in which they were found. */
const encodeId = (id: string): string => Buffer.from(id).toString('base64url');

function decodeId(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isId(id) || encodeId(id) !== cursor)
    throw new Fault('VALIDATION_FAILED', 'cursor', {
      text: 'cursor: is not a cursor of this list.',
    });
  return id;
}

export async function testAlert({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 202, data: await sendTest(domain, call.caller.workspace_id, idOf(call)) };
}

/** Reads many videos, so each owner has one preview or trend at a time. */
export async function previewAlert(
  { domain, trendTurns, closing }: CallDeps,
  call: WorkspaceCall<unknown, AlertPreviewEntry>,
): Promise<Reply> {
  const tooMany =
    'Too many previews of this workspace, or of others of its owner, are waiting. Ask for one after the other.';
  const data = await inOwnersTurn(domain.db, trendTurns, { call, closing, tooMany }, (signal) =>
    preview(domain, call.caller.workspace_id, call.body, signal),
  );
  return { status: 200, data };
}
