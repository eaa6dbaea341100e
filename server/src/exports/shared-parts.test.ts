/** Tests which parts of the results a shared link shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { chosenResults } from './shared-parts.ts';

test('texts that may be brands are shown with both the brands and the words', () => {
  const results: Results = {
    brands: [],
    possible_brands: [],
    meta: { fps_used: 1, frames_analyzed: 1, engines: {} },
  };
  const shown = (...parts: Parameters<typeof chosenResults>[1]) =>
    Object.keys(chosenResults(results, parts));

  assert.ok(shown('brands', 'transcript').includes('possible_brands'));
  assert.ok(!shown('brands').includes('possible_brands'));
  assert.ok(!shown('transcript').includes('possible_brands'));
});
