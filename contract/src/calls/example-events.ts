/** One event of each kind as a webhook carries it. */
import type { z } from 'zod';
import type { aggregateResults } from '../batch.ts';
import type { SentEventName, sentEvents } from '../webhook.ts';
import { exampleIds } from './example-ids.ts';

const video = 'https://youtu.be/dQw4w9WgXcQ';
const of = { event_id: exampleIds.event, job_id: exampleIds.job };
const ofBatch = { event_id: exampleIds.event, batch_id: exampleIds.batch };
const endTimes = {
  completed_at: '2026-11-12T09:30:38.604Z',
  created_at: '2026-11-12T09:30:38.604Z',
};

export const exampleAggregate: z.input<typeof aggregateResults> = {
  queries: [
    {
      query: 'Which products are shown most often?',
      answer: 'Running shoes, in both videos.',
      answered: true,
      evidence: [
        {
          job_id: exampleIds.job,
          url: video,
          timestamp: 1.1,
          source: 'speech',
          quote: 'the new shoes by Nike',
        },
      ],
    },
  ],
  brands: [
    {
      name: 'Nike',
      videos: 1,
      total_appearances: 2,
      total_visible_duration: 3.5,
      job_ids: [exampleIds.job],
    },
  ],
  jobs_included: 1,
  jobs_excluded: [{ job_id: exampleIds.otherJob, reason: 'EXTRACTION_FAILED' }],
  generated_at: '2026-11-12T10:03:12.871Z',
};

export const exampleEvents: { [Name in SentEventName]: z.input<(typeof sentEvents)[Name]> } = {
  'webhook.test': {
    event: 'webhook.test',
    event_id: exampleIds.event,
    created_at: '2026-11-12T09:30:38.604Z',
  },
  'job.completed': {
    event: 'job.completed',
    ...of,
    ...endTimes,
    status: 'completed',
    credits_charged: 21,
  },
  'job.failed': {
    event: 'job.failed',
    ...of,
    ...endTimes,
    status: 'failed',
    credits_charged: null,
    error: {
      code: 'EXTRACTION_FAILED',
      message: 'The video could not be downloaded or read.',
    },
  },
  'job.cancelled': {
    event: 'job.cancelled',
    ...of,
    ...endTimes,
    status: 'cancelled',
    credits_charged: 4,
  },
  'job.held': {
    event: 'job.held',
    ...of,
    created_at: '2026-11-12T09:30:09.120Z',
    status: 'held',
    credits_charged: null,
    reason: 'insufficient_credits',
    credits_needed: 48,
    balance: 12,
  },
  'batch.completed': {
    event: 'batch.completed',
    ...ofBatch,
    created_at: '2026-11-12T10:03:12.871Z',
    completed_at: '2026-11-12T10:03:12.871Z',
    status: 'completed',
    total_jobs: 2,
    completed_count: 1,
    failed_count: 1,
    credits_charged: 21,
    aggregate_results: exampleAggregate,
  },
  'batch.paused': {
    event: 'batch.paused',
    ...ofBatch,
    created_at: '2026-11-12T10:01:40.004Z',
    status: 'paused',
    rollup: { completed: 1, failed: 0, held: 1, pending: 0 },
    credits_needed_to_resume: 36,
  },
};
