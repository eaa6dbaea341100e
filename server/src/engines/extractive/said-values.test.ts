/** Tests how numbers, days, names and choices are read from sentences. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choicesIn } from './said-choices.ts';
import { datesIn } from './said-dates.ts';
import { namesIn } from './said-names.ts';
import { numbersIn } from './said-numbers.ts';

const valuesIn = (text: string) => numbersIn(text).map(({ value }) => value);

describe('numbers', () => {
  const sentences: readonly (readonly [string, readonly number[]])[] = [
    ['It cost $1,115.50, up 2.6%.', [1115.5, 2.6]],
    ['We sold two hundred and fifty thousand of them.', [250_000]],
    ['That is nineteen hundred dollars.', [1900]],
    ['It was nineteen eighty-four, or twenty twenty-six.', [1984, 2026]],
    ['He paid 6.8 billion, half a million more.', [6.8e9, 5e5]],
    ['One two three, go!', []],
    ['Call 919-894-2091 at 3 p.m. for the 25th 4K screen.', []],
    ['', []],
  ];
  for (const [sentence, values] of sentences)
    test(sentence || 'none', () => assert.deepEqual(valuesIn(sentence), values));

  test('units and years are told apart', () => {
    const [price, share, year] = numbersIn('In short, 40 dollars, 5 percent, 1998');
    assert.deepEqual([price?.hasCurrency, share?.hasPercent, year?.isYear], [true, true, true]);
  });

  test('a long run of number words takes a moment', () => {
    const startedMs = performance.now();
    numbersIn('twenty '.repeat(20_000));
    numbersIn('1,'.repeat(20_000));
    assert.ok(performance.now() - startedMs < 2000);
  });
});

test('days need their year, and must exist', () => {
  const text = 'On July 20th, 1969, not on the 30th of February 2020 or on May 5th; 2024-02-29.';
  assert.deepEqual(
    datesIn(text).map(({ value }) => value),
    ['1969-07-20', '2024-02-29'],
  );
});

test('names are capitalised words that do not only begin a sentence', () => {
  const names = namesIn('Then Greg Percy met the police of Benson. Today I met Ada.');
  assert.deepEqual(
    names.map(({ value }) => value),
    ['Greg Percy', 'Benson', 'Ada'],
  );
});

test('a choice is said as whole words, and not inside a longer choice', () => {
  const choices = ['York', 'New York', 'C++', 'Pro'];
  assert.deepEqual(choicesIn('I moved to New York to write C++.', choices), ['New York', 'C++']);
  assert.deepEqual(choicesIn('The professional plan.', choices), []);
  const forms = ['NASA', 'bus', 'battery'];
  for (const text of [
    "NASA's, the buses’ and two batteries.",
    'A NASA-built bus and the battery pack.',
  ])
    assert.deepEqual(choicesIn(text, forms), forms);
  assert.deepEqual(choicesIn('NASAL business, battering.', forms), []);
  assert.deepEqual(choicesIn('We need seven of them.', [3, 7]), [7]);
});

test('choices within each other cost little where a text repeats them', () => {
  const choices = Array.from({ length: 50 }, (_, index) =>
    Array(index + 1)
      .fill('a')
      .join(' '),
  );
  // The least of several, as one measurement may hold a collection of garbage or a compilation.
  const leastCpuOf = (words: number, times: number): number => {
    const text = Array(words).fill('a').join(' ');
    const measured = Array.from({ length: 5 }, () => {
      const from = process.cpuUsage();
      for (let time = 0; time < times; time++)
        assert.deepEqual(choicesIn(text, choices), choices.slice(-1));
      return process.cpuUsage(from).user;
    });
    return Math.min(...measured);
  };

  const apart = leastCpuOf(250, 32);
  const together = leastCpuOf(8000, 1);
  // Time that grows with the square would be 32 times as much.
  assert.ok(
    together < 12 * Math.max(apart, 1000),
    `${apart} µs for 32 texts of 250 words, ${together} µs for one of 8000`,
  );
});
