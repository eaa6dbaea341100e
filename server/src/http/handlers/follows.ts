/**
 * Calls for Follows. The operator's calls can access every Follow, a workspace's calls only those of that workspace.
 */
import type { ChangeFollow, CreateFollow, PreviewFollow, RunFollow } from '@reelsight/contract';
import type { FollowRow } from '../../db/follows.ts';
import type { Owned } from '../../db/owned.ts';
import * as follows from '../../domain/follows/follow.ts';
import { previewFollow as preview } from '../../domain/follows/follow-preview.ts';
import { accessOf, type Call, type CallDeps, idOf, type Reply, workspaceOf } from '../call.ts';

/** The Follow whose id is in the path. Throws Fault NOT_FOUND if it does not exist or the caller may not see it. */
const followOf = ({ domain }: CallDeps, call: Call): Promise<Owned<FollowRow>> =>
  follows.mustFindFollow(domain, call.caller?.workspace_id ?? null, idOf(call));

export async function createFollow(
  { domain }: CallDeps,
  call: Call<unknown, CreateFollow>,
): Promise<Reply> {
  const body = { ...call.body, access: accessOf(call) };
  return { status: 201, data: await follows.createFollow(domain, workspaceOf(call), body) };
}

export async function listFollows({ domain }: CallDeps, call: Call): Promise<Reply> {
  return { status: 200, data: await follows.listFollowsOf(domain, workspaceOf(call)) };
}

export async function getFollow(deps: CallDeps, call: Call): Promise<Reply> {
  const follow = await followOf(deps, call);
  return { status: 200, data: await follows.readFollow(deps.domain, follow) };
}

export async function previewFollow(
  { domain }: CallDeps,
  call: Call<unknown, PreviewFollow>,
): Promise<Reply> {
  return { status: 200, data: await preview(domain, workspaceOf(call), call.body) };
}

export async function changeFollow(
  deps: CallDeps,
  call: Call<unknown, ChangeFollow>,
): Promise<Reply> {
  const follow = await followOf(deps, call);
  const change = { ...call.body, access: accessOf(call) };
  return { status: 200, data: await follows.changeFollow(deps.domain, follow, change) };
}

export async function deleteFollow(deps: CallDeps, call: Call): Promise<Reply> {
  await follows.deleteFollow(deps.domain, await followOf(deps, call));
  return { status: 204 };
}

export async function runFollow(deps: CallDeps, call: Call<unknown, RunFollow>): Promise<Reply> {
  const follow = await followOf(deps, call);
  const data = await follows.runFollowNow(deps.domain, follow, call.body.backfill ?? 0);
  return { status: 201, data };
}

export async function listFollowVideos(deps: CallDeps, call: Call): Promise<Reply> {
  const follow = await followOf(deps, call);
  return { status: 200, data: await follows.listFollowVideos(deps.domain, follow) };
}
