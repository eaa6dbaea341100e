/** A batch: the same analysis over many videos (interface.md "Batches"). */
import { z } from 'zod';
import { publishedByHand } from './audience.ts';
import { exampleIds, exampleNames } from './calls/example-ids.ts';
import {
  capabilityList,
  creditsEstimatedAtSubmit,
  jobIdentity,
  jobStatus,
  requestLimits,
  thumbnail,
  webhookUrl,
} from './job.ts';
import { tags } from './job-highlights.ts';
import { hasPart, optionFields, partMissing, questions } from './option-fields.ts';
import { cursor, pageLimit } from './paging.ts';
import { capabilitiesMissing, namesCapabilities, presetReference } from './preset-reference.ts';
import { answerOutcome } from './results-answers.ts';
import { testMark } from './testing-mode.ts';
import { textOf, timestamp } from './text.ts';

export const batchStatuses = ['processing', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const batchStatus = z.enum(batchStatuses).meta({
  id: 'BatchStatus',
  description:
    '`processing`: jobs are pending or processing. `paused`: nothing can run and jobs are held for credits. `completed`: every job is final, whatever its outcome. `failed`: the batch itself could not continue. `cancelled`: by request.',
});

export const uploadRef = z
  .strictObject({
    key: textOf(300).describe('`key` of a presigned upload whose file has arrived.'),
    filename: textOf(requestLimits.filenameCharacters).describe(
      "Name of the file, at most 255 characters; becomes the job's `video_title`.",
    ),
    duration_seconds: z
      .number()
      .positive()
      .max(1e7)
      .nullish()
      .describe('Length in seconds, for the estimate; the real one decides later.'),
    external_id: textOf(requestLimits.externalIdCharacters)
      .nullish()
      .describe(
        'Your own id for the job of this file, at most 200 characters; returned with the job and usable as a list filter.',
      ),
    published_at: publishedByHand.nullish(),
  })
  .meta({ id: 'UploadRef', description: 'An uploaded file of a batch.' });

const aggregate = z.strictObject({
  enabled: z.boolean().describe('Whether to analyse all videos together once every job is final.'),
  queries: questions
    .nullish()
    .describe(
      "Questions about all videos together, each of at most 500 characters; at most the plan's `max_aggregate_queries_per_batch`.",
    ),
});

const name = textOf(200)
  .nullable()
  .describe('Name of the batch, at most 200 characters; null if it has none.')
  .meta({ examples: ['Spring campaign'] });

/** Body of `PATCH /v1/batch/:id`. */
export const changeBatch = z
  .strictObject({ name })
  .meta({ id: 'ChangeBatch', description: 'What may be changed of a batch.' });
export type ChangeBatch = z.infer<typeof changeBatch>;

/** Body of `POST /v1/batch`. */
export const createBatch = z
  .strictObject({
    urls: z
      .array(z.string())
      .nullish()
      .describe(
        "Links of public videos, at most 50 (TOO_MANY_URLS); with `uploads` at most the plan's `max_batch_size`. Give at least one video in `urls` or `uploads`.",
      ),
    uploads: z
      .array(uploadRef)
      .nullish()
      .describe(
        "Uploaded files; with `urls` at most the plan's `max_batch_size`. Give at least one video in `urls` or `uploads`.",
      )
      .meta({
        examples: [
          [
            {
              key: exampleNames.upload,
              filename: 'holiday.mp4',
              duration_seconds: 61.3,
              external_id: 'summer-4',
            },
          ],
        ],
      }),
    preset: presetReference
      .nullish()
      .describe(
        'Id or name of a preset, whose fields count for every video wherever this body has none; its brands, surfaces, language and frames per second too.',
      ),
    capabilities: capabilityList
      .nullish()
      .describe(
        'What to find out about every video, at least one. Absent: those of `preset`, which must be given.',
      )
      .meta({ examples: [['transcription', 'brands']] }),
    ...optionFields('batch'),
    aggregate: aggregate.nullish().describe('What to find out about all videos together.'),
    webhook_url: webhookUrl
      .nullish()
      .describe(
        'HTTPS address that gets `batch.completed` and `batch.paused`; jobs of a batch send no events. Starter plan and above.',
      ),
    name: name
      .optional()
      .describe('Name of the batch, at most 200 characters; it can be changed later.'),
    tags: tags.nullish().describe('Your own words for every job of the batch, as for a job.'),
    dry_run: z
      .boolean()
      .nullish()
      .meta({
        default: false,
        description: 'Answers 200 with a preview of the cost and creates nothing. Default false.',
        examples: [true],
      }),
  })
  .refine((body) => (body.urls?.length ?? 0) + (body.uploads?.length ?? 0) > 0, {
    path: ['urls'],
    message: 'at least one of urls and uploads must name a video',
  })
  .refine(namesCapabilities, capabilitiesMissing)
  .refine(hasPart, partMissing)
  .meta({ id: 'CreateBatch', description: 'Many videos, and what to find out about them.' });
export type CreateBatch = z.infer<typeof createBatch>;

/** Query of `GET /v1/batch/:id`. */
export const getBatchQuery = z.object({
  corrected: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .meta({ default: 'false' })
    .describe(
      'Whether `brands` of `aggregate_results` are shown as people corrected them. Default false: as found.',
    )
    .meta({ examples: ['true'] })
    .optional(),
});
export type GetBatchQuery = z.infer<typeof getBatchQuery>;

export const rollup = z
  .looseObject({
    total: z.int().describe('Number of all jobs.'),
    pending: z.int().describe('Number of jobs that wait for a worker.'),
    processing: z.int().describe('Number of jobs a worker is processing.'),
    completed: z.int().describe('Number of jobs with results.'),
    held: z.int().describe('Number of jobs that wait for credits.'),
    failed: z.int().describe('Number of jobs that failed.'),
    cancelled: z.int().describe('Number of jobs that were cancelled.'),
  })
  .meta({ id: 'Rollup', description: 'Jobs of a batch by state.' });
export type Rollup = z.infer<typeof rollup>;

const jobId = z.string().describe('Id of the job, `job_…`.');
const sourceUrl = z.string().nullable().describe('Link of the video; null for an uploaded file.');

const aggregateEvidence = z.looseObject({
  job_id: z.string().describe('The job whose video shows it.'),
  url: sourceUrl,
  timestamp: z.number().describe('The moment in that video, in seconds.'),
  source: z.string().describe('`speech`, `visual`, `text` or `metadata`.'),
  quote: z.string().optional().describe('The words that support it; absent if there are none.'),
});

const aggregateAnswer = z.looseObject({
  query: z.string().describe('The question, as asked.'),
  answer: z.string().describe('The answer; empty if `answered` is false.'),
  answered: z.boolean().describe('Whether the videos hold an answer.'),
  outcome: answerOutcome,
  evidence: z.array(aggregateEvidence).describe('The evidence for the answer.'),
});

const aggregateBrand = z.looseObject({
  name: z.string().describe('Name of the brand.'),
  videos: z.int().describe('Number of videos it appears in.'),
  total_appearances: z.int().describe('Number of appearances in all of them.'),
  total_visible_duration: z.number().describe('How long it is in view in all of them, in seconds.'),
  job_ids: z.array(z.string()).describe('The jobs of those videos.'),
  corrected: z
    .literal(true)
    .optional()
    .describe('`true` if a person changed something about it; else absent.')
    .meta({ examples: [true] }),
});

export const aggregateResults = z
  .looseObject({
    queries: z.array(aggregateAnswer).describe('One answer to each question, in the same order.'),
    brands: z.array(aggregateBrand).describe('Brands of all videos.'),
    jobs_included: z.int().describe('Number of jobs whose results were included.'),
    jobs_excluded: z
      .array(
        z.looseObject({
          job_id: jobId,
          reason: z
            .string()
            .describe('Why it was left out: its state or failure code, or `results_too_large`.'),
        }),
      )
      .describe('Jobs without results, and those with more than can be compared.'),
    generated_at: timestamp.describe('When this was created.'),
    corrected: z
      .literal(true)
      .optional()
      .describe(
        '`true` if people changed something in `brands`, which only `?corrected=true` shows; else absent. The answers stay as they were given.',
      )
      .meta({ examples: [true] }),
  })
  .meta({ id: 'AggregateResults', description: 'What all videos of a batch show together.' });
export type AggregateResults = z.infer<typeof aggregateResults>;

const batchId = z.string().describe('Id of the batch, `batch_…`.');

const batchFields = {
  batch_id: batchId,
  test: testMark(
    'Always true: a batch of a test workspace, whose jobs have fixed results. Absent from others.',
  ),
  name: z
    .string()
    .nullable()
    .describe('Name that people gave it; null if none.')
    .meta({ examples: ['Spring campaign'] }),
  status: batchStatus.describe('State of the batch.'),
  total_jobs: z.int().describe('Number of jobs of the batch.'),
  completed_count: z.int().describe('Number of jobs that are completed. `rollup` has more detail.'),
  failed_count: z.int().describe('Number of jobs that failed. `rollup` has more detail.'),
  rollup: rollup.describe('Jobs by state.'),
  credits_estimated: z.int().describe('Estimate of all jobs, in credits.'),
  credits_charged: z.int().describe('Credits charged so far, for all jobs.'),
  webhook_url: z
    .string()
    .nullable()
    .describe('Address notified of its events; null if none.')
    .meta({ examples: ['https://hooks.example.com/reelsight'] }),
  created_at: timestamp.describe('When the batch was created.'),
  completed_at: timestamp.nullable().describe('When the batch reached a final state; null before.'),
};

const firstJob = z.looseObject({
  job_id: jobId,
  video_title: jobIdentity.video_title,
  video_thumbnail_url: thumbnail,
});

export const batchListItem = z
  .looseObject({
    ...batchFields,
    first_jobs: z
      .array(firstJob)
      .describe('The first videos of the batch, at most 3, in the order in which they were given.'),
  })
  .meta({ id: 'BatchListItem', description: 'A batch without its jobs and aggregate results.' });
export type BatchListItem = z.infer<typeof batchListItem>;

const batchJob = z.looseObject({
  job_id: jobId,
  status: jobStatus.describe('State of the job.'),
  url: sourceUrl,
  ...jobIdentity,
  credits_estimated: z.int().describe('Estimate of the job, in credits.'),
  credits_estimated_at_submit: creditsEstimatedAtSubmit,
  reason: z
    .string()
    .optional()
    .describe('Why it is held, such as `insufficient_credits`, or its failure code.')
    .meta({ examples: ['insufficient_credits'] }),
});

export const batch = z
  .looseObject({
    ...batchFields,
    jobs: z
      .array(batchJob)
      .describe(
        'Its jobs, in the order of `urls`, then of `uploads`; read each by id for its results.',
      ),
    aggregate_results: aggregateResults
      .nullable()
      .describe(
        'What all videos show together; null until every job is final, and on a batch without `aggregate`.',
      ),
  })
  .meta({ id: 'Batch', description: 'The same analysis of many videos.' });
export type Batch = z.infer<typeof batch>;

export const newerAnalysis = z
  .looseObject({
    job_id: jobId.describe('The job of the batch.'),
    newer_job_id: z
      .string()
      .describe('The newest completed job on the same video with at least its capabilities.')
      .meta({ examples: [exampleIds.otherJob] }),
    created_at: timestamp.describe('When the newer job was created.'),
  })
  .meta({ id: 'NewerAnalysis', description: 'A later analysis of a video of a batch.' });
export type NewerAnalysis = z.infer<typeof newerAnalysis>;

const plannedJob = {
  url: sourceUrl,
  ...jobIdentity,
  platform: z
    .string()
    .describe('Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`.'),
  duration_seconds: z
    .number()
    .nullable()
    .describe('Length of the video in seconds; null while unresolved.')
    .meta({ examples: [212] }),
  credits_estimated: z.int().describe('Estimate of the job, in credits.'),
  note: z
    .literal('duration_unresolved')
    .optional()
    .describe('`duration_unresolved` if the estimate is based on an assumed duration.'),
};
const plannedSums = {
  total_credits_estimated: z.int().describe('Estimate of all jobs, in credits.'),
  balance: z.int().describe('Credits that can be spent now.'),
  would_exceed_balance: z
    .boolean()
    .describe('Whether the estimate is above the balance. Only a warning.'),
};
const createdJob = z.looseObject({
  job_id: jobId,
  status: jobStatus.describe('State of the job.'),
  ...plannedJob,
});

export const batchCreated = z
  .looseObject({
    batch_id: batchId,
    status: batchStatus.describe('State of the batch.'),
    ...plannedSums,
    jobs: z
      .array(createdJob)
      .describe('One job for each video, in the order of `urls`, then of `uploads`.'),
  })
  .meta({ id: 'BatchCreated', description: 'A batch that was created.' });
export type BatchCreated = z.infer<typeof batchCreated>;

export const batchDryRun = z
  .looseObject({
    dry_run: z.literal(true).describe('Always true: nothing was created.'),
    ...plannedSums,
    jobs: z
      .array(z.looseObject(plannedJob))
      .describe('One for each video, in the order of `urls`, then of `uploads`.'),
  })
  .meta({ id: 'BatchDryRun', description: 'What a batch would cost.' });
export type BatchDryRun = z.infer<typeof batchDryRun>;

export const batchCancelled = z
  .looseObject({
    batch_id: batchId,
    status: batchStatus.describe('State of the batch: `cancelled`.'),
    cancelled_jobs: z
      .int()
      .describe('Number of jobs this call cancelled; 0 if the batch was cancelled before.'),
    rollup: rollup.describe('Jobs by state.'),
    credits_charged: z
      .int()
      .describe('Credits charged for all jobs, including those cancelled while under way.'),
  })
  .meta({ id: 'BatchCancelled', description: 'A batch that was cancelled.' });
export type BatchCancelled = z.infer<typeof batchCancelled>;

export const listBatchesQuery = z.object({
  status: batchStatus
    .optional()
    .describe('Only batches in this state.')
    .meta({ examples: ['completed'] }),
  limit: pageLimit.optional().describe('Batches on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListBatchesQuery = z.infer<typeof listBatchesQuery>;
