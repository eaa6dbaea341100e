/** Opens the thread that looks for brands of libraries in results. */
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import type { LibraryThread } from './library-thread.ts';

/** Usual results take less than a hundredth of this. */
const orderLimitMs = 10_000;
const entry = new URL('./library-thread.ts', import.meta.url);

/** An order that takes longer than `limitMs` fails. */
export const openLibraryThread = (limitMs = orderLimitMs): WorkerThread<LibraryThread> =>
  new WorkerThread<LibraryThread>(entry, { ...limitsOfResults, limitMs });

/** Starting the thread and loading the known names take about a second, and much longer on a machine that is busy. */
const readyLimitMs = 120_000;

/** Waits until the thread has loaded what it needs for any order; to be called before orders with a limit. */
export const readyLibraryThread = (
  thread: WorkerThread<LibraryThread>,
  brandsFile: string | null,
): Promise<void> => thread.run('ready', { brandsFile }, undefined, { limitMs: readyLimitMs });
