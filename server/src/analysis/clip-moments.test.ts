/** Tests which stretches of a video a clip contains: in order, without overlaps and within the video. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { momentsOf } from './clip-moments.ts';

const results = {
  brands: [
    {
      name: 'Café Noir',
      appearances: [
        { timestamp: 1, timestamp_start: 0.2, timestamp_end: 2 },
        { timestamp: 5, timestamp_start: 5, timestamp_end: 5 },
        { timestamp: 9.5 },
      ],
    },
  ],
} as unknown as Pick<Results, 'brands'>;

describe('moments of a clip', () => {
  test('ranges are put in order, joined where they overlap, and end with the video', () => {
    const ranges = [
      { start: 8, end: 30 },
      { start: 1, end: 3 },
      { start: 2, end: 4 },
      { start: 4, end: 5 },
    ];
    assert.deepEqual(momentsOf({ ranges }, null, 10), {
      ranges: [
        { start: 1, end: 5 },
        { start: 8, end: 10 },
      ],
    });
  });

  test('a name counts whatever its case and accents; what is said and what is one frame long is there', () => {
    assert.deepEqual(momentsOf({ brand: 'CAFE NOIR' }, results, 10), {
      ranges: [
        { start: 0.2, end: 2 },
        { start: 5, end: 5.05 },
        { start: 8.5, end: 10 },
      ],
    });
    assert.deepEqual(momentsOf({ brand: 'Café Noir', padding_seconds: 1 }, results, null), {
      ranges: [
        { start: 0, end: 3 },
        { start: 4, end: 6.05 },
        { start: 7.5, end: 12.5 },
      ],
    });
  });

  test('what is not there is said by name', () => {
    const found = momentsOf({ brand: 'Nike' }, results, 10);
    assert.match('refused' in found ? found.refused : '', /no “Nike”.*Café Noir/);
    const late = momentsOf({ ranges: [{ start: 10, end: 12 }] }, null, 10);
    assert.match('refused' in late ? late.refused : '', /ranges\.0\.start: The video ends at 10 s/);
  });

  test('empty stretches are left out', () => {
    const ranges = [
      { start: 3, end: 3 },
      { start: 1, end: 2 },
    ];
    assert.deepEqual(momentsOf({ ranges }, null, 10), { ranges: [{ start: 1, end: 2 }] });
  });

  test('objects are looked for among objects, and what has no appearance has no moments', () => {
    const objects = [
      { name: 'bicycle', appearances: [{ timestamp: 3, timestamp_start: 3, timestamp_end: 4 }] },
      { name: 'dog', appearances: [] },
    ] as unknown as Results['objects'];
    const asked = (object: string) => momentsOf({ object }, { ...results, objects }, 10);

    assert.deepEqual(asked('Bicycle'), { ranges: [{ start: 3, end: 4 }] });
    assert.deepEqual(asked('dog'), { refused: '“dog” has no moments in this video.' });
    assert.deepEqual(asked('Café Noir'), {
      refused: 'object: The results hold no “Café Noir”. There are: bicycle, dog.',
    });
  });

  test('of a job without such results nothing is named', () => {
    for (const none of [null, {} as Pick<Results, 'brands'>]) {
      const refused = 'brand: The results hold no “Nike”.';
      assert.deepEqual(momentsOf({ brand: 'Nike' }, none, 10), { refused });
    }
  });

  test('of many names ten are given', () => {
    const brands = Array.from({ length: 12 }, (_, index) => ({
      name: `B${index}`,
      appearances: [],
    }));
    const found = momentsOf({ brand: 'Nike' }, { brands } as unknown as typeof results, 10);
    assert.match('refused' in found ? found.refused : '', /There are: B0, .*B9\.$/);
  });
});
