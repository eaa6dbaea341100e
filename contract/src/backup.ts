/** Backups of the whole service, for its operator. */
import { z } from 'zod';
import { ownPassword } from './own-password.ts';
import { textOf, timestamp } from './text.ts';

export const backupReasons = ['schedule', 'asked', 'before_restore', 'found'] as const;

export const backupEntry = z
  .looseObject({
    name: z.string().describe('Name of its file in the folder of backups.'),
    state: z
      .enum(['running', 'whole', 'failed'])
      .describe('`whole`: written to its end and read back. `failed`: there is no such file.'),
    reason: z
      .enum(backupReasons)
      .describe(
        '`schedule`: made by schedule. `asked`: by an operator. `before_restore`: of what a restore replaced. `found`: put into the folder by somebody.',
      ),
    created_at: timestamp.describe('When it began.'),
    seconds: z.number().nullable().describe('How long it took, in seconds; null while it runs.'),
    size_bytes: z.int().nullable().describe('Size of the file, in bytes; null if it failed.'),
    encrypted: z.boolean().describe('Whether a passphrase or private key is needed to restore it.'),
    version: z
      .string()
      .nullable()
      .describe('Version of the service that made it; null if unknown.')
      .meta({ examples: ['0.1.0'] }),
    jobs: z.int().nullable().describe('Number of jobs in it; null if unknown.'),
    files: z.int().nullable().describe('Number of files of the storage in it; null if unknown.'),
    error: z
      .string()
      .nullable()
      .describe('Why it failed; null if it did not.')
      .meta({ examples: ['The disk is full.'] }),
  })
  .meta({ id: 'Backup', description: 'A backup, or the try to make one.' });
export type BackupEntry = z.infer<typeof backupEntry>;

export const lastRestore = z.looseObject({
  name: z.string().describe('Name of the backup.'),
  state: z
    .enum(['done', 'failed'])
    .describe('`failed`: the service goes on with what it had before.'),
  at: timestamp.describe('When it ended.'),
  seconds: z.number().describe('How long the service was away, in seconds.'),
  way_back: z
    .string()
    .nullable()
    .describe(
      'Backup of the state before it; restoring that one undoes it. Null if there is none.',
    ),
  error: z
    .string()
    .nullable()
    .describe('Why it failed; null if it did not.')
    .meta({ examples: ['The passphrase or private key does not open this backup.'] }),
});

export const backupOverview = z
  .looseObject({
    schedule: z
      .string()
      .nullable()
      .describe('Cron line (UTC) by which backups are made; null: there is no schedule.'),
    keep: z.int().describe('Number of backups by schedule that are kept.'),
    encrypts: z.boolean().describe('Whether new backups are encrypted.'),
    missing: z
      .string()
      .nullable()
      .describe('Why this process makes no backups; null if it does.')
      .meta({ examples: ['Set REELSIGHT_BACKUP_DIR.'] }),
    restore: lastRestore.nullable().describe('The last restore from here; null if there was none.'),
    backups: z.array(backupEntry).describe('At most the newest 200, newest first.'),
  })
  .meta({ id: 'BackupOverview', description: 'How backups are made, and which there are.' });
export type BackupOverview = z.infer<typeof backupOverview>;

export const backupStarted = z.looseObject({
  name: z.string().describe('Name of the file that it will be.'),
});

export const restoreBody = z.object({
  confirm: textOf(200).describe(
    'The name of the backup again, so that nobody restores by mistake.',
  ),
  key: textOf(10_000)
    .optional()
    .describe(
      "Passphrase or private key (AGE-SECRET-KEY-1…) of an encrypted backup; absent: the service's own passphrase.",
    )
    .meta({ examples: ['correct horse battery staple'] }),
  password: ownPassword,
});
export type RestoreBody = z.infer<typeof restoreBody>;

export const restoreStarted = z.looseObject({
  name: z.string().describe('Name of the backup that is restored.'),
});
