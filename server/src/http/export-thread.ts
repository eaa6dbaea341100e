/** The threads that make export files of results. */
import type { ExportHandlers } from '../exports/exports-thread.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';

export type ExportThread = Pick<WorkerThread<ExportHandlers>, 'run'>;

/**
 * How long an order may continue after all its callers have left. Ending it early would end its thread, and starting a
 * new thread costs more than most orders.
 */
const graceMs = 2000;
const entry = new URL('../exports/exports-thread.ts', import.meta.url);

/**
 * Limits of export work, of small results and of large ones each. If an export is slow, another owner may start an extra
 * one.
 */
export const exportPlaces = {
  atOnce: 1,
  perGroup: 1,
  waitingPerGroup: 32,
  slowWork: { afterMs: 250, extraPlaces: 1 },
} as const;

/** How many exports may run at once: of small results and of large ones together. */
const exportsAtOnce = 2 * (exportPlaces.atOnce + exportPlaces.slowWork.extraPlaces);

/** Opens as many threads as exports may run at once; each starts when those before it are busy. */
export function openExportThread(closing: AbortSignal): ExportThread {
  const threads = Array.from({ length: exportsAtOnce }, () => ({
    orders: 0,
    thread: new WorkerThread<ExportHandlers>(entry, { ...limitsOfResults, graceMs }),
  }));
  const close = () => {
    for (const { thread } of threads) void thread.close();
  };
  closing.addEventListener('abort', close, { once: true });

  return {
    run: (...order) => {
      const [leastBusy] = threads.toSorted((a, b) => a.orders - b.orders);
      if (!leastBusy) throw new Error('there are no threads');

      leastBusy.orders += 1;
      return leastBusy.thread.run(...order).finally(() => {
        leastBusy.orders -= 1;
      });
    },
  };
}
