/** Corrects results in a separate thread: those of long videos take a second, for which others must not wait. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type CorrectionOrder, correctedJson } from './order.ts';

// The same priority as the export thread.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (order: CorrectionOrder) =>
  parentPort?.postMessage(correctedJson(order)),
);
