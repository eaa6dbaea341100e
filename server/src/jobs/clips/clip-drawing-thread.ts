/**
 * Computes the boxes to draw in a clip, in a separate thread: for hours of video, with the fonts for the names, this
 * takes about a second.
 */
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
