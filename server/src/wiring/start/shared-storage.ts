/**
 * Processes that share a database must see each other's files, so each writes a mark to its storage and looks for the
 * marks of the others.
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
/** A killed process counts as running for this long after its last sign of life. */
const liveMs = 30_000;
const forgottenMs = 86_400_000;

const markOf = (id: string) => storageKey('processes', `${id}.txt`);

export interface Sharing {
  readonly db: Database;
  readonly storage: Storage;
  readonly id: string;
  readonly role: string;
  /** Shown in the error message; null for files. */
  readonly url: string | null;
  readonly folder: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Throws StartError if a running process on this database has another storage. Returns a function that removes this
 * process's marks. Does nothing for the embedded database, which only one process uses.
 */
export async function joinProcesses(sharing: Sharing): Promise<() => Promise<void>> {
  const { db, storage, id, role, onError } = sharing;
  if (db.kind === 'pglite') return async () => undefined;

  const touch = () => touchProcess(db, { id, role });
  let touched = Promise.resolve();
  const leave = async (): Promise<void> => {
    clearInterval(timer);
    // A pending update would otherwise write the row again after its removal.
    await touched;
    await removeProcess(db, id);
    await storage.delete(markOf(id));
  };

  // Written before the row, because the row announces the mark.
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

/** Removes the marks of killed processes, and what interrupted checks of the storage left behind. */
async function removeLeftovers({ db, storage }: Sharing): Promise<void> {
  const liveMarks = new Set((await liveProcesses(db, forgottenMs)).map((row) => markOf(row.id)));
  const cutoffMs = Date.now() - forgottenMs;
  for (const folder of ['processes', 'check'])
    for await (const { key, modifiedAt } of storage.list(storageKey(folder)))
      if (modifiedAt.getTime() < cutoffMs && !liveMarks.has(key)) await storage.delete(key);
}

/** Finds a running process whose mark is not in this storage. */
async function findApart({ db, storage, id }: Sharing): Promise<string | null> {
  for (const otherProcess of await liveProcesses(db, liveMs)) {
    if (otherProcess.id === id || (await storage.head(markOf(otherProcess.id)))) continue;
    // The process may have ended just now, so it is checked again.
    const still = await liveProcesses(db, liveMs);
    if (still.some((row) => row.id === otherProcess.id)) return otherProcess.role;
  }
  return null;
}

function notShared({ url, folder }: Sharing, role: string): string {
  const ownStorage = url === null ? `the folder ${folder}` : `the bucket ${new URL(url).hostname}`;
  return `Another process on this database (role ${role}) does not keep its files in ${ownStorage}, so neither would find the other's videos. Give all processes the same STORAGE_URL, or on one machine the same REELSIGHT_DATA_DIR. If that process was killed, start again in ${liveMs / 1000} s.`;
}
