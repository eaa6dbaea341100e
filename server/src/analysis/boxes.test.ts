/** Tests that boxes given as fractions of a picture stay within the picture after every operation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  area,
  boundsOf,
  center,
  goesOn,
  intersection,
  overlap,
  rounded,
  union,
  widened,
} from './boxes.ts';

const side = fc.double({ min: 0, max: 0.99, noNaN: true });
const box = fc.tuple(side, side, side, side).map(([x, y, width, height]) => ({
  x,
  y,
  width: width * (1 - x),
  height: height * (1 - y),
}));
const slack = 1e-9;
const isInside = ({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}) => x >= 0 && y >= 0 && x + width <= 1 + slack && y + height <= 1 + slack;

describe('boxes', () => {
  test('hold both of those they unite, and share no more than each has', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const both = union(a, b);
        assert.ok(isInside(both));

        for (const one of [a, b]) {
          assert.ok(Math.abs(intersection(one, both) - area(one)) < slack);
          assert.ok(intersection(a, b) <= area(one) + slack);
        }

        assert.ok(overlap(a, b) >= 0 && overlap(a, b) <= 1 + slack);
        assert.equal(overlap(a, b), overlap(b, a));
      }),
    );
  });

  test('overlap by what they share of what they cover together', () => {
    const a = { x: 0, y: 0, width: 0.4, height: 0.4 };
    assert.equal(overlap(a, a), 1);
    const beside = { ...a, x: 0.4 };
    assert.equal(overlap(a, beside), 0, 'they only touch');
    assert.ok(Math.abs(overlap(a, { ...a, x: 0.2 }) - 1 / 3) < slack);
  });

  test('are cut at the edges of the picture where they are widened or found beyond it', () => {
    fc.assert(fc.property(box, (one) => assert.ok(isInside(widened(one, 0.5)))));
    const corners = [
      { x: -20, y: 10 },
      { x: 150, y: 60 },
      { x: 90, y: -5 },
    ];
    const cut = boundsOf(corners, { width: 100, height: 50 });
    assert.deepEqual(cut, { x: 0, y: 0, width: 1, height: 1 });

    const outside = boundsOf([{ x: 200, y: 10 }], { width: 100, height: 50 });
    assert.deepEqual([outside.x, outside.width], [1, 0]);
  });

  test('are rounded without leaving the picture, and are never empty', () => {
    fc.assert(
      fc.property(box, (one) => {
        const near = rounded(one);
        assert.ok(near.width > 0 && near.height > 0);
        assert.ok(isInside(near), JSON.stringify(near));
        assert.ok(Math.abs(near.x - one.x) <= 0.00005 + slack);
      }),
    );

    const { x, y } = center({ x: 0.2, y: 0.4, width: 0.2, height: 0.1 });
    assert.ok(Math.abs(x - 0.3) < slack && Math.abs(y - 0.45) < slack);
  });

  test('of a line go on in its direction by half its height, across it never', () => {
    const line = { x: 0.3, y: 0.5, width: 0.3, height: 0.05 };
    const found = (left: number, right: number) => ({ ...line, x: left, width: right - left });
    assert.equal(goesOn(line, found(0.3, 0.6)), false);
    assert.equal(goesOn(line, found(0.28, 0.62)), false);
    assert.equal(goesOn(line, found(0.27, 0.6)), true);
    assert.equal(goesOn(line, found(0.3, 0.63)), true);
    assert.equal(goesOn(line, { ...line, y: 0.4, height: 0.2 }), false);

    const upright = { x: 0.5, y: 0.3, width: 0.05, height: 0.3 };
    assert.equal(goesOn(upright, { ...upright, y: 0.27, height: 0.33 }), true);
    assert.equal(goesOn(upright, { ...upright, x: 0.4, width: 0.2 }), false);
  });
});
