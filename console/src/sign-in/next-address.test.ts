import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, invitationIn, safeNext } from './next-address.ts';

test('after sign-in one comes back to an address of the console, and to no other origin', () => {
  assert.equal(safeNext('/jobs/job_1?t=12'), '/jobs/job_1?t=12');
  for (const foreign of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example'])
    assert.equal(safeNext(foreign), '/');
});

test('the code of the first account stands behind the # of its link', () => {
  assert.equal(codeIn('#code=aB-_9'), 'aB-_9');
  for (const other of ['', '#', '#code=', '#other=x', 'code']) assert.equal(codeIn(other), '');
});

test('the token of an invitation is told only of a way to join', () => {
  assert.equal(invitationIn('/join?token=a-b_c%3D'), 'a-b_c=');
  for (const other of [
    null,
    '/join',
    '/join?token=',
    '/jobs?token=x',
    'https://evil.example/join?token=x',
  ])
    assert.equal(invitationIn(other), undefined);
});
