/** Queries that read the search index: words that a search term may mean, and the passages that contain them. */
import type { SearchKind } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import type { PassageDetails } from './search-index.ts';

export interface FoundWord {
  readonly id: number;
  readonly word: string;
  readonly uses: number;
}

export async function findWords(
  db: Queryable,
  workspaceId: string,
  words: readonly string[],
): Promise<FoundWord[]> {
  return db.query<FoundWord>(
    'select id, word, uses from search_words where workspace_id = $1 and word = any($2)',
    [workspaceId, words],
    'find words',
  );
}

export interface KeyedWord extends FoundWord {
  /** The searched keys that the word has. */
  readonly keys: readonly number[];
}

/**
 * Words that have one of the keys, the most used first, at most `count` for each key. Each key is looked up separately:
 * a single condition with many keys would read every word and compare it with each key.
 */
export async function findWordsByKeys(
  db: Queryable,
  workspaceId: string,
  { keys, count }: { readonly keys: readonly number[]; readonly count: number },
): Promise<KeyedWord[]> {
  return db.query<KeyedWord>(
    `select found.id, found.word, found.uses, array_agg(wanted.key) as keys
     from unnest($2::int[]) as wanted(key)
     cross join lateral (
       select w.id, w.word, w.uses from search_words w
       where w.keys @> array[wanted.key] and w.workspace_id = $1
       order by w.uses desc, w.id limit $3) found
     group by found.id, found.word, found.uses
     order by found.uses desc, found.id`,
    [workspaceId, [...new Set(keys)], count],
    'find words by keys',
  );
}

const lastCharacter = '\u{10ffff}';

/** Words that begin with one of the given prefixes, at most `count` for each, the most used first. */
export async function findWordsFrom(
  db: Queryable,
  workspaceId: string,
  { starts, count }: { readonly starts: readonly string[]; readonly count: number },
): Promise<ReadonlyMap<string, FoundWord[]>> {
  const rows = await db.query<FoundWord & { readonly start: string }>(
    `select begun.start, w.id, w.word, w.uses from unnest($2::text[]) as begun(start) cross join lateral (
       select id, word, uses from search_words
       where workspace_id = $1 and word > begun.start collate "C" and word < (begun.start || $3) collate "C"
       order by uses desc, id limit $4) w
     order by w.uses desc, w.id`,
    [workspaceId, starts, lastCharacter, count],
    'find words from',
  );
  return Map.groupBy(rows, ({ start }) => start);
}

export interface PassageRow {
  readonly id: number;
  readonly job_id: string;
  readonly made_at: Date;
  readonly kind: SearchKind;
  readonly starts: number;
  readonly ends: number;
  readonly text: string;
  readonly details: PassageDetails | null;
}

/** A condition on the words of a passage; one of its fields is set. */
export interface WordsCondition {
  /** The passage contains one of these words. */
  readonly anyOf?: readonly number[];
  /** The passage contains these words, one after the other. */
  readonly inOrder?: readonly number[];
  /** The passage meets one of these conditions. */
  readonly either?: readonly WordsCondition[];
}

export interface PassageFilter {
  readonly workspaceId: string;
  readonly all: readonly WordsCondition[];
  readonly none: readonly WordsCondition[];
  /** Excludes passages that meet all conditions of one of these lists. */
  readonly notAll: readonly (readonly WordsCondition[])[];
  readonly jobId: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
  /** Only passages that come after this one in the order of results, newest first. */
  readonly before: { readonly madeAt: Date; readonly id: number } | null;
  readonly limit: number;
}

const columns = 'id, job_id, made_at, kind, starts, ends, text, details';
const order = 'order by made_at desc, id desc';

class Params {
  readonly values: unknown[];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

function conditionOf({ anyOf, inOrder = [], either }: WordsCondition, params: Params): string {
  if (either)
    return `(${either.map((alternative) => conditionOf(alternative, params)).join(' or ')})`;
  if (anyOf) return `words && ${params.add(anyOf)}::int[]`;
  const holds = `words @> ${params.add([...new Set(inOrder)])}::int[]`;
  if (inOrder.length === 1) return holds;
  const text = params.add(`,${inOrder.join(',')},`);
  return `(${holds} and strpos(',' || array_to_string(words, ',') || ',', ${text}) > 0)`;
}

/** SQL for a condition on the words of a passage; its parameters are added to `values`. */
export const conditionSql = (condition: WordsCondition, values: unknown[]): string =>
  conditionOf(condition, new Params(values));

function wordConditions(
  { all: required, none: excluded, notAll }: Pick<PassageFilter, 'all' | 'none' | 'notAll'>,
  params: Params,
): string[] {
  const conditionsOf = (list: readonly WordsCondition[]) =>
    list.map((condition) => conditionOf(condition, params));
  return [
    ...conditionsOf(required),
    ...conditionsOf(excluded).map((clause) => `not ${clause}`),
    ...notAll.map((list) => `not (${conditionsOf(list).join(' and ')})`),
  ];
}

function placeConditions(filter: Omit<PassageFilter, 'limit'>, params: Params): string[] {
  const { workspaceId, jobId, since, until, before: cursor } = filter;
  return [
    `workspace_id = ${params.add(workspaceId)}`,
    ...(jobId ? [`job_id = ${params.add(jobId)}`] : []),
    ...(since ? [`made_at >= ${params.add(since)}`] : []),
    ...(until ? [`made_at < ${params.add(until)}`] : []),
    ...(cursor
      ? [
          `(made_at, id) < (${params.add(cursor.madeAt)}::timestamptz, ${params.add(cursor.id)}::bigint)`,
        ]
      : []),
  ];
}

/** The newest matches, found through the index of words, which is fast if there are few matches. */
export async function findRarePassages(
  db: Queryable,
  filter: PassageFilter,
): Promise<PassageRow[]> {
  const params = new Params();
  const where = [...wordConditions(filter, params), ...placeConditions(filter, params)];
  return db.query<PassageRow>(
    `with found as materialized (select id, made_at from search_passages where ${where.join(' and ')})
     select ${columns} from search_passages where id = any(array(
       select id from found ${order} limit ${params.add(filter.limit)})) ${order}`,
    params.values,
  );
}

/**
 * The newest matches among the newest `limit` passages, which is fast if there are many matches. Null if passages that
 * were not examined may match too.
 */
export async function findCommonPassages(
  db: Queryable,
  filter: PassageFilter,
  limit: number,
): Promise<PassageRow[] | null> {
  const params = new Params();
  const place = placeConditions(filter, params);
  const words = wordConditions(filter, params);
  const rows = await db.query<PassageRow>(
    `select ${columns} from (
       select ${columns}, words from search_passages where ${place.join(' and ')} ${order} limit ${params.add(limit)}) newest
     where ${words.join(' and ')} limit ${params.add(filter.limit)}`,
    params.values,
  );

  return rows.length < filter.limit ? null : rows;
}

/** Number of matches among the newest `limit` passages. */
export async function countAmongNewest(
  db: Queryable,
  filter: Omit<PassageFilter, 'limit'>,
  limit: number,
): Promise<number> {
  const params = new Params();
  const place = placeConditions(filter, params);
  const words = wordConditions(filter, params);
  const [row] = await db.query<{ found: number }>(
    `select count(*)::int as found from (
       select words from search_passages where ${place.join(' and ')} ${order} limit ${params.add(limit)}) newest
     where ${words.join(' and ')}`,
    params.values,
  );

  return row?.found ?? 0;
}

/** A range of consecutive passages in one job. */
export interface PassageRun {
  readonly jobId: string;
  readonly kind: SearchKind;
  readonly first: number;
  readonly last: number;
}

export interface FoundRun {
  /** Index of the run in the given list. */
  readonly place: number;
  readonly made_at: Date;
  readonly starts: number;
  readonly ends: number;
  readonly text: string;
  readonly details: PassageDetails | null;
}

export interface RunFilter extends Omit<PassageFilter, 'limit' | 'before'> {
  /**
   * Further conditions for exclusions: a passage excludes its run if it meets all of these and all conditions of one
   * list in `notAll`.
   */
  readonly also: readonly WordsCondition[];
}

/** The runs that contain a passage for each condition, and no excluded passage. */
export async function findRuns(
  db: Queryable,
  { also, ...filter }: RunFilter,
  runs: readonly PassageRun[],
): Promise<FoundRun[]> {
  const params = new Params();
  const of = (list: readonly unknown[], type: string) => `${params.add(list)}::${type}[]`;
  const columnLists = [
    of(
      runs.map((run) => run.jobId),
      'text',
    ),
    of(
      runs.map((run) => run.kind),
      'text',
    ),
    of(
      runs.map((run) => run.first),
      'bigint',
    ),
    of(
      runs.map((run) => run.last),
      'bigint',
    ),
  ];
  const conditionsOf = (list: readonly WordsCondition[]) =>
    list.map((condition) => conditionOf(condition, params));
  const places = placeConditions({ ...filter, before: null }, params);
  const requirements = [
    'count(*) > 0',
    ...conditionsOf(filter.all).map((clause) => `bool_or(${clause})`),
    ...conditionsOf(filter.none).map((clause) => `not bool_or(${clause})`),
    ...filter.notAll.map(
      (list) => `not bool_or(${conditionsOf([...list, ...also]).join(' and ')})`,
    ),
  ];

  return db.query<FoundRun>(
    `select (r.place - 1)::int as place, found.* from unnest(${columnLists.join(', ')}) with ordinality as r(job, kind, first, last, place)
     cross join lateral (
       select min(p.made_at) as made_at, min(p.starts) as starts, max(p.ends) as ends,
         string_agg(p.text, ' ' order by p.id) as text, (array_agg(p.details order by p.id))[1] as details
       from search_passages p where p.id between r.first and r.last and p.job_id = r.job collate "C"
         and p.kind = r.kind collate "C" and ${places.join(' and ')}
       having ${requirements.join(' and ')}) found
     order by r.place`,
    params.values,
  );
}

/** Ids of passages that meet all conditions, in order; null if there are more than `most`. */
export async function findPassageIds(
  db: Queryable,
  workspaceId: string,
  {
    all: conditions,
    most: limit,
  }: { readonly all: readonly WordsCondition[]; readonly most: number },
): Promise<number[] | null> {
  const params = new Params();
  const words = conditions.map((condition) => conditionOf(condition, params));
  const rows = await db.query<{ id: number }>(
    `select id from search_passages where ${words.join(' and ')} and workspace_id = ${params.add(workspaceId)}
     limit ${params.add(limit + 1)}`,
    params.values,
  );

  return rows.length > limit ? null : rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export interface TitleRow {
  readonly id: string;
  readonly title: string | null;
  readonly filename: string | null;
  readonly thumbnail_url: string | null;
}

export async function findTitles(db: Queryable, jobIds: readonly string[]): Promise<TitleRow[]> {
  return db.query<TitleRow>(
    'select id, title, filename, thumbnail_url from jobs where id = any($1)',
    [jobIds],
    'find titles',
  );
}
