/** Where a talk is divided, and how long that takes for talks that were made to be slow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { type TimedSentence, talkParts } from './talk-parts.ts';

/** Says each text for as many seconds. */
const said = (texts: readonly string[], seconds: number): TimedSentence[] =>
  texts.map((text, index) => ({ text, start: index * seconds, end: (index + 1) * seconds }));

const bread = Array<string>(40).fill('The rye bread needs a sour dough.');
const boats = Array<string>(40).fill('The harbour holds forty wooden boats.');

test('a talk is divided where its words change', () => {
  assert.deepEqual(talkParts(said([...bread, ...boats], 4), 'en'), [
    { first: 0, last: 39 },
    { first: 40, last: 79 },
  ]);
});

test('sentences without a word of meaning divide nothing by themselves', () => {
  const pause = Array<string>(5).fill('And so it is.');
  const [first, second, ...more] = talkParts(said([...bread, ...pause, ...boats], 4), 'en');

  assert.equal(more.length, 0);
  assert.equal(first?.first, 0);
  assert.ok(second && second.first >= 40 && second.first <= 45, `from ${second?.first} on`);
});

test('neither words without meaning nor words that are said once take long', () => {
  const crafted = {
    meaningless: () => 'Is.',
    once: (index: number) => `w${index}.`,
    same: () => 'Word.',
  };
  for (const [kind, textOf] of Object.entries(crafted)) {
    const sentences = said(
      Array.from({ length: 40_000 }, (_, index) => textOf(index)),
      0.05,
    );
    const began = cpuMs();
    talkParts(sentences, 'en');
    const ms = cpuMs() - began;
    assert.ok(ms < 5000, `${kind}: ${ms} ms`);
  }
});
