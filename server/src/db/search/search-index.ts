/** Queries that fill the search index: which jobs to read, the words of a workspace, and the passages of a job. */
import type { SearchKind } from '@reelsight/contract';
import { storableText } from '@reelsight/contract/clean-text';
import { nameRule } from '@reelsight/contract/name-identity';
import type { Queryable } from '../database.ts';
import { ownerGroupSql } from '../workspaces/members.ts';
import { isEmbedded } from './embedded.ts';
import { ownersInTurn } from './owners-in-turn.ts';
import { takenMinutes } from './wanted-jobs.ts';

export interface PassageDetails {
  readonly name?: string;
  readonly speaker?: number;
  readonly speaker_name?: string;
  readonly frame_url?: string;
  readonly corrected?: true;
}

/** A passage ready to be stored, with words as ids. */
export interface PassageToStore {
  readonly kind: SearchKind;
  readonly starts: number;
  readonly ends: number;
  readonly text: string;
  readonly details: PassageDetails | null;
  readonly words: readonly number[];
}

export interface TakenSearchJob {
  readonly job_id: string;
  readonly workspace_id: string;
  readonly made_at: Date;
  readonly wanted: number;
  /** Number of tries, including this one. */
  readonly tries: number;
  /** As by `ownerGroup`. */
  readonly owner_group: string;
}

/**
 * Requests that a completed job be read into the search index: for the first time, or again because its results are now
 * shown differently.
 */
export async function reindexJob(db: Queryable, jobId: string): Promise<void> {
  await db.query(
    `insert into search_jobs (job_id, workspace_id, made_at)
     select id, workspace_id, created_at from jobs where id = $1 and status = 'completed'
     on conflict (job_id) do update set wanted = search_jobs.wanted + 1`,
    [jobId],
    'reindex job',
  );
}

/** Like `reindexJob`, for several jobs that are completed in one transaction. */
export async function indexSettledJobs(db: Queryable, jobIds: readonly string[]): Promise<void> {
  await db.query(
    `insert into search_jobs (job_id, workspace_id, made_at)
     select id, workspace_id, created_at from jobs where id = any($1) order by id
     on conflict (job_id) do nothing`,
    [jobIds],
    'index settled jobs',
  );
}

/**
 * Requests that completed jobs which have never been requested be read into the search index, newest first, starting
 * before `cursor`. Returns the last id examined; null at the end.
 */
export async function askForOldJobs(
  db: Queryable,
  cursor: string | null,
  count: number,
): Promise<string | null> {
  const [row] = await db.query<{ last: string | null }>(
    `with old as (select id, workspace_id, created_at, status from jobs
       where $1::text is null or id < $1::text collate "C" order by id desc limit $2),
     asked as (insert into search_jobs (job_id, workspace_id, made_at)
       select id, workspace_id, created_at from old where status = 'completed'
         and exists (select 1 from job_results where job_id = id)
         and not exists (select 1 from search_jobs s where s.job_id = id)
       on conflict (job_id) do nothing)
     select min(id collate "C") as last from old`,
    [cursor, count],
  );
  return row?.last ?? null;
}

/**
 * Takes the newest job, to be read into the search index, of one of the workspaces of the next owner after `afterOwner`;
 * undefined if there is none.
 */
export async function takeSearchJob(
  db: Queryable,
  afterOwner: string,
): Promise<TakenSearchJob | undefined> {
  const due = 'done < wanted and (taken_until is null or taken_until < now())';
  const [row] = await db.query<TakenSearchJob>(
    `${ownersInTurn('search_jobs')}
     update search_jobs set taken_until = now() + interval '${takenMinutes} minutes', tries = tries + 1
     where job_id = (select job.job_id from turns, lateral (
       select job_id from search_jobs where workspace_id = turns.workspace_id and ${due}
       order by job_id desc limit 1 for update skip locked) job limit 1)
     returning job_id, workspace_id, made_at, wanted, tries,
       ${ownerGroupSql('search_jobs.workspace_id')} as owner_group`,
    [afterOwner],
    'take search job',
  );
  return row;
}

type Claim = Pick<TakenSearchJob, 'job_id' | 'wanted' | 'tries'>;
/**
 * SQL condition: the claim still holds, because since the job was taken no process has finished reading it or taken it
 * again.
 */
const ofClaim = 'job_id = $1 and done < $2 and tries = $3';

/**
 * Renews the claim on the job, and locks the job until the end of the transaction so that no other process takes it.
 * False if another process has already taken it.
 */
export async function keepSearchJob(
  tx: Queryable,
  { job_id, wanted: wantedVersion, tries: attempts }: Claim,
): Promise<boolean> {
  const rows = await tx.query(
    `update search_jobs set taken_until = now() + interval '${takenMinutes} minutes' where ${ofClaim} returning job_id`,
    [job_id, wantedVersion, attempts],
    'keep search job',
  );
  return rows.length > 0;
}

/** Releases the job after a failure, so that it can be taken again after `seconds`. */
export async function releaseSearchJob(
  db: Queryable,
  { job_id, wanted: wantedVersion, tries: attempts }: Claim,
  seconds: number,
): Promise<void> {
  await db.query(
    `update search_jobs set taken_until = now() + $4 * interval '1 second' where ${ofClaim}`,
    [job_id, wantedVersion, attempts, seconds],
  );
}

/** Marks the job as read. Does nothing if another process has taken it. */
export async function endSearchJob(
  db: Queryable,
  { job_id, wanted: wantedVersion, tries: attempts }: Claim,
): Promise<void> {
  // The job's passages are new, so search by meaning needs new vectors for them.
  await db.query(
    `with ended as (update search_jobs set done = $2, taken_until = null, tries = 0, name_rule = $4 where ${ofClaim}
       returning job_id, workspace_id, made_at, done)
     insert into meaning_jobs (job_id, workspace_id, made_at, wanted)
     select job_id, workspace_id, made_at, done from ended where ${isEmbedded('workspace_id')}
     on conflict (job_id) do update set wanted = excluded.wanted`,
    [job_id, wantedVersion, attempts, nameRule],
  );
}

export interface NamedJob {
  readonly job_id: string;
  /**
   * Names of the job's brands and objects, and all texts with half-width kana, in no particular order. Texts that are
   * only ASCII are left out.
   */
  readonly names: readonly string[];
}

/**
 * Jobs whose passages contain names in the form of an earlier comparison rule, among the `count` jobs before `cursor`,
 * newest first. Also returns the last id examined; null at the end.
 */
export async function jobsOfFormerNames(
  db: Queryable,
  cursor: string | null,
  count: number,
): Promise<{ readonly jobs: readonly NamedJob[]; readonly last: string | null }> {
  const [row] = await db.query<{ jobs: NamedJob[]; last: string | null }>(
    `with page as (select job_id, name_rule from search_jobs
       where $1::text is null or job_id < $1::text collate "C" order by job_id desc limit $2)
     select min(job_id collate "C") as last, coalesce(json_agg(json_build_object('job_id', job_id, 'names', array(
       select distinct p.text from search_passages p where p.job_id = page.job_id
         and octet_length(p.text) > length(p.text) and (p.kind in ('brand', 'object') or p.text ~ '[\uff9e\uff9f]'))))
       filter (where name_rule < $3), '[]') as jobs
     from page`,
    [cursor, count, nameRule],
  );
  return { jobs: row?.jobs ?? [], last: row?.last ?? null };
}

/**
 * Records that the job's passages would be the same under the current comparison rule, so that the jobs are not read
 * again.
 */
export async function keepNames(db: Queryable, jobIds: readonly string[]): Promise<void> {
  await db.query('update search_jobs set name_rule = $2 where job_id = any ($1)', [
    jobIds,
    nameRule,
  ]);
}

/** Finds the data by which a job can be found in addition to its results. */
export async function findJobToSearch(
  db: Queryable,
  jobId: string,
): Promise<{ title: string | null; filename: string | null; batch_id: string | null } | undefined> {
  const [row] = await db.query<{
    title: string | null;
    filename: string | null;
    batch_id: string | null;
  }>(`select title, filename, batch_id from jobs where id = $1 and status = 'completed'`, [jobId]);
  return row;
}

/** Removes passages of a job, and reduces the counts of their words. */
export async function removePassages(
  tx: Queryable,
  jobId: string,
  ids: readonly number[],
): Promise<void> {
  await tx.query(
    `with gone as (delete from search_passages where job_id = $1 and id = any ($2::bigint[]) returning id, words)
     update search_words w set uses = greatest(0, w.uses - c.uses) from (
       select word, count(distinct id)::int as uses from gone, unnest(words) as word group by word) c
     where w.id = c.word`,
    [jobId, ids],
  );
}

/**
 * Returns a key by which a passage to be stored can be compared with stored passages: equal passages have equal keys.
 */
export const passageKey = ({ kind, starts, ends, text, details, words }: PassageToStore): string =>
  toJson([
    ...[kind, Math.fround(starts), Math.fround(ends), text],
    ...[Object.entries(details ?? {}).toSorted(), words],
  ]);

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));

type StoredPassage = PassageToStore & { readonly id: number };

/**
 * Number of passages that one statement reads. An hour of speech has thousands of passages, and the embedded database
 * can do nothing else while a statement runs.
 */
const passagesTogether = 1000;

/** Yields the job's current passages in the order in which they were written, a limited number at a time. */
export async function* passagesOfJob(
  db: Queryable,
  jobId: string,
): AsyncGenerator<readonly StoredPassage[]> {
  // The ids are read as one value, because reading them as rows would take ten times as long.
  const [row] = await db.query<{ ids: number[] | null }>(
    'select json_agg(id order by id) as ids from search_passages where job_id = $1',
    [jobId],
    'ids of passages of job',
  );
  const ids = row?.ids ?? [];

  for (let start = 0; start < ids.length; start += passagesTogether) {
    yield await db.query<StoredPassage>(
      `select id, kind, starts, ends, text, details, words from search_passages
       where id = any ($1::bigint[]) order by id`,
      [ids.slice(start, start + passagesTogether)],
      'passages by id',
    );
  }
}

export async function insertPassages(
  tx: Queryable,
  job: TakenSearchJob,
  passages: readonly PassageToStore[],
): Promise<void> {
  await tx.query(
    `insert into search_passages (job_id, workspace_id, made_at, kind, starts, ends, text, details, words)
     select $1, $2, $3, kind, starts, ends, text, details, words
     from json_to_recordset($4::json) as p(kind text, starts real, ends real, text text, details jsonb, words int[])`,
    [...[job.job_id, job.workspace_id, job.made_at], toJson(passages)],
    'insert passages',
  );
}

export interface WordRow {
  readonly id: number;
  readonly word: string;
  readonly languages: readonly string[];
}

export interface WordToStore {
  readonly word: string;
  readonly uses: number;
  /** Languages to add to those that the word already has. */
  readonly languages: readonly string[];
  readonly keys: readonly number[];
}

/**
 * Tells the query planner how large the tables are. The embedded database never updates these statistics on its own.
 */
export async function countSearchRows(db: Queryable): Promise<void> {
  await db.query('analyze search_passages');
  await db.query('analyze search_words');
}

/**
 * Stored like a word, but contained in no text: its presence says that passages were deleted, so that some words may be
 * unused.
 */
const toForget = '#forget';

/**
 * Must be called before a job is deleted. The job's words are checked later, to keep the transaction of the deletion
 * short.
 */
export async function requestWordCleanup(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query(
    `insert into search_words (workspace_id, word) values ($1, $2) on conflict (workspace_id, word) do nothing`,
    [workspaceId, toForget],
    'note forgotten',
  );
}

export async function workspacesToForget(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>(
    `select workspace_id from search_words w where word = $1
       and not exists (select 1 from search_jobs j where j.workspace_id = w.workspace_id and j.done < j.wanted)
     order by workspace_id`,
    [toForget],
  );
  return rows.map((row) => row.workspace_id);
}

/**
 * Removes those of the `count` words after `afterId` that no passage contains. Returns the last id examined; null at
 * the end, or while a job is being read, because that job's passages may need these words.
 */
export async function forgetWords(
  tx: Queryable,
  workspaceId: string,
  afterId: number,
  count: number,
): Promise<number | null> {
  await lockWords(tx, workspaceId);
  const busy = await tx.query(
    'select 1 from search_jobs where workspace_id = $1 and done < wanted limit 1',
    [workspaceId],
  );
  if (busy.length > 0) return null;

  const [row] = await tx.query<{ last: number | null }>(
    `with looked as (select id, word from search_words where workspace_id = $1 and id > $2 order by id limit $3),
     gone as (delete from search_words w using looked where w.id = looked.id and looked.word <> $4
       and not exists (select 1 from search_passages p where p.words @> array[looked.id]))
     select max(id) as last from looked`,
    [workspaceId, afterId, count, toForget],
  );
  if (row?.last == null)
    await tx.query('delete from search_words where workspace_id = $1 and word = $2', [
      ...[workspaceId, toForget],
    ]);

  return row?.last ?? null;
}

const searchWordLock = 7_336_452;

/**
 * Lets only one process at a time add words to a workspace, because two would deadlock. The lock is held until the
 * transaction ends.
 */
export async function lockWords(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [searchWordLock, workspaceId]);
}

export async function knownWords(
  tx: Queryable,
  workspaceId: string,
  words: readonly string[],
): Promise<WordRow[]> {
  return tx.query<WordRow>(
    'select id, word, languages from search_words where workspace_id = $1 and word = any($2)',
    [workspaceId, words],
    'known words',
  );
}

const wordRecords = `json_to_recordset($2::json) as n(word text, uses int, languages text[], keys int[])`;

/** Inserts words that the workspace does not have yet. */
export async function insertWords(
  tx: Queryable,
  workspaceId: string,
  words: readonly WordToStore[],
): Promise<WordRow[]> {
  return tx.query<WordRow>(
    `insert into search_words (workspace_id, word, uses, languages, keys)
     select $1, word, uses, languages, keys from ${wordRecords} returning id, word, languages`,
    [workspaceId, JSON.stringify(words)],
    'insert words',
  );
}

/** Adds to the uses of words that exist already, and adds languages and keys. */
export async function addToWords(
  tx: Queryable,
  workspaceId: string,
  words: readonly WordToStore[],
): Promise<void> {
  const withLanguages = words.filter(({ languages }) => languages.length > 0);
  const withoutLanguages = words.filter(({ languages }) => languages.length === 0);
  // These words keep their indexed keys, so PostgreSQL can store the new row version next to the old one without
  // touching the indexes.
  await tx.query(
    `update search_words w set uses = w.uses + n.uses from ${wordRecords}
     where w.workspace_id = $1 and w.word = n.word`,
    [workspaceId, JSON.stringify(withoutLanguages)],
    'count words',
  );

  if (withLanguages.length === 0) return;
  await tx.query(
    `update search_words w set uses = w.uses + n.uses, languages = w.languages || n.languages,
       keys = array(select distinct unnest(w.keys || n.keys))
     from ${wordRecords} where w.workspace_id = $1 and w.word = n.word`,
    [workspaceId, JSON.stringify(withLanguages)],
    'add to words',
  );
}

/** Snowball's stemmers by language code; which of them exist depends on the database's version. */
const stemmers: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
  et: 'estonian',
};

export interface Stem {
  readonly word: string;
  readonly stem: string;
}

/**
 * Returns the stems of the words in each language. A word that a language's stemmer leaves unchanged is its own stem; a
 * language without a stemmer in the database yields no stems.
 */
export async function stemsOf(
  db: Queryable,
  languages: readonly string[],
  words: readonly string[],
): Promise<Stem[]> {
  const supported = languages.filter((language) => Object.hasOwn(stemmers, language));
  if (supported.length === 0 || words.length === 0) return [];

  return db.query<Stem>(
    `select distinct word, coalesce((ts_lexize(d.oid::regdictionary, word))[1], word) as stem
     from pg_ts_dict d cross join unnest($2::text[]) as word
     where d.dictnamespace = 'pg_catalog'::regnamespace and d.dictname::text = any($1::text[])`,
    [supported.map((language) => `${stemmers[language]}_stem`), words],
    'stems of words',
  );
}
