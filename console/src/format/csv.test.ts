import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvText } from './csv.ts';

test('cells with commas, quotes and line ends are quoted; nothing is an empty cell', () => {
  const rows = [
    ['a', 'b', 'c'],
    ['x, y', 'say "no"', 'two\nlines'],
    [1.5, null, undefined],
  ];
  assert.equal(csvText(rows), 'a,b,c\r\n"x, y","say ""no""","two\nlines"\r\n1.5,,\r\n');
});

test('a text that begins a formula is not run by a spreadsheet; a negative number stays one', () => {
  assert.equal(csvText([['=HYPERLINK("x")', '@now', -4]]), `"'=HYPERLINK(""x"")",'@now,-4\r\n`);
});
