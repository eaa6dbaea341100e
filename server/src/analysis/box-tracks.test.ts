/** Tests that boxes on single frames are joined into moving boxes, each along its own path. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BoxOnFrame, movingBoxes } from './box-tracks.ts';

const at = (timestamp: number, x: number, y = 0.5): BoxOnFrame => ({
  timestamp,
  bounding_box: { x, y, width: 0.1, height: 0.1 },
});
const times = (moving: ReturnType<typeof movingBoxes>) =>
  moving.map(({ boxes }) => boxes.map(({ timestamp }) => timestamp));

describe('moving boxes', () => {
  test('a box keeps its way for the whole of its span', () => {
    const [only, ...rest] = movingBoxes(
      [at(2, 0.1), at(3, 0.15), at(4, 0.2)],
      [{ start: 1.7, end: 4.6 }],
    );
    assert.equal(rest.length, 0);
    assert.deepEqual([only?.start, only?.end, only?.boxes.length], [1.7, 4.6, 3]);
  });

  test('two at once are two, whatever their order', () => {
    const frames = [at(1, 0.1), at(1, 0.8), at(2, 0.82), at(2, 0.12)];
    const moving = movingBoxes(frames, [{ start: 1, end: 3 }]);
    assert.equal(moving.length, 2);
    for (const { boxes } of moving) {
      const [first, last] = boxes.map(({ bounding_box }) => bounding_box.x);
      assert.ok(Math.abs((first ?? 0) - (last ?? 1)) < 0.05);
    }
  });

  test('nothing moves over a cut, nor over a long gap', () => {
    const cut = movingBoxes(
      [at(1, 0.1), at(2, 0.1)],
      [
        { start: 1, end: 1.5 },
        { start: 1.5, end: 2.5 },
      ],
    );
    assert.deepEqual(times(cut), [[1], [2]]);

    const gap = movingBoxes([at(1, 0.1), at(9, 0.1)], [{ start: 1, end: 10 }]);
    assert.deepEqual(times(gap), [[1], [9]]);
  });

  test('one that comes later begins when it is found, not with the span', () => {
    const frames = [at(1, 0.1), at(2, 0.1), at(2, 0.8), at(3, 0.1)];
    const late = movingBoxes(frames, [{ start: 0.5, end: 3.5 }]).find(
      ({ boxes }) => boxes.length === 1,
    );
    assert.deepEqual([late?.start, late?.end], [1.5, 2.5]);
  });

  test('a frame outside of every span is left out', () => {
    assert.deepEqual(movingBoxes([at(9, 0.1)], [{ start: 1, end: 2 }]), []);
  });

  test('one that jumps further than it is wide is the same, one that grows or jumps too far is another', () => {
    const span = [{ start: 1, end: 3 }];
    const sized = (timestamp: number, x: number, size: number): BoxOnFrame => ({
      timestamp,
      bounding_box: { x, y: 0.5, width: size, height: size },
    });

    assert.deepEqual(times(movingBoxes([at(1, 0.1), at(2, 0.25)], span)), [[1, 2]]);
    assert.deepEqual(times(movingBoxes([at(1, 0.1), at(2, 0.35)], span)), [[1], [2]]);
    assert.deepEqual(times(movingBoxes([sized(1, 0.1, 0.02), sized(2, 0.13, 0.08)], span)), [
      ...[[1], [2]],
    ]);
    assert.deepEqual(times(movingBoxes([sized(1, 0.13, 0.08), sized(2, 0.1, 0.02)], span)), [
      ...[[1], [2]],
    ]);
  });

  test('of two that could follow, the nearer one does', () => {
    const moving = movingBoxes([at(1, 0.1), at(1, 0.3), at(2, 0.26)], [{ start: 1, end: 2 }]);
    assert.deepEqual(
      moving.map(({ boxes }) => boxes.map(({ bounding_box }) => bounding_box.x)),
      [[0.1], [0.3, 0.26]],
    );
  });

  test('spans that overlap are one, and one alone lasts as its span', () => {
    const spans = [
      { start: 2, end: 5 },
      { start: 1, end: 3 },
    ];
    const [only, ...rest] = movingBoxes([at(3, 0.1)], spans);
    assert.deepEqual([rest.length, only?.start, only?.end], [0, 1, 5]);
  });
});
