/** The thread that writes files of results. */
import type { ExportHandlers } from '../exports/exports-thread.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';

export type ExportThread = WorkerThread<ExportHandlers>;

/**
 * How long an order may continue once no caller waits for it any more. Ending it early would cost a new thread, and
 * that costs more than most orders.
 */
const graceMs = 2000;
const entry = new URL('../exports/exports-thread.ts', import.meta.url);

export function openExportThread(closing: AbortSignal): ExportThread {
  const thread: ExportThread = new WorkerThread(entry, { ...limitsOfResults, graceMs });
  closing.addEventListener('abort', () => void thread.close(), { once: true });
  return thread;
}
