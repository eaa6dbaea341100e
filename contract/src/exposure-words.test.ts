import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byScreenTime, exposureTerms, namedShares } from './exposure-words.ts';

test('no two numbers have one title or one column', () => {
  const terms = Object.values(exposureTerms);
  assert.equal(new Set(terms.map(({ title }) => title)).size, terms.length);
  assert.equal(new Set(terms.map(({ column }) => column)).size, terms.length);
});

test('brands are ordered by seconds on screen, then by mentions, then by name', () => {
  const brand = (name: string, seen_seconds: number, times = 0) => ({
    name,
    seen_seconds,
    said: { times },
  });
  const brands = [brand('Said', 0, 2), brand('Zebra', 3), brand('Ant', 3), brand('Long', 9)];
  assert.deepEqual(
    brands.sort(byScreenTime).map(({ name }) => name),
    ['Long', 'Ant', 'Zebra', 'Said'],
  );
});

test('the rest of a bar is no larger than its largest brand', () => {
  const equal = (count: number) => Array.from({ length: count }, () => 1 / count);
  assert.equal(namedShares([]), 0);
  assert.equal(namedShares(equal(9)), 9, 'one brand alone is never hidden');
  assert.equal(namedShares([0.9, ...equal(20).map((share) => share / 10)]), 8);
  assert.equal(namedShares(equal(14)), 14);

  // With hundreds of equal brands a bar has no room for enough of them.
  assert.equal(namedShares(equal(300)), 24);
});
