/** Rows of catchwords, which nobody says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCatchwordRow } from './catchword-rows.ts';
import { type PaidMaterial, paidSegments } from './paid-segments.ts';

const row =
  'promo code, discount code, sponsored by, Lindell Greens, Northfold, Oak Harbour, Stamps.com,';

test('a row has many short parts and nothing else', () => {
  assert.ok(isCatchwordRow(row));
  for (const text of [
    '',
    'Use the promo code WOOD20, or the discount code TREES.',
    'You can build a portfolio of stocks, bonds, options, crypto, funds, and of all else, at Northfold.',
  ])
    assert.ok(!isCatchwordRow(text), text);
});

test('a row tells of no payment, and is no pause in what does', () => {
  const material = (texts: readonly string[]): PaidMaterial => ({
    segments: texts.map((text, index) => ({ text, start: index * 6, end: index * 6 + 6 })),
    texts: [],
    metadata: {},
    chapters: [],
    brands: [],
    durationSeconds: texts.length * 6,
  });
  const talk = 'My father had the smallest boat, and he went out alone.';
  assert.deepEqual(paidSegments(material([talk, talk, row, talk, talk])), []);

  const [segment] = paidSegments(
    material(['This video is sponsored by Oak Harbour.', row, 'Oak Harbour makes boats.', talk]),
  );
  assert.deepEqual([segment?.brand, segment?.end], ['Oak Harbour', 18]);
});
