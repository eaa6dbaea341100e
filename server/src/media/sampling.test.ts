/** Tests of which frames are chosen for the moments k / fps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SampleGrid } from './sampling.ts';

/** Times of the samples taken from frames at `times`; the last frame leaves the screen at `end`. */
function sample(fps: number, times: readonly number[], end: number): number[] {
  const grid = new SampleGrid(fps);
  const picks = [...times.flatMap((time) => [...grid.advance(time)]), ...grid.finish(end)];
  return picks.map((pick) => pick.time);
}

const every = (step: number, end: number) =>
  Array.from({ length: Math.round(end / step) }, (_, index) => index * step);

test('takes the frame nearest to each moment, at its own time', () => {
  assert.deepEqual(sample(1, [0, 0.4, 0.9, 1.3, 1.8, 2.3], 2.5), [0, 0.9, 1.8]);
  assert.deepEqual(sample(2, every(0.04, 2), 2), [0, 0.52, 1, 1.52]);
});

test('never samples one frame for two moments', () => {
  // 5 frames a second are sampled 4 times a second, and each sample must get a frame of its own: 0.2 for 0.25, 0.4 for
  // 0.5.
  const times = sample(4, every(0.2, 2), 2);
  assert.equal(new Set(times).size, times.length);
  for (const [index, time] of times.entries()) assert.ok(Math.abs(time - index / 4) <= 0.125);
});

test('a frame half-way between two moments stands for the earlier one only', () => {
  assert.deepEqual(sample(1, [0.5, 2], 2.4), [0.5, 1, 2]);
});

test('a frame that stays on screen stands for every moment it is there', () => {
  assert.deepEqual(sample(1, [0, 4.2, 4.3], 6), [0, 1, 2, 3, 4.2, 5]);
  assert.deepEqual(sample(2, [0], 2), [0, 0.5, 1, 1.5]);
});

test('there is nothing to sample before the first frame and after the end', () => {
  assert.deepEqual(sample(1, [2.2, 3.1], 3.4), [2.2, 3.1]);
  assert.deepEqual(sample(1, [], 10), []);
});

test('samples stay in order and near the grid at irregular rates', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };

  for (const fps of [1, 2, 3, 4]) {
    const times: number[] = [];
    for (let time = 0; time < 60; time += 0.01 + random() ** 6 * 3) times.push(time);

    const samples = sample(fps, times, 60);
    for (const [index, time] of samples.entries()) {
      assert.ok(index === 0 || time > (samples[index - 1] ?? 0), `order at ${time}`);
      assert.ok(Math.abs(time - index / fps) <= 0.5 / fps + 1e-9, `${time} for moment ${index}`);
    }

    assert.equal(samples.length, 60 * fps);
  }
});
