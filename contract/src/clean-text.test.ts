import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../server/testing/cpu-time.ts';
import { cleanLanguage, cleanLine, cleanText, storableText } from './clean-text.ts';

const esc = '\u001b';

test('what a terminal would obey goes, sequence by sequence', () => {
  const said = {
    [`${esc}[31mred${esc}[0m`]: 'red',
    [`${esc}]0;title\u0007shown`]: 'shown',
    [`${esc}]8;;http://x${esc}\\link${esc}]8;;${esc}\\`]: 'link',
    [`a${esc}[2J${esc}[Hb`]: 'ab',
    '\u009b31mred': 'red',
    [`${esc}Pq#0${esc}\\after`]: 'after',
    [`cut ${esc}[3`]: 'cut 3',
    'bell\u0007 back\b\u007f nul\u0000': 'bell back nul',
    'one\r\ntwo\rthree\u2028four': 'one\ntwo\nthree\nfour',
    'tab\tstays': 'tab\tstays',
  };
  for (const [given, clean] of Object.entries(said)) assert.equal(cleanText(given), clean);
});

test('texts cannot be turned round, but names in other scripts stay as they are', () => {
  assert.equal(cleanText('photo\u202egpj.exe\u2066x\u2069'), 'photogpj.exex');
  for (const name of [
    'שלום\u200f (2)',
    'محمد\u061c',
    'नमस्\u200dते',
    '👩\u200d👧',
    '日本語',
    'Ünïçödé',
  ])
    assert.equal(cleanText(name), name);
});

test('half a character is marked, and no length is exceeded', () => {
  assert.equal(cleanText('a\ud83d'), 'a\ufffd');
  assert.equal(cleanText('😀😀', 3), '😀');
  assert.equal(cleanText(`${'x '.repeat(50)}`, 10), 'x x x x x');
  assert.equal(cleanText(`${`${esc}[31m`.repeat(3)}ab`, 2), 'ab');
  const startMs = cpuMs();

  for (const part of [`${esc}]`, `${esc}[`, '\u009d', '\r', `${esc}[;`])
    assert.ok(cleanText(part.repeat(2_000_000), 500).length <= 500);

  assert.ok(cpuMs() - startMs < 2000);
});

test('what the database takes keeps all but what it cannot store', () => {
  assert.equal(storableText('a\u0000b\ud83d\u001b[1m'), 'ab\ufffd\u001b[1m');
});

test('a line has no line ends, and ends with a whole character', () => {
  assert.equal(cleanLine(` a\r\n b\t\u0000c `, 10), 'a b c');
  assert.equal(cleanLine('ab🎬', 3), 'ab');
});

test('language codes are codes', () => {
  assert.equal(cleanLanguage(' pt-BR '), 'pt-BR');
  assert.equal(cleanLanguage('eng'), 'eng');
  for (const wrong of ['', 'e', `en${esc}[1m`, 'en us', '<script>', 'x'.repeat(40)])
    assert.equal(cleanLanguage(wrong), null);
});
