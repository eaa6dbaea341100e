/** How a box shows a part of one tile of a storyboard. */
import type { BoundingBox, Storyboard } from '@reelsight/sdk';
import type { Tile } from '../stage/storyboard-tile.ts';

/** Styles a box to show a part of one tile of a sheet, without knowing the sheet's size in pixels. */
export function cropStyle(board: Storyboard, tile: Tile, part: BoundingBox, url: string) {
  const { cols, rows } = board.grid;
  const place = (index: number, offset: number, length: number, count: number) =>
    count > length ? `${((index + offset) / (count - length)) * 100}%` : '0';
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${(cols / part.width) * 100}% ${(rows / part.height) * 100}%`,
    backgroundPosition: `${place(tile.column, part.x, part.width, cols)} ${place(tile.row, part.y, part.height, rows)}`,
  };
}
