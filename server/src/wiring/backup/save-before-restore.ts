/** The way back from a restore: a backup of what it replaces. */
import { join } from 'node:path';
import { BackupError } from '../../backup/backup-error.ts';
import type { Config } from '../config.ts';
import { backupName } from './backup-name.ts';
import { makeBackup } from './make-backup.ts';

/** Returns its path. The caller holds the data folder, and nothing else runs. Throws BackupError. */
export async function saveBeforeRestore(config: Config, signal: AbortSignal): Promise<string> {
  const { folder, recipients, passphrase, withFiles } = config.backups;
  const seal = { recipients, passphrase };
  const path = join(folder, backupName('before-restore', new Date(), seal));
  try {
    await makeBackup(config, { path, seal, withFiles, overwrite: false, alone: true, signal });
    return path;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new BackupError(
      `The present state could not be saved first: ${(error as Error).message} To restore without a way back, give --discard.`,
    );
  }
}
