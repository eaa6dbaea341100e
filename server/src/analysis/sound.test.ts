/** Tests that spellings of the same sound are close to each other, and other spellings are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { soundDistance, soundsOf } from './sound.ts';

const distance = (heard: string, name: string) => soundDistance(soundsOf(heard), soundsOf(name));

for (const [heard, name] of [
  ['netflicks', 'netflix'],
  ['phillips', 'philips'],
  ['centrix', 'zentrix'],
  ['nokey', 'nokia'],
  ['bestby', 'bestbuy'],
  ['jillette', 'gillette'],
  ['murderking', 'burgerking'],
] as const) {
  test(`${heard} sounds like ${name}`, () => {
    assert.ok(distance(heard, name) <= 0.2, String(distance(heard, name)));
  });
}

for (const [heard, name] of [
  ['window', 'toyota'],
  ['river', 'netflix'],
  ['breakfast', 'samsung'],
  ['goggle', 'pepsi'],
] as const) {
  test(`${heard} does not sound like ${name}`, () => {
    assert.ok(distance(heard, name) > 0.5, String(distance(heard, name)));
  });
}

test('any text has sounds, and no distance to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      assert.equal(distance(text, text), 0);
    }),
  );
});
