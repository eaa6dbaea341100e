/** Tests telling the language of a text, and whether a text may be what was said. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areAlike, languageOfText, mayBeSaidIn } from './text-language.ts';

const texts = {
  en: 'We walked along the river for an hour, and then we sat down to eat the bread that we had brought with us.',
  de: 'Wir gingen eine Stunde am Fluss entlang, und dann setzten wir uns und aßen das Brot, das wir mitgebracht hatten.',
  es: 'Caminamos una hora junto al río, y después nos sentamos a comer el pan que habíamos llevado con nosotros.',
  ja: '私たちは川沿いを一時間歩いて、それから持ってきたパンを食べるために座りました。',
} as const;

describe('the language of a text', () => {
  test('is told of a sentence or two, in any script', async () => {
    for (const [language, text] of Object.entries(texts))
      assert.equal(await languageOfText(text), language);
  });

  test('is not told of a few words, of names and of numbers', async () => {
    for (const text of ['', 'Thank you.', 'Adidas, Nike, Puma', '1 2 3 4 5 6 7 8 9 '.repeat(20)])
      assert.equal(await languageOfText(text), null, text);
  });

  test('some languages are too much alike to be told apart', () => {
    assert.ok(areAlike('no', 'da'));
    assert.ok(areAlike('en', 'en'));
    assert.ok(!areAlike('en', 'de'));
  });
});

describe('a text that a model wrote', () => {
  test('may be said in the language in which it is written', async () => {
    assert.equal(await mayBeSaidIn('de', [texts.de], true), true);
    assert.equal(await mayBeSaidIn('gl', [texts.es], true), true, 'close relatives count');
  });

  test('was not said if all of it is in another language', async () => {
    assert.equal(await mayBeSaidIn('ja', [texts.en, texts.en], true), false);
  });

  test('may be said where two languages change', async () => {
    assert.equal(await mayBeSaidIn('de', [texts.en, texts.en, texts.de], true), true);
  });

  test('counts without a language of its own only if the model knows the one that was heard', async () => {
    assert.equal(await mayBeSaidIn('ja', ['Adidas'], true), true);
    assert.equal(await mayBeSaidIn('ja', ['a na ta'], false), false);
  });
});
