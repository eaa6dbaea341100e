/** Tests language hints in the spellings that callers are likely to use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageTag, primaryLanguage } from './language-code.ts';

const spellings: Readonly<Record<string, readonly string[]>> = {
  en: [
    'en',
    'EN',
    ' en ',
    'en-US',
    'en_US',
    'en_US.UTF-8',
    'en-GB',
    'eng',
    'ENG',
    'english',
    'English (US)',
  ],
  de: ['de', 'de-AT', 'de_AT', 'ger', 'deu', 'German', 'Deutsch', 'DEUTSCH', 'de@euro'],
  fr: ['fr', 'fre', 'fra', 'French', 'français', 'fr-CA'],
  zh: ['zh', 'zh-Hans-CN', 'zh_CN', 'chi', 'zho', 'cmn', 'Chinese', 'Mandarin', '中文'],
  es: ['es', 'es-419', 'spa', 'Spanish', 'español', 'Castilian'],
  pt: ['pt-BR', 'pt_br', 'por', 'Portuguese', 'português'],
  he: ['he', 'iw', 'heb', 'Hebrew'],
  ja: ['ja', 'jpn', 'ja_JP', '日本語'],
  yue: ['yue', 'Cantonese'],
};

for (const [language, hints] of Object.entries(spellings)) {
  test(`${hints.join(', ')}: ${language}`, () => {
    for (const hint of hints) assert.equal(primaryLanguage(hint), language, hint);
  });
}

test('script and region are kept in the usual form', () => {
  assert.equal(languageTag('zh_hans_cn'), 'zh-Hans-CN');
  assert.equal(languageTag('PT_br'), 'pt-BR');
});

test('no language, or none that is known, is no hint', () => {
  const none = [
    '',
    ' ',
    'auto',
    'und',
    'mul',
    'zxx',
    'mis',
    'und-US',
    'xx',
    'xx-YY',
    'C',
    'none',
    '??',
    '1',
    '-',
  ];
  for (const hint of [...none, null, undefined]) assert.equal(languageTag(hint), null, `${hint}`);
});

test('what makes no sense behind a language does not hide it', () => {
  assert.equal(languageTag('en-'), 'en');
  assert.equal(languageTag('zh-yue-x'), 'zh');
});
