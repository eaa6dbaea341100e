/** Tests that a batch whose jobs have all ended is polled until the batch itself has ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch } from '@reelsight/contract';
import { batchRefresh } from './batch-refresh.ts';

const none = {
  total: 2,
  pending: 0,
  processing: 0,
  completed: 0,
  held: 0,
  failed: 0,
  cancelled: 0,
};
const batchOf = (status: Batch['status'], rollup: Partial<Batch['rollup']>) => ({
  status,
  rollup: { ...none, ...rollup } as Batch['rollup'],
});

test('a batch is looked at again only while it is summed up', () => {
  const summedUp = batchOf('processing', { completed: 1, failed: 1 });
  const running = batchOf('processing', { completed: 1, processing: 1 });
  const over = batchOf('completed', { completed: 2 });
  assert.equal(batchRefresh([over, running]), false);
  assert.equal(batchRefresh([]), false);
  assert.ok(batchRefresh([over, summedUp]));
});

test('one that waits for credits is woken by its jobs', () => {
  assert.equal(batchRefresh([batchOf('processing', { completed: 1, held: 1 })]), false);
});
