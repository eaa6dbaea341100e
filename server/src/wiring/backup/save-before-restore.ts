/** Backs up the state that a restore is about to replace, so that the restore can be undone. */
import { BackupError } from '../../backup/backup-error.ts';
import { isSealed } from '../../backup/sealing.ts';
import type { Config } from '../settings/config.ts';
import { BackupFolder } from './backup-folder.ts';
import { backupName } from './backup-name.ts';
import { makeBackup } from './make-backup.ts';

/**
 * Makes the backup and returns its path. Files in a folder are always included, whatever the settings say, because the
 * restore removes them; files in a bucket stay. The caller must hold the lock on the data folder, and nothing else may
 * run. Throws BackupError.
 */
export async function saveBeforeRestore(config: Config, signal: AbortSignal): Promise<string> {
  const { recipients, passphrase } = config.backups;
  const withFiles = config.backups.withFiles || config.storage.url === null;
  const seal = { recipients, passphrase };
  const folder = new BackupFolder(config.backups.folder);
  const startedAt = new Date();
  const name = backupName('before-restore', startedAt, seal);
  const path = folder.pathOf(name);

  try {
    await folder.prepare();
    const { bytes, counts, header } = await makeBackup(config, {
      path,
      seal,
      withFiles,
      overwrite: false,
      alone: true,
      signal,
    });
    await folder.write({
      name,
      state: 'whole',
      reason: 'before_restore',
      encrypted: isSealed(seal),
      created_at: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      size_bytes: bytes,
      version: header.version,
      error: null,
      jobs: counts.tables.jobs ?? 0,
      files: counts.files,
    });

    return path;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new BackupError(
      `The present state could not be saved first: ${(error as Error).message} To restore without a way back: reelsight restore --discard.`,
    );
  }
}
