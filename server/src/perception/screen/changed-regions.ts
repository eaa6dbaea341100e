/** Finds the parts of a picture that differ from the previous picture, so that only these parts are read again. */

import { intersection, union } from '../../analysis/boxes.ts';
import type { Box, RgbImage } from '../../engines/engine.ts';

/** Brightness of a picture on a coarse grid, which is sufficient for a comparison. */
export interface LumaGrid {
  readonly columns: number;
  readonly rows: number;
  /** Mean brightness of each cell, 0 to 255, in `columns * cellsPerTile` columns and `rows * cellsPerTile` rows. */
  readonly cells: Uint8Array;
}

/**
 * Number of tiles in a landscape frame. In a frame 1280 wide, each is about 80 pixels wide, the size of a short word.
 */
const columns = 16;
const rows = 9;
const cellsPerTile = 8;
/**
 * Minimum change in a cell's mean brightness (a cell is 10 x 10 pixels in a frame 1280 wide). Video noise causes
 * smaller changes, thin letters cause larger ones.
 */
const cellThreshold = 9;
/** Minimum number of changed cells for a tile to count as changed. */
const cellsMoved = 2;

export function lumaGrid(image: RgbImage): LumaGrid {
  const portrait = image.height > image.width;
  const [across, down] = portrait ? [rows, columns] : [columns, rows];
  const width = across * cellsPerTile;
  const height = down * cellsPerTile;
  const sums = new Float64Array(width * height);
  const counts = new Uint32Array(width * height);
  // Every second pixel in both directions suffices for the mean.
  const step = image.width * image.height > 200_000 ? 2 : 1;
  for (let y = 0; y < image.height; y += step) {
    const row = Math.floor((y * height) / image.height) * width;
    for (let x = 0; x < image.width; x += step) {
      const cell = row + Math.floor((x * width) / image.width);
      const offset = (y * image.width + x) * 3;
      const { data } = image;
      sums[cell] =
        (sums[cell] as number) +
        0.3 * (data[offset] as number) +
        0.59 * (data[offset + 1] as number) +
        0.11 * (data[offset + 2] as number);
      counts[cell] = (counts[cell] as number) + 1;
    }
  }

  const cells = new Uint8Array(sums.length);
  for (let cell = 0; cell < cells.length; cell++)
    cells[cell] = (sums[cell] as number) / Math.max(1, counts[cell] as number);

  return { columns: across, rows: down, cells };
}

/** For each tile, row by row, whether it changed. */
export function changedTiles(before: LumaGrid | null, after: LumaGrid): boolean[] {
  const tiles = after.columns * after.rows;
  if (before === null || before.columns !== after.columns) return Array(tiles).fill(true);

  const width = after.columns * cellsPerTile;
  const moved = new Uint8Array(tiles);
  for (let i = 0; i < after.cells.length; i++) {
    if (Math.abs((after.cells[i] as number) - (before.cells[i] as number)) < cellThreshold)
      continue;
    const column = Math.floor((i % width) / cellsPerTile);
    const tile = Math.floor(i / width / cellsPerTile) * after.columns + column;
    moved[tile] = (moved[tile] as number) + 1;
  }

  return Array.from(moved, (count) => count >= cellsMoved);
}

/**
 * Returns boxes around groups of touching tiles, each with a margin of one tile so that no letter is cut off;
 * overlapping boxes are joined. If the boxes would cover most of the frame, returns a single box for the whole frame.
 */
export function regionsOf(
  tiles: readonly boolean[],
  grid: { columns: number; rows: number },
  mostOfFrame = 0.6,
): Box[] {
  const boxes = groupsOf(tiles, grid).map((group) => boxAround(group, grid));
  const joined = joinOverlapping(boxes);
  const covered = joined.reduce((sum, box) => sum + box.width * box.height, 0);
  return covered > mostOfFrame ? [wholeFrame] : joined;
}

export const wholeFrame: Box = { x: 0, y: 0, width: 1, height: 1 };

function groupsOf(tiles: readonly boolean[], grid: { columns: number; rows: number }): number[][] {
  const visitedTiles = new Set<number>();
  const groups: number[][] = [];

  for (const [start, isChanged] of tiles.entries()) {
    if (!isChanged || visitedTiles.has(start)) continue;

    const group = [start];
    visitedTiles.add(start);

    for (let i = 0; i < group.length; i++) {
      const tile = group[i] as number;
      const column = tile % grid.columns;
      const row = Math.floor(tile / grid.columns);
      for (const [c, r] of [
        [column - 1, row],
        [column + 1, row],
        [column, row - 1],
        [column, row + 1],
      ] as const) {
        const next = r * grid.columns + c;
        if (c < 0 || r < 0 || c >= grid.columns || r >= grid.rows) continue;
        if (!tiles[next] || visitedTiles.has(next)) continue;
        visitedTiles.add(next);
        group.push(next);
      }
    }

    groups.push(group);
  }

  return groups;
}

function boxAround(tiles: readonly number[], grid: { columns: number; rows: number }): Box {
  const xs = tiles.map((tile) => tile % grid.columns);
  const ys = tiles.map((tile) => Math.floor(tile / grid.columns));
  const left = Math.max(0, Math.min(...xs) - 1);
  const top = Math.max(0, Math.min(...ys) - 1);
  const right = Math.min(grid.columns, Math.max(...xs) + 2);
  const bottom = Math.min(grid.rows, Math.max(...ys) + 2);

  return {
    x: left / grid.columns,
    y: top / grid.rows,
    width: (right - left) / grid.columns,
    height: (bottom - top) / grid.rows,
  };
}

export function joinOverlapping(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];

  for (const box of boxes) {
    let grown = box;
    for (let i = joined.findIndex((joinedBox) => intersection(joinedBox, grown) > 0); i >= 0; ) {
      grown = union(grown, joined[i] as Box);
      joined.splice(i, 1);
      i = joined.findIndex((joinedBox) => intersection(joinedBox, grown) > 0);
    }

    joined.push(grown);
  }

  return joined;
}

/** The box of a tile in the frame. */
export function tileBox(tile: number, grid: { columns: number; rows: number }): Box {
  const width = 1 / grid.columns;
  const height = 1 / grid.rows;
  const column = tile % grid.columns;
  return { x: column * width, y: Math.floor(tile / grid.columns) * height, width, height };
}

/**
 * Takes the cells of `after` in tiles that changed and those of `before` in the others, so that slow changes add up.
 */
export function mergedGrid(before: LumaGrid, after: LumaGrid, tiles: readonly boolean[]): LumaGrid {
  const width = after.columns * cellsPerTile;
  const cells = after.cells.map((cell, i) => {
    const column = Math.floor((i % width) / cellsPerTile);
    const tile = Math.floor(i / width / cellsPerTile) * after.columns + column;
    return tiles[tile] ? cell : (before.cells[i] as number);
  });
  return { ...after, cells };
}

/** Share of tiles that are true, 0 to 1. */
export const shareOf = (tiles: readonly boolean[]) => tiles.filter(Boolean).length / tiles.length;
