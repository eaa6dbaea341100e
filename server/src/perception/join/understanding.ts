/** Summary and answers, by the best language engine there is. */
import type { Capability, HealthFlag, QueryResult, SummaryResult } from '@reelsight/contract';
import type { Material } from '../../analysis/passages.ts';
import type { CallContext } from '../../engines/engine.ts';
import { openExtractive } from '../../engines/extractive/extractive.ts';
import type { LanguageEngine } from '../../engines/language.ts';
import type { Engines } from '../../engines/registry.ts';
import { answerQueries, summarise, type Understood } from '../answers/understand.ts';
import type { JoinOrder } from '../part.ts';
import type { Health } from './health.ts';

export const summaryOf = (
  order: JoinOrder,
  material: Material,
  engines: Engines,
  health: Health,
  context: CallContext,
): Promise<SummaryResult | null> =>
  understood(order, 'summary', 'summary_degraded', engines, health, (engine) =>
    summarise(material, engine, context),
  );

export const answersOf = (
  order: JoinOrder,
  material: Material,
  engines: Engines,
  health: Health,
  context: CallContext,
): Promise<QueryResult[] | null> =>
  understood(order, 'custom_query', 'query_degraded', engines, health, (engine) =>
    answerQueries(material, order.ask.queries, engine, context),
  );

/** Null where it is not asked for, or failed. */
async function understood<T>(
  { ask, withoutModel }: JoinOrder,
  capability: Capability,
  flag: HealthFlag,
  engines: Engines,
  health: Health,
  work: (engine: LanguageEngine) => Promise<Understood<T>>,
): Promise<T | null> {
  if (!ask.capabilities.includes(capability)) return null;
  const done = await health.attempt(capability, async () =>
    work(withoutModel ? openExtractive() : await engines.language()),
  );
  // Where nothing was to be read no model is missed.
  const stoodIn = withoutModel && (done?.engines.length ?? 0) > 0;
  if (!done || done.degraded || stoodIn) health.flag(flag);
  health.ran('language', done?.engines ?? []);
  return done?.value ?? null;
}
