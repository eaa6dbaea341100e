/** The job: what creates one, what reads as one, its states and stages (interface.md "Job", decisions.md 3). */
import { z } from 'zod';
import { results } from './results.ts';
import { isoDate, textOf, timestamp } from './text.ts';

export const jobStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'held',
] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const jobStatus = z.enum(jobStatuses).meta({ id: 'JobStatus' });

export const capabilities = [
  'transcription',
  'summary',
  'brands',
  'metadata',
  'custom_query',
  'objects',
] as const;
export type Capability = (typeof capabilities)[number];
export const capability = z.enum(capabilities).meta({ id: 'Capability' });

export const stages = ['ingestion', 'transcription', 'analysis', 'merging'] as const;
export type Stage = (typeof stages)[number];

export const platforms = ['youtube', 'tiktok', 'instagram'] as const;

/** Limits of the request constants table that no plan changes. */
export const requestLimits = {
  bodyBytes: 10_240,
  brands: 50,
  brandCharacters: 100,
  surfaces: 10,
  objects: 5,
  objectCharacters: 100,
  queryCharacters: 500,
  filenameCharacters: 255,
  externalIdCharacters: 200,
  languageCharacters: 10,
  batchUrls: 50,
  uploadBytes: 524_288_000,
  idempotencyKeyCharacters: 255,
} as const;

export const queries = z.array(textOf(requestLimits.queryCharacters));
export const objectNames = z
  .array(textOf(requestLimits.objectCharacters))
  .max(requestLimits.objects);
export const capabilityList = z.array(capability).min(1);

/** Length is checked with the URL itself, so that a long one is INVALID_URL. */
const url = z.string();
/** Its form is checked with its address, after the plan: decisions.md 7. */
export const webhookUrl = z.string().meta({ format: 'uri' });
export const maxCredits = z.int().min(0);

/** Only a hint: what no engine knows as a language changes nothing. */
const language = textOf(requestLimits.languageCharacters);

/** Body of `POST /v1/jobs`. Counts that have an error code of their own are checked after the schema. */
export const createJob = z
  .strictObject({
    url: url.nullish().meta({ description: 'Video URL of a supported platform.' }),
    upload_key: textOf(300).nullish().meta({ description: 'Key of a presigned upload.' }),
    upload_filename: textOf(requestLimits.filenameCharacters).nullish(),
    capabilities: capabilityList,
    queries: queries.nullish(),
    brands: z
      .array(textOf(requestLimits.brandCharacters))
      .nullish()
      .meta({ description: 'At most 50 (TOO_MANY_BRANDS).' }),
    surfaces: z
      .array(z.string())
      .max(requestLimits.surfaces)
      .nullish()
      .meta({ description: 'Surface slugs (INVALID_SURFACE).' }),
    objects: objectNames.nullish(),
    from_job: textOf(100).nullish(),
    language: language.nullish(),
    webhook_url: webhookUrl.nullish(),
    fps: z.int().min(1).max(4).nullish(),
    return_proof: z.boolean().nullish().meta({ default: true }),
    dry_run: z.boolean().nullish().meta({ default: false }),
    max_credits: maxCredits.nullish(),
    external_id: textOf(requestLimits.externalIdCharacters).nullish(),
  })
  .refine((body) => (body.url == null) !== (body.upload_key == null), {
    path: ['url'],
    message: 'exactly one of url and upload_key must be given',
  })
  .meta({ id: 'CreateJob' });
export type CreateJob = z.infer<typeof createJob>;

export const progress = z
  .looseObject({
    stage: z.enum(stages),
    stages_completed: z.array(z.enum(stages)),
    stages_remaining: z.array(z.enum(stages)),
    percent: z.number().min(0).max(100).optional(),
  })
  .meta({ id: 'Progress' });
export type Progress = z.infer<typeof progress>;

export const jobError = z
  .looseObject({ code: z.string(), message: z.string() })
  .meta({ id: 'JobError' });

export const job = z
  .looseObject({
    job_id: z.string(),
    status: jobStatus,
    url: z.string().nullable(),
    platform: z.string(),
    capabilities: z.array(capability),
    brands: z.array(z.string()).optional(),
    queries: z.array(z.string()).optional(),
    surfaces: z.array(z.string()).optional(),
    objects: z.array(z.string()).optional(),
    from_job: z.string().optional(),
    external_id: z.string().optional(),
    batch_id: z.string().optional(),
    language: z.string().nullable(),
    video_title: z.string().nullable(),
    video_duration_seconds: z.number().nullable(),
    video_thumbnail_url: z.string().nullable(),
    credits_estimated: z.int(),
    credits_charged: z.int().nullable(),
    processing_seconds: z.number().nullable(),
    return_proof: z.boolean(),
    follow_id: z.string().nullable(),
    progress: progress.optional(),
    results: results.optional(),
    error: jobError.optional(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof job>;

export const jobListItem = z
  .looseObject({
    job_id: z.string(),
    status: jobStatus,
    url: z.string().nullable(),
    platform: z.string(),
    credits_estimated: z.int(),
    follow_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'JobListItem' });
export type JobListItem = z.infer<typeof jobListItem>;

export const creditItem = z.looseObject({ item: z.string(), credits: z.number() });

export const jobDryRun = z
  .looseObject({
    dry_run: z.literal(true),
    url: z.string().nullable(),
    platform: z.string(),
    capabilities: z.array(capability),
    duration_seconds: z.number().nullable(),
    note: z.literal('duration_unresolved').optional(),
    credits_estimated: z.int(),
    breakdown: z.array(creditItem),
    balance: z.int(),
    would_exceed_balance: z.boolean(),
  })
  .meta({ id: 'JobDryRun' });
export type JobDryRun = z.infer<typeof jobDryRun>;

/** `limit` of a list: digits only, 1 to 100. */
export const pageLimit = z
  .string()
  .regex(/^\d{1,9}$/, 'must be an integer from 1 to 100')
  .transform(Number)
  .pipe(z.int().min(1).max(100))
  .meta({ type: 'integer', minimum: 1, maximum: 100 });

export const cursor = z.string().min(1).max(500);

/** Query of `GET /v1/jobs`. Unknown parameters are ignored, empty ones refused. */
export const listJobsQuery = z.object({
  status: jobStatus.optional(),
  follow_id: textOf(100).optional(),
  external_id: textOf(requestLimits.externalIdCharacters).optional(),
  created_after: isoDate.optional(),
  created_before: isoDate.optional(),
  updated_after: isoDate.optional(),
  limit: pageLimit.optional(),
  cursor: cursor.optional(),
});
export type ListJobsQuery = z.infer<typeof listJobsQuery>;
