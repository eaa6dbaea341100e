import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine } from '../artifacts.ts';
import { LinesKept } from './lines-kept.ts';

/** Four hours at four samples a second. */
const hours = { frames: { length: 57_600 } } as { frames: never[] };
const cellSamples = 240;

const lineOf = (row: number, first: number, count: number): ReadLine => ({
  text: `Row ${row}`,
  confidence: 0.9,
  box: { x: 0.1, y: row / 200, width: 0.5, height: 0.02 - row / 20_000 },
  samples: Array.from({ length: count }, (_, index) => first + index),
});
const rows = Array.from({ length: 150 }, (_, row) => row);
const rowsOf = (lines: readonly ReadLine[]) => new Set(lines.map(({ text }) => text));

test('a full page that stays for hours is kept whole', () => {
  const keeping = new LinesKept(hours);
  const page = rows.map((row) => lineOf(row, 0, cellSamples));

  assert.equal(keeping.of(page, cellSamples), page);
  assert.equal(keeping.isCut, false);
});

test('of one that trembles for hours, the texts in large letters are kept in all their samples', () => {
  const keeping = new LinesKept(hours);
  const page = rows.flatMap((row) =>
    Array.from({ length: cellSamples }, (_, sample) => lineOf(row, sample, 1)),
  );
  const lines = keeping.of(page, cellSamples);

  assert.ok(keeping.isCut);
  assert.deepEqual([...rowsOf(lines)], [...rowsOf(page)].slice(0, 15));
  assert.equal(lines.length, 15 * cellSamples);
});

test('one that trembles for minutes is kept whole', () => {
  const keeping = new LinesKept({ frames: { length: 1200 } } as { frames: never[] });
  const page = rows.flatMap((row) =>
    Array.from({ length: cellSamples }, (_, sample) => lineOf(row, sample, 1)),
  );

  assert.equal(keeping.of(page, cellSamples), page);
});
