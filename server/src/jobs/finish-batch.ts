/** Ends a batch that asked for answers over all its videos: the answers exist when it first shows `completed`. */
import type { AggregateResults } from '@reelsight/contract';
import { type BatchRow, findBatchById, lockBatch } from '../db/batches.ts';
import { findResults } from '../db/jobs/job-results.ts';
import { batchJobs, type JobRow } from '../db/jobs/jobs.ts';
import type { Domain } from '../domain/domain.ts';
import {
  completeBatch,
  failBatch,
  openBatch,
  rollupOf,
  stateOfRollup,
} from '../domain/states/batch-states.ts';
import type { CallContext } from '../engines/engine.ts';
import { EngineClock, type EngineWork } from '../engines/engine-work.ts';
import { type EngineSettings, openEngines } from '../engines/registry.ts';
import type { AggregateJob } from '../perception/answers/aggregate.ts';
import { answerAggregate } from '../perception/answers/understand.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import { inSpan } from '../tracing/scope.ts';
import { noTracer, type Tracer } from '../tracing/tracer.ts';
import { addEngineSpans } from './engine-spans.ts';

export interface BatchDeps {
  readonly domain: Domain;
  /** Engine settings for one batch, with gateway access to the model server, revoked when it ends. */
  readonly engines: () => { settings: EngineSettings; revoke: () => void };
  /** Receives what the engines did, whatever the outcome. */
  readonly onWork?: (work: readonly EngineWork[]) => void;
  readonly tracer?: Tracer;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

export function finishBatch(deps: BatchDeps, task: HeldTask<{ batchId: string }>): Promise<void> {
  const { tracer = noTracer } = deps;
  const { batchId } = task.data;
  const attributes = { 'reelsight.batch_id': batchId };
  const span = tracer.start('batch', null, { kind: 'consumer', attributes });
  return inSpan(span, { batch_id: batchId }, () => finish(deps, task));
}

async function finish(deps: BatchDeps, task: HeldTask<{ batchId: string }>): Promise<void> {
  const { db } = deps.domain;
  const { batchId } = task.data;
  const batch = await findBatchById(db, batchId);
  if (!batch || !isEnding(batch)) return;

  const jobs = await batchJobs(db, batchId);
  const aggregate = await aggregateOf(deps, batch, jobs, task.signal).catch((error: unknown) => {
    if (task.triedAgain || task.signal.aborted) throw error;
    deps.log('batch failed', { error: String(error) });
    return null;
  });
  if (aggregate === null) return failBatch(deps.domain, batchId);

  await deps.domain.db.transaction(async (tx) => {
    const locked = await lockBatch(tx, batchId);
    if (locked && isEnding(locked)) await completeBatch(deps.domain, tx, locked, aggregate);
  });
}

const isEnding = (batch: BatchRow): boolean =>
  openBatch(batch.status) && stateOfRollup(rollupOf(batch)) === 'ending';

async function aggregateOf(
  deps: BatchDeps,
  batch: BatchRow,
  jobs: readonly JobRow[],
  signal: AbortSignal,
): Promise<AggregateResults> {
  const included: AggregateJob[] = [];
  const excluded: AggregateResults['jobs_excluded'] = [];

  for (const job of jobs) {
    const results =
      job.status === 'completed' ? await findResults(deps.domain.db, job.id) : undefined;
    if (!results) {
      excluded.push({ job_id: job.id, reason: job.error_code ?? job.status });
      continue;
    }

    const { transcription, brands, objects, metadata, meta } = results;
    included.push({
      job_id: job.id,
      url: job.url,
      title: job.title,
      material: { transcription, brands, objects, metadata },
      isPartial: meta.transcription_degraded === true,
    });
  }

  const granted = deps.engines();
  const context: CallContext = { signal, meter: () => undefined };
  const clock = new EngineClock();
  try {
    const engine = await clock.watch(openEngines(granted.settings)).language();
    const { queries } = batch.request.aggregate;
    const { value } = await answerAggregate(included, [...queries], engine, context);

    return {
      ...value,
      jobs_excluded: excluded,
      generated_at: deps.domain.now().toISOString(),
    };
  } finally {
    granted.revoke();
    deps.onWork?.(clock.work);
    addEngineSpans(clock.work);
  }
}
