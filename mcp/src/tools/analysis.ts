/** The tools that start an analysis, which costs credits, and the tool that estimates the cost. */
import type { JobState, NewJob } from '@reelsight/sdk';
import { z } from 'zod';
import {
  attemptInput,
  capabilitiesInput,
  costOf,
  costOutput,
  defined,
  jobIdInput,
  knownCapabilitiesInput,
  maxCreditsInput,
  optionInputs,
  queriesInput,
  sameAsEstimate,
} from '../fields.ts';
import { idempotencyKey, wasRefused } from '../paying.ts';
import { noteEnd, readJob } from '../read-job.ts';
import { Refusal } from '../refusal.ts';
import { type Context, reads, spends, tool } from '../tool.ts';

const text = (maxLength: number) => z.string().min(1).max(maxLength);

const uploadKeyInput = text(300).describe('Of an uploaded file.');

/** Input fields that the estimate and the analysis have in common. */
const analysisInput = {
  url: text(2048).optional().describe('Public link; exactly one of url and upload_key.'),
  upload_key: uploadKeyInput.optional(),
  upload_filename: text(255).optional().describe('Becomes the title.'),
  capabilities: capabilitiesInput.describe(
    'What to find out; each costs credits. metadata: facts about the video. custom_query answers `queries`, objects finds `objects`.',
  ),
  ...optionInputs('job'),
};

const budgetLeft = z
  .number()
  .nullable()
  .describe('Credits this session may still spend; null if it has no limit of its own.');

export const estimateAnalysis = tool({
  name: 'estimate_analysis',
  title: 'Estimate',
  description:
    'What an analysis of a video would cost, in credits; spends nothing. Call it before analyze_video, and ask the person.',
  input: z.strictObject(analysisInput),
  output: z.looseObject({
    credits_estimated: z.number().describe('Estimate of the whole job, in credits.'),
    breakdown: z
      .array(z.looseObject({ item: z.string(), credits: z.number() }))
      .describe('The parts of the estimate, in credits.'),
    duration_seconds: z
      .number()
      .nullable()
      .describe('Length of the video in seconds; null if it is not known yet.'),
    duration_assumed: z
      .boolean()
      .describe('Whether the estimate rests on an assumed length, so that it may be far off.'),
    balance: z.number().describe('Credits of the account that can be spent now.'),
    would_exceed_balance: z.boolean().describe('Whether the estimate is above the balance.'),
    session_budget_left: budgetLeft,
  }),
  annotations: { ...reads, openWorldHint: true },
  async run({ client, signal, budget }, args) {
    const estimate = await client.jobs.estimate(defined(args), { signal });
    const { credits_estimated, breakdown, duration_seconds, balance, would_exceed_balance } =
      estimate;
    return {
      data: {
        credits_estimated,
        breakdown,
        duration_seconds,
        duration_assumed: estimate.note === 'duration_unresolved',
        balance,
        would_exceed_balance,
        session_budget_left: budget?.left ?? null,
      },
    };
  },
});

const createdOutput = z.looseObject({
  job_id: z.string().describe('Id of the job, `job_…`.'),
  status: z.string().describe('State of the job.'),
  existed_before: z
    .boolean()
    .describe('True if an earlier call with these arguments made the job: nothing new is charged.'),
  max_credits: z.number().describe('What this call allowed, in credits.'),
  cost: costOutput,
  session_budget_left: budgetLeft,
  next: z.string().describe('What to do now.'),
});

export const analyzeVideo = tool({
  name: 'analyze_video',
  title: 'Analyse',
  description:
    'Starts the analysis of a video. IT COSTS CREDITS: first call estimate_analysis with the same arguments, tell the person the cost, and pass what they agreed to as max_credits. Then job_status.',
  input: z.strictObject({
    ...sameAsEstimate({ ...analysisInput, capabilities: knownCapabilitiesInput }),
    max_credits: maxCreditsInput,
    attempt: attemptInput,
  }),
  output: createdOutput,
  annotations: spends,
  async run(context, args) {
    const { attempt, ...job } = args;
    return create(context, { job: defined(job), attempt });
  },
});

export const askAgain = tool({
  name: 'ask_again',
  title: 'Ask again',
  description:
    'A new job answers further questions about the video of a completed one. IT COSTS CREDITS: first call estimate_analysis with its video, capabilities ["custom_query"] and these queries. Then query_answers.',
  input: z.strictObject({
    job_id: jobIdInput,
    queries: queriesInput.optional(),
    shaped_queries: analysisInput.shaped_queries.describe('As in estimate_analysis.'),
    max_credits: maxCreditsInput.describe('As in analyze_video.'),
    attempt: attemptInput.describe('As in analyze_video.'),
  }),
  output: createdOutput,
  annotations: spends,
  async run(context, { job_id, max_credits, attempt, ...questions }) {
    const earlier = await readJob(context, job_id);
    const job: JobToPay = {
      ...sourceOf(earlier),
      capabilities: ['custom_query'],
      ...defined(questions),
      from_job: job_id,
      max_credits,
    };
    return create(context, { job, attempt });
  },
});

/** The request fields that name the video of an earlier job: its link, or its upload with the file name. */
const sourceOf = ({ url, upload_key, video_title }: JobState) => ({
  ...(url ? { url } : { upload_key }),
  ...(!url && video_title && { upload_filename: video_title }),
});

type JobToPay = NewJob & { readonly max_credits: number };

interface Creation {
  readonly job: JobToPay;
  readonly attempt: number;
}

async function create(context: Context, { job, attempt }: Creation) {
  const { client, signal, budget } = context;
  const key = idempotencyKey({ ...job, attempt });

  await checkEstimate(context, job);
  const fresh = budget?.reserve(key, job.max_credits) ?? false;
  const { data: createdJob, response } = await client.jobs
    .create(job, { idempotencyKey: key, signal })
    .withResponse()
    .catch((error: unknown) => {
      // Credits are given back only after a refusal: if an answer was lost, the job may exist, so its possible cost
      // stays reserved.
      if (fresh && wasRefused(error)) budget?.release(key);
      throw error;
    });
  budget?.made(key, createdJob.job_id);
  noteEnd(context, createdJob);

  return {
    data: {
      job_id: createdJob.job_id,
      status: createdJob.status,
      existed_before: response.headers.get('idempotency-replayed') === 'true',
      max_credits: job.max_credits,
      cost: costOf(createdJob),
      session_budget_left: budget?.left ?? null,
      next: 'Call job_status with this job_id and wait_seconds until it is completed.',
    },
  };
}

/**
 * Compares the estimated cost with the limit. The service does so only once it has the video; if the length is already
 * known, this check avoids creating a job in vain. Throws Refusal BUDGET_EXCEEDED.
 */
async function checkEstimate({ client, signal }: Context, { max_credits, ...job }: JobToPay) {
  const { credits_estimated, note } = await client.jobs.estimate(job, { signal });
  if (note === 'duration_unresolved' || credits_estimated <= max_credits) return;
  throw new Refusal(
    'BUDGET_EXCEEDED',
    `The estimate is ${credits_estimated} credits, more than max_credits (${max_credits}).`,
    'Ask the person whether more may be spent, or analyse less: fewer capabilities, a lower fps.',
  );
}
