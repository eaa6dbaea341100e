/**
 * Gives a backup access to the embedded database of a running service. The backup connects to the socket with which the
 * service locks its data folder, and gets a consistent copy of the database; no files are removed while the connection
 * is open.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pLimit from 'p-limit';
import { z } from 'zod';
import { BackupError } from '../../backup/backup-error.ts';
import type { Database } from '../../db/database.ts';

const question = 'copy-database';
const answer = z.union([z.object({ copy: z.string() }), z.object({ error: z.string() })]);
const copyPrefix = 'database-copy-';
const filesAtOnce = 8;
/** Time limit for a copy, including the wait for transactions in progress. */
const answerLimitMs = 600_000;
const questionsAtOnce = 2;

export interface DeskOptions {
  readonly db: Database;
  readonly dataDir: string;
  /** Folder of the embedded database. */
  readonly databaseDir: string;
  readonly onError: (error: unknown) => void;
}

/** Answers connections to the data folder's socket. */
export class DataFolderDesk {
  #options: DeskOptions | null = null;
  #held = 0;

  /** Allows copies from now on. */
  open(options: DeskOptions): void {
    this.#options = options;
  }

  /** True while a backup is being made: files that its copy of the database refers to must not be removed. */
  get holdsRemovals(): boolean {
    return this.#held > 0;
  }

  /**
   * Answers a connection. A process that only checks whether a service is running connects without sending anything.
   */
  readonly take = (socket: Socket): void => {
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket });
    lines.once('line', (line) => {
      const options = this.#options;
      if (line === question && options !== null && this.#held < questionsAtOnce)
        void this.#serve(socket, options).catch(options.onError);
      else
        socket.end(`${JSON.stringify({ error: 'The service cannot copy its database now.' })}\n`);
    });

    lines.on('error', () => undefined);
  };

  async #serve(socket: Socket, { db, dataDir, databaseDir }: DeskOptions): Promise<void> {
    const socketClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    this.#held += 1;

    let copy: string | undefined;
    try {
      copy = await mkdtemp(join(dataDir, copyPrefix));
      await copyDatabase(db, databaseDir, copy);
      socket.write(`${JSON.stringify({ copy })}\n`);
    } catch (error) {
      socket.end(`${JSON.stringify({ error: (error as Error).message })}\n`);
      throw error;
    } finally {
      await socketClosed;
      this.#held -= 1;
      if (copy) await rm(copy, { recursive: true, force: true });
    }
  }
}

/**
 * Copies the files of the database. Nothing is written while our own transaction is open, so the copied files are in
 * the same state as after a crash, and the database recovers when the copy is opened.
 */
async function copyDatabase(db: Database, from: string, to: string): Promise<void> {
  await db.exec('checkpoint');
  await db.transaction(() => copyFolder(from, to, pLimit(filesAtOnce)));
}

async function copyFolder(
  from: string,
  to: string,
  limit: ReturnType<typeof pLimit>,
): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name);
      const target = join(to, entry.name);
      if (entry.isFile()) await limit(() => copyFile(source, target, constants.COPYFILE_FICLONE));
      else if (entry.isDirectory()) {
        await mkdir(target, { recursive: true, mode: 0o700 });
        await copyFolder(source, target, limit);
      }
    }),
  );
}

/** Removes copies left by backups whose process died. Must be called only while no service is running on the folder. */
export async function removeOldCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => []))
    if (name.startsWith(copyPrefix))
      await rm(join(dataDir, name), { recursive: true, force: true });
}

export interface DatabaseCopy {
  /** Folder of the copy, which can be opened as an embedded database. */
  readonly folder: string;
  /** Aborts if the service stops meanwhile, because it then removes the copy. */
  readonly lost: AbortSignal;
  /** Removes the copy and allows the service to remove files again. */
  release(): void;
}

/**
 * Asks the running service for a copy of its database. Null if no service is running on the folder. Throws BackupError
 * if the service cannot or will not make a copy.
 */
export async function askForCopy(socketPath: string): Promise<DatabaseCopy | null> {
  const socket = createConnection(socketPath);
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!isConnected) return null;

  socket.setTimeout(answerLimitMs, () => socket.destroy());
  socket.write(`${question}\n`);

  const line = await new Promise<string | null>((resolve) => {
    const lines = createInterface({ input: socket });
    lines.once('line', resolve).once('close', () => resolve(null));
    socket.once('error', () => resolve(null));
  });
  socket.setTimeout(0);

  if (line === null)
    throw new BackupError(
      'The running service did not give a copy of its database. If it is of an older version, stop it for the backup.',
    );

  const reply = answer.parse(JSON.parse(line));
  if ('error' in reply) throw new BackupError(reply.error);

  const interruption = new AbortController();
  const onClose = () =>
    interruption.abort(
      new BackupError('The service stopped during the backup. Make the backup again.'),
    );
  socket.once('close', onClose);

  const release = (): void => {
    socket.off('close', onClose);
    socket.destroy();
  };

  return { folder: reply.copy, lost: interruption.signal, release };
}
