import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from './text-search.ts';

test('hits of any case are cut out, and the parts make the text again', () => {
  assert.deepEqual(partsOf('Toyota, toyota!', 'TOYOTA'), ['', 'Toyota', ', ', 'toyota', '!']);
  assert.deepEqual(partsOf('nothing here', 'x'), ['nothing here']);
  assert.deepEqual(partsOf('a.b (c)', '(c)'), ['a.b ', '(c)', '']);
});

test('letters that change their length do not shift the hits', () => {
  assert.deepEqual(partsOf('İstanbul Acme', 'Acme'), ['İstanbul ', 'Acme', '']);
  assert.deepEqual(partsOf('שלום עולם', 'עולם'), ['שלום ', 'עולם', '']);
});
