/** Draws boxes in a separate thread: the boxes of hours of video, and the fonts for their names, take a second. */
import { parseResultFields } from '../../artifacts/results-text.ts';
import type { Drawing } from '../../media/clip/clip.ts';
import { answerOrders } from '../../threads/answer-orders.ts';
import { type DrawingOrder, drawingOf } from './clip-drawing.ts';

const handlers = { draw: drawResults };
export type DrawingThread = typeof handlers;

answerOrders(handlers);

function drawResults({ ask, json, ranges, slots }: DrawingOrder): Promise<Drawing> {
  return drawingOf(ask, parseResultFields<'brands' | 'objects'>(json), { ranges, slots });
}
