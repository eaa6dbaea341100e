import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandMoments } from '../../exposure/brand-moments.ts';
import { commonSpans, findingIn } from './conditions.ts';

const names = (...chosen: string[]) => ({
  chosen,
  counted: new Map([['fb', 'meta']]),
  spellings: new Map(chosen.map((key) => [key, key.toUpperCase()])),
});

const brand = (key: string, fields: Partial<BrandMoments> = {}): BrandMoments => ({
  key,
  name: key,
  seen: [],
  said: [],
  paid: null,
  frames: [],
  ...fields,
});

describe('A condition', () => {
  test('counts other names of a brand together, and proves it by a picture of the longest stretch', () => {
    const moments = [
      brand('meta', {
        seen: [{ start: 1, end: 3 }],
        frames: [{ timestamp: 2, url: 'short' }],
      }),
      brand('fb', {
        seen: [
          { start: 2, end: 3 },
          { start: 10, end: 14 },
        ],
        frames: [{ timestamp: 12, url: 'long' }],
      }),
    ];
    const condition = { type: 'appears', brands: ['Meta'], min_seconds: 6 } as const;
    assert.deepEqual(findingIn({ ...condition, brands: ['Meta'] }, names('meta'), moments), {
      brand: 'META',
      brands: ['META'],
      seconds: 6,
      moment: 10,
      frameUrl: 'long',
    });
    const longer = { type: 'appears' as const, brands: ['Meta'], min_seconds: 6.1 };
    assert.equal(findingIn(longer, names('meta'), moments), null);
  });

  test('about seconds does not count words', () => {
    const moments = [brand('acme', { said: [4] })];
    const condition = { type: 'appears' as const, brands: ['Acme'] };
    assert.equal(findingIn(condition, names('acme'), moments)?.moment, 4);
    assert.equal(findingIn({ ...condition, min_seconds: 1 }, names('acme'), moments), null);
    assert.equal(findingIn({ ...condition, source: 'seen' }, names('acme'), moments), null);
  });

  test('about two brands needs both at the same time', () => {
    const first = brand('a', { seen: [{ start: 0, end: 5 }] });
    const pair = { type: 'together' as const, brands: ['A', 'B'] };
    const touching = [first, brand('b', { seen: [{ start: 5, end: 9 }] })];
    assert.equal(findingIn(pair, names('a', 'b'), touching), null);
    const both = [first, brand('b', { seen: [{ start: 4, end: 9 }] })];
    assert.equal(findingIn(pair, names('a', 'b'), both)?.seconds, 1);
    assert.equal(findingIn({ ...pair, min_seconds: 2 }, names('a', 'b'), both), null);
    assert.equal(findingIn(pair, names('a', 'b'), [first]), null);
  });

  test('about payment knows nothing where results do not tell', () => {
    const paid = { type: 'paid' as const, brands: ['A'] };
    assert.equal(findingIn(paid, names('a'), [brand('a', { said: [1] })]), null);
    const unpaid = brand('a', { said: [1], paid: { isPaid: false, spans: [] } });
    assert.equal(findingIn(paid, names('a'), [unpaid]), null);
    const segment = { isPaid: false, spans: [{ start: 20, end: 40 }] };
    const inSegment = brand('a', { said: [1, 25], paid: segment });
    assert.equal(findingIn(paid, names('a'), [inSegment])?.moment, 25);
  });

  test('finds what two lists have in common', () => {
    const long = [
      { start: 0, end: 10 },
      { start: 20, end: 30 },
    ];
    const short = [
      { start: 2, end: 3 },
      { start: 9, end: 21 },
      { start: 29, end: 40 },
    ];
    assert.deepEqual(commonSpans(long, short), [
      { start: 2, end: 3 },
      { start: 9, end: 10 },
      { start: 20, end: 21 },
      { start: 29, end: 30 },
    ]);
  });
});
