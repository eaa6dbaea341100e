/** The process of one job: runs the stages its parent orders. It has no database and no secret. */
import type { Stage } from '@reelsight/contract';
// Not the whole contract: its schemas would double the time this process needs to start.
import { type ErrorCode, Fault } from '@reelsight/contract/errors';
import type { MeterItem, Usage } from '../engines/engine.ts';
import type { FromChild, IngestionFacts, StageContext, StageOrder } from './orders.ts';

type RunStage = (order: StageOrder, context: StageContext) => Promise<IngestionFacts | null>;

/** Loaded when first needed: each stage brings libraries of its own. */
const runners: Readonly<Record<Stage, () => Promise<RunStage>>> = {
  ingestion: async () => (await import('./ingest.ts')).runIngestion,
  transcription: async () => (await import('./transcribe.ts')).runTranscription,
  analysis: async () => (await import('./analyze.ts')).runAnalysis,
  merging: async () => (await import('./merge.ts')).runMerging,
};

/** What an error that names no code means in its stage. */
const failureOfStage: Readonly<Record<Stage, ErrorCode>> = {
  ingestion: 'EXTRACTION_FAILED',
  transcription: 'TRANSCRIPTION_FAILED',
  analysis: 'ANALYSIS_FAILED',
  merging: 'PROCESSING_ERROR',
};

const usage: Usage = {};
const stop = new AbortController();

function tell(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    // A parent that is gone can't be told; `disconnect` ends this process.
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

/** At most four messages a second: each is a write on a pipe. */
const progressEveryMs = 250;

function contextOf(): StageContext {
  let toldAt = 0;
  return {
    signal: stop.signal,
    meter: (item: MeterItem, amount: number) => {
      usage[item] = (usage[item] ?? 0) + amount;
    },
    log: (message, fields = {}) => void tell({ kind: 'log', message, fields }),
    progress: (fraction) => {
      const now = performance.now();
      if (now - toldAt < progressEveryMs) return;
      toldAt = now;
      void tell({ kind: 'progress', fraction: Math.min(1, Math.max(0, fraction)), usage });
    },
  };
}

async function obey(order: StageOrder): Promise<void> {
  try {
    const run = await runners[order.stage]();
    const facts = await run(order, contextOf());
    await tell({ kind: 'done', usage, facts });
  } catch (error) {
    const fault = error instanceof Fault ? error : undefined;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const shown = fault ?? new Fault(failureOfStage[order.stage], detail);
    await tell({
      kind: 'failed',
      usage,
      code: shown.code,
      text: shown.message,
      detail: fault ? `${fault.detail}\n${detail}` : detail,
    });
  }
}

process.on('message', (order: StageOrder) => void obey(order));
void tell({ kind: 'ready' });
process.on('disconnect', () => {
  stop.abort(new Error('the parent is gone'));
  process.exit(1);
});
