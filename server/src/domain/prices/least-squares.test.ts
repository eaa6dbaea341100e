/** Tests least squares with coefficients that are never negative. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastSquares } from './least-squares.ts';

const observed = (amounts: readonly number[], value: number) => ({ amounts, value });
const near = (actual: readonly number[], expected: readonly number[]): void => {
  for (const [index, value] of expected.entries())
    assert.ok(Math.abs((actual[index] as number) - value) < 0.01, `${actual}, not ${expected}`);
};

test('finds the coefficients that made the values', () => {
  const truth = [2, 0.5, 3];
  const observations = [
    [1, 10, 0],
    [1, 20, 4],
    [1, 5, 9],
    [1, 40, 2],
    [1, 1, 1],
  ].map((amounts) =>
    observed(
      amounts,
      amounts.reduce((sum, amount, index) => sum + amount * (truth[index] as number), 0),
    ),
  );
  near(leastSquares(observations, { towards: 1, firmness: 1e-6 }), truth);
});

test('none is negative, and what is not observed stays where it is pulled to', () => {
  const [falling, unseen] = leastSquares([observed([1, 0], -5), observed([2, 0], -9)], {
    towards: 1,
    firmness: 0.5,
  }) as [number, number];
  assert.equal(falling, 0);
  assert.equal(unseen, 1);
});
