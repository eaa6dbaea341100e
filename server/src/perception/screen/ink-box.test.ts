import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Box, RgbImage } from '../../engines/engine.ts';
import { inkBox } from './ink-box.ts';

const width = 400;
const height = 200;
type Colour = readonly [number, number, number];
type Ground = (x: number, y: number) => Colour;

/** Whether the pixel belongs to letters like "HEHEHE", with strokes 6 pixels wide and 60 high, 40 pixels apart. */
function isLetter(x: number, y: number): boolean {
  if (y < 0 || y >= 60 || x < 0 || x >= 230) return false;
  const letter = Math.floor(x / 40);
  const at = x % 40;
  if (at >= 30) return false;
  if (at < 6 || (y >= 27 && y < 33)) return true;
  return letter % 2 === 0 ? at >= 24 : y < 6 || y >= 54;
}

interface Drawing {
  readonly ground: Ground;
  readonly ink: Colour;
  /** Width and colour of an outline around the letters. */
  readonly outline?: { readonly pixels: number; readonly colour: Colour };
  readonly angle?: number;
  /** Distance in pixels to the right at which more letters of the same line begin. */
  readonly next?: number;
}

const left = 80;
const top = 70;

function picture({ ground, ink, outline, angle = 0, next }: Drawing): RgbImage {
  const data = new Uint8Array(width * height * 3);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const dx = x + 0.5 - left;
      const dy = y + 0.5 - top;
      const u = dx * cos + dy * sin;
      const v = dy * cos - dx * sin;
      const here = (a: number, b: number) =>
        isLetter(a, b) || (next !== undefined && isLetter(a - next, b));
      const { pixels = 0, colour = ink } = outline ?? {};
      const near = [-pixels, 0, pixels].some((a) =>
        [-pixels, 0, pixels].some((b) => here(u + a, v + b)),
      );
      data.set(here(u, v) ? ink : near ? colour : ground(x, y), (y * width + x) * 3);
    }

  return { width, height, data };
}

/** Corners of the known box, each side of which is some pixels off the letters. */
function cornersOf(by: readonly [number, number, number, number], angle = 0) {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const spot = (u: number, v: number) => ({
    x: (left + u * cos - v * sin) / width,
    y: (top + u * sin + v * cos) / height,
  });
  const l = by[0];
  const t = by[1];
  const r = 230 + by[2];
  const b = 60 + by[3];

  return [spot(l, t), spot(r, t), spot(r, b), spot(l, b)] as const;
}

const inPixels = (box: Box | null) =>
  box &&
  [box.x * width, box.y * height, (box.x + box.width) * width, (box.y + box.height) * height].map(
    (v) => Math.round(v * 10) / 10,
  );

const right = [left, top, left + 230, top + 60];
const grey: Ground = () => [90, 95, 100];
const white: Colour = [240, 240, 240];

describe('the box of a name is drawn close around its ink', () => {
  for (const off of [
    [-3, 2, 4, -2],
    [2, -9, -3, 11],
    [0, 0, 0, 0],
  ] as const)
    test(`on a plain ground, with a box that is off by ${off}`, () => {
      assert.deepEqual(
        inPixels(inkBox(picture({ ground: grey, ink: white }), cornersOf(off))),
        right,
      );
    });

  test('dark letters on a ground that changes evenly', () => {
    const ground: Ground = (x, y) => [120 + x / 4, 130 + y / 3, 200 - x / 8];
    const drawn = picture({ ground, ink: [30, 20, 40] });
    assert.deepEqual(inPixels(inkBox(drawn, cornersOf([-4, -4, 4, 4]))), right);
  });

  test('an outline is none of the ink', () => {
    const outline = { pixels: 3, colour: [5, 5, 5] as const };
    const drawn = picture({ ground: grey, ink: white, outline });
    assert.deepEqual(inPixels(inkBox(drawn, cornersOf([-4, -4, 4, 4]))), right);
  });

  test('the letters of the next word are none of it', () => {
    const drawn = picture({ ground: grey, ink: white, next: 250 });
    assert.deepEqual(inPixels(inkBox(drawn, cornersOf([0, -2, 12, 2]))), right);
  });

  test('slanted letters: upright around them', () => {
    const angle = 0.15;
    const drawn = picture({ ground: grey, ink: white, angle });
    const found = inPixels(inkBox(drawn, cornersOf([-5, -5, 5, 5], angle))) ?? [];
    const sin = Math.sin(angle);
    const cos = Math.cos(angle);
    const should = [left - 60 * sin, top, left + 230 * cos, top + 230 * sin + 60 * cos];

    assert.ok(
      should.every((side, i) => Math.abs(side - (found[i] ?? 0)) < 2),
      `${found} for ${should}`,
    );
  });

  test('letters among specks of many colours', () => {
    let seed = 1;
    const next = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const ground: Ground = () => [next() * 150, next() * 150, next() * 150];
    const found = inPixels(inkBox(picture({ ground, ink: white }), cornersOf([-8, -8, 8, 8])));

    assert.deepEqual(found, right);
  });

  test('nothing is told where the ground has the colour of the letters, or is all there is', () => {
    const striped: Ground = (x, y) => (Math.floor((x + y) / 5) % 2 ? white : [60, 60, 60]);
    assert.equal(inkBox(picture({ ground: striped, ink: white }), cornersOf([-8, -8, 8, 8])), null);
    assert.equal(
      inkBox(picture({ ground: grey, ink: [95, 100, 105] }), cornersOf([0, 0, 0, 0])),
      null,
    );
  });
});
