/** Presets of a workspace. */
import type { PresetEntry } from '@reelsight/contract';
import {
  addPreset,
  dropPreset,
  listPresets as listAll,
  readPreset,
  replacePreset,
} from '../../domain/plans/presets.ts';
import { type CallDeps, idOf, type Reply, submitterOf, type WorkspaceCall } from '../call.ts';

export async function listPresets({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await listAll(domain, submitterOf(call)) };
}

export async function getPreset({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readPreset(domain, submitterOf(call), idOf(call)) };
}

export async function createPreset(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, PresetEntry>,
): Promise<Reply> {
  return { status: 201, data: await addPreset(domain, submitterOf(call), call.body) };
}

export async function changePreset(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, PresetEntry>,
): Promise<Reply> {
  const data = await replacePreset(domain, submitterOf(call), idOf(call), call.body);
  return { status: 200, data };
}

export async function deletePreset({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropPreset(domain, submitterOf(call), idOf(call));
  return { status: 204 };
}
