/**
 * Periodic upkeep of the search index: adding jobs that are missing from it, and removing words that no passage
 * contains any more.
 */
import type { Database, Queryable } from '../../db/database.ts';
import { askForOldJobs, forgetWords, workspacesToForget } from '../../db/search/search-index.ts';

const oldJobsAtOnce = 500;

/**
 * Requests that jobs be read into the search index which completed before search existed, or while a process of a
 * version without search was running.
 */
export async function askForAllOldJobs(db: Queryable): Promise<void> {
  let cursor: string | null = null;
  do cursor = await askForOldJobs(db, cursor, oldJobsAtOnce);
  while (cursor !== null);
}

const forgottenTogether = 1000;

/** Removes words of deleted jobs that no other passage contains. */
export async function forgetUnusedWords(db: Database): Promise<void> {
  for (const workspaceId of await workspacesToForget(db)) {
    let cursor: number | null = 0;
    while (cursor !== null) {
      const from: number = cursor;
      cursor = await db.transaction((tx) => forgetWords(tx, workspaceId, from, forgottenTogether));
    }
  }
}
