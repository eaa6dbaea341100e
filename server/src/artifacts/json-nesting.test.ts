import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNestedDeeper } from './json-nesting.ts';

const isDeeper = (text: string, deepest: number): boolean =>
  isNestedDeeper(Buffer.from(text), deepest);

test('lists and objects within each other are counted, those beside each other are not', () => {
  assert.ok(!isDeeper('[[1], {"a": [2]}, []]', 3));
  assert.ok(isDeeper('[[1], {"a": [2]}, []]', 2));
  assert.ok(!isDeeper('7', 0));
});

test('brackets in texts are text, also behind a quote that is escaped', () => {
  assert.ok(!isDeeper(JSON.stringify({ a: '[[[', b: '\\"[[[', c: '\\\\' }), 1));
  assert.ok(isDeeper('{"a": "\\\\", "b": [1]}', 1));
});

test('millions of brackets are told within a fraction of the time that they take to be parsed', () => {
  const bytes = Buffer.from('['.repeat(500_000) + ']'.repeat(500_000));
  const beganCpu = process.cpuUsage();
  assert.ok(isNestedDeeper(bytes, 64));
  assert.ok(!isNestedDeeper(bytes, 500_000));

  const looked = process.cpuUsage(beganCpu).user;
  const parseFrom = process.cpuUsage();
  JSON.parse(bytes.toString());
  assert.ok(looked < process.cpuUsage(parseFrom).user, 'two looks cost less than one parse');
});
