import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/sdk';
import { leastOf, surelyFound } from './sure.ts';

const seen = (start: number, end: number, confidence: number) => ({
  timestamp: start,
  timestamp_start: start,
  timestamp_end: end,
  visible_duration: end - start,
  confidence,
  context: '',
  source: 'visual',
});

const results = {
  meta: { fps_used: 1, frames_analyzed: 1, engines: {} },
  brands: [
    {
      name: 'Sony',
      confidence: 0.9,
      total_appearances: 3,
      total_visible_duration: 9,
      first_seen: 0,
      last_seen: 9,
      appearances: [seen(0, 4, 0.9), seen(2, 5, 0.8), seen(6, 9, 0.4)],
      frame_detections: [],
    },
    {
      name: 'Nike',
      confidence: 0.5,
      total_appearances: 1,
      total_visible_duration: 1,
      first_seen: 0,
      last_seen: 1,
      appearances: [seen(0, 1, 0.5)],
      frame_detections: [],
    },
  ],
  paid_segments: [
    { start: 0, end: 5, confidence: 0.5, evidence: [] },
    { start: 6, end: 9, confidence: 1, evidence: [], corrected: true },
  ],
} as unknown as Results;

test('what is less sure counts nowhere; what overlaps counts once', () => {
  assert.equal(surelyFound(results, 0), results);
  const [sony, ...others] = surelyFound(results, 0.7).brands ?? [];
  assert.deepEqual(others, []);
  assert.deepEqual([sony?.total_appearances, sony?.total_visible_duration], [2, 5]);
});

test('a paid segment that is less sure is left out, one that a person corrected never is', () => {
  const startsOf = (minConfidence: number) =>
    surelyFound(results, minConfidence).paid_segments?.map(({ start }) => start);
  assert.deepEqual(startsOf(0.5), [0, 6]);
  assert.deepEqual(startsOf(0.95), [6]);
});

test('what is exactly as sure as asked for stays', () => {
  const [sony] = surelyFound(results, 0.8).brands ?? [];
  assert.ok(sony?.appearances.some(({ confidence }) => confidence === 0.8));
});

test('a brand of which nothing is left out keeps the number of the service', () => {
  const [sony] = results.brands ?? [];
  const own = { ...sony, total_visible_duration: 3.6, appearances: [seen(0.1, 3.7, 0.9)] };
  const kept = surelyFound({ ...results, brands: [own] } as Results, 0.5).brands ?? [];
  assert.deepEqual(kept[0]?.total_visible_duration, 3.6);
});

test('an address with anything else than a share means everything', () => {
  const texts = [null, '', 'x', '-1', '7', 'NaN', 'Infinity', '0.8'];
  assert.deepEqual(texts.map(leastOf), [0, 0, 0, 0, 0, 0, 0, 0.8]);
});
