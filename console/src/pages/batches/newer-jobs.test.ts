/** Which jobs of a batch count. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chosenJobs } from './newer-jobs.ts';

const jobs = [
  { job_id: 'a', status: 'completed' },
  { job_id: 'b', status: 'failed' },
  { job_id: 'c', status: 'completed' },
] as const;

describe('The jobs of a batch that count', () => {
  test('are the completed ones', () => assert.deepEqual(chosenJobs(jobs, []), ['a', 'c']));

  test('are the newest, also in place of one that failed', () => {
    const newer = [
      { job_id: 'b', newer_job_id: 'd' },
      { job_id: 'c', newer_job_id: 'e' },
    ];
    assert.deepEqual(chosenJobs(jobs, newer), ['a', 'd', 'e']);
  });

  test('count a video once that is in the batch twice', () => {
    const newer = ['a', 'c'].map((job_id) => ({ job_id, newer_job_id: 'd' }));
    assert.deepEqual(chosenJobs(jobs, newer), ['d']);
  });
});
