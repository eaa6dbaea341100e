/** A small body may contain thousands of wrong values; each must cost no more than it takes to count it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { z } from 'zod';
import { validate } from './validate.ts';

function refusal(schema: z.ZodType, value: unknown): string {
  try {
    validate(schema, value, 'body');
  } catch (error) {
    assert.ok(error instanceof Fault);
    assert.equal(error.code, 'VALIDATION_FAILED');
    assert.ok(error.detail.length < 200, 'the detail does not grow with the problems');
    return error.message;
  }

  return assert.fail('it was taken');
}

test('a list that is too long is refused before its items are read', () => {
  let reads = 0;
  const item = z.string().refine(() => {
    reads += 1;
    return false;
  });
  const schema = z.strictObject({ names: z.array(item).max(20).nullish(), free: z.array(item) });
  const names = Array.from({ length: 5000 }, () => 'a');

  assert.equal(refusal(schema, { names, free: [] }), 'names: must have at most 20 items.');
  assert.equal(refusal(schema, { free: names }), 'free: must have at most 1000 items.');
  assert.equal(reads, 0);
});

test('an object with names of the caller’s choice has so many at most', () => {
  const schema = z.strictObject({ usage: z.record(z.string(), z.number()) });
  const usage = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [index, '']));

  assert.equal(refusal(schema, { usage }), 'usage: must have at most 1000 entries.');
  assert.deepEqual(validate(schema, { usage: { a: 1 } }, 'body'), { usage: { a: 1 } });
});

test('of many problems the first few are told', () => {
  const schema = z.strictObject({ names: z.array(z.string()) });
  const names = Array.from({ length: 900 }, () => 0);

  assert.equal(refusal(schema, { names }).match(/names\.\d+: /g)?.length, 5);
});
