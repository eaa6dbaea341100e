import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clarityScale } from './clarity.ts';

const width = 160;
const height = 90;

/** A grey picture; `luma` gives the brightness of each pixel. */
function pictureOf(luma: (x: number, y: number) => number) {
  const data = new Uint8Array(width * height * 3);
  for (let index = 0; index < width * height; index += 1)
    data.fill(luma(index % width, Math.floor(index / width)), index * 3, index * 3 + 3);
  return { width, height, data };
}

const left = { x: 0.1, y: 0.3, width: 0.3, height: 0.4 };
const right = { x: 0.6, y: 0.3, width: 0.3, height: 0.4 };
const isIn = ({ x, y, width: w, height: h }: typeof left, at: number, down: number): boolean =>
  at >= x * width && at < (x + w) * width && down >= y * height && down < (y + h) * height;
/** Whether a column lies in a bar, when bars and gaps are four pixels wide. */
const bar = (x: number): boolean => Math.floor(x / 4) % 2 === 0;

describe('clarity', () => {
  test('what has the most contrast and the sharpest edges of its picture is clear', () => {
    const { clarityOf } = clarityScale(
      pictureOf((x, y) => (isIn(left, x, y) ? (bar(x) ? 230 : 30) : 120)),
    );
    assert.equal(clarityOf(left), 1);
    assert.ok(clarityOf(right) < 0.1, 'plain ground');
  });

  test('a pale sign beside a strong one loses its contrast and its edges', () => {
    const { clarityOf } = clarityScale(
      pictureOf((x, y) => {
        if (isIn(left, x, y)) return bar(x) ? 220 : 20;
        if (isIn(right, x, y)) return bar(x) ? 170 : 70;
        return 120;
      }),
    );
    assert.ok(Math.abs(clarityOf(right) - 0.25) < 0.01, `${clarityOf(right)}`);
  });

  test('a blurred sign loses its edges alone', () => {
    const wave = (x: number) => 120 + 100 * Math.sin((x * Math.PI) / 8);
    const { clarityOf } = clarityScale(
      pictureOf((x, y) => {
        if (isIn(left, x, y)) return bar(x) ? 220 : 20;
        return isIn(right, x, y) ? wave(x) : 120;
      }),
    );
    assert.ok(clarityOf(right) > 0.1 && clarityOf(right) < 0.6, `${clarityOf(right)}`);
  });

  test('the same sign in the dark is as clear as in the light', () => {
    const lit = (share: number) =>
      clarityScale(
        pictureOf((x, y) =>
          isIn(left, x, y) ? share * (bar(x) ? 240 : 40) : share * (x % 2 ? 110 : 120),
        ),
      );
    assert.ok(Math.abs(lit(1).clarityOf(left) - lit(0.25).clarityOf(left)) < 0.05);
  });

  test('a picture of one colour, a box of no size and one beyond the edge are no trouble', () => {
    const { clarityOf } = clarityScale(pictureOf(() => 90));
    assert.equal(clarityOf(left), 1);
    assert.equal(clarityOf({ x: 0.5, y: 0.5, width: 0, height: 0 }), 1);
    assert.equal(clarityOf({ x: 1, y: 1, width: 0.2, height: 0.2 }), 1);
  });

  test('a picture with fewer pixels than tiles is compared by the tiles that have some', () => {
    const data = new Uint8Array(4 * 4 * 3);
    for (const at of [5, 6, 9, 10]) data.fill(at % 2 ? 200 : 40, at * 3, at * 3 + 3);
    const { clarityOf } = clarityScale({ width: 4, height: 4, data });
    assert.equal(clarityOf({ x: 0, y: 0, width: 1, height: 1 }), 1);
  });
});
