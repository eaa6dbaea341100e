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

test('an apostrophe is any of those that are typed, or none', () => {
  for (const wanted of ["don't", 'don’t', 'dont', 'DONT'])
    for (const text of ["I don't know", 'I don’t know', 'I dont know'])
      assert.equal(partsOf(text, wanted).length, 3, `${wanted} in ${text}`);
  assert.deepEqual(partsOf("L'Oréal", 'loréal'), ['', "L'Oréal", '']);
  assert.deepEqual(partsOf("she'll come", 'shell'), ["she'll come"]);
  assert.deepEqual(partsOf("a 'b", "'"), ['a ', "'", 'b']);
});

test('signs are looked for as they are', () => {
  for (const sign of ['.', '*', '(', '[', '\\', '^', '$', '|', '?', '+', '{', '/', '-', '&', '😀'])
    assert.deepEqual(partsOf(`x${sign}y`, sign), ['x', sign, 'y'], sign);
});
