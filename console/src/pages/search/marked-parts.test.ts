import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedParts } from './marked-parts.ts';

test('a passage is cut at its matches, counted in code points', () => {
  const parts = markedParts('🔥 hot shoes', [
    [0, 1],
    [6, 11],
  ]);
  assert.deepEqual(
    parts.map(({ text, marked }) => [text, marked]),
    [
      ['🔥', true],
      [' hot ', false],
      ['shoes', true],
    ],
  );
  assert.deepEqual(markedParts('', []), []);

  assert.deepEqual(markedParts('plain', []), [{ text: 'plain', marked: false, at: 0 }]);
});
