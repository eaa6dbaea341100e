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

test('parts add up to the whole; what is not named is counted', () => {
  const shares = [
    ...Array.from({ length: 8 }, (_, index) => share(`Brand ${index}`, 10 - index, 60)),
    ...[share('Ninth', 5, 60), share('Tenth', 3, 60)],
  ];
  const parts = sharePartsOf(shares, 'seconds', (name) => `colour of ${name}`);
  assert.equal(parts.length, 9);
  assert.equal(parts[0]?.colour, 'colour of Brand 0');

  const other = parts.at(-1);
  assert.deepEqual([other?.name, other?.value], ['Other (2)', '0:06.0']);
  assert.ok(Math.abs(parts.reduce((sum, one) => sum + one.share, 0) - 1) < 1e-9);
  assert.deepEqual(sharePartsOf(shares, 'mentions', String), []);
});
