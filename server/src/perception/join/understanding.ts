/** Produces the summary and the answers with the best available language engine. */
import type { Capability, HealthFlag, QueryResult, SummaryResult } from '@reelsight/contract';
import type { Material } from '../../analysis/passages.ts';
import { openExtractive } from '../../engines/extractive/extractive.ts';
import type { LanguageEngine } from '../../engines/language.ts';
import { answerShapedQueries } from '../answers/shaped-queries.ts';
import { answerQueries, summarise, type Understood } from '../answers/understand.ts';
import type { JoinContext } from './join-context.ts';

export const summaryOf = (
  context: JoinContext,
  material: Material,
): Promise<SummaryResult | null> =>
  attemptLanguage(context, 'summary', 'summary_degraded', (engine) =>
    summarise(material, engine, context.call),
  );

export const answersOf = (
  context: JoinContext,
  material: Material,
): Promise<QueryResult[] | null> =>
  attemptLanguage(context, 'custom_query', 'query_degraded', (engine) =>
    answersInOrder(context, material, engine),
  );

/** The answers to the questions without a form, then to those with one. */
async function answersInOrder(
  context: JoinContext,
  material: Material,
  engine: LanguageEngine,
): Promise<Understood<QueryResult[]>> {
  const { queries, shaped_queries: shapedQueries = [] } = context.order.ask;
  const partial = isPartial(context);
  const plain = await answerQueries(material, queries, engine, context.call, partial);
  if (shapedQueries.length === 0) return plain;

  const shaped = await answerShapedQueries(material, shapedQueries, engine, context.call, partial);
  const engines = [...plain.engines, ...shaped.engines];

  return {
    value: [...plain.value, ...shaped.value],
    degraded: plain.degraded || shaped.degraded,
    engines: [...new Map(engines.map((info) => [info.name, info])).values()],
  };
}

/** Whether some speech or text, which a query may be about, could not be transcribed or read. */
const isPartial = ({ health }: JoinContext): boolean =>
  health.flags.includes('transcription_degraded') || health.flags.includes('query_degraded');

/** The outcome of a capability that needs a language engine; null if it was not requested or failed. */
async function attemptLanguage<T>(
  { order, engines, health }: JoinContext,
  capability: Capability,
  flag: HealthFlag,
  work: (engine: LanguageEngine) => Promise<Understood<T>>,
): Promise<T | null> {
  const { ask, withoutModel } = order;
  if (!ask.capabilities.includes(capability)) return null;

  const outcome = await health.attempt(capability, async () =>
    work(withoutModel ? openExtractive() : await engines.language()),
  );
  // If there was nothing to process, the embedded engine did not stand in for a model.
  const stoodIn = withoutModel && (outcome?.engines.length ?? 0) > 0;
  if (!outcome || outcome.degraded || stoodIn) health.flag(flag);

  health.ran('language', outcome?.engines ?? []);
  return outcome?.value ?? null;
}
