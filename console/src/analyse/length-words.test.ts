import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videosOfLength } from './length-words.ts';

test('known lengths are told, also beside unknown ones', () => {
  const words = (knownSeconds: number, unknownLengths: number, videos: number) =>
    videosOfLength({ knownSeconds, unknownLengths, videos });
  assert.equal(words(27.84, 0, 1), '1 video of 27.8 s');
  assert.equal(words(0, 1, 1), '1 video of a length not yet known');
  assert.equal(words(0, 2, 2), '2 videos of lengths not yet known');
  assert.equal(words(61, 1, 3), '2 videos of 1:01.0 and 1 video of a length not yet known');
});
