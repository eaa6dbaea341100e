import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComparisonBudget, correctedWords, wordsIn } from './corrected-words.ts';

const heard = {
  text: 'We ride for sandini this year',
  start: 10,
  end: 16,
  words: ['We', 'ride', 'for', 'sandini', 'this', 'year'].map((text, index) => ({
    text,
    start: 10 + index,
    end: 10.8 + index,
    confidence: 0.5,
  })),
};
const timesOf = (text: string) =>
  correctedWords(heard, text).map((word) => [word.text, word.start, word.end]);

test('words that did not change keep their times, and a new one takes that of the word it replaces', () => {
  assert.deepEqual(timesOf('We ride for Santini this year.'), [
    ['We', 10, 10.8],
    ['ride', 11, 11.8],
    ['for', 12, 12.8],
    ['Santini', 13, 13.8],
    ['this', 14, 14.8],
    ['year.', 15, 15.8],
  ]);
  const words = correctedWords(heard, 'We ride for Santini this year.');
  assert.deepEqual(
    words.map(({ confidence }) => confidence),
    [0.5, 0.5, 0.5, undefined, 0.5, 0.5],
  );
});

test('several words share the time of one, and one word takes that of several', () => {
  assert.deepEqual(timesOf('We ride for San Tini this year').slice(3, 5), [
    ['San', 13, 13.343],
    ['Tini', 13.343, 13.8],
  ]);
  assert.deepEqual(timesOf('We race this year')[1], ['race', 11, 13.8]);
});

test('an added word lies between its neighbours, also where no time is left', () => {
  assert.deepEqual(timesOf('We ride hard for sandini this year')[2], ['hard', 11.8, 12]);
  const tight = {
    text: 'a b',
    start: 0,
    end: 2,
    words: [
      { text: 'a', start: 0, end: 1 },
      { text: 'b', start: 1, end: 2 },
    ],
  };
  assert.deepEqual(correctedWords(tight, 'a new b')[1], { text: 'new', start: 1, end: 1 });
});

test('a line in other words, in another language, or without heard words has its time by length', () => {
  assert.deepEqual(timesOf('Guten Morgen'), [
    ['Guten', 10, 12.636],
    ['Morgen', 12.636, 15.8],
  ]);
  const bare = { text: 'one two', start: 4, end: 8 };
  assert.deepEqual(correctedWords(bare, 'one three'), [
    { text: 'one', start: 4, end: 6 },
    { text: 'three', start: 6, end: 8 },
  ]);
  assert.deepEqual(correctedWords({ text: '', start: 4, end: 8 }, 'new'), [
    { text: 'new', start: 4, end: 8 },
  ]);
});

test('an emptied line has no words', () => {
  assert.deepEqual(timesOf(''), []);
  assert.deepEqual(timesOf(' \n '), []);
});

test('in scripts without spaces each character keeps its time', () => {
  const line = {
    text: '東京タワー',
    start: 0,
    end: 5,
    words: [{ text: '東京タワー', start: 0, end: 5 }],
  };
  assert.deepEqual(
    correctedWords(line, '東京スカイタワー。').map(({ text, start, end }) => [text, start, end]),
    [
      ['東', 0, 1],
      ['京', 1, 2],
      ['ス', 2, 2],
      ['カ', 2, 2],
      ['イ', 2, 2],
      ['タ', 2, 3],
      ['ワ', 3, 4],
      ['ー。', 4, 5],
    ],
  );
  assert.deepEqual(wordsIn('iPhone は 新しい'), ['iPhone', 'は', '新', 'し', 'い']);
});

test('words stay in order and inside the line, whatever is written', () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  const vocabulary = ['we', 'ride', 'for', 'sandini', 'this', 'year', 'new', '—', '京都', "don't"];
  for (let round = 0; round < 300; round += 1) {
    const texts = Array.from({ length: random(12) }, () => vocabulary[random(10)] as string);
    const words = correctedWords(heard, texts.join(' '));
    assert.deepEqual(
      words.map(({ text }) => text),
      wordsIn(texts.join(' ')),
    );
    let reach = heard.start;
    for (const { start, end } of words) {
      assert.ok(start >= reach - 0.0015 && end >= start && end <= heard.end, texts.join(' '));
      reach = end;
    }
  }
});

test('thousands of other words take no longer than a moment', () => {
  const words = Array.from({ length: 2500 }, (_, index) => ({
    text: `w${index}`,
    start: index,
    end: index + 1,
  }));
  const line = { text: words.map(({ text }) => text).join(' '), start: 0, end: 2500, words };
  const other = Array.from({ length: 2500 }, (_, index) => `x${index}`).join(' ');
  const began = performance.now();
  assert.equal(correctedWords(line, other).length, 2500);
  assert.ok(performance.now() - began < 1000);
});

test('lines share a number of comparisons, and what is left over when it is spent counts as replaced', () => {
  const budget = new ComparisonBudget(30);
  const text = 'I ride with Santini that year';
  const times = () => correctedWords(heard, text, budget).map(({ start }) => start);
  const [, ride] = times();
  assert.equal(ride, 11, 'five words were compared with five before their common end');
  const [, other] = times();
  assert.notEqual(other, 11, 'nothing is left to compare with');
});
