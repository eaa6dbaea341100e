/**
 * Tests that a row which was not looked up with its workspace cannot be passed to code that acts for a caller. The type
 * checker does the testing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Domain } from '../domain/domain.ts';
import { changeFollow } from '../domain/follows/follow.ts';
import { heldVideo } from '../domain/jobs/held-video.ts';
import { soFarOf } from '../domain/jobs/so-far.ts';
import { batchView, jobView } from '../domain/jobs/view.ts';
import { type BatchRow, findBatchById, lockBatch } from './batches.ts';
import type { Queryable } from './database.ts';
import { lockFollow } from './follows.ts';
import { jobsOfOwnBatch } from './jobs/batch-jobs.ts';
import { findJob, type JobRow, lockJob, lockOwnJob } from './jobs/jobs.ts';
import { ownedBy } from './owned.ts';

/** Never called. It is compiled only so that the type checker sees which of these calls it must reject. */
export async function unchecked(db: Queryable, domain: Domain): Promise<void> {
  const job = (await lockJob(db, 'job_1')) as JobRow;
  // @ts-expect-error -- locked by its id alone
  jobView(job);
  // @ts-expect-error -- locked by its id alone
  await soFarOf(domain, job);
  // @ts-expect-error -- locked by its id alone
  await heldVideo(domain, job);

  const batch = (await findBatchById(db, 'batch_1')) as BatchRow;
  // @ts-expect-error -- found by its id alone
  batchView(batch, []);
  // @ts-expect-error -- found by its id alone
  await jobsOfOwnBatch(db, batch);

  const locked = await lockBatch(db, 'batch_1');
  // @ts-expect-error -- locked by its id alone
  if (locked) await jobsOfOwnBatch(db, locked);

  const follow = await lockFollow(db, 'fol_1');
  // @ts-expect-error -- locked by its id alone
  if (follow) await changeFollow(domain, follow, {});

  const checked = (await findJob(db, 'ws_1', 'job_1')) ?? (await lockOwnJob(db, 'ws_1', 'job_1'));
  if (checked) jobView(checked);
  // @ts-expect-error -- whether it is of the workspace is not known before that was looked at
  jobView(ownedBy('ws_1', job));
}

test('a row is owned by the workspace it belongs to, and by no other', () => {
  const row = { id: 'job_1', workspace_id: 'ws_1' };
  assert.equal(ownedBy('ws_1', row), row);
  assert.equal(ownedBy('ws_2', row), undefined);
  assert.equal(ownedBy('ws_1', undefined), undefined);
});
