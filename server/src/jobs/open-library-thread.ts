/** Opens the thread that looks for brands of libraries in results. */
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import type { LibraryThread } from './library-thread.ts';

/** Usual results take less than a hundredth of this. */
const orderLimitMs = 10_000;
const entry = new URL('./library-thread.ts', import.meta.url);

/** An order that takes longer than `limitMs` fails. */
export const openLibraryThread = (limitMs = orderLimitMs): WorkerThread<LibraryThread> =>
  new WorkerThread<LibraryThread>(entry, { ...limitsOfResults, limitMs });
