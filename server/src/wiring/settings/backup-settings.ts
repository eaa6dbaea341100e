/** Settings of backups. */
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const backups = {
  configuredFolder: setting(
    'REELSIGHT_BACKUP_DIR',
    kind.text,
    null,
    'Folder for backups that the service makes by itself or from the console; default: `backups` in the data folder. With PostgreSQL, only processes where it is set make backups.',
  ),
  schedule: setting(
    'REELSIGHT_BACKUP_SCHEDULE',
    kind.cron,
    null,
    'When the service makes a backup by itself, as a cron line in UTC, such as `30 3 * * *` for half past three each night; unset: never.',
  ),
  keep: setting(
    'REELSIGHT_BACKUP_KEEP',
    kind.count,
    '7',
    'Backups by schedule that are kept; older ones are removed once a new one is whole.',
  ),
  recipients: setting(
    'REELSIGHT_BACKUP_RECIPIENTS',
    kind.ageRecipients,
    '',
    'Public keys of age (age1…), separated by commas, for which backups are encrypted; whoever has one of the private keys can restore. `age-keygen` makes such keys.',
  ),
  passphrase: secretSetting(
    'REELSIGHT_BACKUP_PASSPHRASE',
    kind.passphrase,
    null,
    'Passphrase with which backups are encrypted, at least 12 characters, instead of recipients. A restore asks for it.',
  ),
  withFiles: setting(
    'REELSIGHT_BACKUP_FILES',
    kind.flag,
    'true',
    'Whether backups hold the files of the storage. With false they hold the database and the secrets alone, for a bucket that has versions or replicas of its own. What a restore saves before it replaces a folder of files holds them in any case.',
  ),
};
