/**
 * Makes, restores or opens a backup in a thread, so that the service can answer requests meanwhile and the memory is
 * freed afterwards.
 */
import {
  BackupError,
  BackupKeyError,
  HalfReplaced,
  type KeyFault,
  stoppedText,
} from '../../backup/backup-error.ts';
import type { Keys, Seal } from '../../backup/sealing.ts';
import type { AuditedRequest } from '../../domain/audit.ts';
import { answerOrders, type OrderContext } from '../../threads/answer-orders.ts';
import type { Config } from '../settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { version } from '../start/version.ts';
import { makeBackup } from './make-backup.ts';
import { checkReadable, restore } from './restore.ts';
import { saveBeforeRestore } from './save-before-restore.ts';

export type Order = { readonly config: Config } & (
  | { readonly kind: 'backup'; readonly path: string; readonly seal: Seal }
  | { readonly kind: 'check'; readonly path: string; readonly keys: Keys }
  | {
      readonly kind: 'restore';
      readonly path: string;
      readonly keys: Keys;
      readonly by: AuditedRequest | null;
    }
);

export interface Done {
  readonly bytes: number;
  readonly jobs: number;
  readonly files: number;
  readonly version: string;
  /** Path of the backup that a restore made of the state it replaced. */
  readonly wayBack: string | null;
}

type Ended = { readonly done: Done } | { readonly refused: string; readonly keyFault?: KeyFault };

const handlers = { carryOut };
export type BackupThread = typeof handlers;

answerOrders(handlers);

async function carryOut(order: Order, { signal }: OrderContext): Promise<Ended> {
  try {
    return { done: await outcomeOf(order, signal) };
  } catch (error) {
    const isExpected = error instanceof BackupError || error instanceof StartError;
    if (error instanceof BackupKeyError) return { refused: error.message, keyFault: error.fault };
    if (error instanceof HalfReplaced) return { refused: error.message };
    if (!isExpected && !signal.aborted && !('syscall' in Object(error))) throw error;
    return { refused: signal.aborted ? stoppedText : (error as Error).message };
  }
}

async function outcomeOf(order: Order, signal: AbortSignal): Promise<Done> {
  const { config, path } = order;

  if (order.kind === 'backup') {
    const { withFiles } = config.backups;
    const backup = await makeBackup(config, { ...order, withFiles, overwrite: false, signal });
    const { tables, files } = backup.counts;
    return doneOf(backup.bytes, tables, files, backup.header.version, null);
  }

  if (order.kind === 'check') {
    await checkReadable({ path, keys: order.keys, signal });
    return doneOf(0, {}, 0, version, null);
  }

  const { keys, by } = order;
  const keep = () => saveBeforeRestore(config, signal);
  const { header, manifest, wayBack } = await restore(config, {
    path,
    keys,
    by,
    signal,
    replace: { keep },
  });

  return doneOf(0, manifest.tables, manifest.files, header.version, wayBack);
}

const doneOf = (
  bytes: number,
  tables: Readonly<Record<string, number>>,
  files: number,
  version: string,
  wayBack: string | null,
): Done => ({ bytes, jobs: tables.jobs ?? 0, files, version, wayBack });
