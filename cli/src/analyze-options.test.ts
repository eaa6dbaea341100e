/** Tests of the mistakes in options that are found before anything is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAsk } from './analyze-options.ts';
import { UsageError } from './exit-code.ts';

test('a language may be written as people and systems write it', () => {
  for (const language of ['en', 'pt-BR', 'en_US', 'eng', 'English', 'auto', 'zh-Hans']) {
    assert.doesNotThrow(() => checkAsk({ language }), language);
  }
  for (const language of ['x', '??', 'not a language']) {
    assert.throws(() => checkAsk({ language }), UsageError, language);
  }
});
