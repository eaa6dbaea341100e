/** Tools for whole jobs: show the state of one, list them, cancel one, and show the account that pays. */
import { isTerminal, type Job, type JobState } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, nextCursor } from '../bounds.ts';
import { costOf, costOutput, defined, jobIdInput, waitSecondsInput } from '../fields.ts';
import { noteEnd, readJob } from '../read-job.ts';
import { type Context, reads, tool } from '../tool.ts';

const statuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'held',
] as const satisfies readonly Job['status'][];

const statusOutput = z
  .string()
  .describe(
    'pending, processing or held (waits for credits: tell the person); completed, failed and cancelled are final.',
  );

const stateOutput = z.looseObject({
  job_id: z.string().describe('Id of the job.'),
  status: statusOutput,
  done: z.boolean().describe('Whether the state is final.'),
  stage: z.string().optional().describe('Stage of a job in processing.'),
  percent: z.number().optional().describe('How much of the stage is done, 0 to 100.'),
  overall_percent: z.number().optional().describe('How much of the job is done, 0 to 100.'),
  error: z
    .looseObject({ code: z.string(), message: z.string() })
    .optional()
    .describe('Why a failed job has no results.'),
  cost: costOutput,
  next: z.string().describe('What to do now.'),
});

const nextSteps: Readonly<Record<Job['status'], string>> = {
  pending: 'Call job_status again with wait_seconds. Do not start the analysis again.',
  processing: 'Call job_status again with wait_seconds. Do not start the analysis again.',
  completed: 'Call job_overview, then the tools for its parts.',
  failed: 'Tell the person why it failed.',
  cancelled: 'The job was cancelled; nothing more comes of it.',
  held: 'The job waits for credits. Tell the person.',
};

function stateOf(job: JobState) {
  return {
    job_id: job.job_id,
    status: job.status,
    done: isTerminal(job),
    ...(job.progress && { stage: job.progress.stage }),
    ...(job.progress?.percent !== undefined && { percent: job.progress.percent }),
    ...(job.progress?.overall_percent !== undefined && {
      overall_percent: job.progress.overall_percent,
    }),
    ...(job.error && { error: { code: job.error.code, message: cut(job.error.message, 1000) } }),
    cost: costOf(job),
    next: nextSteps[job.status] ?? 'Tell the person what state the job is in.',
  };
}

export const jobStatus = tool({
  name: 'job_status',
  title: 'State of a job',
  description: 'State of a job, what it costs and, if it failed, why.',
  input: z.strictObject({
    job_id: jobIdInput,
    wait_seconds: waitSecondsInput,
  }),
  output: stateOutput,
  annotations: reads,
  async run(context, { job_id, wait_seconds }) {
    let job = await readJob(context, job_id);
    if (wait_seconds > 0 && !isTerminal(job) && job.status !== 'held') {
      job = await waitFor(context, job, wait_seconds);
      noteEnd(context, job);
    }
    return { data: stateOf(job) };
  },
});

/** Resolves with the job once it has ended or is held, or with its last known state when the waiting time is over. */
async function waitFor(context: Context, job: JobState, waitSeconds: number): Promise<JobState> {
  const startMs = performance.now();
  const over = AbortSignal.timeout(waitSeconds * 1000);
  let last = job;
  const onProgress = (state: JobState): void => {
    last = state;
    const { stage, percent } = state.progress ?? {};
    const message = [state.status, stage, percent !== undefined && `${percent} %`];
    const passed = Math.min(waitSeconds, (performance.now() - startMs) / 1000);
    context.progress(passed, waitSeconds, message.filter(Boolean).join(', '));
  };
  const signal = AbortSignal.any([context.signal, over]);

  try {
    const options = { signal, onProgress, intervalMs: 3000, results: 'none' } as const;
    return await context.client.jobs.wait(job.job_id, options);
  } catch (error) {
    if (over.aborted && !context.signal.aborted) return last;
    throw error;
  }
}

export const listJobs = tool({
  name: 'list_jobs',
  title: 'List jobs',
  description: 'Jobs of the account, newest first, by pages.',
  input: z.strictObject({
    status: z.enum(statuses).optional().describe('In this state.'),
    created_after: z.string().max(40).optional().describe('Created after it, ISO 8601.'),
    limit: z.int().min(1).max(40).default(20).describe('1 to 40.'),
    cursor: z.string().min(1).max(500).optional().describe('A `next_cursor`.'),
  }),
  output: z.looseObject({
    jobs: z
      .array(
        z.looseObject({
          job_id: z.string(),
          status: statusOutput,
          url: z.string().nullable().describe('Link of the video; null for an upload.'),
          platform: z.string(),
          credits_estimated: z.number().describe('Estimate in credits.'),
          created_at: z.string().describe('ISO 8601.'),
        }),
      )
      .describe('Newest first.'),
    next_cursor: nextCursor,
  }),
  annotations: reads,
  async run({ client, signal }, { cursor, ...filter }) {
    const page = await client.jobs.list(defined(filter), { signal }).page(cursor);
    const jobs = page.items.map(
      ({ job_id, status, url, platform, credits_estimated, created_at }) => ({
        job_id,
        status,
        url: url && cut(url, 200),
        platform,
        credits_estimated,
        created_at,
      }),
    );
    return { data: { jobs, next_cursor: page.nextCursor } };
  },
});

export const cancelJob = tool({
  name: 'cancel_job',
  title: 'Cancel a job',
  description:
    'Ends a running or waiting job for good; what was computed is charged. Only if the person asks.',
  input: z.strictObject({ job_id: jobIdInput }),
  output: stateOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  async run(context, { job_id }) {
    const job = await context.client.jobs.cancel(job_id, { signal: context.signal });
    noteEnd(context, job);
    return { data: stateOf(job) };
  },
});

export const account = tool({
  name: 'account',
  title: 'Account',
  description: 'Credits of the account, its plan and limits.',
  input: z.strictObject({}),
  output: z.looseObject({
    plan: z.string().describe('Plan of the account.'),
    credits: z.looseObject({}).describe('Balance and allowance, in credits.'),
    limits: z.looseObject({}).describe('What the plan allows.'),
    session_budget: z
      .looseObject({
        limit: z.number().describe('Credits this session may spend.'),
        left: z.number().describe('Credits it may still spend.'),
      })
      .nullable()
      .describe('What this process may spend; null if it has no limit of its own.'),
  }),
  annotations: reads,
  async run({ client, signal, budget }) {
    // Only these fields are returned, because the account also contains the secret that signs webhooks, which an
    // assistant must not get.
    const { plan, credits, limits } = await client.account({ signal });
    const session_budget = budget && { limit: budget.limit, left: budget.left };
    return { data: { plan, credits, limits, session_budget } };
  },
});
