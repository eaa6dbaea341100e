/** Writes results as JSON Lines: one record per line, each with its `type` and `job_id`. */
import {
  appearancesOfThing,
  type ExportedJob,
  type ExportOptions,
  type Pieces,
  thingsOf,
} from './exported.ts';

/** With `names`, writes only the appearances of those names. */
export function* records(job: ExportedJob, { names }: ExportOptions): Pieces {
  const { job_id, test, results } = job;
  const head = { job_id, ...(test && { test }) };
  const record = (type: string, fields: object): string =>
    `${JSON.stringify({ type, ...head, ...fields })}\n`;

  if (names === null) {
    if (results.metadata) yield record('metadata', results.metadata);
    if (results.summary) yield record('summary', results.summary);
    for (const segment of results.transcription?.segments ?? []) yield record('segment', segment);
  }

  for (const thing of thingsOf(job, names)) {
    const { kind, name } = thing;
    const category = 'category' in thing ? { category: thing.category } : {};
    for (const { one: appearance } of appearancesOfThing(thing))
      yield record('appearance', { kind, name, ...category, ...appearance });
  }

  if (names !== null) return;
  for (const answer of results.query_results ?? []) yield record('answer', answer);
  for (const segment of results.paid_segments ?? []) yield record('paid_segment', segment);
  for (const disclosure of results.disclosures ?? []) yield record('disclosure', disclosure);
  for (const possible of results.possible_brands ?? []) yield record('possible_brand', possible);
  for (const shot of results.shots ?? []) yield record('shot', shot);
  for (const text of results.on_screen_text ?? []) yield record('on_screen_text', text);
}
