/** Tests that the brands of a workspace get tones that can be told apart, whatever their names are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keptSlots, toneOf } from '@reelsight/contract/brand-colours';
import { colourBlindness, distanceOf, freeSlot, labOf, linearOf, seenWith } from './free-slot.ts';

const grounds = { light: '#ffffff', dark: '#14171a' } as const;
type Ground = keyof typeof grounds;

function slotsOf(count: number, set: number): number[] {
  const taken = new Set<number>();
  for (let index = 0; index < count; index += 1)
    taken.add(freeSlot(`made-up ${set} ${index * 7919}`, taken));
  return [...taken];
}

type Seen = (rgb: readonly [number, number, number]) => readonly [number, number, number];

function leastDistance(slots: readonly number[], ground: Ground, seen: Seen): number {
  const labs = slots.map((slot) => labOf(seen(linearOf(toneOf(slot)[ground]))));
  return Math.min(
    ...labs.flatMap((lab, index) => labs.slice(index + 1).map((other) => distanceOf(lab, other))),
  );
}

const sets = 400;
const leastOf = (count: number, seen: Seen): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let set = 0; set < sets; set += 1) {
    const slots = slotsOf(count, set);
    least = Math.min(
      least,
      ...(['light', 'dark'] as const).map((one) => leastDistance(slots, one, seen)),
    );
  }

  return least;
};

const plain: Seen = (rgb) => rgb;

describe('tones', () => {
  test('of eight brands differ clearly, of twenty-four still', () => {
    const eight = leastOf(8, plain);
    const many = leastOf(24, plain);
    assert.ok(eight >= 0.09, `8 names: ${eight}`);
    assert.ok(many >= 0.07, `24 names: ${many}`);
  });

  test('on paper can be told apart, for up to eight brands of a report', () => {
    for (let set = 0; set < 200; set += 1) {
      const taken = new Set<number>();
      for (let index = 0; index < 8; index += 1)
        taken.add(freeSlot(`brand${set * 8 + index}`, taken));
      assert.ok(leastDistance([...taken], 'light', plain) > 0.09);
    }
  });

  for (const [name, { rows }] of Object.entries(colourBlindness))
    test(`differ with ${name}`, () => {
      const seen: Seen = (rgb) => seenWith(rows, rgb);
      const eight = leastOf(8, seen);
      const many = leastOf(24, seen);
      assert.ok(eight >= 0.05, `8 names: ${eight}`);
      assert.ok(many >= 0.042, `24 names: ${many}`);
    });

  test('have a contrast of at least 3 : 1 to their ground', () => {
    const luminance = (hex: string): number => {
      const [r, g, b] = linearOf(hex);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (let slot = 0; slot < keptSlots; slot += 1) {
      for (const ground of ['light', 'dark'] as const) {
        const one = luminance(toneOf(slot)[ground]);
        const other = luminance(grounds[ground]);
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        assert.ok(contrast >= 3, `${slot} on ${ground}: ${contrast}`);
      }
    }
  });

  test('are the name’s own where nothing is taken, and never given twice', () => {
    assert.equal(freeSlot('nike', new Set()), freeSlot('nike', new Set()));
    assert.equal(new Set(slotsOf(keptSlots, 1)).size, keptSlots);
  });
});
