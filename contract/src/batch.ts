/** The batch: the same analysis over many videos (interface.md "Batch", decisions.md 5). */
import { z } from 'zod';
import {
  capabilityList,
  cursor,
  jobStatus,
  maxCredits,
  objectNames,
  pageLimit,
  queries,
  requestLimits,
  webhookUrl,
} from './job.ts';
import { textOf, timestamp } from './text.ts';

export const batchStatuses = ['processing', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const batchStatus = z.enum(batchStatuses).meta({ id: 'BatchStatus' });

export const uploadRef = z
  .strictObject({
    key: textOf(300),
    filename: textOf(requestLimits.filenameCharacters),
    duration_seconds: z.number().positive().max(1e7).nullish(),
  })
  .meta({ id: 'UploadRef' });

/** Body of `POST /v1/batch`. */
export const createBatch = z
  .strictObject({
    urls: z.array(z.string()).nullish().meta({ description: 'At most 50 (TOO_MANY_URLS).' }),
    uploads: z.array(uploadRef).nullish(),
    capabilities: capabilityList,
    queries: queries.nullish(),
    objects: objectNames.nullish(),
    aggregate: z.strictObject({ enabled: z.boolean(), queries: queries.nullish() }).nullish(),
    webhook_url: webhookUrl.nullish(),
    return_proof: z.boolean().nullish().meta({ default: true }),
    dry_run: z.boolean().nullish().meta({ default: false }),
    max_credits: maxCredits.nullish(),
  })
  .refine((body) => (body.urls?.length ?? 0) + (body.uploads?.length ?? 0) > 0, {
    path: ['urls'],
    message: 'at least one of urls and uploads must name a video',
  })
  .meta({ id: 'CreateBatch' });
export type CreateBatch = z.infer<typeof createBatch>;

export const rollup = z
  .looseObject({
    total: z.int(),
    pending: z.int(),
    processing: z.int(),
    completed: z.int(),
    held: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  })
  .meta({ id: 'Rollup' });
export type Rollup = z.infer<typeof rollup>;

export const aggregateResults = z
  .looseObject({
    queries: z.array(
      z.looseObject({
        query: z.string(),
        answer: z.string(),
        answered: z.boolean(),
        evidence: z.array(
          z.looseObject({
            job_id: z.string(),
            url: z.string().nullable(),
            timestamp: z.number(),
            source: z.string(),
            quote: z.string().optional(),
          }),
        ),
      }),
    ),
    brands: z.array(
      z.looseObject({
        name: z.string(),
        videos: z.int(),
        total_appearances: z.int(),
        total_visible_duration: z.number(),
        job_ids: z.array(z.string()),
      }),
    ),
    jobs_included: z.int(),
    jobs_excluded: z.array(z.looseObject({ job_id: z.string(), reason: z.string() })),
    generated_at: timestamp,
  })
  .meta({ id: 'AggregateResults' });
export type AggregateResults = z.infer<typeof aggregateResults>;

const batchFields = {
  batch_id: z.string(),
  status: batchStatus,
  total_jobs: z.int(),
  completed_count: z.int(),
  failed_count: z.int(),
  rollup,
  credits_estimated: z.int(),
  credits_charged: z.int(),
  webhook_url: z.string().nullable(),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
};

export const batchListItem = z.looseObject(batchFields).meta({ id: 'BatchListItem' });
export type BatchListItem = z.infer<typeof batchListItem>;

export const batch = z
  .looseObject({
    ...batchFields,
    jobs: z.array(
      z.looseObject({
        job_id: z.string(),
        status: jobStatus,
        url: z.string().nullable(),
        credits_estimated: z.int(),
        reason: z.string().optional(),
      }),
    ),
    aggregate_results: aggregateResults.nullable(),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof batch>;

const plannedJob = {
  url: z.string().nullable(),
  platform: z.string(),
  duration_seconds: z.number().nullable(),
  credits_estimated: z.int(),
  note: z.literal('duration_unresolved').optional(),
};

export const batchCreated = z
  .looseObject({
    batch_id: z.string(),
    status: batchStatus,
    total_credits_estimated: z.int(),
    balance: z.int(),
    would_exceed_balance: z.boolean(),
    jobs: z.array(z.looseObject({ job_id: z.string(), status: jobStatus, ...plannedJob })),
  })
  .meta({ id: 'BatchCreated' });
export type BatchCreated = z.infer<typeof batchCreated>;

export const batchDryRun = z
  .looseObject({
    dry_run: z.literal(true),
    total_credits_estimated: z.int(),
    balance: z.int(),
    would_exceed_balance: z.boolean(),
    jobs: z.array(z.looseObject(plannedJob)),
  })
  .meta({ id: 'BatchDryRun' });
export type BatchDryRun = z.infer<typeof batchDryRun>;

export const batchCancelled = z
  .looseObject({
    batch_id: z.string(),
    status: batchStatus,
    cancelled_jobs: z.int(),
    rollup,
    credits_charged: z.int(),
  })
  .meta({ id: 'BatchCancelled' });
export type BatchCancelled = z.infer<typeof batchCancelled>;

export const listBatchesQuery = z.object({
  status: batchStatus.optional(),
  limit: pageLimit.optional(),
  cursor: cursor.optional(),
});
