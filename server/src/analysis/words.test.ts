/** Tests words: endings, scripts without spaces, and text that contains no words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contentStems, fold, sentencesOf, speaksOf, stem, wordsOf } from './words.ts';

test('forms of one English word share a stem', () => {
  for (const forms of [
    ['dog', 'dogs', "dog's"],
    ['run', 'runs', 'running'],
    ['company', 'companies'],
    ['box', 'boxes'],
    ['ask', 'asks', 'asked', 'asking'],
    ['make', 'makes', 'making'],
  ]) {
    assert.equal(new Set(forms.map(stem)).size, 1, forms.join(' '));
  }
});

test('short words and other words keep apart', () => {
  assert.equal(new Set(['bus', 'boss', 'sing', 'red', 'ring', 'this'].map(stem)).size, 6);
});

test('scripts without spaces are split into words', () => {
  assert.deepEqual(wordsOf('你好世界。'), ['你好', '世界']);
  assert.ok(wordsOf('今日は新しい電話です').includes('電話'));
});

test('accents, width and case do not keep words apart', () => {
  assert.equal(fold('Ｃafé’s'), "cafe's");
  assert.equal(fold('한국어'), '한국어'.normalize('NFC'));
});

test('what is spoken of is found whole and in order', () => {
  assert.ok(speaksOf('Are dogs visible?', 'dog'));
  assert.ok(speaksOf('When is COCA cola seen?', 'Coca-Cola'));
  assert.ok(!speaksOf('Is it dogged?', 'dogma'));
  assert.ok(!speaksOf('Anything', '?!'));
});

test('any text and any language give words without empty ones', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, language) => {
      for (const word of [
        ...wordsOf(text),
        ...contentStems(text, language),
        ...sentencesOf(text),
      ]) {
        assert.notEqual(word.trim(), '');
      }
    }),
  );
});
