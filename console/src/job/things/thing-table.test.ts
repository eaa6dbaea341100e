import assert from 'node:assert/strict';
import { test } from 'node:test';
import { around } from './logo-place.ts';
import { sharesOf } from './presence.ts';
import { inOrder } from './thing-order.ts';
import type { Appearance, Thing } from './things.ts';

const span = (start: number, end: number) => ({ start, end }) as Appearance;
const thing = (name: string, visibleSeconds: number, size?: number) =>
  ({ name, visibleSeconds, size, said: [], confidence: 1 }) as unknown as Thing;

test('presence is the share of each sixteenth, and what overlaps counts once', () => {
  const shares = sharesOf({ seen: [span(0, 1), span(0.5, 1.5), span(15.5, 99)] }, 16);
  assert.deepEqual(shares.slice(0, 3), [1, 0.5, 0]);
  assert.equal(shares.at(-1), 0.5);
  assert.deepEqual(new Set(sharesOf({ seen: [span(0, 16)] }, 16)), new Set([1]));
  assert.deepEqual(new Set(sharesOf({ seen: [] }, 0)), new Set([0]));
});

test('rows go by a number or by name, and without an order stay as they are', () => {
  const all = [thing('b', 2, 0.1), thing('a', 9), thing('c', 1, 0.3)];
  const names = (order: Parameters<typeof inOrder>[1]) =>
    inOrder(all, order).map(({ name }) => name);
  assert.deepEqual(names(null), ['b', 'a', 'c']);
  assert.deepEqual(names({ column: 'seen', down: true }), ['a', 'b', 'c']);
  assert.deepEqual(names({ column: 'size', down: true }), ['c', 'b', 'a']);
  assert.deepEqual(names({ column: 'name', down: false }), ['a', 'b', 'c']);
});

test('the sign is the box with some air, has its shape, and stays within the picture', () => {
  for (const box of [
    { x: 0.45, y: 0.45, width: 0.1, height: 0.05 },
    { x: 0, y: 0.9, width: 0.02, height: 0.1 },
    { x: 0.97, y: 0, width: 0.03, height: 0.02 },
  ]) {
    const { x, y, width, height } = around(box, 16 / 9);
    assert.ok(x >= 0 && y >= 0 && x + width <= 1.0001 && y + height <= 1.0001);
    assert.ok(x <= box.x && x + width >= box.x + box.width - 1e-9);
    assert.ok(Math.abs((width * 16) / (height * 9) - 52 / 33) < 0.01);
  }

  const all = around({ x: 0, y: 0, width: 1, height: 1 }, 1);
  assert.deepEqual([all.x, all.y, all.width, all.height], [0, 0, 1, 1]);
});
