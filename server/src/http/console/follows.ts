/** Follows of a workspace: what the operator may do with any, its members may with their own. */
import type { ChangeFollow, CreateFollow, RunFollow } from '@reelsight/contract';
import * as follows from '../../domain/follow.ts';
import type { Reply } from '../call.ts';
import { type ConsoleCall, type ConsoleRooms, paramOf } from './call.ts';

/** The id in the path. Throws Fault NOT_FOUND for a Follow of another workspace. */
async function ownFollow({ domain }: ConsoleRooms, call: ConsoleCall): Promise<string> {
  const id = paramOf(call, 'id');
  await follows.checkFollowOf(domain, call.caller.workspace_id, id);
  return id;
}

export async function listOwnFollows(
  { domain }: ConsoleRooms,
  { caller }: ConsoleCall,
): Promise<Reply> {
  return { status: 200, data: await follows.listFollowsOf(domain, caller.workspace_id) };
}

export async function createOwnFollow(
  { domain }: ConsoleRooms,
  { caller, body }: ConsoleCall<unknown, CreateFollow>,
): Promise<Reply> {
  return { status: 201, data: await follows.createFollow(domain, caller.workspace_id, body) };
}

export async function changeOwnFollow(
  rooms: ConsoleRooms,
  call: ConsoleCall<unknown, ChangeFollow>,
): Promise<Reply> {
  const id = await ownFollow(rooms, call);
  return { status: 200, data: await follows.changeFollow(rooms.domain, id, call.body) };
}

export async function deleteOwnFollow(rooms: ConsoleRooms, call: ConsoleCall): Promise<Reply> {
  await follows.deleteFollow(rooms.domain, await ownFollow(rooms, call));
  return { status: 204 };
}

export async function runOwnFollow(
  rooms: ConsoleRooms,
  call: ConsoleCall<unknown, RunFollow>,
): Promise<Reply> {
  const id = await ownFollow(rooms, call);
  const data = await follows.runFollowNow(rooms.domain, id, call.body.backfill ?? 0);
  return { status: 201, data };
}

export async function listOwnFollowVideos(rooms: ConsoleRooms, call: ConsoleCall): Promise<Reply> {
  const id = await ownFollow(rooms, call);
  return { status: 200, data: await follows.listFollowVideos(rooms.domain, id) };
}
