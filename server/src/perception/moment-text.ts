/** Expresses times and positions in words for people who read results. */

import { center } from '../analysis/boxes.ts';
import type { Box } from '../engines/engine.ts';

/** Rounds to milliseconds, which is finer than the time between frames. */
export const seconds = (value: number) => Math.round(value * 1000) / 1000;

/** Formats seconds as `0:07`, `12:30` or `1:02:03`. */
export function timeText(value: number): string {
  const wholeSeconds = Math.floor(value);
  const hours = Math.floor(wholeSeconds / 3600);
  const minutes = Math.floor(wholeSeconds / 60) % 60;
  const rest = wholeSeconds % 60;
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Describes a position in words: `at the top left`, `in the middle`, `across the frame`. */
export function placeName(box: Box): string {
  if (box.width > 0.8 && box.height > 0.8) return 'across the frame';
  const { x, y } = center(box);
  const column = x < 0.37 ? 'left' : x > 0.63 ? 'right' : '';
  const row = y < 0.37 ? 'top' : y > 0.63 ? 'bottom' : '';
  if (row && column) return `at the ${row} ${column}`;
  if (row) return `at the ${row}`;
  return column ? `on the ${column}` : 'in the middle';
}
