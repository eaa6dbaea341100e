/** Tests that times, sizes and tables are written as people read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, clockTime, lengthText, plural, span, table, wrap } from './words.ts';

test('times', () => {
  assert.deepEqual([0, 7.9, 123, 3723].map(clockTime), ['0:00', '0:07', '2:03', '1:02:03']);
  assert.deepEqual([0.42, 9.96, 42.4, 200].map(span), ['0.4 s', '10.0 s', '42 s', '3 min 20 s']);
});

test('sizes and counts', () => {
  assert.deepEqual([10, 20_480, 2_621_440].map(bytes), ['10 bytes', '20.5 KB', '2.6 MB']);
  assert.deepEqual([plural(1, 'word'), plural(2, 'word')], ['1 word', '2 words']);
});

test('a table sets numbers to the right and text to the left', () => {
  assert.deepEqual(
    table(
      ['Name', 'Seen'],
      [
        ['Nike', '4×'],
        ['Coca-Cola', '12×'],
      ],
    ),
    ['Name       Seen', 'Nike         4×', 'Coca-Cola   12×'],
  );

  const times = [0.02, 6.1, 761].map((seconds) => [lengthText(seconds)]);
  assert.deepEqual(table(['Visible'], times), ['Visible', '< 0.1 s', '  6.1 s', '  12:41']);
});

test('text breaks at spaces', () => {
  assert.deepEqual(wrap('one two  three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('', 7), []);
});
