/**
 * Produces the summary, the answers for one job, and the answers for a batch: selects passages, asks the engine, and
 * checks its answer.
 */
import {
  type AggregateResults,
  Fault,
  type QueryResult,
  type SummaryResult,
} from '@reelsight/contract';
import type { AnswerOutcome } from '@reelsight/contract/answer-outcome';
import { aggregateBrands } from '../../analysis/aggregate-brands.ts';
import { buildPassages, type Material, transcriptOf } from '../../analysis/passages.ts';
import { openRetrieval, represent } from '../../analysis/retrieval.ts';
import type { CallContext, EngineInfo } from '../../engines/engine.ts';
import { openExtractive } from '../../engines/extractive/extractive.ts';
import { estimateTokens, type LanguageEngine, type Passage } from '../../engines/language.ts';
import { mapSome } from '../map-some.ts';
import { type AggregateJob, aggregatePassages, videoNames } from './aggregate.ts';
import { type CheckedAnswer, checkAnswer } from './evidence.ts';
import { tableAnswer } from './table-answers.ts';

export interface Understood<T> {
  readonly value: T;
  /** `summary_degraded` or `query_degraded`. */
  readonly degraded: boolean;
  /** The engines that ran, for `results.meta.engines.language`; empty if there was nothing to process. */
  readonly engines: readonly EngineInfo[];
}

/** Number of queries processed at the same time. */
export const parallelQueries = 3;

/**
 * Writes the summary. If the engine fails, the embedded engine selects sentences and the result is marked as degraded.
 * If nothing was said, read, seen or described, there is no summary and the result is not degraded. Throws only the
 * signal's reason and programming errors.
 */
export async function summarise(
  material: Material,
  engine: LanguageEngine,
  context: CallContext,
): Promise<Understood<SummaryResult>> {
  const passages = buildPassages(material).filter(hasContent);
  const language = material.transcription?.language ?? '';
  const title = material.metadata?.title ?? null;

  if (passages.length === 0) {
    return { value: { text: '', key_topics: [] }, degraded: false, engines: [] };
  }

  const outcome = await withFallback(engine, context, (chosen) => {
    const fitting = represent(passages, chosen.materialTokens, estimateTokens, language);
    return chosen.summarise({ title, language, passages: fitting }, context);
  });
  const { text, keyTopics } = outcome.value;

  return {
    value: { text, key_topics: [...keyTopics] },
    degraded: outcome.failed || outcome.value.degraded,
    engines: [outcome.engine],
  };
}

/** Whether a passage is about the content of the video; a title or a frame rate only describes the file. */
const hasContent = ({ subject }: Passage): boolean =>
  subject.kind !== 'metadata' || subject.name === 'description' || subject.name === 'chapter';

/**
 * Answers each query, in order. If the engine fails on a query, the embedded engine answers it and the result is marked
 * as degraded. `isPartial` means that some of the video could not be read. Throws only the signal's reason and
 * programming errors.
 */
export async function answerQueries(
  material: Material,
  queries: readonly string[],
  engine: LanguageEngine,
  context: CallContext,
  isPartial = false,
): Promise<Understood<QueryResult[]>> {
  const set = {
    passages: buildPassages(material),
    videos: [''],
    transcripts: [transcriptOf(material)],
    brands: [material.brands],
    isPartial,
  };
  const { value, ...health } = await answerAll(set, queries, engine, context);
  const results = value.map(({ query, checked, outcome }) => ({
    query,
    answer: checked.answer,
    answered: checked.answered,
    outcome,
    confidence: checked.confidence,
    evidence: checked.evidence.map((placedEvidence) => placedEvidence.evidence),
  }));

  return { value: results, ...health };
}

/**
 * Answers queries about the completed jobs of a batch and totals their brands; the caller adds `jobs_excluded` and
 * `generated_at`. Engine failures are handled as in `answerQueries`.
 */
export async function answerAggregate(
  jobs: readonly AggregateJob[],
  queries: readonly string[],
  engine: LanguageEngine,
  context: CallContext,
): Promise<Understood<Pick<AggregateResults, 'queries' | 'brands' | 'jobs_included'>>> {
  const set = {
    passages: await aggregatePassages(jobs),
    videos: videoNames(jobs),
    transcripts: jobs.map((job) => transcriptOf(job.material)),
    brands: jobs.map((job) => job.material.brands),
    isPartial: jobs.length === 0 || jobs.some((job) => job.isPartial === true),
  };
  const { value, ...health } = await answerAll(set, queries, engine, context);
  const answers = value.map(({ query, checked, outcome }) => ({
    query,
    answer: checked.answer,
    answered: checked.answered,
    outcome,
    evidence: checked.evidence.flatMap(({ video, evidence: { timestamp, source, quote } }) => {
      const job = jobs[video];
      if (!job) return [];
      return [{ job_id: job.job_id, url: job.url, timestamp, source, ...(quote && { quote }) }];
    }),
  }));

  const brands = aggregateBrands(
    jobs.map(({ job_id, material }) => ({ job_id, brands: material.brands })),
  );

  return { value: { queries: answers, brands, jobs_included: jobs.length }, ...health };
}

interface PassageSet {
  readonly passages: readonly Passage[];
  readonly videos: readonly string[];
  readonly transcripts: readonly ReturnType<typeof transcriptOf>[];
  /** The brands of each video; undefined for one in which none were looked for. */
  readonly brands: readonly (Material['brands'] | undefined)[];
  /** Whether part of a video could not be read. */
  readonly isPartial: boolean;
}

interface Answer {
  readonly query: string;
  readonly checked: CheckedAnswer;
  readonly outcome: AnswerOutcome;
}

async function answerAll(
  set: PassageSet,
  queries: readonly string[],
  engine: LanguageEngine,
  context: CallContext,
): Promise<Understood<Answer[]>> {
  const engines = new Map<string, EngineInfo>();
  let degraded = false;
  const retrieve = await openRetrieval(set.passages, estimateTokens);
  const value = await mapSome(queries, parallelQueries, async (query) => {
    const fromTable = tableAnswer(query, set.brands);
    if (fromTable) return { query, checked: fromTable, outcome: 'answered' as const };

    if (set.passages.length === 0) {
      const checked = checkAnswer(query, silence, [], []);
      return { query, checked, outcome: outcomeOf(checked, set.isPartial) };
    }

    const outcome = await withFallback(engine, context, async (chosen) => {
      const passages = await retrieve(query, chosen.materialTokens);
      const draft = await chosen.answer({ query, videos: set.videos, passages }, context);
      return { draft, checked: checkAnswer(query, draft, passages, set.transcripts) };
    });
    engines.set(outcome.engine.name, outcome.engine);

    const stoodIn = outcome.failed || outcome.value.draft.degraded;
    degraded ||= stoodIn;

    const { checked } = outcome.value;
    return { query, checked, outcome: outcomeOf(checked, stoodIn || set.isPartial) };
  });

  return { value, degraded, engines: [...engines.values()] };
}

/**
 * A query without an answer counts as `not_tested` if the video was searched only by keywords, or only in part: the
 * answer may still be in it.
 */
export function outcomeOf(
  { answered }: Pick<CheckedAnswer, 'answered'>,
  isUntested: boolean,
): AnswerOutcome {
  if (answered) return 'answered';
  return isUntested ? 'not_tested' : 'not_found';
}

const silence = { answer: '', confidence: 0, citations: [], degraded: false };

interface Done<T> {
  readonly value: T;
  readonly engine: EngineInfo;
  /** True if the embedded engine replaced the chosen one. */
  readonly failed: boolean;
}

const embedded = openExtractive();

export async function withFallback<T>(
  engine: LanguageEngine,
  context: CallContext,
  run: (engine: LanguageEngine) => Promise<T>,
): Promise<Done<T>> {
  try {
    return { value: await run(engine), engine: engine.info, failed: false };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Fault)) throw error;
    context.log?.('language engine failed, the embedded one stands in', { detail: error.detail });
    return { value: await run(embedded), engine: embedded.info, failed: true };
  }
}
