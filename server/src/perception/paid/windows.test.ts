/** Which windows of a transcript a language model reads: whole candidates, bounded length, none twice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimateTokens } from '../../engines/language.ts';
import { leaningOf } from './ad-signs.ts';
import type { Clause } from './clauses.ts';
import type { Hint } from './paid-segments.ts';
import { type Window, windowsOf } from './windows.ts';

const clauseSeconds = 5;
/** Clauses of talk; at the given seconds each says where something can be bought. */
function speech(durationSeconds: number, ...signsAt: readonly number[]): Clause[] {
  return Array.from({ length: durationSeconds / clauseSeconds }, (_, index) => {
    const start = index * clauseSeconds;
    const isSign = signsAt.some((time) => time >= start && time < start + clauseSeconds);
    const text = isSign ? 'Go to lindell.com for a free trial.' : 'He said that it was raining.';
    return { text, start, end: start + 4.8, wordCount: 6, changesSpeaker: false, repeatedShare: 0 };
  });
}

const candidate = (start: number, end: number): Hint => ({
  start,
  end,
  brand: null,
  strengths: [0.7],
  evidence: [],
});

const windowsIn = (
  clauses: readonly Clause[],
  candidates: readonly Hint[],
  limits: { mostWindows?: number; mostTokens?: number } = {},
): Window[] =>
  windowsOf(clauses, clauses.map(leaningOf), candidates, {
    mostWindows: 12,
    mostTokens: 4000,
    ...limits,
  });

const secondsOf = (windows: readonly Window[]): number[][] =>
  windows.map(({ first, last }) => [first * clauseSeconds, (last + 1) * clauseSeconds]);

describe('windows', () => {
  test('show a minute before and after a candidate, and those that are near in one', () => {
    const clauses = speech(3600);
    assert.deepEqual(secondsOf(windowsIn(clauses, [candidate(600, 660)])), [[540, 720]]);

    const near = [candidate(600, 660), candidate(700, 760)];
    assert.deepEqual(secondsOf(windowsIn(clauses, near)), [[540, 820]]);
    assert.deepEqual(windowsIn(clauses, []), []);
  });

  test('share out what lies between two candidates that do not fit into one', () => {
    const windows = windowsIn(speech(3600), [candidate(600, 800), candidate(860, 1060)]);
    assert.deepEqual(secondsOf(windows), [
      [540, 830],
      [830, 1120],
    ]);
  });

  test('of what is too long, in time or in words, are pieces of about the same length', () => {
    const clauses = speech(3600);
    const long = windowsIn(clauses, [candidate(600, 1500)]);
    assert.equal(long.length, 3);
    for (const [start = 0, end = 0] of secondsOf(long))
      assert.ok(end - start >= 300 && end - start <= 420, `${start} to ${end}`);

    const wordy = windowsIn(clauses, [candidate(600, 800)], { mostTokens: 200 });
    for (const { first, last } of wordy) {
      const text = clauses.slice(first, last + 1).map((clause) => clause.text);
      assert.ok(estimateTokens(text.join(' ')) <= 200);
    }
  });

  test('do not overlap and leave no candidate out, however candidates lie', () => {
    const candidates = [0, 35, 90, 300, 310, 700, 720, 1300].map((start, index) =>
      candidate(start, start + 20 + index * 60),
    );
    const clauses = speech(3600);
    const windows = windowsIn(clauses, candidates, { mostWindows: 100 });
    const inOrder = windows.toSorted((a, b) => a.first - b.first);

    for (const [index, { first, last }] of inOrder.entries()) {
      assert.ok(last >= first);
      assert.ok(index === 0 || first > (inOrder[index - 1] as Window).last);
    }

    const isShown = (index: number) =>
      windows.some(({ first, last }) => index >= first && index <= last);
    for (const [index, { start, end }] of clauses.entries()) {
      const isInCandidate = candidates.some((one) => start < one.end && end > one.start);
      assert.ok(!isInCandidate || isShown(index), `${start} s`);
    }
  });

  test('around weaker signs come after all candidates, those with most signs first', () => {
    const clauses = speech(7200, 1000, 1010, 3000, 3010, 3020, 5000);
    const windows = windowsIn(clauses, [candidate(6000, 6060)]);
    assert.deepEqual(
      secondsOf(windows).map(([start]) => start),
      [5940, 2940, 940, 4940],
    );
    assert.equal(windowsIn(clauses, [candidate(6000, 6060)], { mostWindows: 2 }).length, 2);
  });
});
