/** Draws boxes in a thread of its own: those of hours, and the fonts of their names, take a second. */
import { parentPort } from 'node:worker_threads';
import { parseResultFields } from '../artifacts/results-text.ts';
import { type DrawingOrder, drawingOf } from './clip-drawing.ts';

parentPort?.on('message', async ({ ask, json, ...of }: DrawingOrder) =>
  parentPort?.postMessage(await drawingOf(ask, parseResultFields<'brands' | 'objects'>(json), of)),
);
