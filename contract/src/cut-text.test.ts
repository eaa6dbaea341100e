/** Tests that texts are cut between characters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from './cut-text.ts';

test('a text is cut to its length, and never inside a character', () => {
  assert.equal(cutText('bread', 10), 'bread');
  assert.equal(cutText('bread', 3), 'bre');
  assert.equal(cutText('a😀b', 1), 'a');
  assert.equal(cutText('a😀b', 2), 'a');
  assert.equal(cutText('a😀b', 3), 'a😀');
  assert.equal(cutText('😀', 1), '');
  assert.equal(cutText('a', 0), '');
});
