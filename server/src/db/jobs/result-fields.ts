/** Some fields of results as JSON, which a thread parses. */
import type { Results } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import { frameFields, unpackedResults } from './result-pieces.ts';

export interface FieldOptions {
  /** Whether the frames of brands and objects are included; default true. */
  readonly frames?: boolean | undefined;
  /** Name of the prepared statement, if the same fields are read for many jobs. */
  readonly name?: string | undefined;
}

/** An object with the requested fields that exist; undefined if there are no results. */
export async function findResultFields(
  db: Queryable,
  jobId: string,
  fields: readonly (keyof Results & string)[],
  { frames = true, name: statement }: FieldOptions = {},
): Promise<string | undefined> {
  // Reads only the requested fields, because splitting the whole results costs three times as much.
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

/** Brands and objects with an empty list of frames. */
function withoutFrames(field: keyof Results & string, name: string): string {
  if (field !== 'brands' && field !== 'objects') return `results -> ${name}`;
  const list = frameFields[field];
  return `case jsonb_typeof(results -> ${name}) when 'array' then (
    select coalesce(jsonb_agg(one || '{"${list}": []}' order by place), '[]')
    from jsonb_array_elements(results -> ${name}) with ordinality as all_of(one, place)) end`;
}
