/** Stretches cover the video, follow its shots, and are no more than a video may have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostStretches, stretchesOf } from './stretches.ts';

/** A video with shots of these lengths in seconds, sampled twice a second; all pictures differ. */
function videoOf(lengths: readonly number[], isStill = false) {
  const shots: { start: number; end: number }[] = [];
  for (const length of lengths) {
    const start = shots.at(-1)?.end ?? 0;
    shots.push({ start, end: start + length });
  }
  const frames = shots.flatMap(({ start, end }, shot) =>
    Array.from({ length: Math.ceil((end - start) * 2) }, (_, index) => ({
      timestamp: start + index / 2,
      image: isStill ? shot : Math.round(start * 2) + index,
      shot,
    })),
  );
  return { shots, frames };
}

test('a short shot is one stretch, described by its middle', () => {
  const stretches = stretchesOf(videoOf([4, 6]));
  assert.deepEqual(
    stretches.map(({ start, end }) => [start, end]),
    [
      [0, 4],
      [4, 10],
    ],
  );
  assert.deepEqual(
    stretches.map(({ sample }) => sample),
    [3, 13],
  );
});

test('a long shot is divided, unless the picture stands still', () => {
  const moving = stretchesOf(videoOf([50]));
  assert.deepEqual(
    moving.map(({ start, end }) => [start, end]),
    [
      [0, 20],
      [20, 40],
      [40, 50],
    ],
  );
  assert.equal(stretchesOf(videoOf([3600], true)).length, 1);
});

test('a video of quick cuts has no more stretches than allowed, and they still cover it', () => {
  const video = videoOf(Array.from({ length: 5000 }, () => 1));
  const stretches = stretchesOf(video);

  assert.equal(stretches.length, mostStretches);
  assert.equal(stretches[0]?.start, 0);
  assert.equal(stretches.at(-1)?.end, 5000);
  for (const [index, stretch] of stretches.entries())
    if (index > 0) assert.equal(stretch.start, stretches[index - 1]?.end);
});

test('a video without pictures has no stretches', () => {
  assert.deepEqual(stretchesOf({ frames: [], shots: [] }), []);
});
