import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speakerName, textOf } from './speaker-names.ts';

test('a copied transcript has times and names, a nameless speaker their number', () => {
  const nameOf = (speaker: number) => speakerName({ 1: ' Ada ', 2: '' }, speaker);
  const segments = [
    { start: 0, text: 'Good morning.' },
    { start: 4.25, text: 'Hello.', speaker: 1 },
    { start: 725, text: 'Bye.', speaker: 2 },
  ];
  assert.equal(
    textOf(segments, nameOf),
    '0:00.0  Good morning.\n0:04.3  Ada: Hello.\n12:05  Speaker 2: Bye.',
  );
});
