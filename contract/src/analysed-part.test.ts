/** Tests how much of a video is analysed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analysedSeconds, isSamePart } from './analysed-part.ts';

test('the seconds between from and to, within the video', () => {
  assert.equal(analysedSeconds({}, 60), 60);
  assert.equal(analysedSeconds({ from: 20, to: null }, 60), 40);
  assert.equal(analysedSeconds({ from: 20, to: 30 }, 60), 10);
  assert.equal(analysedSeconds({ from: 20, to: 300 }, 60), 40);
  assert.equal(analysedSeconds({ from: 80 }, 60), 0);
});

test('of a video of unknown length, they are known only if the end is named', () => {
  assert.equal(analysedSeconds({ from: 20 }, null), null);
  assert.equal(analysedSeconds({ from: 20, to: 30 }, null), 10);
});

test('a part that is not named is the whole', () => {
  assert.ok(isSamePart({ from: 0 }, { from: null, to: null }));
  assert.ok(!isSamePart({ from: 0, to: 5 }, {}));
});
