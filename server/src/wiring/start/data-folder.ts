/**
 * Manages the data folder: ensures that only one process uses it, and stores the secrets that the service creates for
 * itself.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

export class DataFolderInUse extends StartError {}

/** Limit for the path of the socket: the address of a Unix socket holds at most 107 bytes on Linux and 103 on macOS. */
const longestSocketPath = 100;

/**
 * Locks the folder with a listening socket inside it. Unlike a file with a process id, a socket cannot be mistaken for
 * that of another process after a crash or in another container. Throws DataFolderInUse.
 */
export async function lockDataFolder(
  folder: string,
  onConnection: (socket: Socket) => void = (socket) => socket.destroy(),
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const { path, link } = await socketPathOf(folder);
  try {
    if (await answers(path)) {
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by another Reelsight process. Stop it, or set REELSIGHT_DATA_DIR to another folder.`,
      );
    }

    await rm(path, { force: true });
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket.unref());
      socket.once('close', () => open.delete(socket));
      onConnection(socket);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    await chmod(path, 0o600);
    server.unref();

    return async () => {
      const serverClosed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await serverClosed;
      if (link) await rm(link, { force: true });
    };
  } catch (error) {
    if (link) await rm(link, { force: true });
    throw error;
  }
}

/**
 * The path of the socket that locks the folder. If the folder's own path is too long for a socket, the result leads
 * through the symbolic link `link`, which must be removed afterwards.
 */
export async function socketPathOf(
  folder: string,
): Promise<{ readonly path: string; readonly link?: string }> {
  const path = join(folder, 'lock.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return { path };
  const link = join(tmpdir(), `reelsight-${randomBytes(6).toString('hex')}`);
  await symlink(folder, link);
  return { path: join(link, 'lock.sock'), link };
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

/** Returns a secret stored in the folder, which is created on first use. Only its owner can read the file. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const newSecret = `${randomBytes(32).toString('base64url')}\n`;
  await writeFile(path, newSecret, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  await chmod(path, 0o600);
  return (await readFile(path, 'utf8')).trim();
}
