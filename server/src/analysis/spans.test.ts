/** Tests that overlapping seconds count once, and that spans which touch become one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unionSeconds as unionOfConsole } from '../../../console/src/job/things/union.ts';
import { lengthOf, unionOf, unionSeconds, unionWithMoments } from './spans.ts';

const span = (start: number, end: number) => ({ start, end });
const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 900 }))
  .map(([start, length]) => span(start / 1000, (start + length) / 1000));

test('two at once count once', () => {
  const spans = [span(0, 4), span(1, 3), span(3.5, 5), span(8, 9)];
  assert.equal(unionSeconds(spans), 6);
  assert.equal(unionSeconds([]), 0);
  assert.equal(unionSeconds([span(3, 3), span(5, 4)]), 0);
});

test('spans a millisecond apart, as rounding leaves them, are one', () => {
  assert.deepEqual(unionOf([span(2.001, 3), span(1, 2)]), [span(1, 3)]);
  assert.equal(unionOf([span(1, 2), span(2.002, 3)]).length, 2);
});

test('moments are kept where they are asked for, and belong to the span they are in', () => {
  const spans = [span(7, 7), span(2, 2), span(1, 3)];
  assert.deepEqual(unionWithMoments(spans), [span(1, 3), span(7, 7)]);
  assert.deepEqual(unionOf(spans), [span(1, 3)]);
});

test('each moment of any span is covered once', () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 30 }), (spans) => {
      const union = unionOf(spans);
      for (const [index, one] of union.entries())
        assert.ok(index === 0 || one.start > (union[index - 1]?.end ?? 0));

      let covered = 0;
      for (let ms = 0; ms < 5000; ms += 1) {
        const at = (ms + 0.5) / 1000;
        if (spans.some(({ start, end }) => start < at && at < end)) covered += 0.001;
      }

      const gaps = spans.length * 0.001;
      assert.ok(unionSeconds(spans) >= covered - 1e-6);
      assert.ok(unionSeconds(spans) <= covered + gaps + 1e-6);
      assert.equal(unionSeconds(spans), lengthOf(union));
    }),
  );
});

test('the console, which sums what a person selects, counts the same', () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 60 }), (spans) => {
      assert.ok(Math.abs(unionOfConsole(spans) - unionSeconds(spans)) < 1e-9);
    }),
  );
});
