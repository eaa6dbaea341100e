/** Tools for many videos at once: estimate the cost, start the analysis, show its progress. */
import type { Batch, NewBatch } from '@reelsight/sdk';
import { z } from 'zod';
import { cursorInput, cut, nextCursor, pageOf } from '../bounds.ts';
import {
  attemptInput,
  costOutput,
  defined,
  fromVideoOutput,
  knownCapabilitiesInput,
  maxCreditsInput,
  notice,
  noticeOutput,
  optionInputs,
  queriesInput,
  sameAsEstimate,
  waitSecondsInput,
} from '../fields.ts';
import { idempotencyKey, wasRefused } from '../paying.ts';
import { Refusal } from '../refusal.ts';
import { type Context, reads, spends, tool } from '../tool.ts';

const videosAtMost = 50;

export const analyzeBatch = tool({
  name: 'analyze_batch',
  title: 'Analyse videos',
  description:
    'Analyses many videos. IT COSTS CREDITS: first call it with estimate_only, tell the person the cost, and pass what they agreed to as max_credits. Then batch_status. Fields as in estimate_analysis.',
  input: z.strictObject({
    urls: z.array(z.string().min(1).max(2048)).max(videosAtMost).optional().describe('Links.'),
    uploads: z
      .array(
        z
          .strictObject({ upload_key: z.string().max(300), upload_filename: z.string().max(255) })
          // Its fields stand in the description in fewer bytes.
          .meta({ properties: undefined, required: undefined }),
      )
      .max(videosAtMost)
      .optional()
      .describe('Files: {upload_key, upload_filename}.'),
    ...sameAsEstimate({ capabilities: knownCapabilitiesInput, ...optionInputs('batch') }),
    aggregate_queries: queriesInput.optional().describe('Asked of all videos together.'),
    estimate_only: z.boolean().default(false).describe('Only says the cost.'),
    max_credits: maxCreditsInput.optional().describe('For all; needed without estimate_only.'),
    attempt: attemptInput.describe('As in analyze_video.'),
  }),
  output: z.looseObject({
    batch_id: z.string().nullable().describe('Id of the batch; null for an estimate.'),
    videos: z.number().describe('How many there are.'),
    credits_estimated: z.number().describe('Estimate of all videos, in credits.'),
    duration_assumed: z.boolean().describe('Whether a length is not known yet.'),
    balance: z.number().describe('Credits of the account.'),
    session_budget_left: z.number().nullable().describe('Null if there is no limit.'),
  }),
  annotations: spends,
  async run(context, { estimate_only, max_credits, attempt, ...request }) {
    const batch = batchOf(request);
    const { client, signal, budget } = context;
    const estimate = await client.batches.estimate(batch, { signal });
    const { total_credits_estimated: total, jobs, balance } = estimate;
    const facts = {
      videos: jobs.length,
      credits_estimated: total,
      duration_assumed: jobs.some(({ note }) => note !== undefined),
      balance,
    };
    if (estimate_only)
      return { data: { batch_id: null, ...facts, session_budget_left: budget?.left ?? null } };

    const batch_id = await create(context, {
      batch,
      total,
      allowed: max_credits,
      attempt,
    });

    return { data: { batch_id, ...facts, session_budget_left: budget?.left ?? null } };
  },
});

/** The input of a batch. Options have the same names as in the API. */
interface BatchRequest {
  readonly urls?: string[] | undefined;
  readonly uploads?: { upload_key: string; upload_filename: string }[] | undefined;
  readonly capabilities: NonNullable<NewBatch['capabilities']>;
  readonly aggregate_queries?: string[] | undefined;
}

const batchOf = ({ uploads, aggregate_queries, ...request }: BatchRequest): NewBatch => ({
  ...defined(request),
  ...(uploads && {
    uploads: uploads.map((upload) => ({
      key: upload.upload_key,
      filename: upload.upload_filename,
    })),
  }),
  ...(aggregate_queries && { aggregate: { enabled: true, queries: aggregate_queries } }),
});

interface Creation {
  readonly batch: NewBatch;
  readonly total: number;
  readonly allowed: number | undefined;
  readonly attempt: number;
}

/** Throws Refusal. */
async function create(
  { client, signal, budget }: Context,
  { batch, total, allowed, attempt }: Creation,
): Promise<string> {
  if (allowed === undefined) {
    throw new Refusal(
      'INVALID_ARGUMENTS',
      'max_credits: must be given.',
      `The estimate is ${total} credits. Ask the person how many may be spent.`,
    );
  }

  if (total > allowed) {
    throw new Refusal(
      'BUDGET_EXCEEDED',
      `The estimate is ${total} credits, more than max_credits (${allowed}).`,
      'Ask the person whether more may be spent, or analyse fewer videos.',
    );
  }

  const key = idempotencyKey({ ...batch, max_credits: allowed, attempt });
  const fresh = budget?.reserve(key, allowed) ?? false;
  const created = await client.batches
    .create({ ...batch, max_credits: allowed }, { idempotencyKey: key, signal })
    .catch((error: unknown) => {
      if (fresh && wasRefused(error)) budget?.release(key);
      throw error;
    });
  budget?.made(key, created.batch_id);

  return created.batch_id;
}

const finalStates: readonly Batch['status'][] = ['completed', 'failed', 'cancelled'];

export const batchStatus = tool({
  name: 'batch_status',
  title: 'State of a batch',
  description:
    'State of a batch and its jobs, and once it is completed the answers over all videos.',
  input: z.strictObject({
    batch_id: z
      .string()
      .regex(/^batch_[0-9a-z]{1,60}$/, 'must be the id of a batch, batch_…')
      .describe('`batch_…`.'),
    wait_seconds: waitSecondsInput,
    cursor: cursorInput,
  }),
  output: z.looseObject({
    batch_id: z.string(),
    status: z.string().describe('paused waits for credits: tell the person.'),
    done: z.boolean().describe('Whether the state is final.'),
    rollup: z.looseObject({}).describe('Number of jobs by their state.'),
    cost: costOutput,
    jobs: z.array(z.looseObject({ job_id: z.string(), status: z.string() })),
    next_cursor: nextCursor,
    notice: noticeOutput,
    from_video: fromVideoOutput({
      answers: z.array(z.looseObject({ query: z.string(), answer: z.string() })),
    }),
  }),
  annotations: reads,
  async run(context, { batch_id, wait_seconds, cursor }) {
    const batch = await readBatch(context, batch_id, wait_seconds);
    const { status, rollup, credits_estimated, credits_charged } = batch;
    const isFinal = finalStates.includes(status);
    if (isFinal) context.budget?.settle(batch_id, credits_charged);

    const page = pageOf(entriesOf(batch), { cursor, most: 40 }, (entry) =>
      'answer' in entry ? { answer: shownAnswer(entry.answer) } : { job: shownJob(entry.job) },
    );

    return {
      data: {
        batch_id,
        status,
        done: isFinal,
        rollup,
        cost: { credits_estimated, credits_charged },
        jobs: page.items.flatMap((item) => ('job' in item ? item.job : [])),
        next_cursor: page.next_cursor,
        notice,
        from_video: {
          answers: page.items.flatMap((item) => ('answer' in item ? item.answer : [])),
        },
      },
    };
  },
});

type Entry = { readonly answer: Answer } | { readonly job: Batch['jobs'][number] };

/**
 * The answers and jobs of a batch in one list, answers first, so that they can be paged together: they may be too long
 * for one page.
 */
const entriesOf = ({ aggregate_results, jobs }: Batch): Entry[] => [
  ...(aggregate_results?.queries ?? []).map((answer) => ({ answer })),
  ...jobs.map((job) => ({ job })),
];

const shownJob = ({ job_id, status, url, reason }: Batch['jobs'][number]) => ({
  job_id,
  status,
  url: url && cut(url, 200),
  ...(reason !== undefined && { reason: cut(reason, 100) }),
});

type Answer = NonNullable<Batch['aggregate_results']>['queries'][number];

const shownAnswer = ({ query, answer, answered, outcome, evidence }: Answer) => ({
  query: cut(query, 200),
  answered,
  answer: cut(answer, 600),
  ...(outcome !== undefined && { outcome }),
  evidence: evidence.slice(0, 2).map(({ job_id, timestamp }) => ({ job_id, timestamp })),
});

/** Resolves with the batch once it has ended or is paused, or with its current state when the waiting time is over. */
async function readBatch(
  { client, signal }: Context,
  id: string,
  waitSeconds: number,
): Promise<Batch> {
  // As found, because corrections change only the brands of a batch, which are not shown, and take long to apply.
  const batch = await client.batches.get(id, { signal });
  if (waitSeconds === 0 || batch.status !== 'processing') return batch;

  const timeout = AbortSignal.timeout(waitSeconds * 1000);
  try {
    await client.batches.wait(id, {
      signal: AbortSignal.any([signal, timeout]),
      intervalMs: 3000,
    });
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
  }

  return client.batches.get(id, { signal });
}
