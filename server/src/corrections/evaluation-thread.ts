/** Compares results in a separate thread: those of long videos take a second, for which others must not wait. */
import { parentPort } from 'node:worker_threads';
import { type EvaluationOrder, evaluated } from './evaluation.ts';

parentPort?.on('message', (order: EvaluationOrder) => parentPort?.postMessage(evaluated(order)));
