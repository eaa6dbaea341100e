/** Corrects results in a thread of its own: those of hours take a second, which others must not wait for. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type CorrectionOrder, correctedJson } from './order.ts';

// As the thread of exports.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (order: CorrectionOrder) =>
  parentPort?.postMessage(correctedJson(order)),
);
