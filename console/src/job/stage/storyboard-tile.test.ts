import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tileAt, tileSeconds } from './storyboard-tile.ts';

const board = {
  version: 2 as const,
  interval_ms: 1000,
  timestamps_ms: Array.from({ length: 70 }, (_, k) => k * 1000 + 500),
  tile: { w: 580, h: 326 },
  grid: { cols: 8, rows: 8 },
  count: 70,
  duration_ms: 70_000,
  sheets: ['/v1/frames/a/0.jpg', '/v1/frames/a/1.jpg'],
};

test('the nearest tile is found on its sheet', () => {
  const seconds = tileSeconds(board);
  assert.deepEqual(tileAt(board, seconds, 0), {
    index: 0,
    second: 0.5,
    sheet: '/v1/frames/a/0.jpg',
    column: 0,
    row: 0,
  });
  assert.equal(tileAt(board, seconds, 9.6)?.index, 9);

  const late = tileAt(board, seconds, 69.9);
  assert.deepEqual([late?.sheet, late?.column, late?.row], ['/v1/frames/a/1.jpg', 5, 0]);
});

test('results of old have only a spacing', () => {
  const { timestamps_ms: _, ...old } = board;
  assert.deepEqual(tileSeconds(old).slice(0, 3), [0, 1, 2]);
});
