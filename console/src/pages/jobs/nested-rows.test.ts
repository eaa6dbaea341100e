import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobRowView } from '@reelsight/contract';
import { nestedRows } from './nested-rows.ts';

const row = (job_id: string, url: string | null, upload_key: string | null = null) =>
  ({ job_id, url, upload_key }) as JobRowView;

test('jobs of one video stand below its newest, in the order of the newest', () => {
  const { rows, nested } = nestedRows([
    row('e', 'a.mp4'),
    row('d', null, 'key'),
    row('c', 'b.mp4'),
    row('b', null, 'key'),
    row('a', 'a.mp4'),
  ]);
  assert.deepEqual(
    rows.map(({ job_id }) => job_id),
    ['e', 'a', 'd', 'b', 'c'],
  );
  assert.deepEqual([...nested], ['a', 'b']);
});

test('jobs without a link or an upload are each of their own', () => {
  assert.equal(nestedRows([row('b', null), row('a', null)]).nested.size, 0);
});
