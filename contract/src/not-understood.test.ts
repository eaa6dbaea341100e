/** Tests the words for speech in which nothing was understood. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notUnderstoodText, noWordsText } from './not-understood.ts';

const stretch = (start: number, understood?: false) => ({
  start,
  end: start + 4.4,
  language: understood === false ? 'und' : 'en',
  ...(understood === false && { understood }),
});

test('only stretches without an understood word are named, eight at most', () => {
  const mixed = { language_spans: [stretch(0), stretch(14.2, false), stretch(700, false)] };
  assert.equal(notUnderstoodText(mixed), '0:14.2–0:18.6, 11:40–11:44');

  const nine = { language_spans: Array.from({ length: 9 }, (_, index) => stretch(index, false)) };
  assert.match(notUnderstoodText(nine), /^0:00\.0–0:04\.4, .*, 0:07\.0–0:11\.4, …$/);

  for (const silent of [undefined, {}, { language_spans: [stretch(0)] }])
    assert.equal(notUnderstoodText(silent), '');
});

test('a transcript without lines is silence only where nobody was heard to speak', () => {
  assert.equal(noWordsText({}), 'No speech.');
  assert.match(noWordsText({ language_spans: [stretch(0, false)] }), /no word was understood/);
});
