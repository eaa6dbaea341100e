/** Whether a reference is laid onto a place as the place shows it: cells of random descriptions, moved by known maps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Spot } from '../../analysis/boxes.ts';
import { alignmentOf } from './alignment.ts';
import { closeCells, closeChannels } from './networks.ts';

const cells = closeCells * closeCells;

/** Unit vectors that hardly resemble each other, the same for the same cell. */
function describedCells(): Float32Array {
  let state = 1;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
  const features = Float32Array.from({ length: closeChannels * cells }, random);
  for (let cell = 0; cell < cells; cell++) {
    let squares = 0;
    for (let channel = 0; channel < closeChannels; channel++)
      squares += (features[channel * cells + cell] as number) ** 2;
    for (let channel = 0; channel < closeChannels; channel++)
      features[channel * cells + cell] =
        (features[channel * cells + cell] as number) / Math.sqrt(squares);
  }
  return features;
}

/** The cell of each place is that of the reference where `from` leads, in cells from the middle. */
function placeOf(reference: Float32Array, from: (spot: Spot) => Spot): Float32Array {
  const middle = (closeCells - 1) / 2;
  const place = new Float32Array(reference.length);
  for (let row = 0; row < closeCells; row++) {
    for (let column = 0; column < closeCells; column++) {
      const point = from({ x: column - middle, y: row - middle });
      const x = Math.round(point.x + middle);
      const y = Math.round(point.y + middle);
      if (x < 0 || y < 0 || x >= closeCells || y >= closeCells) continue;
      for (let channel = 0; channel < closeChannels; channel++)
        place[channel * cells + row * closeCells + column] = reference[
          channel * cells + y * closeCells + x
        ] as number;
    }
  }
  return place;
}

const features = describedCells();
const inside = new Float32Array(cells).fill(1);

test('a mark that was moved, sized and turned is found so', () => {
  const turn = 0.1;
  // From a place back to the reference: 1.15 times smaller, turned, and moved by a cell.
  const align = alignmentOf(
    { features, inside },
    placeOf(features, ({ x, y }) => ({
      x: ((x - 1) * Math.cos(turn) + y * Math.sin(turn)) / 1.15,
      y: (-(x - 1) * Math.sin(turn) + y * Math.cos(turn)) / 1.15,
    })),
  );
  for (const [x, y] of [
    [16, 16],
    [48, 16],
    [32, 48],
  ] as const) {
    const expected = {
      x: 32 + 4 + 1.15 * ((x - 32) * Math.cos(turn) - (y - 32) * Math.sin(turn)),
      y: 32 + 1.15 * ((x - 32) * Math.sin(turn) + (y - 32) * Math.cos(turn)),
    };
    const point = align({ x, y });
    const away = Math.hypot(point.x - expected.x, point.y - expected.y);
    assert.ok(away < 2, `${x} ${y}: ${away.toFixed(2)} px`);
  }
});

test('where nothing is alike, or nothing is of the mark, it lies as it is', () => {
  const nothing = new Float32Array(features.length);
  for (const align of [
    alignmentOf({ features, inside }, nothing),
    alignmentOf({ features, inside: new Float32Array(cells) }, features),
  ]) {
    const point = align({ x: 10, y: 50 });
    assert.ok(Math.hypot(point.x - 10, point.y - 50) < 1e-6);
  }
});
