/**
 * Answers questions about the videos of a batch, in a separate thread, because reading the results of many long videos
 * takes seconds, during which the requests of others would have to wait.
 */
import { parseResultFields } from '../artifacts/results-text.ts';
import { cleanJson } from '../db/clean-text.ts';
import type { CallContext } from '../engines/engine.ts';
import { EngineClock, type EngineWork } from '../engines/engine-work.ts';
import { type EngineSettings, openEngines } from '../engines/registry.ts';
import type { AggregateJob } from '../perception/answers/aggregate.ts';
import { answerAggregate } from '../perception/answers/understand.ts';
import { answerOrders, type OrderContext } from '../threads/answer-orders.ts';

/** A field from which answers are made. */
export type AnsweredField = 'transcription' | 'brands' | 'objects' | 'metadata' | 'meta';

/** A completed job of a batch. */
export interface AnsweredJob extends Pick<AggregateJob, 'job_id' | 'url' | 'title'> {
  /** Results with each `AnsweredField`. */
  readonly json: string;
}

interface BatchOrder {
  readonly jobs: readonly AnsweredJob[];
  readonly queries: readonly string[];
  readonly settings: EngineSettings;
}

interface BatchAnswers {
  /** `queries`, `brands` and `jobs_included` of the aggregate results as clean JSON, or why there are none. */
  readonly outcome: { readonly answersJson: string } | { readonly failure: string };
  readonly work: readonly EngineWork[];
}

const handlers = {
  /** Never rejects, so that the work of the engines is known whatever the outcome. */
  answer: async (order: BatchOrder, { signal }: OrderContext): Promise<BatchAnswers> => {
    const clock = new EngineClock();
    try {
      const answers = await answersOf(order, clock, { signal, meter: () => undefined });
      return { outcome: { answersJson: cleanJson(answers) }, work: clock.work };
    } catch (error) {
      return { outcome: { failure: String(error) }, work: clock.work };
    }
  },
};
export type BatchThread = typeof handlers;

async function answersOf(
  { jobs, queries, settings }: BatchOrder,
  clock: EngineClock,
  context: CallContext,
) {
  const engine = await clock.watch(openEngines(settings)).language();
  const { value } = await answerAggregate(jobs.map(withMaterial), queries, engine, context);
  return value;
}

function withMaterial({ json, ...job }: AnsweredJob): AggregateJob {
  const { transcription, brands, objects, metadata, meta } = parseResultFields<AnsweredField>(json);
  return {
    ...job,
    material: { transcription, brands, objects, metadata },
    isPartial: meta.transcription_degraded === true,
  };
}

answerOrders(handlers, { inBackground: true });
