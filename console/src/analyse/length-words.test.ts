import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOfAll, videosOfLength } from './length-words.ts';

test('known lengths are told, also beside unknown ones', () => {
  const words = (knownSeconds: number, unknownLengths: number, videos: number) =>
    videosOfLength({ knownSeconds, unknownLengths, videos });
  assert.equal(words(27.84, 0, 1), '1 video of 27.8 s');
  assert.equal(words(0, 1, 1), '1 video of a length not yet known');
  assert.equal(words(0, 2, 2), '2 videos of lengths not yet known');
  assert.equal(words(61, 1, 3), '2 videos of 1:01.0 and 1 video of a length not yet known');
});

test('the length of all is none as long as one is not known', () => {
  const estimate = { videos: 2, knownSeconds: 50, unknownLengths: 0 };
  assert.equal(lengthOfAll(2, [20, 30], undefined), 50);
  assert.equal(lengthOfAll(2, [20, null], undefined), null);
  assert.equal(lengthOfAll(2, [20], undefined), null, 'the other is a link');
  assert.equal(lengthOfAll(2, [20, null], estimate), 50);
  assert.equal(lengthOfAll(2, [20, null], { ...estimate, unknownLengths: 1 }), null);
  assert.equal(lengthOfAll(3, [20, 30, 40], estimate), 90, 'the estimate is of an earlier choice');
});
