/** The job: creating and reading it, its states and its stages (interface.md "Jobs"). */
import { z } from 'zod';
import { publishedByHand } from './audience.ts';
import { exampleIds, exampleNames } from './calls/example-ids.ts';
import { capabilities } from './capabilities.ts';
import { tags } from './job-highlights.ts';
import { hasPart, optionFields, optionViewFields, partMissing } from './option-fields.ts';
import { capabilitiesMissing, namesCapabilities, presetReference } from './preset-reference.ts';
import { results } from './results-meta.ts';
import { testMark } from './testing-mode.ts';
import { textOf, timestamp } from './text.ts';

export const jobStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'held',
] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const jobStatus = z.enum(jobStatuses).meta({
  id: 'JobStatus',
  description:
    '`pending`: waits for a worker. `processing`: a worker is processing it. `held`: waits for credits. `completed`, `failed` and `cancelled` are final.',
});

export const capability = z.enum(capabilities).meta({
  id: 'Capability',
  description:
    '`transcription`: what is said. `summary`: what it is about. `brands`: brands seen or heard. `metadata`: facts about the video. `custom_query`: answers to `queries`. `objects`: where the things named in `objects` are seen.',
});

export const stages = ['ingestion', 'transcription', 'analysis', 'merging'] as const;
export type Stage = (typeof stages)[number];

export const platforms = ['youtube', 'tiktok', 'instagram'] as const;

/** Limits of a request that are the same for every plan. */
export const requestLimits = {
  bodyBytes: 10_240,
  filenameCharacters: 255,
  externalIdCharacters: 200,
  batchUrls: 50,
  uploadBytes: 524_288_000,
  /** Maximum length of a video, in seconds, that a request for a price may state. */
  previewSeconds: 360_000,
  idempotencyKeyCharacters: 255,
} as const;

export const capabilityList = z
  .array(capability)
  .min(1)
  .describe('What to find out, at least one.');

/**
 * The schema does not limit the length: it is checked later together with the URL's form, so that a URL that is too
 * long gives INVALID_URL.
 */
const url = z.string();
/**
 * The schema does not check the form of the URL: it is checked later together with the host's address, after the plan
 * (interface.md "Order of refusals").
 */
export const webhookUrl = z.string().meta({
  format: 'uri',
  description:
    'HTTPS address of a public host that is notified by POST when something changes. Starter plan and above.',
  examples: ['https://hooks.example.com/reelsight'],
});
/**
 * Whether the body may state the length of the video. With a stated length, a dry run can give the price before the
 * video is uploaded, or before an uploaded video is analysed.
 */
const mayTellLength = (body: {
  readonly dry_run?: boolean | null | undefined;
  readonly url?: string | null | undefined;
  readonly upload_key?: string | null | undefined;
  readonly from_job?: string | null | undefined;
}): boolean =>
  body.dry_run === true && body.url == null && (body.upload_key != null || body.from_job == null);

/** Body of `POST /v1/jobs`. Limits that have an error code of their own are checked after the schema. */
export const createJob = z
  .strictObject({
    url: url
      .nullish()
      .describe(
        'Link of a public video on YouTube, TikTok or Instagram. Exactly one of `url` and `upload_key`.',
      ),
    upload_key: textOf(300)
      .nullish()
      .describe(
        '`key` of a presigned upload whose file has arrived. Exactly one of `url` and `upload_key`.',
      )
      .meta({ examples: [exampleNames.upload] }),
    upload_filename: textOf(requestLimits.filenameCharacters)
      .nullish()
      .describe('Name of the uploaded file, at most 255 characters; becomes `video_title`.')
      .meta({ examples: ['holiday.mp4'] }),
    preset: presetReference.nullish(),
    capabilities: capabilityList
      .nullish()
      .describe('What to find out, at least one. Absent: those of `preset`, which must be given.')
      .meta({ examples: [['transcription', 'brands']] }),
    ...optionFields('job'),
    webhook_url: webhookUrl
      .nullish()
      .describe(
        'HTTPS address that gets the `job.*` events of this job: a public host, by its name. Starter plan and above.',
      ),
    dry_run: z
      .boolean()
      .nullish()
      .meta({
        default: false,
        description: 'Answers 200 with a preview of the cost and creates nothing. Default false.',
        examples: [true],
      }),
    duration_seconds: z
      .number()
      .gt(0)
      .max(requestLimits.previewSeconds)
      .nullish()
      .describe(
        'Length of a video that is not uploaded or not analysed yet, in seconds, above 0 and at most 360,000 (100 hours). Only with `dry_run: true`, beside `upload_key` or in place of it, and not with `url`. The real length counts once it is known.',
      )
      .meta({ examples: [94.2] }),
    external_id: textOf(requestLimits.externalIdCharacters)
      .nullish()
      .describe(
        'Your own id for the job, at most 200 characters; returned with the job and usable as a list filter.',
      ),
    tags: tags.nullish(),
    published_at: publishedByHand.nullish(),
  })
  .refine(
    ({ url: link, upload_key: key, duration_seconds: length }) =>
      (link == null) !== (key == null) || (length != null && (link == null || key == null)),
    { path: ['url'], message: 'exactly one of url and upload_key must be given' },
  )
  .refine((body) => body.duration_seconds == null || mayTellLength(body), {
    path: ['duration_seconds'],
    message: 'only with dry_run and without url, and with from_job only beside upload_key',
  })
  .refine(namesCapabilities, capabilitiesMissing)
  .refine(hasPart, partMissing)
  .meta({ id: 'CreateJob', description: 'One video, and what to find out about it.' });
export type CreateJob = z.infer<typeof createJob>;

const exampleJobError = {
  code: 'EXTRACTION_FAILED',
  message: 'The video could not be downloaded or read.',
};
const exampleProgress = {
  stage: 'transcription',
  stages_completed: ['ingestion'],
  stages_remaining: ['analysis', 'merging'],
  percent: 42.5,
  overall_percent: 25.6,
};

const stage = z.enum(stages);
export const progress = z
  .looseObject({
    stage: stage.describe('The stage the job is in.'),
    stages_completed: z.array(stage).describe('Stages that are done, in order.'),
    stages_remaining: z.array(stage).describe('Stages after the current one, in order.'),
    percent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('How much of the stage is done, in percent, 0 to 100; absent until that is known.'),
    overall_percent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'How much of the whole job is done, in percent, 0 to 100: it never falls, also when work that was lost is done again. By what stages usually take.',
      )
      .meta({ examples: [25.6] }),
    waiting_for: z
      .array(stage)
      .optional()
      .describe(
        'Stages waiting because no running worker can process them; omitted if there are none.',
      )
      .meta({ examples: [['analysis']] }),
  })
  .meta({
    id: 'Progress',
    description:
      'How far a job is. Stages run in the order ingestion, transcription, analysis, merging.',
  });
export type Progress = z.infer<typeof progress>;

export const jobError = z
  .looseObject({
    code: z
      .string()
      .describe('Why the job ended, for programs: a failure code such as `EXTRACTION_FAILED`.'),
    message: z.string().describe('Why the job ended, for people.'),
  })
  .meta({ id: 'JobError', description: 'Why a job has no results.' });

const jobId = z.string().describe('Id of the job, `job_…`.');
const sourceUrl = z.string().nullable().describe('Link of the video; null for an uploaded file.');
const platform = z
  .string()
  .describe(
    'Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`; `test` for the links of test workspaces.',
  );
const creditsEstimated = z
  .int()
  .describe('Estimate in credits. It is not a quote: the charge may be lower or higher.');
export const creditsEstimatedAtSubmit = z
  .int()
  .optional()
  .describe(
    'The estimate that the job was created with, in credits; present once `credits_estimated` was made anew for the real length of the video.',
  )
  .meta({ examples: [53] });
const followId = z
  .string()
  .nullable()
  .describe('The Follow that created the job, `fol_…`; null for a job that was submitted.')
  .meta({ examples: [exampleIds.follow] });
const createdAt = timestamp.describe('When the job was created.');

const glossaryRevision = z
  .int()
  .optional()
  .describe(
    'Number of the revision of the workspace’s glossary that the job uses; absent if there was none, or if the job leaves it out.',
  )
  .meta({ examples: [4] });
const externalId = z
  .string()
  .optional()
  .describe('Your own id for the job; absent if none was given.')
  .meta({ examples: ['spring-campaign-17'] });
const videoTitle = z
  .string()
  .nullable()
  .describe("The video's title, or the `upload_filename`; null until known.")
  .meta({ examples: ['New shoes, tested'] });
const creditsCharged = z
  .int()
  .nullable()
  .describe('Credits charged; null until settled, and if nothing was charged.')
  .meta({ examples: [21] });
const completedAt = timestamp
  .nullable()
  .describe('When the job reached a final state; null before.')
  .meta({ examples: ['2026-11-12T09:30:38.604Z'] });

/** Fields by which a caller recognises a job in a list: the title of its video, and an id of the caller's own. */
export const jobIdentity = { video_title: videoTitle, external_id: externalId } as const;

const duration = z
  .number()
  .nullable()
  .describe('Length of the video in seconds; null until known.')
  .meta({ examples: [61.3] });
export const thumbnail = z
  .string()
  .nullable()
  .describe(
    'Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none.',
  )
  .meta({ examples: [exampleNames.thumbnail] });

const test = testMark(
  'Always true: a job of a test workspace. No video was analysed, and its results are fixed ones. Absent from others.',
);

/** Fields that a job and an entry in a list of jobs have in common. */
export const jobFields = {
  jobId,
  sourceUrl,
  platform,
  creditsEstimated,
  followId,
  createdAt,
  creditsCharged,
  completedAt,
  duration,
  thumbnail,
  test,
};

export const job = z
  .looseObject({
    job_id: jobId,
    test,
    status: jobStatus.describe('State of the job.'),
    url: sourceUrl,
    upload_key: z
      .string()
      .optional()
      .describe(
        'Key of the uploaded file, to pass again as `upload_key` with `from_job` while the file is kept; absent for a link.',
      )
      .meta({ examples: [exampleNames.upload] }),
    platform,
    capabilities: z.array(capability).describe('What was asked for.'),
    ...optionViewFields(),
    glossary_revision: glossaryRevision,
    external_id: externalId,
    tags: tags.optional().describe('Your own words for the job; absent if it has none.'),
    batch_id: z
      .string()
      .optional()
      .describe('The batch the job belongs to, `batch_…`; absent if it belongs to none.')
      .meta({ examples: [exampleIds.batch] }),
    video_title: videoTitle,
    video_duration_seconds: duration,
    video_thumbnail_url: thumbnail,
    credits_estimated: creditsEstimated,
    credits_estimated_at_submit: creditsEstimatedAtSubmit,
    credits_charged: creditsCharged,
    processing_seconds: z
      .number()
      .nullable()
      .describe(
        'Wall-clock seconds in which at least one worker was processing the job; null until it completes, and for a job that does not. Waiting is not counted.',
      )
      .meta({ examples: [37.4] }),
    follow_id: followId,
    progress: progress
      .optional()
      .describe('How far the job is; only while it is `processing`.')
      .meta({ examples: [exampleProgress] }),
    results: results.optional().describe('What was found; only once the job is `completed`.'),
    error: jobError
      .optional()
      .describe(
        'Why there are no results; on a `failed` job, and on one `cancelled` because nobody funded it.',
      )
      .meta({ examples: [exampleJobError] }),
    created_at: createdAt,
    started_at: timestamp
      .nullable()
      .describe(
        'When a worker started the job; null before, and while a long video waits for its place. A retry resets it.',
      )
      .meta({ examples: ['2026-11-12T09:30:01.204Z'] }),
    completed_at: completedAt,
  })
  .meta({ id: 'Job', description: 'One analysis of one video.' });
export type Job = z.infer<typeof job>;

export const creditItem = z.looseObject({
  item: z.string().describe('The kind of work, such as `transcription`.'),
  credits: z.number().describe('Its part of the sum, in credits.'),
});

export const jobDryRun = z
  .looseObject({
    dry_run: z.literal(true).describe('Always true: nothing was created.'),
    url: sourceUrl,
    platform,
    capabilities: z.array(capability).describe('What was asked for.'),
    duration_seconds: z
      .number()
      .nullable()
      .describe('Length of the video in seconds; null if it could not be determined in time.'),
    note: z
      .literal('duration_unresolved')
      .optional()
      .describe('`duration_unresolved` if the estimate is based on an assumed duration.')
      .meta({ examples: ['duration_unresolved'] }),
    credits_estimated: z.int().describe('Estimate of the whole job, in credits.'),
    breakdown: z.array(creditItem).describe('The parts of the estimate.'),
    balance: z.int().describe('Credits that can be spent now.'),
    would_exceed_balance: z.boolean().describe('Whether the estimate is above the balance.'),
  })
  .meta({ id: 'JobDryRun', description: 'What a job would cost.' });
export type JobDryRun = z.infer<typeof jobDryRun>;
