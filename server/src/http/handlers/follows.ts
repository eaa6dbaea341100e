/** Follows: the operator's calls reach any, a workspace's its own. */
import type { ChangeFollow, CreateFollow, PreviewFollow, RunFollow } from '@reelsight/contract';
import * as follows from '../../domain/follow.ts';
import { previewFollow as preview } from '../../domain/follow-preview.ts';
import { type Call, type CallRooms, idOf, type Reply, workspaceOf } from '../call.ts';

/** The id in the path. Throws Fault NOT_FOUND for a Follow the caller may not see. */
async function followOf({ domain }: CallRooms, call: Call): Promise<string> {
  const id = idOf(call);
  if (call.caller) await follows.checkFollowOf(domain, call.caller.workspace_id, id);
  return id;
}

export async function createFollow(
  { domain }: CallRooms,
  call: Call<unknown, CreateFollow>,
): Promise<Reply> {
  return { status: 201, data: await follows.createFollow(domain, workspaceOf(call), call.body) };
}

export async function listFollows({ domain }: CallRooms, call: Call): Promise<Reply> {
  return { status: 200, data: await follows.listFollowsOf(domain, workspaceOf(call)) };
}

export async function previewFollow(
  { domain }: CallRooms,
  { body }: Call<unknown, PreviewFollow>,
): Promise<Reply> {
  return { status: 200, data: await preview(domain, body) };
}

export async function changeFollow(
  rooms: CallRooms,
  call: Call<unknown, ChangeFollow>,
): Promise<Reply> {
  const id = await followOf(rooms, call);
  return { status: 200, data: await follows.changeFollow(rooms.domain, id, call.body) };
}

export async function deleteFollow(rooms: CallRooms, call: Call): Promise<Reply> {
  await follows.deleteFollow(rooms.domain, await followOf(rooms, call));
  return { status: 204 };
}

export async function runFollow(rooms: CallRooms, call: Call<unknown, RunFollow>): Promise<Reply> {
  const id = await followOf(rooms, call);
  const data = await follows.runFollowNow(rooms.domain, id, call.body.backfill ?? 0);
  return { status: 201, data };
}

export async function listFollowVideos(rooms: CallRooms, call: Call): Promise<Reply> {
  const id = await followOf(rooms, call);
  return { status: 200, data: await follows.listFollowVideos(rooms.domain, id) };
}
