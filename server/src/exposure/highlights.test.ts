import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult } from '@reelsight/contract';
import { highlightsOf } from './highlights.ts';

const brand = (name: string, ...spans: readonly [number, number][]) => ({
  name,
  confidence: 0.9,
  appearances: spans.map(([timestamp_start, timestamp_end]) => ({
    source: 'visual' as const,
    timestamp: timestamp_start,
    timestamp_start,
    timestamp_end,
  })) as unknown as BrandResult['appearances'],
});
const heard = {
  name: 'Heard',
  confidence: 1,
  appearances: [{ source: 'audio', timestamp: 3 }] as unknown as BrandResult['appearances'],
};

test('names the brands seen longest, by the union of their spans', () => {
  const found = highlightsOf(
    [
      brand('Short', [0, 1]),
      brand('Twice', [0, 4], [2, 6]),
      brand('Long', [10, 20]),
      brand('Middle', [5, 7]),
      heard,
    ],
    60,
  );
  assert.deepEqual(found.brands, [
    { name: 'Long', seconds: 10 },
    { name: 'Twice', seconds: 6 },
    { name: 'Middle', seconds: 2 },
  ]);
  assert.equal(found.brand_count, 5);

  assert.deepEqual(found.brands_said, ['Heard']);
});

test('two spellings of a brand are one', () => {
  const found = highlightsOf([brand('Coca-Cola', [0, 4]), brand('Coca Cola', [2, 6])], 6);
  assert.deepEqual(found.brands, [{ name: 'Coca-Cola', seconds: 6 }]);
  assert.equal(found.brand_count, 1);
  assert.ok(found.timeline.every((count) => count === 1));
});

test('counts the brands of each step once, and no step a span only touches', () => {
  const found = highlightsOf([brand('A', [0, 1], [1.2, 2]), brand('B', [1, 3])], 6);
  assert.deepEqual(found.timeline, [1, 2, 1, 0, 0, 0]);
});

test('has at most 60 steps, whatever the length', () => {
  const { timeline } = highlightsOf([brand('A', [0, 3600])], 7200);
  assert.equal(timeline.length, 60);
  assert.deepEqual(timeline.slice(28, 32), [1, 1, 0, 0]);
});

test('counts a span of less than a step', () => {
  const { timeline } = highlightsOf([brand('A', [100, 100.05])], 6000);
  assert.equal(
    timeline.reduce((sum, count) => sum + count, 0),
    1,
  );
  assert.equal(timeline[1], 1);
});

test('a video of a part of a second, of unknown length, and shorter than its last brand', () => {
  assert.deepEqual(highlightsOf([brand('A', [0, 0.4])], 0.4).timeline, [1]);
  assert.deepEqual(highlightsOf([brand('A', [1, 3])], null).timeline, [0, 1, 1]);
  assert.deepEqual(highlightsOf([brand('A', [1, 3])], 2).timeline, [0, 1, 1]);
});

test('is empty where nothing is seen', () => {
  const nothing = { brands: [], brands_said: [], brand_count: 0, timeline: [] };
  assert.deepEqual(highlightsOf([], 60), nothing);
  assert.deepEqual(highlightsOf([heard], 60), {
    ...nothing,
    brands_said: ['Heard'],
    brand_count: 1,
  });
});
