/** Why a text may be a brand, in words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PossibleBrandReason } from '@reelsight/contract';
import { textsRead } from './review-count.ts';
import { reasonText, seenText } from './review-words.ts';

describe('Possible brands in words', () => {
  test('name the known name that a text is near', () => {
    assert.equal(
      reasonText({ reasons: ['web_address', 'near_known_name'], near: 'Nike' }),
      'a web address, nearly “Nike”',
    );
    assert.equal(reasonText({ reasons: ['stands_alone'] }), 'large or alone');
  });

  test('keep a reason that nobody here knows', () => {
    assert.equal(reasonText({ reasons: ['sung' as PossibleBrandReason] }), 'sung');
  });

  test('say how often and how long they are seen, in the unit of other lengths', () => {
    assert.equal(seenText({ total_appearances: 2, total_visible_duration: 4.5 }), '2 times, 4.5 s');
    assert.equal(
      seenText({ total_appearances: 1, total_visible_duration: 72.4 }),
      '1 time, 1:12.4',
    );
  });

  test('count texts only where they were counted', () => {
    assert.deepEqual(
      [textsRead(1), textsRead(14), textsRead(undefined)],
      ['1 text read', '14 texts read', undefined],
    );
  });
});
