/** Reads some fields of results as JSON text, so that the caller can have it parsed in another thread. */
import type { Results } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { frameFields, unpackedResults } from './result-pieces.ts';

export interface FieldOptions {
  /** Whether the frames of brands and objects are included; default true. */
  readonly frames?: boolean | undefined;
  /** Name of the prepared statement, if the same fields are read for many jobs. */
  readonly name?: string | undefined;
}

/** Returns the requested fields that exist, as the JSON of one object; undefined if there are no results. */
export async function findResultFields(
  db: Queryable,
  jobId: string,
  fields: readonly (keyof Results & string)[],
  { frames = true, name: statement }: FieldOptions = {},
): Promise<string | undefined> {
  // Only the requested fields are read, because unpacking all results into their fields takes three times as long.
  const texts = fields.map((field, index) => {
    const name = `$${index + 2}::text`;
    const value = frames ? `results -> ${name}` : withoutFrames(field, name);
    return `case when results ? ${name} then to_json(${name})::text || ':' || (${value})::text end`;
  });
  const [row] = await db.query<{ json: string }>(
    `${unpackedResults}
     select '{' || concat_ws(',', ${texts.join(', ')}) || '}' as json
     from unpacked`,
    [jobId, ...fields],
    statement,
  );
  return row?.json;
}

/** Returns SQL for a field of the results in which brands and objects have an empty list of frames. */
function withoutFrames(field: keyof Results & string, name: string): string {
  if (field !== 'brands' && field !== 'objects') return `results -> ${name}`;
  const list = frameFields[field];
  return `case jsonb_typeof(results -> ${name}) when 'array' then (
    select coalesce(jsonb_agg(one || '{"${list}": []}' order by place), '[]')
    from jsonb_array_elements(results -> ${name}) with ordinality as all_of(one, place)) end`;
}
