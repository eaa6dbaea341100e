/** /admin/v1/…/follows: what is watched, as the operator sets it up. */
import type { ChangeFollow, CreateFollow, RunFollow } from '@reelsight/contract';
import {
  changeFollow,
  createFollow,
  deleteFollow,
  listFollowsOf,
  listFollowVideos,
  runFollowNow,
} from '../../domain/follow.ts';
import { type Call, idOf, type Reply, type Rooms } from '../call.ts';

export async function adminCreateFollow(
  { domain }: Rooms,
  call: Call<unknown, CreateFollow>,
): Promise<Reply> {
  return { status: 201, data: await createFollow(domain, idOf(call), call.body) };
}

export async function adminListFollows({ domain }: Rooms, call: Call): Promise<Reply> {
  return { status: 200, data: await listFollowsOf(domain, idOf(call)) };
}

export async function adminChangeFollow(
  { domain }: Rooms,
  call: Call<unknown, ChangeFollow>,
): Promise<Reply> {
  return { status: 200, data: await changeFollow(domain, idOf(call), call.body) };
}

export async function adminDeleteFollow({ domain }: Rooms, call: Call): Promise<Reply> {
  await deleteFollow(domain, idOf(call));
  return { status: 204 };
}

export async function adminRunFollow(
  { domain }: Rooms,
  call: Call<unknown, RunFollow>,
): Promise<Reply> {
  return { status: 201, data: await runFollowNow(domain, idOf(call), call.body.backfill ?? 0) };
}

export async function adminListFollowVideos({ domain }: Rooms, call: Call): Promise<Reply> {
  return { status: 200, data: await listFollowVideos(domain, idOf(call)) };
}
