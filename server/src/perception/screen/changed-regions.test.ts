/** Which parts of a picture are read again, and which text becomes visible when pictures are averaged. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RgbImage } from '../../engines/engine.ts';
import { changedTiles, lumaGrid, regionsOf, wholeFrame } from './changed-regions.ts';
import { stillPicture } from './still-picture.ts';

function picture(width: number, height: number, value: (x: number, y: number) => number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      data.fill(value(x, y), (y * width + x) * 3, (y * width + x) * 3 + 3);
  }
  return { width, height, data };
}

const grey = picture(640, 360, () => 90);

describe('changes', () => {
  test('a picture equals itself and its own noise', () => {
    const noisy = picture(640, 360, (x, y) => 90 + ((x * 7 + y * 13) % 5) - 2);
    assert.ok(changedTiles(lumaGrid(grey), lumaGrid(noisy)).every((moved) => !moved));
  });

  test('a thin word changes the tiles it stands in, and only those are read', () => {
    const word = picture(640, 360, (x, y) =>
      x > 330 && x < 400 && y > 100 && y < 120 && x % 6 < 2 ? 230 : 90,
    );
    const tiles = changedTiles(lumaGrid(grey), lumaGrid(word));
    const [region, ...more] = regionsOf(tiles, { columns: 16, rows: 9 });

    assert.equal(more.length, 0);
    assert.ok(region && region.x <= 330 / 640 && region.x + region.width >= 400 / 640);
    assert.ok(region.width * region.height < 0.2);
  });

  test('nothing to compare with, another size, or change all over: the whole frame', () => {
    const all = changedTiles(null, lumaGrid(grey));
    assert.deepEqual(regionsOf(all, { columns: 16, rows: 9 }), [wholeFrame]);
    const portrait = lumaGrid(picture(360, 640, () => 90));
    assert.ok(changedTiles(lumaGrid(grey), portrait).every(Boolean));
  });

  test('tiny and odd pictures have a grid too', () => {
    for (const [width, height] of [
      [1, 1],
      [16, 16],
      [3, 700],
      [4000, 10],
    ] as const) {
      const grid = lumaGrid(picture(width, height, () => 10));
      assert.equal(changedTiles(grid, grid).filter(Boolean).length, 0);
    }
  });
});

test('still letters stand out from texture that moves', () => {
  const inLetter = (x: number, y: number) => x > 60 && x < 100 && y > 40 && y < 60;
  const moments = [0, 7, 19, 31].map((shift) =>
    picture(160, 100, (x, y) =>
      inLetter(x, y) ? 140 : 90 + (((x + shift) * 31 + (y - shift) * 17) % 97),
    ),
  );
  const still = stillPicture(moments);
  const spread = (from: number, to: number, y: number) => {
    const values = Array.from(
      { length: to - from },
      (_, i) => still.data[(y * 160 + from + i) * 3],
    );
    return Math.max(...(values as number[])) - Math.min(...(values as number[]));
  };
  const textured = moments[0] as RgbImage;
  const before = Array.from(
    { length: 40 },
    (_, i) => textured.data[(20 * 160 + 10 + i) * 3] as number,
  );

  assert.ok(spread(66, 94, 50) <= 4, 'the letter keeps its colour');
  assert.ok(
    spread(10, 50, 20) < (Math.max(...before) - Math.min(...before)) / 3,
    'the texture fades',
  );
});
