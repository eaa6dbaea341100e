/** Tests finding base forms, and words with nearly the same meaning. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lemmasOf } from './lemmas.ts';
import { isKnownWord, nearness } from './related-words.ts';

test('forms of a word lead to its base forms', () => {
  for (const [form, base] of [
    ['bought', 'buy'],
    ['stories', 'story'],
    ['stopped', 'stop'],
    ['making', 'make'],
    ['heaviest', 'heavy'],
    ['children', 'child'],
    ['left', 'leave'],
  ] as const) {
    assert.ok(lemmasOf(form).includes(base), `${form}: ${lemmasOf(form)}`);
  }
  assert.deepEqual(lemmasOf('kestrelov'), ['kestrelov']);
});

test('words of the same meaning are nearer than words of the same subject, and these than others', () => {
  assert.equal(nearness('car', 'car'), 1);
  assert.ok(nearness('guarantee', 'warranty') >= 0.7);
  assert.ok(nearness('recipe', 'ingredient') >= 0.5);
  assert.equal(nearness('warranty', 'banana'), 0);
  assert.equal(nearness('car', 'automobile'), nearness('automobile', 'car'));
  assert.ok(isKnownWord('house') && !isKnownWord('kestrelov'));
});
