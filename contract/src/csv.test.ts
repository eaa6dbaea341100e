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

test('nor is one of full-width signs, which East Asian spreadsheets read as the narrow ones', () => {
  for (const sign of ['＝', '＋', '－', '＠']) {
    assert.equal(csvText([[`${sign}1`]]), `'${sign}1\r\n`);
    assert.equal(csvText([[`x;"${sign}1`]]), `"x;'""${sign}1"\r\n`);
  }
  assert.equal(csvText([['1＋1＝2']]), '1＋1＝2\r\n');
});

test('nor where the spreadsheet separates by semicolons or tabs, which ends our quotes', () => {
  const cell = (text: string) => csvText([[text]]).replace(/\r\n$/, '');
  assert.equal(cell("x;=cmd|' /C calc'!A0"), "x;'=cmd|' /C calc'!A0");
  assert.equal(cell('x;;@now'), "x;;'@now");
  assert.equal(cell('x\t+1'), "x\t'+1");
  assert.equal(cell('x;"=1+1'), `"x;'""=1+1"`);
  assert.equal(cell('x\n=1+1'), `"x\n'=1+1"`);
  assert.equal(cell('\t=1+1'), "'\t'=1+1");

  for (const plain of ['a; b - c', '1 + 1 = 2', 'me@example.com;you@example.com', ';'])
    assert.equal(cell(plain), plain);
});
