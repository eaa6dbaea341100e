/** Names of things that a workspace makes, which are unique among their kind. */
import { Fault, invalidInput } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { lockWorkspace } from '../db/workspaces/workspaces.ts';
import type { Domain } from './domain.ts';

/** These names are compared more strictly than brand names: `Spring +` and `Spring` are different. */
export const nameKeyOf = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** Throws Fault VALIDATION_FAILED if a thing other than that with this `id` has the name. */
export function checkUnique(
  kind: string,
  id: string,
  namesake: { readonly id: string; readonly name: string } | undefined,
): void {
  if (namesake && namesake.id !== id)
    throw invalidInput(`name: there is a ${kind} “${namesake.name}” already.`);
}

/** Runs a change while the workspace is locked, so that changes follow one another. Throws Fault NOT_FOUND. */
export function inLockedWorkspace<T>(
  domain: Domain,
  workspaceId: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return domain.db.transaction(async (tx) => {
    await mustLockWorkspace(tx, workspaceId);
    return work(tx);
  });
}

/** Throws Fault NOT_FOUND. */
export async function mustLockWorkspace(tx: Queryable, workspaceId: string): Promise<void> {
  if (!(await lockWorkspace(tx, workspaceId)))
    throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });
}
