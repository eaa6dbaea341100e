/** Audiences of videos, and the prices of a workspace. */
import type { SetAudience, SetMediaPrices } from '@reelsight/contract';
import {
  changeJobAudience,
  changeMediaPrices,
  readJobViews,
  readMediaPrices,
} from '../../domain/audience/audiences.ts';
import { type CallDeps, jobIdOf, type Reply, type WorkspaceCall } from '../call.ts';

export async function getJobViews({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const data = await readJobViews(domain, call.caller.workspace_id, jobIdOf(call));
  return { status: 200, data };
}

export async function setJobAudience(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, SetAudience>,
): Promise<Reply> {
  const workspace = call.caller.workspace_id;
  const data = await changeJobAudience(domain, workspace, jobIdOf(call), call.body);
  return { status: 200, data };
}

export async function getMediaPrices({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readMediaPrices(domain.db, call.caller.workspace_id) };
}

export async function setMediaPrices(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, SetMediaPrices>,
): Promise<Reply> {
  const data = await changeMediaPrices(domain, call.caller.workspace_id, call.body);
  return { status: 200, data };
}
