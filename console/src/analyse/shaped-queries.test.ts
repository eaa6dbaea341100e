import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFormOf, emptyShapedQuery, withAnswerForm } from './shaped-queries.ts';

test('a question keeps its words when the form of its answer changes, and tells that form again', () => {
  const asked = { ...emptyShapedQuery, query: 'How much?' };
  for (const form of ['number', 'date', 'text', 'choices'] as const) {
    const changed = withAnswerForm(asked, form);
    assert.equal(changed.query, 'How much?');
    assert.equal(answerFormOf(changed), form);
    assert.equal(changed.schema === undefined, form === 'choices');
  }
});

test('a schema that was not made in the form is another one', () => {
  assert.equal(answerFormOf({ query: 'a', schema: { type: 'number', minimum: 0 } }), 'other');
  assert.equal(answerFormOf({ query: 'a', schema: {} }), 'other');
});
