/** What is for a person to decide on, and what each answer says. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Results } from '@reelsight/sdk';
import { possibleItems, unsureItems } from './review-items.ts';

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 };
const appearance = (timestamp: number, confidence: number, fields: object = {}) => ({
  timestamp,
  timestamp_start: timestamp,
  timestamp_end: timestamp + 2,
  confidence,
  context: 'on a wall',
  source: 'visual',
  bounding_box: box,
  ...fields,
});
const resultsOf = (fields: object) => fields as unknown as Results;

describe('The queue of the unsure', () => {
  const results = resultsOf({
    brands: [
      {
        name: 'Nike',
        confidence: 0.95,
        appearances: [
          appearance(1, 0.95),
          appearance(5, 0.7),
          appearance(9, 0.6, { corrected: true }),
          appearance(12, 0.5, { source: 'audio', bounding_box: undefined }),
        ],
      },
    ],
  });

  test('has what is less sure than a proof and nobody decided on, the least sure first', () => {
    assert.deepEqual(
      unsureItems(results).map(({ text, second, places }) => [text, second, places.length]),
      [
        ['Nike', 12, 0],
        ['Nike', 5, 1],
      ],
    );
  });

  test('says yes, no and another name of that appearance alone', () => {
    const [heard, seen] = unsureItems(results);
    assert.deepEqual(heard?.no, {
      kind: 'dismiss',
      target: 'brand',
      name: 'Nike',
      appearance: { timestamp: 12, source: 'audio' },
    });
    const about = { timestamp: 5, timestamp_start: 5, source: 'visual' };
    assert.deepEqual(seen?.yes.appearance, about);
    assert.equal(seen?.named('Nike').kind, 'confirm');
    assert.deepEqual(
      [seen?.named('Nikon').kind, seen?.named('Nikon').new_name, seen?.named('Nikon').appearance],
      ['rename', 'Nikon', about],
    );
  });
});

describe('A possible brand', () => {
  const [item] = possibleItems(
    resultsOf({
      possible_brands: [
        {
          text: 'brano',
          near: 'Bravo',
          reasons: ['near_known_name'],
          total_appearances: 1,
          total_visible_duration: 2,
          appearances: [appearance(3, 0.9)],
        },
      ],
    }),
  );

  test('is confirmed by its own or another name, or dismissed', () => {
    assert.deepEqual(item?.yes, { kind: 'confirm', target: 'possible_brand', name: 'brano' });
    assert.equal(item?.suggestion, 'Bravo');
    assert.equal(item?.named('Bravo').new_name, 'Bravo');
    assert.equal(item?.named('brano').new_name, undefined);
    assert.equal(item?.no.kind, 'dismiss');
    assert.deepEqual(item?.places, [{ timestamp: 3, start: 3, end: 5, box }]);
  });
});
