/** When a patch appears and disappears in drawn frames: over noise, fading, moving, or before a cut. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstWithout, isFaint } from './edge.ts';
import type { Ending, GreyFrame } from './ending.ts';

const width = 160;
const height = 90;
const box = { x: 0.25, y: 0.4, width: 0.25, height: 0.12 };

/** Pseudo-random numbers from 0 to 1; the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Scene {
  /** Opacity of the letters in frame `at`, 0 to 1. */
  readonly shown: (at: number) => number;
  /** Number of pixels by which the letters have moved to the right in frame `at`. */
  readonly moved?: (at: number) => number;
  /** Brightness range of a noisy background that differs in each frame; 0 for a plain background. */
  readonly film?: number;
  /**
   * Number of pixels by which a soft photo behind the letters has moved to the left in frame `at`; absent if there is
   * no photo.
   */
  readonly panned?: (at: number) => number;
  /** The same for a photo of leaves, which is full of edges. */
  readonly leaves?: (at: number) => number;
}

/** Brightness of a photo that has no sharp edges. */
const softAt = (x: number, y: number): number =>
  110 + 60 * Math.sin(x / 9 + y / 14) + 40 * Math.sin(y / 6 - x / 23);

const leafLights = Uint8Array.from(
  { length: 4096 },
  (
    (random) => () =>
      40 + 180 * random()
  )(noise(31)),
);

/** Brightness of a photo of leaves two pixels wide, interpolated between leaves. */
function leavesAt(x: number, y: number): number {
  const place = (x + 64) / 2;
  const left = Math.floor(place);
  const share = place % 1;
  const light = (at: number) => leafLights[(at + 61 * Math.floor(y / 2)) % 4096] as number;
  return light(left) * (1 - share) + light(left + 1) * share;
}

/** Draws a frame; its letters are stripes that are brighter than everything else. */
function frame(at: number, { shown, moved = () => 0, film = 0, panned, leaves }: Scene): GreyFrame {
  const random = noise(100 + at);
  const pixels = Uint8Array.from({ length: width * height }, (_, index) => {
    const x = index % width;
    const y = Math.floor(index / width);
    const soft = panned ? softAt(x + panned(at), y) : 90;
    const photo = leaves ? leavesAt(x + leaves(at), y) : soft;
    return photo + film * (random() - 0.5);
  });
  const left = Math.round(0.25 * width + moved(at));
  const letters = noise(7);
  const stripes = Array.from({ length: 40 }, () => letters() > 0.5);
  for (let y = 38; y < 46; y += 1) {
    for (let x = 0; x < 40; x += 1) {
      const place = left + x;
      if (!stripes[x] || place < 0 || place >= width) continue;
      const index = y * width + place;
      pixels[index] = (pixels[index] as number) * (1 - shown(at)) + 230 * shown(at);
    }
  }

  return { time: at / 15, picture: { width, height, pixels } };
}

function ending(scene: Scene, more: Partial<Ending> = {}): Ending {
  const frames = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => frame(from + n, scene));
  return {
    box,
    outward: frames(0, 16),
    inward: frames(-6, 0).toReversed(),
    beyond: frames(16, 20),
    drift: { x: 0, y: 0 },
    ...more,
  };
}

describe('the first frame without a thing', () => {
  test('is exact where it goes from one frame to the next, also over film', () => {
    for (const film of [0, 60, 140])
      for (const gone of [1, 5, 11, 15])
        assert.equal(firstWithout(ending({ shown: (at) => (at < gone ? 1 : 0), film })), gone);
  });

  test('of a fade is its middle', () => {
    const shown = (at: number) => Math.min(1, Math.max(0, (11 - at) / 6));
    const gone = firstWithout(ending({ shown }));
    assert.ok(gone !== null && Math.abs(gone - 8) <= 1, String(gone));
  });

  test('is none where it goes on', () => {
    assert.equal(firstWithout(ending({ shown: () => 1 })), 16);
  });

  test('of what moves out is where half of it is out', () => {
    const moved = (at: number) => 8 * at;
    // The patch is 40 wide and begins at 40: its middle reaches the edge of the picture at 160 after 100 pixels.
    const gone = firstWithout(ending({ shown: () => 1, moved }, { drift: { x: 0.75, y: 0 } }));
    assert.ok(gone !== null && Math.abs(gone - 13) <= 1, String(gone));
  });

  test('of what moves over a photo that pans is where it goes, not where the photo ends', () => {
    // A loose box with the detector's margin: half of its content is background.
    const loose = { x: 0.22, y: 0.34, width: 0.31, height: 0.24 };
    const scene = (gone: number): Scene => ({
      shown: (at) => (at < gone ? 0.5 : 0),
      moved: (at) => at,
      panned: (at) => at,
      film: 6,
    });
    const drift = { x: 15 / width, y: 0 };

    for (const gone of [1, 2, 5, 9])
      for (const beyond of [null, [frame(16, scene(gone)), frame(17, scene(gone))]])
        assert.equal(firstWithout(ending(scene(gone), { box: loose, drift, beyond })), gone);

    const stays = firstWithout(ending(scene(99), { box: loose, drift, beyond: null }));
    assert.equal(stays, 16);
  });

  test('of what stands and sets off is where it is out, not where it set off', () => {
    const moved = (at: number) => Math.max(0, at - 3) * 9;
    const gone = firstWithout(ending({ shown: () => 1, moved }));
    // It stands still for 3 frames, then needs about 12 more at 9 pixels per frame to move 100 pixels.
    assert.ok(gone !== null && Math.abs(gone - 15) <= 1, String(gone));
  });

  test('before a cut is told by its own look', () => {
    const shown = (at: number) => (at < 6 ? 1 : 0);
    assert.equal(firstWithout(ending({ shown, film: 40 }, { beyond: null })), 6);
    assert.equal(firstWithout(ending({ shown: () => 1, film: 40 }, { beyond: null })), 16);
  });

  test('before a cut is the cut, in a pan so slow that it counts as still', () => {
    for (const pixels of [1, 2, 3, 3.8])
      for (const way of [1, -1]) {
        const moved = (at: number) => (way * pixels * at) / 15;
        const still = (gone: number) =>
          ending({ shown: (at) => (at < gone ? 1 : 0), moved, film: 20 }, { beyond: null });
        assert.equal(firstWithout(still(99)), 16, `${way * pixels} pixels a second`);
        // A speed of one pixel in the measured time may be taken for standing still.
        if (pixels > 1) assert.equal(firstWithout(still(9)), 9, `${way * pixels}, gone before`);
      }
  });

  test('of faint letters before leaves that move slowly is where they go, not where the leaves end', () => {
    for (const speed of [-3, 6]) {
      const leaves = (at: number) => (speed * at) / 15;
      const scene = (gone: number): Scene => ({
        leaves,
        film: 6,
        shown: (at) => (at < gone ? 0.4 : 0),
      });
      // The box was wrongly moved along with the leaves.
      const drift = { x: -speed / width, y: 0 };

      for (const beyond of [null, [frame(16, scene(0)), frame(17, scene(0))]])
        for (const gone of [3, 14])
          assert.equal(firstWithout(ending(scene(gone), { drift, beyond })), gone, `${speed}`);

      assert.equal(firstWithout(ending(scene(99), { drift, beyond: null })), 16);
      const blinks = { ...scene(99), shown: (at: number) => (at === 6 || at === 7 ? 0 : 0.4) };
      assert.equal(firstWithout(ending(blinks, { drift, beyond: null })), 16);
    }
  });

  test('is unknown with fewer than two frames, and where film hides the difference', () => {
    const alone = ending({ shown: () => 1 }, { outward: [frame(0, { shown: () => 1 })] });
    assert.equal(firstWithout(alone), null);
    const faint = { shown: (at: number) => (at < 6 ? 0.06 : 0), film: 160 };
    assert.equal(firstWithout(ending(faint, { inward: [], beyond: [frame(20, faint)] })), null);
  });
});

describe('a sighting in a fade', () => {
  /**
   * The opacity falls from full in frame `all` to none in frame `none`. Frames count outward, as for a thing that
   * appears.
   */
  const fading = (none: number, all: number) => ({
    shown: (at: number) => Math.min(1, Math.max(0, (none - at) / (none - all))),
  });
  const around = (scene: Scene, more: Partial<Ending> = {}) => {
    const inward = Array.from({ length: 14 }, (_, n) => frame(-1 - n, scene));
    const beyond = Array.from({ length: 6 }, (_, n) => frame(10 + n, scene));
    return ending(scene, { inward, beyond, ...more });
  };

  test('is faint before half the contrast is there, also over film', () => {
    for (const film of [0, 60]) {
      assert.equal(isFaint(around({ ...fading(3, -7), film })), true);
      assert.equal(isFaint(around({ ...fading(7, -3), film })), false);
    }
  });

  test('that has hardly begun is faint, another thing before it is not', () => {
    assert.equal(isFaint(around(fading(0.3, -8))), true);
    assert.equal(isFaint(around({ shown: (at) => (at < -2 ? 1 : 0) })), false);
  });

  test('is not where nothing fades, it moves, or a cut is near', () => {
    assert.equal(isFaint(around({ shown: (at) => (at < 4 ? 1 : 0) })), false);
    assert.equal(isFaint(around({ shown: () => 1 })), false);
    assert.equal(isFaint(around({ shown: () => 1, moved: (at) => 8 * at })), false);
    assert.equal(isFaint(around(fading(3, -7), { beyond: null })), false);
  });
});
