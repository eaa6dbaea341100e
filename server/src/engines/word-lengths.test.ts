/** Tests that words placed at a single moment get a length, from the gap around them or from their neighbours. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withLengths } from './word-lengths.ts';

const word = (start: number, end: number, text = 'word') => ({ start, end, text });
const span = { start: 0, end: 10 };
const times = (list: readonly { start: number; end: number }[]) =>
  list.map(({ start, end }) => [start, end]);

describe('words without a length', () => {
  test('take the gap that follows, as long as it takes to say them', () => {
    const timed = withLengths([word(1, 2), word(2, 2), word(5, 6)], span);
    assert.deepEqual(times(timed), [
      [1, 2],
      [2, 2.28],
      [5, 6],
    ]);
  });

  test('take what there is of a gap', () => {
    const timed = withLengths([word(1, 2), word(2.1, 2.1), word(2.1, 3)], span);
    assert.deepEqual(times(timed)[1], [2, 2.1]);
  });

  test('share the time of their neighbours where there is no gap', () => {
    const timed = withLengths([word(1, 2), word(2, 2), word(2, 3)], span);
    assert.equal(timed[0]?.start, 1);
    assert.equal(timed[2]?.end, 3);
    for (const { start, end } of timed) assert.ok(end - start > 0.5, JSON.stringify(timed));
  });

  test('at the end of the span go before it', () => {
    const [one] = withLengths([word(10, 10, 'six')], span);
    assert.deepEqual([one?.start, one?.end], [9.79, 10]);
  });

  test('have none where the span leaves none', () => {
    assert.deepEqual(withLengths([word(0, 0), word(0, 0)], { start: 0, end: 0.001 }), []);
  });

  test('leave the others as they are', () => {
    const list = [word(1, 2), word(2, 3.5), word(7, 7.02)];
    assert.deepEqual(withLengths(list, span), list);
  });

  test('whatever comes in, there are as many, in order and each with a length', () => {
    const moment = fc.integer({ min: 0, max: 400 }).map((ms) => ms / 1000);
    const list = fc
      .array(fc.tuple(moment, moment, fc.string({ maxLength: 30 })), { maxLength: 30 })
      .map((all) =>
        all
          .map(([a, b, text]) => word(Math.min(a, b), Math.max(a, b), text))
          .sort((a, b) => a.start - b.start),
      );
    fc.assert(
      fc.property(list, (words) => {
        const timed = withLengths(words, { start: 0, end: 0.4 });
        assert.deepEqual(
          timed.map(({ text }) => text),
          words.map(({ text }) => text),
        );

        for (const [n, { start, end }] of timed.entries()) {
          assert.ok(end > start && start >= (timed[n - 1]?.start ?? 0) && end <= 0.4);
        }
      }),
    );
  });
});
