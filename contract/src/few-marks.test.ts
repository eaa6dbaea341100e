import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanText } from './clean-text.ts';
import { withFewMarks } from './few-marks.ts';
import { fold, identityOf } from './name-identity.ts';

/**
 * A run of marks whose order normalization reverses: each mark of the second half moves before all marks of the first
 * half.
 */
const marks = (count: number): string => '\u0345'.repeat(count / 2) + '\u0334'.repeat(count / 2);

test('a run of marks is cut after the thirtieth, and nothing else', () => {
  assert.equal(withFewMarks(`a${marks(100)}b`), `a${'\u0345'.repeat(30)}b`);
  const kept = ['', 'Citroën', `e\u0301 ${marks(30)}x${marks(30)}`, 'ที่นี้', 'न्\u200dनी', '👩🏽‍🚀️'];
  for (const text of kept) assert.equal(withFewMarks(text), text);
});

test('folding and cleaning a text cost in proportion to its marks', () => {
  const seconds = (work: () => unknown): number => {
    const startedMs = performance.now();
    work();
    return (performance.now() - startedMs) / 1000;
  };
  // The first of these calls would take three minutes if the marks were normalized without a limit.
  const text = `x${marks(500_000)}`;
  assert.ok(seconds(() => fold(text)) < 5);
  assert.ok(seconds(() => identityOf(text)) < 5);
  const apart = `न${'\u0345\u200d\u0334\u200d'.repeat(100_000)}`;
  assert.ok(seconds(() => fold(apart)) < 5);
  assert.ok(seconds(() => cleanText(text).normalize('NFC')) < 5);
});
