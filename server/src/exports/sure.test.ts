import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult } from '@reelsight/contract';
import { brand, exportedJob } from '../../testing/exported.ts';
import { surely } from './sure.ts';

const heard: BrandResult['appearances'][number] = {
  timestamp: 7,
  timestamp_start: 7,
  timestamp_end: 8,
  confidence: 0.9,
  source: 'audio',
  context: 'Said.',
};

function resultsOf(confidences: readonly number[]) {
  const spans = confidences.map((_, index) => [index * 2, index * 2 + 1] as const);
  const seen = brand('Sony', spans);
  for (const [index, confidence] of confidences.entries())
    Object.assign(seen.appearances[index] ?? {}, { confidence });
  const sony = { ...seen, appearances: [...seen.appearances, heard] };
  return exportedJob({ results: { brands: [sony] } }).results;
}

const sure = (confidences: readonly number[], least: number) =>
  surely(resultsOf(confidences), least).brands?.[0];

test('a brand that is only heard has no seconds in the picture, rather than none of them', () => {
  const only = sure([0.4, 0.5], 0.8);
  assert.equal(only?.appearances.length, 1);
  assert.equal(only && 'total_visible_duration' in only, false);
  assert.deepEqual([only?.first_seen, only?.last_seen], [7, 8]);
});

test('the seconds of others are those of what is seen surely', () => {
  assert.equal(sure([0.9, 0.5, 0.95], 0.8)?.total_visible_duration, 2);
});

test('a brand of which nothing is sure is left out', () => {
  assert.equal(sure([0.9], 0.99), undefined);
});
