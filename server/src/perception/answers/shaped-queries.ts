/** Answers the questions of a job whose answers have a form: asks the engine, and checks form and evidence. */
import type { QueryResult, ReadyQuestion, ShapedQuery } from '@reelsight/contract';
import { buildPassages, type Material, transcriptOf } from '../../analysis/passages.ts';
import { openRetrieval, represent } from '../../analysis/retrieval.ts';
import type { CallContext, EngineInfo } from '../../engines/engine.ts';
import {
  type AnswerShape,
  type DraftValue,
  estimateTokens,
  type LanguageEngine,
  type Passage,
} from '../../engines/language.ts';
import { mapSome } from '../map-some.ts';
import { shapedAskOf } from './answer-shapes.ts';
import { type CheckedShape, checkShape, unanswered } from './checked-value.ts';
import { namedChapters, readyDraft } from './ready-answers.ts';
import { outcomeOf, parallelQueries, type Understood, withFallback } from './understand.ts';

/**
 * Answers the questions whose answers have a form, in order. An engine that fails is replaced as in `answerQueries`. An
 * answer counts only if it fits its form and each of its values has evidence.
 */
export async function answerShapedQueries(
  material: Material,
  shapedQueries: readonly ShapedQuery[],
  engine: LanguageEngine,
  context: CallContext,
  isPartial = false,
): Promise<Understood<QueryResult[]>> {
  const passages = buildPassages(material);
  const sources = { passages, transcripts: [transcriptOf(material)] };
  const engines = new Map<string, EngineInfo>();
  const readyDrafts = new ReadyDrafts(material);
  let degraded = false;
  const retrieve = await openRetrieval(passages, estimateTokens);

  const value = await mapSome(shapedQueries, parallelQueries, async (shapedQuery) => {
    const { query, shape } = shapedAskOf(shapedQuery);
    if (passages.length === 0) {
      return resultOf(query, unanswered('not_said'), isPartial);
    }

    const outcome = await withFallback(engine, context, async (chosen) => {
      const read = await readFor(shape, passages, chosen, retrieve, query);
      const draft =
        withoutModel(shape, readyDrafts, read, chosen) ??
        (await chosen.answerInShape({ query, videos: [''], passages: read, shape }, context));
      return { draft, checked: checkShape(query, shape, draft, { ...sources, passages: read }) };
    });
    engines.set(outcome.engine.name, outcome.engine);

    const { draft, checked } = outcome.value;
    const stoodIn = outcome.failed || draft.degraded;
    degraded ||= stoodIn;

    return resultOf(query, checked, stoodIn || isPartial);
  });

  return { value, degraded, engines: [...engines.values()] };
}

/** Where it was not tested whether the video says it, nothing claims that it does not. */
function resultOf(
  query: string,
  { reason, ...checked }: CheckedShape,
  isUntested: boolean,
): QueryResult {
  const outcome = outcomeOf(checked, isUntested);
  const isClaimed = reason !== undefined && (outcome !== 'not_tested' || reason !== 'not_said');
  return { query, ...checked, ...(isClaimed && { reason }), outcome };
}

/** What an engine reads: for a ready question a fair sample of the whole, else what the question is about. */
async function readFor(
  { ready }: AnswerShape,
  passages: readonly Passage[],
  { materialTokens }: LanguageEngine,
  retrieve: Awaited<ReturnType<typeof openRetrieval>>,
  query: string,
): Promise<readonly Passage[]> {
  const isAboutWhole = ready === 'chapters' || ready === 'key_moments';
  if (!isAboutWhole) return retrieve(query, materialTokens);
  return represent(passages, materialTokens, estimateTokens, '');
}

/** The answer to a ready question that needs no model, or for which there is none; null for any other question. */
function withoutModel(
  { ready }: AnswerShape,
  readyDrafts: ReadyDrafts,
  passages: readonly Passage[],
  { info }: LanguageEngine,
): DraftValue | null {
  if (ready === null) return null;
  const named = ready === 'chapters' ? namedChapters(passages) : null;

  return named ?? (info.kind === 'embedded' ? readyDrafts.of(ready, passages) : null);
}

/**
 * The answers of the embedded engine to ready questions. It reads all passages, whatever else is in the question, so a
 * ready question that is asked again has the same answer; finding sponsors takes seconds.
 */
class ReadyDrafts {
  readonly #material: Material;
  readonly #drafts = new Map<ReadyQuestion, DraftValue>();

  constructor(material: Material) {
    this.#material = material;
  }

  of(ready: ReadyQuestion, passages: readonly Passage[]): DraftValue {
    const draft = this.#drafts.get(ready) ?? readyDraft(ready, this.#material, passages);
    this.#drafts.set(ready, draft);
    return draft;
  }
}
