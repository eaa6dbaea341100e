import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compared, type Standings } from './standings.ts';

/** Compares brand and rival after each of these sums, each caused by a video of the rival or of the brand. */
function passings(
  steps: readonly (readonly [own: number, rival: number, by: string])[],
): boolean[] {
  let before: Standings = new Map();
  return steps.map(([own, rival, by]) => {
    const sums = new Map([
      ['own', own],
      ['rival', rival],
    ]);
    const present = new Set([by]);
    const result = compared({ brand: 'own', rivals: ['rival'], sums, present, before });
    before = result.standings;
    return result.passed.length > 0;
  });
}

describe('A rival', () => {
  test('passes once it has more than the brand, which was ahead', () => {
    assert.deepEqual(
      passings([
        [0, 5, 'rival'],
        [8, 5, 'own'],
        [8, 8, 'rival'],
        [8, 9, 'rival'],
        [8, 12, 'rival'],
        [20, 12, 'own'],
        [20, 21, 'rival'],
      ]),
      [false, false, false, true, false, false, true],
    );
  });

  test('passes by a video in which it occurs, not by one in which it does not', () => {
    assert.deepEqual(
      passings([
        [8, 5, 'own'],
        [4, 5, 'own'],
        [4, 6, 'rival'],
      ]),
      [false, false, true],
    );
  });
});
