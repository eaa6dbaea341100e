import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult } from '@reelsight/contract';
import { recordText, signText } from './disclosure-words.ts';

type Record = NonNullable<BrandResult['disclosure']>;

const sign: Record['signs'][number] = {
  sign: 'said',
  timestamp: 4,
  confidence: 0.9,
  names_brand: true,
  order: 'before',
};
const textOf = (disclosure: Partial<Record>): string | null =>
  recordText({
    disclosure: { paid: 'paid', disclosed: true, paid_seconds: 0, signs: [], ...disclosure },
  });

test('a sign has its second where it has one', () => {
  assert.equal(signText({ sign: 'on_screen', timestamp: 4 }), 'on screen at 0:04.0');
  assert.equal(signText({ sign: 'hashtag', timestamp: 0 }), 'by a hashtag');
});

test('the record of a brand says what is known, and never that something is undisclosed', () => {
  assert.equal(recordText({}), null);
  assert.equal(
    textOf({ signs: [{ ...sign, names_brand: false }, sign, { ...sign, sign: 'hashtag' }] }),
    'Paid for: disclosed said at 0:04.0, before it is first seen or said, and 1 more sign',
  );
  assert.equal(
    textOf({ signs: [{ ...sign, sign: 'description', order: 'outside' }] }),
    'Paid for: disclosed in the description',
  );
  assert.equal(textOf({ disclosed: false }), 'Paid for, as it sounds: no disclosure found');
  assert.equal(
    textOf({ paid: 'not_known', signs: [{ ...sign, names_brand: false }] }),
    'Not known whether it is paid for: no disclosure found that names it',
  );
});
