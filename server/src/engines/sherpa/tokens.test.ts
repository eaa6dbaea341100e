/** Tests making words from the output of models: tokens of several kinds, output without times, and notes on sounds. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Word } from '../speech.ts';
import { splitWords, spokenText, wordsOf } from './tokens.ts';

const utterance = {
  start: 10,
  end: 16,
  stretches: [
    { start: 10.2, end: 12.2 },
    { start: 14, end: 15.6 },
  ],
};
const seen = (words: readonly Word[]) =>
  words.map(({ text, start, end }) => [
    text,
    Math.round(start * 100) / 100,
    Math.round(end * 100) / 100,
  ]);

describe('words with times', () => {
  test('from pieces of words, with durations', () => {
    const result = {
      text: ' Hello wor ld.'.replace('r l', 'rl'),
      tokens: [' Hel', 'lo', ' wor', 'ld', '.'],
      timestamps: [0.2, 0.4, 1, 1.2, 1.4],
      durations: [0.2, 0.16, 0.2, 0.2, 0.08],
    };
    assert.deepEqual(seen(wordsOf(result, utterance)), [
      ['Hello', 10.2, 10.56],
      ['world.', 11, 11.48],
    ]);
  });

  test('from pieces without durations, a mark of its own between words, never beyond the next or the end', () => {
    const result = {
      text: 'one two three',
      tokens: ['▁', 'one', '▁two', '▁', 'th', 'ree'],
      timestamps: [0, 0.1, 0.2, 5.5, 5.6, 5.9],
    };
    assert.deepEqual(seen(wordsOf(result, utterance)), [
      ['one', 10.1, 10.2],
      ['two', 10.2, 10.44],
      ['three', 15.6, 16],
    ]);
  });

  test('from characters of a script without spaces', () => {
    const result = { text: '今天好', tokens: ['今', '天', '好'], timestamps: [0.2, 0.5, 0.9] };
    assert.deepEqual(
      seen(wordsOf(result, utterance)).map(([text, start]) => [text, start]),
      [
        ['今', 10.2],
        ['天', 10.5],
        ['好', 10.9],
      ],
    );
  });

  test('spread over the stretches of speech where there are no times, or they belong to another text', () => {
    for (const more of [{}, { tokens: ['▁other'], timestamps: [0.3] }]) {
      const words = wordsOf({ text: 'one two three four', ...more }, utterance);
      assert.equal(words.map(({ text }) => text).join(' '), 'one two three four');
      assert.equal(words[0]?.start, 10.2);
      assert.ok(Math.abs((words.at(-1)?.end ?? 0) - 15.6) < 1e-9);

      for (const { start } of words)
        assert.ok(
          utterance.stretches.some((stretch) => start >= stretch.start && start <= stretch.end),
        );
    }
  });

  test('none where nobody speaks', () => {
    for (const text of ['', ' ', '[Music]', '(applause)', '♪ ♪', '[ Silence ] (noise)'])
      assert.deepEqual(wordsOf({ text }, utterance), []);
    assert.equal(spokenText('So [cough] it is (laughs).'), 'So it is .');
  });
});

test('words of scripts with and without spaces', () => {
  assert.deepEqual(splitWords('I said: no!'), ['I', 'said:', 'no!']);
  assert.equal(splitWords('今天天气很好。').join('|').replaceAll('|', ''), '今天天气很好。');
  assert.ok(splitWords('今天天气很好。').length > 1);
  assert.deepEqual(splitWords('hello'), ['hello']);
});
