/** The calls for backups of the whole service, for its operator. */
import { backupOverview, backupStarted, restoreBody, restoreStarted } from '../backup.ts';
import { withOwnPassword } from '../own-password.ts';
import { type CallRow, noContent, oneAnswer, type Param } from './row.ts';

const exampleName = 'reelsight-2026-11-12T03-30-00Z.tar.zst';
/** The password is required, because a session may be stolen and these calls can export or replace all data. */
const asksForPassword = 'A session gives the password of its operator too.';
const name = {
  description: 'Name of the backup.',
  example: exampleName,
} as const satisfies Param;

export const backupCalls = {
  listBackups: {
    method: 'GET',
    tag: 'Backups',
    summary: 'List the backups of the service, newest first.',
    description: 'Those in the folder of backups of this process, and those that failed.',
    operator: { path: '/admin/v1/backups' },
    answers: oneAnswer(backupOverview, {
      schedule: '30 3 * * *',
      keep: 7,
      encrypts: false,
      missing: null,
      restore: {
        name: exampleName,
        state: 'done',
        at: '2026-11-12T09:12:04.000Z',
        seconds: 41.3,
        way_back: 'before-restore-2026-11-12T09-11-22Z.tar.zst',
        error: null,
      },
      backups: [
        {
          name: exampleName,
          state: 'whole',
          reason: 'schedule',
          created_at: '2026-11-12T03:30:00.000Z',
          seconds: 84.2,
          size_bytes: 10_430_000_000,
          encrypted: false,
          version: '0.1.0',
          jobs: 100_000,
          files: 40_000,
          error: null,
        },
      ],
    }),
    errors: [],
  },
  makeBackup: {
    method: 'POST',
    costly: true,
    tag: 'Backups',
    summary: 'Make a backup now.',
    description: `Begins in the background, beside the running service; the list shows it. One backup runs at a time. ${asksForPassword}`,
    audit: 'backup.started',
    operator: { path: '/admin/v1/backups' },
    body: withOwnPassword,
    bodyOptional: true,
    example: {},
    answers: oneAnswer(backupStarted, { name: exampleName }, 'It is being made.', 202),
    errors: ['BACKUP_REFUSED'],
  },
  restoreBackup: {
    method: 'POST',
    costly: true,
    tag: 'Backups',
    summary: 'Restore a backup.',
    description: `The service answers 503 until it is done. What is there now is saved as a backup first, by which the restore can be undone; if the restore fails, the service goes on with it. With several processes, stop them and use \`reelsight restore\`. ${asksForPassword}`,
    audit: 'backup.restored',
    operator: { path: '/admin/v1/backups/:name/restore' },
    params: { name },
    body: restoreBody,
    example: { confirm: exampleName },
    answers: oneAnswer(restoreStarted, { name: exampleName }, 'It begins.', 202),
    errors: ['NOT_FOUND', 'BACKUP_REFUSED'],
  },
  deleteBackup: {
    method: 'DELETE',
    tag: 'Backups',
    summary: 'Delete a backup.',
    description: `Removes its file from the folder, or the entry of one that failed. ${asksForPassword}`,
    audit: 'backup.deleted',
    operator: { path: '/admin/v1/backups/:name' },
    params: { name },
    body: withOwnPassword,
    bodyOptional: true,
    example: {},
    answers: noContent('It is deleted.'),
    errors: ['NOT_FOUND', 'BACKUP_REFUSED'],
  },
} as const satisfies Record<string, CallRow>;
