import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from './exit-code.ts';

test('a fault that nobody foresaw is one sentence without a stack, and has a code of its own', () => {
  const { code, line } = outcomeOf(new TypeError('Map.groupBy is not\n  a function'));

  assert.equal(code, 70);
  assert.match(line ?? '', /^A fault of this command, .*: Map\.groupBy is not a function\. With /);
  assert.doesNotMatch(line ?? '', /\n|exit-code\.test/);
});
