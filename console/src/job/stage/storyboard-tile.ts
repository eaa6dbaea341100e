/** Finds the tile of the storyboard that shows a given second, and its position on its sheet. */
import type { Storyboard } from '@reelsight/sdk';
import { indexAt } from '../timeline/lanes.ts';

export interface Tile {
  readonly index: number;
  /** Second at which the frame was taken. */
  readonly second: number;
  readonly sheet: string;
  readonly column: number;
  readonly row: number;
}

/** Seconds of all tiles, ascending; older results store only an interval instead of timestamps. */
export function tileSeconds({ timestamps_ms, count, interval_ms }: Storyboard): number[] {
  return Array.from({ length: count }, (_, k) => (timestamps_ms?.[k] ?? k * interval_ms) / 1000);
}

/** Returns the tile with the nearest frame. */
export function tileAt(
  board: Storyboard,
  seconds: readonly number[],
  second: number,
): Tile | undefined {
  const leftIndex = Math.max(0, indexAt(seconds, second));
  const left = seconds[leftIndex];
  const right = seconds[leftIndex + 1];
  if (left === undefined) return undefined;
  const nearer = right !== undefined && right - second < second - left ? leftIndex + 1 : leftIndex;
  return tileOf(board, nearer, seconds[nearer] ?? left);
}

export function tileOf(board: Storyboard, index: number, second: number): Tile | undefined {
  const { cols, rows } = board.grid;
  const sheet = board.sheets[Math.floor(index / (cols * rows))];
  if (sheet === undefined) return undefined;
  const place = index % (cols * rows);
  return { index, second, sheet, column: place % cols, row: Math.floor(place / cols) };
}

/** Styles a box of any size to show one tile of a sheet, without knowing the sheet's size in pixels. */
export function tileStyle(board: Storyboard, tile: Tile, url: string) {
  const { cols, rows } = board.grid;
  const part = (place: number, of: number) => (of > 1 ? `${(place / (of - 1)) * 100}%` : '0');
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${cols * 100}% ${rows * 100}%`,
    backgroundPosition: `${part(tile.column, cols)} ${part(tile.row, rows)}`,
  };
}
