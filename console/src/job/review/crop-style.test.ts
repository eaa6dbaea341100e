/** Which part of a sheet a crop shows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Storyboard } from '@reelsight/sdk';
import { cropStyle } from './crop-style.ts';

const board = { grid: { cols: 4, rows: 2 }, tile: { w: 160, h: 90 } } as unknown as Storyboard;
const tile = { index: 5, second: 5, sheet: 's', column: 1, row: 1 };

/** Where the crop begins and ends on the sheet, in tiles, as a browser computes it for a box of one by one. */
function shown(part: { x: number; y: number; width: number; height: number }) {
  const { backgroundSize, backgroundPosition } = cropStyle(board, tile, part, 'u');
  const [wide = 0, high = 0] = backgroundSize
    .split(' ')
    .map((text) => Number.parseFloat(text) / 100);
  const [left = 0, top = 0] = backgroundPosition
    .split(' ')
    .map((text) => Number.parseFloat(text) / 100);
  const x = (left * (wide - 1) * 4) / wide;
  const y = (top * (high - 1) * 2) / high;
  return [x, y, x + 4 / wide, y + 2 / high].map((value) => Math.round(value * 1000) / 1000);
}

describe('A crop of a tile', () => {
  test('shows the part of its own tile', () => {
    assert.deepEqual(shown({ x: 0.25, y: 0.5, width: 0.5, height: 0.25 }), [1.25, 1.5, 1.75, 1.75]);
    assert.deepEqual(shown({ x: 0, y: 0, width: 1, height: 1 }), [1, 1, 2, 2]);
  });
});
