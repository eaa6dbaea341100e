import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeftText } from './progress.ts';

test('the time left is a guess from the pace, and none is made too early', () => {
  assert.equal(timeLeftText(0.05, 60), undefined);
  assert.equal(timeLeftText(0.5, 2), undefined);
  assert.equal(timeLeftText(0.25, 60), 'about 3 minutes left at this pace');
  assert.equal(timeLeftText(0.97, 60), 'a few seconds left at this pace');
});
