/** Letters that stay on screen over a cut while the picture behind them changes, in drawn frames. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyFrame } from './ending.ts';
import { firstWithoutOverCut } from './over-cut.ts';

const width = 160;
const height = 90;
const box = { x: 0.25, y: 0.4, width: 0.3, height: 0.15 };

/** Pseudo-random numbers from -0.5 to 0.5; the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
}

/** Stripes as wide as letters, over a little noise and soft waves that differ from shot to shot. */
function frame(time: number, shot: number, shown: boolean): GreyFrame {
  const grain = noise(1 + Math.round(1000 * time));
  const stripes = noise(7);
  const columns = Array.from({ length: 48 }, () => stripes() > 0);
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const x = at % width;
    const y = Math.floor(at / width);
    const inside = shown && x >= 40 && x < 88 && y >= 38 && y < 48;
    if (inside && columns[x - 40]) return 220;
    return 90 + 40 * Math.sin((x * (1 + shot)) / 14 + (y * shot) / 9) + 12 * grain();
  });

  return { time, picture: { width, height, pixels } };
}

const own = [0, 1, 2, 3].map((n) => frame(2 + n / 25, 1, true));
/** Frames beyond the cut, in order away from it, which is back in time. */
const beyond = (shown: (at: number) => boolean) =>
  Array.from({ length: 12 }, (_, n) => frame(1.96 - n / 25, 2, shown(n)));

test('what is on both sides of a cut is followed to the frame where it left', () => {
  for (const left of [1, 4, 9])
    assert.equal(
      firstWithoutOverCut(
        box,
        own,
        beyond((at) => at < left),
      ),
      left,
    );
});

test('what is on one side only, or stays for all that is known, keeps the cut', () => {
  for (const shown of [false, true])
    assert.equal(
      firstWithoutOverCut(
        box,
        own,
        beyond(() => shown),
      ),
      null,
    );

  assert.equal(firstWithoutOverCut(box, own, beyond((at) => at < 1).slice(0, 2)), null);
  assert.equal(
    firstWithoutOverCut(
      box,
      [],
      beyond(() => true),
    ),
    null,
  );
});
