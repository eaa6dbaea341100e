/** Tests of the stretches that are not analysed because of damage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dividedShots, UnseenSpans } from './unseen.ts';

/** Finds the damaged stretches among frames 0.1 s apart; `x` is a damaged frame. */
function spansOf(frames: string, end = frames.length / 10) {
  const spans = new UnseenSpans();

  for (const [index, frame] of [...frames].entries()) {
    const time = index / 10;
    if (frame === 'x') spans.addDamaged(time);
    else spans.addWhole(time);
  }

  return spans
    .finish(end)
    .map((span) => [Math.round(100 * span.start) / 100, Math.round(100 * span.end) / 100]);
}

test('a stretch lasts from just before the first damaged frame to the next whole one', () => {
  assert.deepEqual(spansOf('..........'), []);
  assert.deepEqual(spansOf('.....xx...'), [[0.35, 0.7]]);
  assert.deepEqual(spansOf('x....'), [[0, 0.1]]);
});

test('stretches near each other are one, and the last goes on to the end', () => {
  assert.deepEqual(spansOf('.....xx.x......x..'), [
    [0.35, 0.9],
    [1.35, 1.6],
  ]);
  assert.deepEqual(spansOf('.....x....xxxx', 2), [
    [0.35, 0.6],
    [0.85, 2],
  ]);
});

test('shots are divided by stretches over which things cannot be taken for the same', () => {
  const shots = [
    { start: 0, end: 5 },
    { start: 5, end: 10 },
  ];
  const unseen = [
    { start: 1, end: 1.5 },
    { start: 4, end: 6 },
  ];

  assert.deepEqual(dividedShots(shots, unseen), [
    { start: 0, end: 4 },
    { start: 4, end: 5 },
    { start: 5, end: 6 },
    { start: 6, end: 10 },
  ]);
  assert.deepEqual(dividedShots(shots, []), shots);
});
