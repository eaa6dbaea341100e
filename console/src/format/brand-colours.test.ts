import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandColours } from './brand-colours.ts';

function given(slots: Record<string, number> = {}) {
  let all = slots;
  return {
    read: () => all,
    write: (next: Record<string, number>) => {
      all = next;
    },
  };
}

test('a name has one colour, however it is written, in whatever order pages meet it', () => {
  const store = given();
  const first = brandColours(store);
  const nike = first('Nike');
  assert.equal(first(' NIKE '), nike);
  assert.equal(brandColours(store)('nike'), nike);
  assert.equal(brandColours(given())('Nike'), nike, 'another browser agrees');
});

test('no two names have the same colour, even where there are many', () => {
  const colour = brandColours(given());
  const all = Array.from({ length: 300 }, (_, index) => colour(`Brand ${index}`));
  assert.equal(new Set(all).size, 300);
});
