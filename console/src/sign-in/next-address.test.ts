import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeNext } from './next-address.ts';

test('after sign-in one comes back to an address of the console, and to no other origin', () => {
  assert.equal(safeNext('/jobs/job_1?t=12'), '/jobs/job_1?t=12');
  for (const foreign of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example'])
    assert.equal(safeNext(foreign), '/');
});
