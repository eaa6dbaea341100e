/**
 * Computes the boxes to draw in a clip, in a separate thread: for hours of video, with the fonts for the names, this
 * takes about a second.
 */
import { parseResultFields } from '../../artifacts/results-text.ts';
import type { Drawing } from '../../media/clip/clip.ts';
import { answerOrders } from '../../threads/answer-orders.ts';
import { type DrawingOrder, drawingOf } from './clip-drawing.ts';

const handlers = { draw: drawResults, brandNames };
export type DrawingThread = typeof handlers;

answerOrders(handlers);

/** Names of the brands in results that have `brands`, as JSON text. */
function brandNames(json: string): string[] {
  const { brands = [] } = parseResultFields<'brands'>(json);
  return brands.map(({ name }) => name);
}

function drawResults({ ask, json, ranges, slots }: DrawingOrder): Promise<Drawing> {
  return drawingOf(ask, parseResultFields<'brands' | 'objects'>(json), { ranges, slots });
}
