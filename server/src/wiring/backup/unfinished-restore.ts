/** When the service starts, an interrupted restore is finished if it was complete; otherwise the start is refused. */

import { openDatabase } from '../../db/database.ts';
import type { Config } from '../settings/config.ts';
import { checkDatabase } from '../start/start-checks.ts';
import { StartError } from '../start/start-error.ts';
import { finishRestore, unfinishedRestore } from './restore-place.ts';

/** Throws StartError. */
export async function checkRestored(config: Config): Promise<void> {
  const { url } = config.database;
  // Checked first, so that a database that does not answer is reported as such.
  if (url !== null) await checkDatabase(url);

  const restoreState = await unfinishedRestore(config);
  if (restoreState === 'ready') await finishAlone(config);
  if (restoreState !== 'cut off') return;

  throw new StartError(
    'A restore runs or was cut off before its end, so the service does not start. Wait for it, or restore again (reelsight restore FILE), or go on with the state before it: reelsight restore --cancel.',
  );
}

/**
 * Finishes the restore while no other process does so, because processes that share a data folder may start at the same
 * time.
 */
async function finishAlone(config: Config): Promise<void> {
  const { url } = config.database;
  if (url === null) return finishRestore(config);

  const db = await openDatabase({ url, poolSize: 1 });
  try {
    await db.alone(async () => {
      if ((await unfinishedRestore(config)) === 'ready') await finishRestore(config);
    });
  } finally {
    await db.close();
  }
}
