/** The data from which exposure is computed, stored with completed jobs (migration 0026). */
import type { TrendFacts } from '../../exposure/trend-facts.ts';
import type { Queryable } from '../database.ts';
import { transcriptMark } from '../transcripts.ts';
import { keepTrends } from '../trends/trend-facts.ts';

export interface KeptExposure {
  readonly form: Uint8Array;
  readonly sums: Uint8Array;
}

/** What is stored once a job is computed. The facts are null if the results contain no brands. */
export interface NewExposure extends KeptExposure {
  readonly facts: TrendFacts | null;
}

export type ExposureColumns = readonly (keyof KeptExposure)[];

/** The version of the code and the corrections that a stored exposure was made from. */
export interface ExposureState {
  readonly version: number;
  readonly corrections: string;
}

/** SQL condition for rows that match the current version of the code and the job's current corrections. */
const isCurrent = `k.version = $2 and k.corrections = (
  select case when c.count + t.count = 0 then ''
    else (c.count + t.count) || ' ' || coalesce(t.mark, c.last) end
  from (select count(*) as count, (array_agg(id order by seq desc))[1] as last
      from corrections where job_id = k.job_id) c,
    (select count(*) as count, max(${transcriptMark}) as mark
      from edited_transcripts where job_id = k.job_id) t)`;

/**
 * The state of a job's corrections in the format of the column `corrections`; `ids` are those of the corrections, in
 * the order in which the corrections were made.
 */
export const correctionsState = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `${ids.length} ${ids.at(-1)}`;

/** Bytes stored for each job, by id; jobs without a row are missing. */
export async function keptExposureSizes(
  db: Queryable,
  jobIds: readonly string[],
  { version, columns }: { readonly version: number; readonly columns: ExposureColumns },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ job_id: string; bytes: number }>(
    `select job_id, ${columns.map((column) => `octet_length(${column})`).join(' + ')} as bytes from job_exposures k
     where job_id = any($1) and ${isCurrent}`,
    [jobIds, version],
    `sizes of kept exposures: ${columns.join(', ')}`,
  );
  return new Map(rows.map(({ job_id, bytes }) => [job_id, bytes]));
}

/** Finds the stored exposures of jobs. Reads only the requested columns, because the column with the form is large. */
export async function findKeptExposures(
  db: Queryable,
  jobIds: readonly string[],
  { version, columns }: { readonly version: number; readonly columns: ExposureColumns },
): Promise<ReadonlyMap<string, Partial<KeptExposure>>> {
  if (jobIds.length === 0) return new Map();

  const rows = await db.query<KeptExposure & { job_id: string }>(
    `select job_id, ${columns.join(', ')} from job_exposures k
     where job_id = any($1) and ${isCurrent}`,
    [jobIds, version],
    `kept exposures: ${columns.join(', ')}`,
  );
  return new Map(rows.map(({ job_id, ...exposure }) => [job_id, exposure]));
}

/** Runs in a transaction. Does nothing if the job was deleted meanwhile. */
export async function keepExposure(
  tx: Queryable,
  jobId: string,
  { version, corrections }: ExposureState,
  { form, sums, facts }: NewExposure,
): Promise<void> {
  await tx.query(
    `insert into job_exposures (job_id, version, corrections, form, sums)
     select id, $2, $3, $4, $5 from jobs where id = $1 for key share
     on conflict (job_id) do update set version = excluded.version,
       corrections = excluded.corrections, form = excluded.form, sums = excluded.sums`,
    [jobId, version, corrections, form, sums],
    'keep exposure',
  );
  await keepTrends(tx, jobId, facts);
}

export interface ExposurePage {
  /**
   * Completed jobs with brands for which this version has stored nothing, in random order, so that processes that
   * compute the missing data at the same time rarely pick the same job.
   */
  readonly ids: readonly string[];
  /** Start of the next page; null after the last. */
  readonly next: string | null;
}

/** A page of jobs, newest first, before the job `cursor`; null begins with the newest job. */
export async function jobsWithoutExposure(
  db: Queryable,
  cursor: string | null,
  { version, limit }: { readonly version: number; readonly limit: number },
): Promise<ExposurePage> {
  const [row] = await db.query<{ looked: number; last: string | null; ids: string[] }>(
    `with page as (
       select id, status, ask from jobs where $1::text is null or id < $1 order by id desc limit $3
     )
     select count(*) as looked, min(page.id) as last, coalesce(array_agg(page.id order by random()) filter (
       where status = 'completed' and ask -> 'capabilities' ? 'brands' and k.job_id is null), '{}') as ids
     from page left join job_exposures k on k.job_id = page.id and k.version = $2`,
    [cursor, version, limit],
    'jobs without exposure',
  );
  const { looked = 0, last = null, ids = [] } = row ?? {};
  return { ids, next: looked < limit ? null : last };
}
