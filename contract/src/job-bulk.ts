/** An action on many jobs at once, with the outcome for each job. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { jobError } from './job.ts';
import { textOf } from './text.ts';

/** Maximum number of jobs per call. */
export const bulkJobsAtMost = 100;

export const bulkActions = ['delete', 'rerun'] as const;

export const changeJobs = z
  .strictObject({
    action: z
      .enum(bulkActions)
      .describe(
        '`delete`: as `DELETE /v1/jobs/:id`. `rerun`: a new job that asks the same of the same video, for each that is final.',
      )
      .meta({ examples: ['rerun'] }),
    job_ids: z
      .array(textOf(100))
      .min(1)
      .max(bulkJobsAtMost)
      .describe('The jobs, 1 to 100; repeats count once.')
      .meta({ examples: [[exampleIds.job, exampleIds.otherJob]] }),
    dry_run: z
      .boolean()
      .nullish()
      .meta({
        default: false,
        description: 'Says what would be done, and what it would cost; changes nothing.',
        examples: [true],
      }),
  })
  .meta({ id: 'ChangeJobs', description: 'One action on many jobs.' });
export type ChangeJobs = z.infer<typeof changeJobs>;

const changedJob = z.looseObject({
  job_id: z.string().describe('The job, as asked.'),
  done: z.boolean().describe('Whether it was done; on a dry run, whether it would be.'),
  new_job_id: z
    .string()
    .optional()
    .describe('The job that `rerun` created; absent for other actions and on a dry run.')
    .meta({ examples: [exampleIds.otherJob] }),
  credits_estimated: z
    .int()
    .optional()
    .describe('Estimate of the new job, in credits; only for `rerun`.')
    .meta({ examples: [48] }),
  error: jobError
    .optional()
    .describe('Why it was not done; absent if it was.')
    .meta({
      examples: [{ code: 'JOB_NOT_DELETABLE', message: 'The job is processing; cancel it first.' }],
    }),
});

export const jobsChanged = z
  .looseObject({
    action: z.enum(bulkActions).describe('What was asked.'),
    dry_run: z.boolean().describe('Whether nothing was changed.'),
    done: z.int().describe('Number of jobs for which it was, or would be, done.'),
    refused: z.int().describe('Number of jobs for which it was not.'),
    credits_estimated: z
      .int()
      .describe('Estimate of all new jobs, in credits; 0 for other actions than `rerun`.'),
    balance: z.int().describe('Credits that could be spent before the call.'),
    would_exceed_balance: z
      .boolean()
      .describe('Whether the estimate is above the balance. Only a warning.'),
    jobs: z.array(changedJob).describe('The outcome of each job, in the order of `job_ids`.'),
  })
  .meta({ id: 'JobsChanged', description: 'The outcome of one action on many jobs.' });
export type JobsChanged = z.infer<typeof jobsChanged>;
export type ChangedJob = z.infer<typeof changedJob>;
