/** Lets only one process at a time work in a folder, even if the folder is shared between machines. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { z } from 'zod';

export interface LockOptions {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Called once if another process holds the lock. */
  readonly onWait: (holder: string) => void;
}

const refreshMs = 10_000;
/** A lock whose file has not been touched for this long is considered abandoned; a live holder touches it regularly. */
const staleMs = 60_000;
const pollMs = 500;

const holderShape = z.object({ pid: z.int(), host: z.string(), nonce: z.string() });
type Holder = z.infer<typeof holderShape>;

/**
 * Runs `work` while holding the lock file. Throws Fault PROCESSING_ERROR if another process still holds it after
 * `limitMs`.
 */
export async function withLock<T>(
  path: string,
  { signal, limitMs, onWait }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const deadline = Date.now() + limitMs;
  let hasNotified = false;

  while (!(await tryTake(path))) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;

    if (await isStale(path, text)) {
      await takeAway(path, text);
      continue;
    }

    const { pid, host } = parseHolder(text);
    const holder = `process ${pid} on ${host}`;
    if (!hasNotified) onWait(holder);
    hasNotified = true;

    if (Date.now() >= deadline) {
      throw new Fault('PROCESSING_ERROR', `${path} is held by ${holder}, which is still at work`);
    }

    await delay(Math.min(pollMs, deadline - Date.now()), undefined, { signal });
  }

  const refresh = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, refreshMs);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    await rm(path, { force: true });
  }
}

async function tryTake(path: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, host: hostname(), nonce: randomUUID() };
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new Fault('PROCESSING_ERROR', `${path} cannot be written: ${(error as Error).message}`);
  }
}

async function isStale(path: string, text: string): Promise<boolean> {
  const modified = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
  if (Date.now() - modified > staleMs) return true;
  const { pid, host } = parseHolder(text);
  return host === hostname() && pid > 0 && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes the lock file of a dead holder. Puts it back if another process was faster and the file now belongs to a live
 * holder.
 */
async function takeAway(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }

  const moved = await readFile(aside, 'utf8').catch(() => stale);
  if (moved !== stale) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

/**
 * Parses a lock file. A file that is just being written may be empty; its holder is then unknown, and only its age
 * counts.
 */
function parseHolder(text: string): Holder {
  try {
    return holderShape.parse(JSON.parse(text));
  } catch {
    return { pid: 0, host: 'an unknown machine', nonce: '' };
  }
}
