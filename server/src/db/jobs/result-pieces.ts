/**
 * Reads results as JSON in pieces, for callers that must not block this process: no large text is read or parsed at
 * once.
 */
import type { Results } from '@reelsight/contract';
import type { Database, Queryable } from '../database.ts';
import { findJsonPieces } from '../json-pieces.ts';

export interface ResultPieces {
  /** The results without the frames of brands and objects. */
  readonly base: string;
  /** Pieces of JSON, each with frames of a single brand or object. */
  readonly frames: readonly FramesPiece[];
}

export interface FramesPiece {
  readonly list: 'brands' | 'objects';
  /** Index in the list, from 0. */
  readonly at: number;
  readonly json: string;
}

export const frameFields = { brands: 'frame_detections', objects: 'frames' } as const;
type List = keyof typeof frameFields;

/** SQL for the elements of a list, with their positions from 1; a missing list counts as empty. */
const elements = (list: List): string =>
  `jsonb_array_elements(case jsonb_typeof(results -> '${list}') when 'array' then results -> '${list}'
     else '[]' end) with ordinality as all_of(one, place)`;

/**
 * SQL for `{list: […]}` with elements that have no frames, or an empty list of them; `{}` if the results have no such
 * list.
 */
function withoutFrames(list: List, { empty }: { readonly empty: boolean }): string {
  const field = frameFields[list];
  const element = empty ? `one || '{"${field}": []}'` : `one - '${field}'`;
  return `case jsonb_typeof(results -> '${list}') when 'array' then jsonb_build_object('${list}', coalesce((
     select jsonb_agg(${element} order by place) from ${elements(list)}), '[]'))
   else '{}' end`;
}

/**
 * SQL that makes the results of job `$1` available as the common table `unpacked`. Every reference to a stored value
 * decompresses it again, which takes longest; the computed copy is decompressed only once.
 */
const unpackedTable = `unpacked as materialized (
  select results || '{}'::jsonb as results from job_results where job_id = $1)`;
export const unpackedResults = `with ${unpackedTable}`;

/** SQL for all results without frames, from `unpacked`. */
const textWithoutFrames = (options: { readonly empty: boolean }): string =>
  `select (results || ${withoutFrames('brands', options)} || ${withoutFrames('objects', options)})::text as base
   from unpacked`;

const framesOf = (list: List): string =>
  `select '${list}' as list, place::int - 1 as at, (one -> '${frameFields[list]}')::text as json
   from job_results, ${elements(list)} where job_id = $1 and one ? '${frameFields[list]}'`;

/** SQL for the JSON of results: the common tables before it, and the statement that has the text as `base`. */
const wholeTexts = {
  withFrames: {
    text: 'select results::text as base from job_results where job_id = $1',
    name: 'all results',
  },
  withoutFrames: {
    tables: `${unpackedTable},`,
    text: textWithoutFrames({ empty: true }),
    name: 'results without frames',
  },
};

/**
 * Finds the results as JSON in UTF-8, or with an empty list of frames for each brand and object; undefined if there are
 * none.
 */
export const findResultBytes = (
  db: Pick<Database, 'kind' | 'query'>,
  jobId: string,
  { frames }: { readonly frames: boolean },
): Promise<readonly Buffer[] | undefined> =>
  findJsonPieces(db, {
    ...wholeTexts[frames ? 'withFrames' : 'withoutFrames'],
    params: [jobId],
  });

/** Returns the results with an empty list of frames for each brand and object. */
export function emptyFrames(results: Results): Results {
  const { brands, objects } = results;
  return {
    ...results,
    ...(brands && { brands: brands.map((brand) => ({ ...brand, [frameFields.brands]: [] })) }),
    ...(objects && {
      objects: objects.map((object) => ({ ...object, [frameFields.objects]: [] })),
    }),
  };
}

export interface PiecesOptions {
  readonly frames: boolean;
  /** Fields of the results; absent: all. With them, there are no frames. */
  readonly fields?: readonly (keyof Results & string)[];
}

/** Undefined if the job has no results. Frames are included only on request. */
export async function findResultPieces(
  db: Queryable,
  jobId: string,
  { frames, fields }: PiecesOptions,
): Promise<ResultPieces | undefined> {
  const [row] = fields
    ? await db.query<{ base: string }>(
        `${unpackedResults} select (select coalesce(jsonb_object_agg(key, results -> key), '{}')
           from unnest($2::text[]) as key where results ? key)::text as base from unpacked`,
        [jobId, fields],
        'chosen fields of results',
      )
    : await db.query<{ base: string }>(
        `${unpackedResults} ${textWithoutFrames({ empty: false })}`,
        [jobId],
      );
  if (!row) return undefined;

  const framesQuery = `${framesOf('brands')} union all ${framesOf('objects')}`;
  return {
    ...row,
    frames: frames && !fields ? await db.query<FramesPiece>(framesQuery, [jobId]) : [],
  };
}
