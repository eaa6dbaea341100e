/**
 * Results as text that was checked before it was stored. It is checked only once: by the join before it writes
 * `results.json` (perception/join/join.ts), or when a runner sends it (perception/join/result-check.ts). The database
 * returns that text or fields of it, and corrections are applied by typed functions. Results of long videos are tens of
 * MB, and checking each of their boxes again would take twice as long as parsing them, so readers trust the text.
 */
import type { AggregateResults, Results } from '@reelsight/contract';

export const parseResults = (text: string): Results => JSON.parse(text);

/** Like `parseResults`, for results of which only some fields were read. */
export const parseResultFields = <Field extends keyof Results>(
  text: string,
): Pick<Results, Field> => JSON.parse(text);

/** The same for the aggregate results of a batch. */
export const parseAggregate = (text: string): AggregateResults => JSON.parse(text);
