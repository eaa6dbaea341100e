import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnd } from './end-notices.ts';

const at = '2026-11-12T09:30:38.604Z';
const row = (status: 'completed' | 'failed' | 'processing' | 'cancelled', updated_at = at) => ({
  status,
  completed_at: status === 'processing' ? null : at,
  updated_at,
});

test('a job that completed or failed has ended, once', () => {
  assert.equal(isEnd({ status: 'processing' }, row('completed')), true);
  assert.equal(isEnd(undefined, row('failed')), true);
  assert.equal(isEnd({ status: 'completed' }, row('completed')), false);
});

test('one that goes on, was cancelled, or changes long after its end has not', () => {
  assert.equal(isEnd({ status: 'pending' }, row('processing')), false);
  assert.equal(isEnd({ status: 'processing' }, row('cancelled')), false);
  assert.equal(isEnd(undefined, row('completed', '2026-11-13T09:30:38.604Z')), false);
});
