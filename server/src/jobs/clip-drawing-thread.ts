/** Draws boxes in a separate thread: those of hours, and the fonts for their names, take a second. */
import { parentPort } from 'node:worker_threads';
import { parseResultFields } from '../artifacts/results-text.ts';
import { type DrawingOrder, drawingOf } from './clip-drawing.ts';

parentPort?.on('message', async ({ ask, json, ...of }: DrawingOrder) =>
  parentPort?.postMessage(await drawingOf(ask, parseResultFields<'brands' | 'objects'>(json), of)),
);
