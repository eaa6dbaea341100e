/** Tests how search splits a text into words, and that words with several spellings get the same spelling. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokensOf } from './search-tokens.ts';

const wordsOf = (text: string): string[] => tokensOf(text).words.map(({ word }) => word);

describe('The words of a text', () => {
  test('are the same in half-width kana, with the places of what was written', () => {
    assert.deepEqual(wordsOf('ｶﾞｽﾄ'), wordsOf('ガスト'));
    assert.deepEqual(wordsOf('カ\u3099スト'), wordsOf('ガスト'));
    assert.deepEqual(
      tokensOf('ｶﾞｽﾄ').words.map(({ from, to }) => [from, to]),
      [
        [0, 3],
        [2, 4],
      ],
    );
  });

  test('keep the marks of Thai and Hindi', () => {
    assert.notDeepEqual(wordsOf('ดี'), wordsOf('ดู'));
    assert.deepEqual(wordsOf('काला काली'), ['काला', 'काली']);
  });

  test('leave out vowel points, harakat and tatweel', () => {
    assert.deepEqual(wordsOf('שָׁלוֹם كِتَـــاب'), wordsOf('שלום كتاب'));
  });
});
