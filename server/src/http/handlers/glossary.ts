/** Calls for the glossary of a workspace. */
import type { PutGlossary } from '@reelsight/contract';
import {
  readGlossary as readStoredGlossary,
  replaceGlossary as storeGlossary,
} from '../../domain/glossary.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';

export async function readGlossary({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readStoredGlossary(domain, call.caller.workspace_id) };
}

export async function replaceGlossary(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, PutGlossary>,
): Promise<Reply> {
  const data = await storeGlossary(domain, call.caller.workspace_id, call.body);
  return { status: 200, data };
}
