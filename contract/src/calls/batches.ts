/** The calls for batches: the same analysis over many videos. */
import { z } from 'zod';
import {
  batch,
  batchCancelled,
  batchCreated,
  batchDryRun,
  batchListItem,
  changeBatch,
  createBatch,
  getBatchQuery,
  listBatchesQuery,
  newerAnalysis,
} from '../batch.ts';
import { dataEnvelope } from '../envelope.ts';
import { exampleAggregate } from './example-aggregate.ts';
import { exampleIds, exampleNames } from './example-ids.ts';
import { pollAfter, replayed } from './headers.ts';
import { type CallRow, inEnvelope, oneAnswer, type Param, page } from './row.ts';
import { submitErrors } from './submit-errors.ts';
import { ifNoneMatch, prefer, readHeaders, tagging } from './waiting.ts';

const id = { description: 'Id of the batch.', example: exampleIds.batch } as const satisfies Param;
const location = {
  description: 'Path of the batch; absent on a dry run.',
  example: `/v1/batch/${exampleIds.batch}`,
} as const satisfies Param;

const urls = ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/9bZkp7q19f0'] as const;
const planned = {
  platform: 'youtube',
  video_title: null,
  duration_seconds: null,
  credits_estimated: 282,
  note: 'duration_unresolved',
} as const;
const sums = { total_credits_estimated: 564, balance: 10_000, would_exceed_balance: false };
const rollup = {
  total: 2,
  pending: 0,
  processing: 0,
  completed: 2,
  held: 0,
  failed: 0,
  cancelled: 0,
};
const finished = {
  batch_id: exampleIds.batch,
  name: 'Spring campaign',
  status: 'completed',
  total_jobs: 2,
  completed_count: 2,
  failed_count: 0,
  rollup,
  credits_estimated: 564,
  credits_charged: 37,
  webhook_url: null,
  created_at: '2026-11-12T10:00:00.000Z',
  completed_at: '2026-11-12T10:03:12.871Z',
} as const;

const listed = {
  ...finished,
  first_jobs: [
    {
      job_id: exampleIds.job,
      video_title: 'Morning show, 14 March',
      video_thumbnail_url: exampleNames.thumbnail,
    },
  ],
};

export const batchCalls = {
  createBatch: {
    method: 'POST',
    tag: 'Batches',
    summary: 'Analyse many videos as one unit, or preview its cost with dry_run.',
    description:
      'Creates one job for each video and tracks them together. Jobs that cannot be paid once their real length is known are held, and the batch pauses until credits are added. With an `Idempotency-Key` a repeated call answers 200 with the batch of the first one.',
    unaudited: 'What it costs is in the ledger; a batch names its workspace.',
    key: { scope: 'jobs:write', path: '/v1/batch' },
    body: createBatch,
    idempotent: true,
    example: {
      urls: [...urls],
      capabilities: ['summary', 'custom_query'],
      queries: ['Which product is shown?'],
      aggregate: { enabled: true, queries: ['Which products are shown most often?'] },
      max_credits: 1000,
    },
    more: {
      uploads: {
        uploads: [
          {
            key: exampleNames.upload,
            filename: 'holiday.mp4',
            duration_seconds: 61.3,
            external_id: 'summer-4',
          },
        ],
        capabilities: ['transcription'],
      },
    },
    answers: [
      {
        status: 202,
        description: 'The batch was created.',
        body: dataEnvelope(batchCreated),
        example: inEnvelope({
          batch_id: exampleIds.batch,
          status: 'processing',
          ...sums,
          jobs: [
            { job_id: exampleIds.job, status: 'pending', url: urls[0], ...planned },
            { job_id: exampleIds.otherJob, status: 'pending', url: urls[1], ...planned },
          ],
        } satisfies z.input<typeof batchCreated>),
        headers: {
          'Retry-After': pollAfter,
          Location: location,
        },
      },
      {
        status: 200,
        description:
          'A dry run, or the batch that an earlier call with this Idempotency-Key created.',
        body: dataEnvelope(z.union([batchDryRun, batchCreated])),
        example: inEnvelope({
          dry_run: true,
          ...sums,
          jobs: urls.map((url) => ({ url, ...planned })),
        } satisfies z.input<typeof batchDryRun>),
        headers: {
          'Idempotency-Replayed': replayed,
          Location: location,
        },
      },
    ],
    errors: [
      ...submitErrors,
      'BATCH_NOT_ALLOWED',
      'TARGET_REQUIRED',
      'TOO_MANY_URLS',
      'TOO_MANY_AGGREGATE_QUERIES',
      'BUDGET_EXCEEDED',
    ],
  },
  listBatches: {
    method: 'GET',
    tag: 'Batches',
    summary: 'List batches, newest first.',
    description: 'Batches of the workspace without their jobs, a page at a time.',
    key: { scope: 'jobs:read', path: '/v1/batch' },
    query: listBatchesQuery,
    answers: page(z.array(batchListItem), [listed], 'A page of batches.'),
    errors: ['VALIDATION_FAILED'],
  },
  getBatch: {
    method: 'GET',
    tag: 'Batches',
    summary: 'Read a batch with its jobs and aggregate results.',
    description:
      'Read each job by its id for its results. `aggregate_results` is there as soon as the batch shows `completed`; `?corrected=true` shows its brands as people corrected them.',
    key: { scope: 'jobs:read', path: '/v1/batch/:id' },
    params: { id },
    query: getBatchQuery,
    headers: { ...prefer, ...ifNoneMatch },
    answers: tagging(
      readHeaders,
      ...oneAnswer(
        batch,
        {
          ...finished,
          jobs: [
            {
              job_id: exampleIds.job,
              status: 'completed',
              url: urls[0],
              video_title: 'New shoes, tested',
              credits_estimated: 282,
            },
            {
              job_id: exampleIds.otherJob,
              status: 'completed',
              url: urls[1],
              video_title: 'Running in the rain',
              credits_estimated: 282,
            },
          ],
          aggregate_results: exampleAggregate,
        },
        'The batch.',
      ),
    ),
    errors: ['VALIDATION_FAILED', 'BATCH_NOT_FOUND'],
  },
  changeBatch: {
    method: 'PATCH',
    tag: 'Batches',
    summary: 'Name a batch.',
    description: 'Its jobs and their results stay as they are; `null` takes the name away.',
    audit: 'batch.changed',
    key: { scope: 'jobs:write', path: '/v1/batch/:id' },
    repeatable: true,
    params: { id },
    body: changeBatch,
    example: { name: 'Spring campaign' },
    answers: oneAnswer(batch, { ...finished, jobs: [], aggregate_results: null }, 'The batch.'),
    errors: ['VALIDATION_FAILED', 'BATCH_NOT_FOUND'],
  },
  listNewerAnalyses: {
    method: 'GET',
    costly: true,
    tag: 'Batches',
    summary: 'List later analyses of the videos of a batch.',
    description:
      'The jobs of a batch stay as they are: a video that is analysed again, or run again because it failed, is a job of its own. This says which of these are newer, so that exposure and reports can be asked for by `job_ids`. Videos are the same if they have the same link or upload.',
    key: { scope: 'jobs:read', path: '/v1/batch/:id/newer' },
    params: { id },
    answers: oneAnswer(z.array(newerAnalysis), [
      {
        job_id: exampleIds.job,
        newer_job_id: exampleIds.otherJob,
        created_at: '2026-11-13T08:00:00.000Z',
      },
    ]),
    errors: ['BATCH_NOT_FOUND'],
  },
  cancelBatch: {
    method: 'POST',
    tag: 'Batches',
    summary: 'Cancel a batch and its pending, processing and held jobs.',
    description:
      'Completed jobs keep their results and stay charged. Cancelling a cancelled batch changes nothing and answers 200.',
    audit: 'batch.cancelled',
    key: { scope: 'jobs:write', path: '/v1/batch/:id/cancel' },
    repeatable: true,
    params: { id },
    answers: oneAnswer(
      batchCancelled,
      {
        batch_id: exampleIds.batch,
        status: 'cancelled',
        cancelled_jobs: 1,
        rollup: { ...rollup, completed: 1, cancelled: 1 },
        credits_charged: 18,
      },
      'The cancelled batch.',
    ),
    errors: ['BATCH_NOT_FOUND', 'BATCH_NOT_CANCELLABLE'],
  },
} as const satisfies Record<string, CallRow>;
