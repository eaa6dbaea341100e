import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandShare } from './brand-share.ts';
import { sharePartsOf } from './share-parts.ts';

const share = (name: string, visibleSeconds: number, of: number) =>
  ({
    name,
    visibleSeconds,
    mentions: 0,
    shareOfSeconds: visibleSeconds / of,
    shareOfMentions: null,
  }) as BrandShare;

test('parts add up to the whole, in the order of the brands; what is not named is counted', () => {
  const shares = [
    ...Array.from({ length: 8 }, (_, index) => share(`Brand ${index}`, 10 - index, 60)),
    ...[share('Ninth', 5, 60), share('Tenth', 3, 60)],
  ];
  const parts = sharePartsOf(shares, 'seconds', (name) => `colour of ${name}`);
  assert.deepEqual(
    parts.map(({ name }) => name),
    [
      'Brand 0',
      'Brand 1',
      'Brand 2',
      'Brand 3',
      'Brand 4',
      'Brand 5',
      'Brand 6',
      'Ninth',
      'Other (2)',
    ],
  );
  assert.equal(parts[0]?.colour, 'colour of Brand 0');

  const other = parts.at(-1);
  assert.deepEqual([other?.value, other?.names], ['6.0 s', ['Brand 7', 'Tenth']]);
  assert.ok(Math.abs(parts.reduce((sum, one) => sum + one.share, 0) - 1) < 1e-9);

  const tenths = parts.reduce(
    (sum, part) => sum + Math.round(Number.parseFloat(part.percent) * 10),
    0,
  );
  assert.equal(tenths, 1000);
  assert.deepEqual(sharePartsOf(shares, 'mentions', String), []);
});

test('the other brands together are no larger than the largest brand', () => {
  const shares = Array.from({ length: 14 }, (_, index) => share(`Brand ${index}`, 20 - index, 189));
  const parts = sharePartsOf(shares, 'seconds', String);
  const other = parts.find(({ names }) => names);
  const largest = Math.max(...parts.filter(({ names }) => !names).map((part) => part.share));
  assert.ok(other && other.share < largest, `${other?.share} of ${largest}`);
});
