/** Compares results in a thread of its own: those of hours take a second, which others must not wait for. */
import { parentPort } from 'node:worker_threads';
import { type EvaluationOrder, evaluated } from './evaluation.ts';

parentPort?.on('message', (order: EvaluationOrder) => parentPort?.postMessage(evaluated(order)));
