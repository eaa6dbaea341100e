/** Tests that texts are cut between characters, or between words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutAtWord, cutText } from './cut-text.ts';

test('a text is cut to its length, and never inside a character', () => {
  assert.equal(cutText('bread', 10), 'bread');
  assert.equal(cutText('bread', 3), 'bre');
  assert.equal(cutText('a😀b', 1), 'a');
  assert.equal(cutText('a😀b', 2), 'a');
  assert.equal(cutText('a😀b', 3), 'a😀');
  assert.equal(cutText('😀', 1), '');
  assert.equal(cutText('a', 0), '');
});

test('a title ends with a whole word, unless a word is as long as itself', () => {
  assert.equal(cutAtWord('the best in the world', 17), 'the best in the');
  assert.equal(cutAtWord('the best in the world', 15), 'the best in the');
  assert.equal(cutAtWord('the best', 10), 'the best');
  assert.equal(cutAtWord('a breadbasket', 8), 'a breadb');
  assert.equal(cutAtWord('パンを買いました', 4), 'パンを買');
});
