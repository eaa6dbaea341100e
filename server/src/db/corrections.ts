/** Queries over people's corrections of results. */
import type { Actor, Correction, LogoRefusal } from '@reelsight/contract';
import { nameRule } from '@reelsight/contract/name-identity';
import { cleanJson } from './clean-text.ts';
import { countOf } from './count.ts';
import type { Queryable } from './database.ts';
import { unpackedResults } from './jobs/result-pieces.ts';
import { transcriptChangesJson, transcriptMark } from './transcripts.ts';

export interface CorrectionRow {
  readonly id: string;
  readonly job_id: string;
  readonly kind: Correction['kind'];
  readonly target: Correction['target'];
  readonly name: string;
  readonly new_name: string | null;
  readonly appearance: Correction['appearance'] | null;
  readonly added: Correction['appearance_added'] | null;
  readonly segment: Correction['segment'] | null;
  readonly segment_new: Correction['segment_new'] | null;
  readonly appearances: Correction['appearances_added'] | null;
  readonly recount_of: string | null;
  readonly library: LearnedBrand | RefusedLogo | null;
  readonly actor: Actor;
  readonly created_at: Date;
  /** Version of the rule for comparing names when the correction was made. */
  readonly name_rule: number;
}

/** The change that the correction made to the brand library, stored so that it can be undone. */
export interface LearnedBrand {
  readonly brand_id: string;
  readonly change: 'alias' | 'exclude' | 'logo' | 'name';
  /** Only if `change` is `logo`. */
  readonly logo_id?: string;
  /** Whether the brand was created for this correction. */
  readonly created: boolean;
}

/** Why a box did not become a picture of a logo. */
export interface RefusedLogo {
  readonly refused: LogoRefusal;
}

const columns =
  'id, job_id, kind, target, name, new_name, appearance, added, appearances, recount_of, segment, segment_new, library, actor, created_at, name_rule';

/** Corrections of several jobs, in the order they were made. */
export async function correctionRows(
  db: Queryable,
  jobIds: readonly string[],
): Promise<CorrectionRow[]> {
  if (jobIds.length === 0) return [];
  return db.query<CorrectionRow>(
    `select ${columns} from corrections where job_id = any ($1) order by seq`,
    [jobIds],
    'corrections of jobs',
  );
}

/** Part of a job's corrections, in the order they were made: those numbered after one and up to another. */
export interface CorrectionRange {
  readonly after: number;
  readonly upTo: number;
}

/** The range of at most `limit` corrections after this number, and whether more follow. */
export async function nextCorrections(
  db: Queryable,
  jobId: string,
  after: number,
  limit: number,
): Promise<{ readonly range: CorrectionRange; readonly hasMore: boolean }> {
  const rows = await db.query<{ seq: number }>(
    'select seq from corrections where job_id = $1 and seq > $2 order by seq limit $3',
    [jobId, after, limit + 1],
    'numbers of corrections',
  );
  const upTo = rows.slice(0, limit).at(-1)?.seq ?? after;
  return { range: { after, upTo }, hasMore: rows.length > limit };
}

export const correctionRowsIn = (
  db: Queryable,
  jobId: string,
  { after, upTo }: CorrectionRange,
): Promise<CorrectionRow[]> =>
  db.query<CorrectionRow>(
    `select ${columns} from corrections where job_id = $1 and seq > $2 and seq <= $3 order by seq`,
    [jobId, after, upTo],
    'corrections in a range',
  );

/**
 * A text that changes whenever a correction is made or undone, or the transcript is mended; null if the job has no
 * corrections. Cheaper than reading the rows.
 */
export async function correctionsMark(db: Queryable, jobId: string): Promise<string | null> {
  const [row] = await db.query<{ mark: string | null }>(
    `select nullif(concat_ws(' ', c.mark, t.mark), '') as mark
     from (select count(*) || ' ' || max(seq) as mark from corrections where job_id = $1) c
     left join (select ${transcriptMark} as mark from edited_transcripts where job_id = $1) t on true`,
    [jobId],
    'mark of corrections',
  );
  return row?.mark ?? null;
}

/**
 * The marks of those of these jobs that have corrections, by job: each changes whenever a correction of its job is made
 * or undone, or the transcript is mended.
 */
export const correctionMarks = (
  db: Queryable,
  jobIds: readonly string[],
): Promise<{ readonly job_id: string; readonly mark: string }[]> =>
  db.query(
    `select job_id, string_agg(mark, ' ' order by mark) as mark from (
       select job_id, count(*) || ' ' || max(seq) as mark from corrections
         where job_id = any ($1) group by job_id
       union all select job_id, ${transcriptMark} from edited_transcripts where job_id = any ($1)) marks
     group by job_id order by job_id`,
    [jobIds],
    'marks of corrections',
  );

/**
 * The job's corrections in the order they were made, and what was mended in its transcript, as JSON for another thread
 * to parse. The database builds the JSON,
 * because building it in this process from a thousand rows would take a long time.
 */
export async function correctionsJson(db: Queryable, jobId: string): Promise<string> {
  const [row] = await db.query<{ json: string | null }>(
    `select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('correction_id', id, 'kind', kind, 'target', target,
       'name', name, 'new_name', new_name, 'appearance', appearance, 'appearance_added', added,
       'appearances_added', appearances, 'segment', segment, 'segment_new', segment_new,
       'by_former_names', case when name_rule < $2 then true end)) order by seq)::text
       as json
     from corrections where job_id = $1`,
    [jobId, nameRule],
    'corrections as JSON',
  );
  const changes = await transcriptChangesJson(db, jobId);
  const parts = [row?.json?.slice(1, -1) ?? '', changes ?? ''].filter((part) => part !== '');
  return `[${parts.join(',')}]`;
}

/** SQL for the bytes of the corrections of job `$1` as they are stored, compressed; far fewer than their JSON may have. */
export const storedCorrectionBytes =
  'coalesce((select sum(pg_column_size(corrections.*)) from corrections where job_id = $1), 0)';

/** Bytes of the job's corrections as they are stored. */
export async function correctionsSize(db: Queryable, jobId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `select (${storedCorrectionBytes})::float8 as bytes`,
    [jobId],
    'size of corrections',
  );
  return row?.bytes ?? 0;
}

export const countCorrections = (db: Queryable, jobId: string): Promise<number> =>
  countOf(db, 'select count(*) as count from corrections where job_id = $1', [jobId]);

/** Number of corrections of these jobs that were made since a moment and not undone. */
export const correctionsSince = (
  db: Queryable,
  jobIds: readonly string[],
  since: Date,
): Promise<number> =>
  countOf(
    db,
    'select count(*) as count from corrections where job_id = any($1) and created_at > $2',
    [jobIds, since],
  );

export interface RowSince extends CorrectionRow {
  readonly title: string | null;
}

/** The newest corrections of these jobs that were made since a moment and not undone, the newest first. */
export const newestCorrectionsSince = (
  db: Queryable,
  jobIds: readonly string[],
  since: Date,
  limit: number,
): Promise<RowSince[]> =>
  db.query<RowSince>(
    `select ${columns}, (select title from jobs where jobs.id = job_id) as title from corrections
     where job_id = any($1) and created_at > $2 order by seq desc limit $3`,
    [jobIds, since, limit],
  );

export async function insertCorrection(
  tx: Queryable,
  workspaceId: string,
  row: CorrectionRow,
): Promise<void> {
  await tx.query(
    `insert into corrections (${columns}, workspace_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[row.id, row.job_id, row.kind, row.target, row.name, row.new_name],
      ...[jsonOrNull(row.appearance), jsonOrNull(row.added)],
      ...[jsonOrNull(row.appearances), row.recount_of],
      ...[jsonOrNull(row.segment), jsonOrNull(row.segment_new), jsonOrNull(row.library)],
      ...[cleanJson(row.actor), row.created_at, row.name_rule, workspaceId],
    ],
  );
}

/** Undefined if the job no longer has this correction. */
export async function setLearned(
  tx: Queryable,
  { job_id, id, library }: Pick<CorrectionRow, 'job_id' | 'id' | 'library'>,
): Promise<CorrectionRow | undefined> {
  const rows = await tx.query<CorrectionRow>(
    `update corrections set library = $3 where job_id = $1 and id = $2 returning ${columns}`,
    [job_id, id, jsonOrNull(library)],
  );
  return rows[0];
}

export interface ProofAt {
  readonly url: string;
  /** Seconds. */
  readonly timestamp: number;
}

/** Proof frames of the results from `start` to `end`, in seconds. */
export async function proofFramesOf(
  db: Queryable,
  jobId: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<ProofAt[]> {
  const framesIn = (list: 'brands' | 'objects'): string =>
    `select one from job_results, jsonb_path_query(results, '$.${list}[*].appearances[*] ? (@.frame_url like_regex "." && @.timestamp >= $start && @.timestamp <= $end)',
       jsonb_build_object('start', $2::float8, 'end', $3::float8)) as one where job_id = $1`;
  return db.query<ProofAt>(
    `select distinct one ->> 'frame_url' as url, (one -> 'timestamp')::float8 as timestamp
     from (${framesIn('brands')} union all ${framesIn('objects')}) as framed`,
    [jobId, start, end],
  );
}

const jsonOrNull = (value: unknown): string | null => (value == null ? null : cleanJson(value));

/** Undefined if the job has no such correction. */
export async function removeCorrection(
  tx: Queryable,
  jobId: string,
  id: string,
): Promise<CorrectionRow | undefined> {
  const rows = await tx.query<CorrectionRow>(
    `delete from corrections where job_id = $1 and id = $2 returning ${columns}`,
    [jobId, id],
  );
  return rows[0];
}

/**
 * Completed jobs of the workspace with corrections of brands or objects, the most recently corrected first. Whoever
 * corrected a paid segment or recounted a brand has not looked at the brands and objects, so that alone makes a job no
 * truth about them.
 */
export async function correctedJobs(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select job_id as id from corrections where workspace_id = $1 and ${isAboutThings}
     group by job_id order by max(seq) desc limit $2`,
    [workspaceId, limit],
  );
  return rows.map(({ id }) => id);
}

export interface SameVideo {
  /** The given job that has the same video. */
  readonly of: string;
  readonly id: string;
}

/**
 * For each given job, other completed jobs of the same link or upload, newest first. Jobs with corrections of their
 * own brands or objects are left out.
 */
export async function sameVideos(
  db: Queryable,
  workspaceId: string,
  jobIds: readonly string[],
  limit: number,
): Promise<SameVideo[]> {
  // Separate queries for link and upload: with "or", each of the jobs would be compared with every job
  // of the workspace.
  const by = (column: 'url' | 'upload_key'): string =>
    `select known.id as of, j.id from jobs known join jobs j on j.${column} = known.${column} and j.id <> known.id
     where known.workspace_id = $1 and known.id = any ($2) and j.workspace_id = $1 and j.status = 'completed'`;
  return db.query<SameVideo>(
    `select of, id from (${by('url')} union ${by('upload_key')}) same
     where not exists (select 1 from corrections c where c.job_id = same.id and ${isAboutThings})
     order by id desc limit $3`,
    [workspaceId, jobIds, limit],
  );
}

/** SQL: a person looked at brands or objects. */
const isAboutThings = `target <> 'paid_segment' and kind <> 'recount'`;

const outline = (list: 'brands' | 'objects'): string =>
  `case jsonb_typeof(results -> '${list}') when 'array' then (
     select coalesce(jsonb_agg(jsonb_build_object('name', one -> 'name', 'appearances', (
       select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('timestamp', a -> 'timestamp',
         'timestamp_start', a -> 'timestamp_start', 'source', a -> 'source')) order by n), '[]')
       from jsonb_array_elements(one -> 'appearances') with ordinality as b(a, n))) order by place), '[]')
     from jsonb_array_elements(results -> '${list}') with ordinality as c(one, place)) end`;

/** The times and payers of paid segments, without the words that tell. */
const paidOutline = `case jsonb_typeof(results -> 'paid_segments') when 'array' then (
     select coalesce(jsonb_agg(one - 'evidence' order by place), '[]')
     from jsonb_array_elements(results -> 'paid_segments') with ordinality as d(one, place)) end`;

/**
 * The names of the job's brands and objects with the times of their appearances, its paid segments without their
 * evidence, its possible brands, and nothing else of its results, as JSON; undefined if the job has no results.
 */
export async function findOutline(db: Queryable, jobId: string): Promise<string | undefined> {
  const [row] = await db.query<{ outline: string }>(
    `${unpackedResults}
     select jsonb_strip_nulls(jsonb_build_object('brands', ${outline('brands')}, 'objects', ${outline('objects')},
       'paid_segments', ${paidOutline}, 'possible_brands', results -> 'possible_brands'))::text as outline
     from unpacked`,
    [jobId],
  );
  return row?.outline;
}
