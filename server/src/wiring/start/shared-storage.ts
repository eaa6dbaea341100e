/**
 * Checks that processes that share a database also share their storage: each writes a marker file to its storage and
 * looks for the markers of the others.
 */
import type { Database } from '../../db/database.ts';
import {
  liveProcesses,
  removeProcess,
  removeSilentProcesses,
  touchProcess,
} from '../../db/upkeep/processes.ts';
import type { Storage } from '../../storage/storage.ts';
import { storageKey } from '../../storage/storage-key.ts';
import { StartError } from './start-error.ts';

const everyMs = 10_000;
/** How recent the last sign of life of a process must be for it to count as running, even if it has been killed. */
const liveMs = 30_000;
const forgottenMs = 86_400_000;

const markOf = (id: string) => storageKey('processes', `${id}.txt`);

export interface Sharing {
  readonly db: Database;
  readonly storage: Storage;
  readonly id: string;
  readonly role: string;
  /** Address of the storage for the error message; null if objects are stored as files. */
  readonly url: string | null;
  readonly folder: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Throws StartError if a running process with the same database has another storage. Returns a function that removes
 * this process's marker and its row in the database. Does nothing for the embedded database, which only one process
 * uses.
 */
export async function joinProcesses(sharing: Sharing): Promise<() => Promise<void>> {
  const { db, storage, id, role, onError } = sharing;
  if (db.kind === 'pglite') return async () => undefined;

  const touch = () => touchProcess(db, { id, role });
  let touched = Promise.resolve();
  const leave = async (): Promise<void> => {
    clearInterval(timer);
    // Otherwise an update in progress could write the row again after it was removed.
    await touched;
    await removeProcess(db, id);
    await storage.delete(markOf(id));
  };

  // The marker is written before the row, because other processes look for the marker once they see the row.
  await storage.put(markOf(id), Buffer.from(`${role}\n`), { contentType: 'text/plain' });
  await touch();

  const timer = setInterval(() => {
    const previousTouch = touched;
    touched = touch()
      .catch(onError)
      .then(() => previousTouch);
  }, everyMs);

  try {
    await removeSilentProcesses(db, forgottenMs);
    await removeLeftovers(sharing);
    const apart = await findApart(sharing);
    if (apart === null) return leave;
    throw new StartError(notShared(sharing, apart), 'unavailable');
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Removes the markers of killed processes, and files left by interrupted checks of the storage. */
async function removeLeftovers({ db, storage }: Sharing): Promise<void> {
  const liveMarks = new Set((await liveProcesses(db, forgottenMs)).map((row) => markOf(row.id)));
  const cutoffMs = Date.now() - forgottenMs;
  for (const folder of ['processes', 'check'])
    for await (const { key, modifiedAt } of storage.list(storageKey(folder)))
      if (modifiedAt.getTime() < cutoffMs && !liveMarks.has(key)) await storage.delete(key);
}

/** Finds a running process whose marker is not in this storage; returns its role, or null. */
async function findApart({ db, storage, id }: Sharing): Promise<string | null> {
  for (const otherProcess of await liveProcesses(db, liveMs)) {
    if (otherProcess.id === id || (await storage.head(markOf(otherProcess.id)))) continue;
    // The process may just have ended, so check again that it is running.
    const still = await liveProcesses(db, liveMs);
    if (still.some((row) => row.id === otherProcess.id)) return otherProcess.role;
  }
  return null;
}

function notShared({ url, folder }: Sharing, role: string): string {
  const ownStorage = url === null ? `the folder ${folder}` : `the bucket ${new URL(url).hostname}`;
  return `Another process on this database (role ${role}) does not keep its files in ${ownStorage}, so neither would find the other's videos. Give all processes the same STORAGE_URL, or on one machine the same REELSIGHT_DATA_DIR. If that process was killed, start again in ${liveMs / 1000} s.`;
}
