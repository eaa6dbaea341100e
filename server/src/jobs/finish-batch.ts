/**
 * Ends a batch that asked for answers over all its videos. The answers exist before the batch is first shown as
 * `completed`.
 */
import '../engines/no-telemetry.ts';
import type { AggregateResults } from '@reelsight/contract';
import { type BatchRow, findBatchById, lockBatch } from '../db/batches.ts';
import { cleanJson } from '../db/clean-text.ts';
import { batchJobs } from '../db/jobs/batch-jobs.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import { findResultFields } from '../db/jobs/result-fields.ts';
import type { Domain } from '../domain/domain.ts';
import {
  completeBatch,
  failBatch,
  openBatch,
  rollupOf,
  stateOfRollup,
} from '../domain/states/batch-states.ts';
import type { EngineWork } from '../engines/engine-work.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { ClaimedTask } from '../queue/consume-loop.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import { inSpan } from '../tracing/scope.ts';
import { noTracer, type Tracer } from '../tracing/tracer.ts';
import type { AnsweredField, AnsweredJob, BatchThread } from './batch-answers-thread.ts';
import { addEngineSpans } from './hosts/engine-spans.ts';

export interface BatchDeps {
  readonly domain: Domain;
  /** Engine settings for one batch. Access to the model server goes through a gateway and ends with `revoke`. */
  readonly engines: () => { settings: EngineSettings; revoke: () => void };
  /** Receives what the engines did, also if the answers failed. */
  readonly onWork?: (work: readonly EngineWork[]) => void;
  readonly tracer?: Tracer;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

export function finishBatch(
  deps: BatchDeps,
  task: ClaimedTask<{ batchId: string }>,
): Promise<void> {
  const { tracer = noTracer } = deps;
  const { batchId } = task.data;
  const attributes = { 'reelsight.batch_id': batchId };
  const span = tracer.start('batch', null, { kind: 'consumer', attributes });
  return inSpan(span, { batch_id: batchId }, () => finish(deps, task));
}

async function finish(deps: BatchDeps, task: ClaimedTask<{ batchId: string }>): Promise<void> {
  const { db } = deps.domain;
  const { batchId } = task.data;
  const batch = await findBatchById(db, batchId);
  if (!batch || !isEnding(batch)) return;

  const jobs = await batchJobs(db, batchId);
  const aggregateJson = await aggregateOf(deps, batch, jobs, task.signal).catch(
    (error: unknown) => {
      if (task.triedAgain || task.signal.aborted) throw error;
      deps.log('batch failed', { error: String(error) });
      return null;
    },
  );
  if (aggregateJson === null) return failBatch(deps.domain, batchId);

  await deps.domain.db.transaction(async (tx) => {
    const locked = await lockBatch(tx, batchId);
    if (locked && isEnding(locked)) await completeBatch(deps.domain, tx, locked, aggregateJson);
  });
}

const isEnding = (batch: BatchRow): boolean =>
  openBatch(batch.status) && stateOfRollup(rollupOf(batch)) === 'ending';

/**
 * No time limit, because a language model may take minutes for each question. Engines are told when the batch is given
 * up, and end their calls themselves: a thread that is ended within a call of native code may take the process along.
 */
const threadOptions = {
  heapMegabytes: limitsOfResults.heapMegabytes,
  stopsItself: true,
  graceMs: 30_000,
} as const;
const threadEntry = new URL('./batch-answers-thread.ts', import.meta.url);

/** Returns the aggregate results as clean JSON. */
async function aggregateOf(
  deps: BatchDeps,
  batch: BatchRow,
  jobs: readonly JobRow[],
  signal: AbortSignal,
): Promise<string> {
  const { included, excluded } = await readJobs(deps.domain.db, jobs);
  const { queries } = batch.request.aggregate;
  const granted = deps.engines();
  // One for each batch, so that nothing of one workspace stays in memory while another is answered.
  const thread = new WorkerThread<BatchThread>(threadEntry, threadOptions);
  try {
    // Tests of programs must not cost the tokens of a model server.
    const settings = batch.request.test ? { ...granted.settings, remote: null } : granted.settings;
    const order = { jobs: included, queries: [...queries], settings };
    const { outcome, work } = await thread.run('answer', order, signal);
    deps.onWork?.(work);
    addEngineSpans(work);
    signal.throwIfAborted();
    if ('failure' in outcome) throw new Error(outcome.failure);

    const otherFields = {
      jobs_excluded: excluded,
      generated_at: deps.domain.now().toISOString(),
    } satisfies Partial<AggregateResults>;
    return `${outcome.answersJson.slice(0, -1)},${cleanJson(otherFields).slice(1)}`;
  } finally {
    granted.revoke();
    await thread.close();
  }
}

/** What is read of the results, without the frames of brands and objects, which take most of the space. */
const readFields: readonly AnsweredField[] = [
  'transcription',
  'brands',
  'objects',
  'metadata',
  'meta',
];
/** Maximum number of characters in `readFields`: for one job, and for all jobs of a batch together. */
const charactersOfJob = 16_000_000;
const charactersOfBatch = 32_000_000;

/** All included jobs are in memory at once, so those beyond the limits are excluded. */
async function readJobs(
  db: Domain['db'],
  jobs: readonly JobRow[],
): Promise<{
  readonly included: readonly AnsweredJob[];
  readonly excluded: AggregateResults['jobs_excluded'];
}> {
  const included: AnsweredJob[] = [];
  const excluded: AggregateResults['jobs_excluded'] = [];
  let characters = 0;

  for (const job of jobs) {
    const options = { frames: false, name: 'results of batch' };
    const json =
      job.status === 'completed'
        ? await findResultFields(db, job.id, readFields, options)
        : undefined;
    if (json === undefined) {
      excluded.push({ job_id: job.id, reason: job.error_code ?? job.status });
      continue;
    }

    if (json.length > charactersOfJob || characters + json.length > charactersOfBatch) {
      excluded.push({ job_id: job.id, reason: 'results_too_large' });
      continue;
    }

    characters += json.length;
    included.push({ job_id: job.id, url: job.url, title: job.title, json });
  }

  return { included, excluded };
}
