/** The data folder: one process at a time, and the secrets it keeps for itself. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

export class DataFolderInUse extends StartError {}

/** A socket's address holds at most 107 bytes on Linux and 103 on macOS. */
const longestSocketPath = 100;

/**
 * Holds the folder by a listening socket in it: unlike a file with a process id, it can't be mistaken for
 * another process after a crash or in another container. Throws DataFolderInUse.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let path = join(folder, 'lock.sock');
  let link: string | undefined;
  if (Buffer.byteLength(path) > longestSocketPath) {
    link = join(tmpdir(), `reelsight-${randomBytes(6).toString('hex')}`);
    await symlink(folder, link);
    path = join(link, 'lock.sock');
  }
  try {
    if (await answers(path)) {
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by another Reelsight process. Stop it, or set REELSIGHT_DATA_DIR to another folder.`,
      );
    }
    await rm(path, { force: true });
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    server.unref();
    return async () => {
      await new Promise((resolve) => server.close(resolve));
      if (link) await rm(link, { force: true });
    };
  } catch (error) {
    if (link) await rm(link, { force: true });
    throw error;
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A secret kept in the folder, made on first use; readable by its owner alone. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const made = `${randomBytes(32).toString('base64url')}\n`;
  await writeFile(path, made, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(path, 0o600);
  return (await readFile(path, 'utf8')).trim();
}
