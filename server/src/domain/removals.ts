/** Enqueues tasks that delete stored files after the commit of the transaction that made the files unnecessary. */
import { workspaceOfPath } from '../artifacts/stored-paths.ts';
import type { Queryable } from '../db/database.ts';
import type { TaskOptions } from '../queue/queue.ts';
import type { Domain } from './domain.ts';

/** Data of a `removal` task: files to delete and, optionally, the workspace whose rows are deleted after them. */
export interface Removal {
  readonly prefixes: readonly string[];
  readonly keys: readonly string[];
  readonly workspaceId?: string;
  /** Id of a job. If that job is not held any more, nothing is deleted, because the job may have stored new files. */
  readonly whileHeld?: string;
}

/** Enqueues one task per workspace, so that many removals of one workspace do not delay those of others. */
export async function enqueueRemoval(
  { queue }: Pick<Domain, 'queue'>,
  tx: Queryable,
  { prefixes, keys, ...rest }: Removal,
  options: Pick<TaskOptions, 'delayMs'> = {},
): Promise<void> {
  const prefixesByWorkspace = Map.groupBy(prefixes, workspaceOfPath);
  const keysByWorkspace = Map.groupBy(keys, workspaceOfPath);

  for (const id of new Set([...prefixesByWorkspace.keys(), ...keysByWorkspace.keys()])) {
    const removal: Removal = {
      prefixes: prefixesByWorkspace.get(id) ?? [],
      keys: keysByWorkspace.get(id) ?? [],
      ...rest,
    };
    await queue.enqueue(tx, 'removal', removal, { ...options, group: { id } });
  }
}
