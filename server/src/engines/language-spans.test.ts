/** Tests dividing speech by language, and telling where nothing was understood. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { languageSpans } from './language-spans.ts';

const part = (start: number, end: number, language: string | null) => ({ start, end, language });
const lost = { language: 'und', understood: false } as const;

describe('language spans', () => {
  test('join what follows in the same language, over any pause', () => {
    const parts = [part(0, 2, 'en'), part(3, 5, 'en'), part(100, 105, 'en'), part(106, 110, 'de')];
    assert.deepEqual(languageSpans(parts), [
      { start: 0, end: 105, language: 'en' },
      { start: 106, end: 110, language: 'de' },
    ]);
    assert.deepEqual(languageSpans([]), []);
  });

  test('tell where no word was understood, but not of a cough', () => {
    const parts = [part(0, 5, 'en'), part(6, 7, null), part(8, 9, 'en'), part(10, 13, null)];
    assert.deepEqual(languageSpans(parts), [
      { start: 0, end: 9, language: 'en' },
      { start: 10, end: 13, ...lost },
    ]);
  });

  test('several short utterances that were not understood are speech, unless a long pause divides them', () => {
    const near = [part(0, 1, null), part(2, 3, null), part(4, 5, null)];
    assert.deepEqual(languageSpans(near), [{ start: 0, end: 5, ...lost }]);
    const far = [part(0, 3, null), part(60, 61, null), part(120, 123, null)];
    assert.deepEqual(languageSpans(far), [
      { start: 0, end: 3, ...lost },
      { start: 120, end: 123, ...lost },
    ]);
  });

  test('speech whose language the engine does not tell is not speech that was not understood', () => {
    assert.deepEqual(languageSpans([part(0, 2, 'und'), part(2, 5, null)]), [
      { start: 0, end: 2, language: 'und' },
      { start: 2, end: 5, ...lost },
    ]);
  });
});
