import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptTexts } from './screen-texts.ts';

const textsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `Line ${index}`,
    start: index,
    end: index + (index % 2 === 0 ? 1 : 2),
    confidence: 0.9,
  }));

test('texts of a video are kept as they are', () => {
  const texts = textsOf(50_000);
  assert.equal(keptTexts(texts), texts);
});

test('of too many, those that are shown longest are kept, in their order', () => {
  const longest = keptTexts(textsOf(80_000));
  assert.equal(longest.length, 50_000);
  assert.equal(longest.filter(({ start, end }) => end - start === 2).length, 40_000);
  assert.ok(
    longest.every(({ start }, index) => index === 0 || start > (longest[index - 1]?.start ?? 0)),
  );
});
