/** Corrects results in a thread of its own: those of hours take a second, which others must not wait for. */
import { parentPort } from 'node:worker_threads';
import { type CorrectionOrder, correctedJson } from './order.ts';

parentPort?.on('message', (order: CorrectionOrder) =>
  parentPort?.postMessage(correctedJson(order)),
);
