import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/sdk';
import { joinedWith } from './earlier.ts';

const answer = (query: string, text: string) => ({ query, answer: text });
const of = (fields: object) =>
  ({ meta: { fps_used: 1, frames_analyzed: 1, engines: {} }, ...fields }) as unknown as Results;

test('an answer joins what earlier analyses of the video found, the latest first', () => {
  const own = of({ query_results: [answer('Who?', 'Ada')] });
  const middle = of({ query_results: [answer('Who?', 'nobody'), answer('When?', 'noon')] });
  const first = of({ brands: [{ name: 'Sony' }], transcription: { text: 'a' }, objects: [] });
  const { results, borrowed } = joinedWith(own, [middle, first]);

  assert.deepEqual(
    results.query_results?.map((queryResult) => queryResult.answer),
    ['Ada', 'noon'],
  );
  assert.deepEqual(results.brands, first.brands);
  assert.equal(results.meta, own.meta);
  assert.deepEqual(borrowed, ['brand', 'object']);
});

test('what an analysis found itself stands, and alone it stays as it is', () => {
  const own = of({ brands: [] });
  assert.deepEqual(joinedWith(own, []), { results: own, borrowed: [] });
  const { results, borrowed } = joinedWith(own, [of({ brands: [{ name: 'Sony' }] })]);
  assert.deepEqual([results.brands, borrowed], [[], ['object']]);
});
