/** The calls that apply one action to many jobs at once. */
import { changeJobs, jobsChanged } from '../job-bulk.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, oneAnswer } from './row.ts';

export const bulkCalls = {
  changeJobs: {
    method: 'POST',
    tag: 'Jobs',
    summary: 'Delete or rerun many jobs, with the outcome of each.',
    description:
      'Each job is done or refused by itself: the answer is 200 whatever their outcomes, and says why a job was refused. A rerun asks the same of the same video, with the tags, `external_id` and `webhook_url` of the job, outside of any batch or Follow; it is refused for a job that is not final, or whose upload is no longer kept. New jobs wait where `max_concurrent_jobs` is reached. With an `Idempotency-Key`, a repeated `rerun` creates no second job of any of them; a repeated `delete` does no harm.',
    audit: 'job.deleted',
    key: { scope: 'jobs:write', path: '/v1/jobs/bulk' },
    idempotent: true,
    body: changeJobs,
    example: { action: 'rerun', job_ids: [exampleIds.job, exampleIds.otherJob], dry_run: true },
    answers: oneAnswer(jobsChanged, {
      action: 'rerun',
      dry_run: true,
      done: 1,
      refused: 1,
      credits_estimated: 48,
      balance: 10_000,
      would_exceed_balance: false,
      jobs: [
        { job_id: exampleIds.job, done: true, credits_estimated: 48 },
        {
          job_id: exampleIds.otherJob,
          done: false,
          error: {
            code: 'JOB_NOT_FOUND',
            message: 'There is no such job in this workspace.',
          },
        },
      ],
    }),
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_CREDITS', 'SUBSCRIPTION_PAST_DUE', 'LOW_DISK'],
  },
} as const satisfies Record<string, CallRow>;
