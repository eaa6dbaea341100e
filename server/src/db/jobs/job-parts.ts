/** Queries over parts of jobs. */
import type { Ask } from '@reelsight/contract';
import type { JobTrace } from '../../tracing/tracer.ts';
import { cleanJson } from '../clean-text.ts';
import type { Database, Queryable, Statement } from '../database.ts';
import { findJsonPieces } from '../json-pieces.ts';
import type { SightOfPart } from '../search/sight.ts';

export type PartState = 'planned' | 'waiting' | 'running' | 'done' | 'failed';

export interface PartRow {
  readonly job_id: string;
  readonly number: number;
  readonly kind: string;
  readonly queue: string;
  readonly first_cell: number;
  readonly last_cell: number;
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly state: PartState;
  readonly task_id: string;
  readonly priority: number;
  readonly worker_id: string | null;
  readonly crashes: number;
  readonly losses: number;
  readonly outage_seconds: number;
  readonly claimed_at: Date | null;
  readonly ended_at: Date | null;
  readonly usage: Readonly<Record<string, number>>;
  readonly found: unknown;
}

export type NewPart = Pick<
  PartRow,
  | 'job_id'
  | 'number'
  | 'kind'
  | 'queue'
  | 'first_cell'
  | 'last_cell'
  | 'start_seconds'
  | 'end_seconds'
  | 'state'
  | 'task_id'
  | 'priority'
> &
  Partial<Pick<PartRow, 'claimed_at' | 'usage'>> & { readonly ended_at?: 'now' };

/** Returns a statement that inserts parts and yields no rows. */
export function insertParts(parts: readonly NewPart[]): Statement {
  return {
    name: 'insert parts',
    text: `insert into job_parts (job_id, number, kind, queue, first_cell, last_cell, start_seconds, end_seconds,
       state, task_id, priority, claimed_at, ended_at, usage)
     select job_id, number, kind, queue, first_cell, last_cell, start_seconds, end_seconds,
       state, task_id, priority, claimed_at, ended_at, coalesce(usage, '{}'::jsonb)
     from jsonb_to_recordset($1::jsonb) as made (job_id text, number int, kind text, queue text, first_cell int,
       last_cell int, start_seconds double precision, end_seconds double precision, state text, task_id text,
       priority int, claimed_at timestamptz, ended_at timestamptz, usage jsonb)`,
    values: [JSON.stringify(parts)],
  };
}

const columns = `job_id, number, kind, queue, first_cell, last_cell, start_seconds, end_seconds, state, task_id,
  priority, worker_id, crashes, losses, outage_seconds, claimed_at, ended_at, usage, found`;
const columnsOfPart = columns.replaceAll(/\w+/g, 'part.$&');

/** A part that a worker has claimed, with the data of its job. */
export interface ClaimedPart extends PartRow {
  readonly workspace_id: string;
  readonly attempt: number;
  readonly ask: Ask;
  readonly title: string | null;
  readonly started_at: Date;
  readonly tokens_used: number;
  readonly trace: JobTrace | null;
}

export interface PartClaim {
  readonly taskId: string;
  readonly workerId: string;
}

/** The order in which every statement locks several parts, so that two cannot deadlock. */
const partsInOrder = 'part.job_id, part.number';

/** waiting → running for the tasks that own parts of jobs in processing; parts of stale tasks are left out. */
export const takeParts = (db: Queryable, claims: readonly PartClaim[]): Promise<ClaimedPart[]> =>
  db.query<ClaimedPart>(
    // The job is looked up by its key alone: with a condition on its status, the planner would read all jobs that were
    // ever in processing.
    `with claimed as (
       select part.job_id, part.number, claim.worker_id
       from unnest($1::text[], $2::text[]) as claim (task_id, worker_id) join job_parts part using (task_id)
       where part.state = 'waiting' order by ${partsInOrder} for update of part
     ), taken as (
       update job_parts part set state = 'running', worker_id = claimed.worker_id, claimed_at = now()
       from claimed where part.job_id = claimed.job_id and part.number = claimed.number
         and (select status from jobs where id = part.job_id) = 'processing'
       returning ${columnsOfPart}
     )
     select taken.*, jobs.workspace_id, jobs.attempt, jobs.ask, jobs.title, jobs.started_at, jobs.trace,
       (select coalesce(sum(coalesce((usage ->> 'tokens_in')::float8, 0) + coalesce((usage ->> 'tokens_out')::float8, 0)), 0)
        from job_parts done where done.job_id = taken.job_id and done.usage ? 'tokens_in') as tokens_used
     from taken join jobs on jobs.id = taken.job_id`,
    [claims.map(({ taskId }) => taskId), claims.map(({ workerId }) => workerId)],
    'take parts',
  );

export interface PartEnding {
  readonly part: PartKey;
  readonly state: 'done' | 'failed';
  /** The stage that the part counts for; a join counts for none. */
  readonly stage: 'hear' | 'see' | null;
  readonly usage: Readonly<Record<string, number>>;
  readonly found: unknown;
  /** What the part's stretches look like; null if it described nothing. */
  readonly sight: SightOfPart | null;
  /** The same for search by words; null without a model for that. */
  readonly sightForWords: SightOfPart | null;
}

/** A job of which parts were just closed: the numbers of these parts, and how many parts are left. */
export interface PartsLeft {
  readonly job_id: string;
  readonly numbers: readonly number[];
  readonly hear_left: number;
  readonly see_left: number;
}

/**
 * Moves running parts to done or failed, and lowers their jobs' counts of remaining parts. Skips parts whose task is
 * stale (it no longer owns the part) or whose job is no longer in processing. Locks jobs, in the order of their ids,
 * before parts, like everything that ends a job.
 */
export const closeParts = (
  tx: Queryable,
  endings: readonly PartEnding[],
  now: Date,
): Promise<PartsLeft[]> =>
  tx.query<PartsLeft>(
    `with ending as (
       select * from jsonb_to_recordset($1::jsonb) as one (job_id text, number int, task_id text, state text,
         usage jsonb, found jsonb, sight text, sight_model text, words_sight text, words_model text, hear int, see int)
     ), job as (
       select id from jobs where id = any (array(select job_id from ending)) and status = 'processing'
       order by id for no key update
     ), ended as (
       update job_parts part set state = ending.state, usage = ending.usage, found = ending.found, ended_at = now(),
         worker_id = null, sight = decode(ending.sight, 'base64'), sight_model = ending.sight_model,
         words_sight = decode(ending.words_sight, 'base64'), words_model = ending.words_model
       from ending join job on job.id = ending.job_id
       where part.job_id = ending.job_id and part.number = ending.number and part.task_id = ending.task_id
         and part.state = 'running'
       returning part.job_id, part.number, ending.hear, ending.see
     ), counted as (
       select job_id, array_agg(number) as numbers, sum(hear)::int as hear, sum(see)::int as see from ended group by job_id
     )
     update jobs set hear_left = hear_left - hear, see_left = see_left - see, updated_at = $2,
       stage = case when hear_left > hear then 'transcription' when see_left > see then 'analysis' else 'merging' end,
       percent = case
         when hear_left > hear then round(1000.0 * (hear_parts - hear_left + hear) / hear_parts) / 10
         when see_left > see then round(1000.0 * (see_parts - see_left + see) / see_parts) / 10
         else 0 end
     from counted where jobs.id = counted.job_id
     returning jobs.id as job_id, counted.numbers, jobs.hear_left, jobs.see_left`,
    [
      cleanJson(
        endings.map(({ part, state, stage, usage, found: findings, sight, sightForWords }) => ({
          job_id: part.job_id,
          number: part.number,
          task_id: part.task_id,
          state,
          usage,
          found: findings,
          sight: sight && base64(sight.pack),
          sight_model: sight?.model,
          words_sight: sightForWords && base64(sightForWords.pack),
          words_model: sightForWords?.model,
          hear: stage === 'hear' ? 1 : 0,
          see: stage === 'see' ? 1 : 0,
        })),
      ),
      now,
    ],
    'close parts',
  );

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Locks the part and returns it; undefined if the task does not own it any more or it is not running. */
export async function lockRunningPart(tx: Queryable, part: PartKey): Promise<PartRow | undefined> {
  const rows = await tx.query<PartRow>(
    `select * from job_parts where job_id = $1 and number = $2 and task_id = $3 and state = 'running' for update`,
    [part.job_id, part.number, part.task_id],
  );
  return rows[0];
}

/** running → waiting: gives the part to another task. */
export async function requeuePart(
  tx: Queryable,
  part: Pick<PartRow, 'job_id' | 'number' | 'crashes' | 'losses' | 'outage_seconds' | 'priority'>,
  taskId: string,
): Promise<void> {
  const { job_id, number, crashes, losses, outage_seconds, priority } = part;
  await tx.query(
    `update job_parts set state = 'waiting', task_id = $3, crashes = $4, losses = $5, outage_seconds = $6, priority = $7,
       worker_id = null, claimed_at = null
     where job_id = $1 and number = $2`,
    [job_id, number, taskId, crashes, losses, outage_seconds, priority],
  );
}

/** planned → waiting: opens the joins of jobs whose other parts have all ended. */
export const openPlannedParts = (
  tx: Queryable,
  jobIds: readonly string[],
): Promise<(Pick<PartRow, 'task_id' | 'priority'> & { readonly workspace_id: string })[]> =>
  tx.query(
    `update job_parts part set state = 'waiting' from jobs
     where jobs.id = part.job_id and part.job_id = any ($1) and part.state = 'planned'
     returning workspace_id, part.task_id, part.priority`,
    [jobIds],
    'open planned parts',
  );

export const partsOf = (db: Queryable, jobId: string): Promise<PartRow[]> =>
  db.query<PartRow>(
    `select ${columns} from job_parts where job_id = $1 order by number`,
    [jobId],
    'parts of job',
  );

/**
 * When each part of the jobs was processed, what the processing used, and the current time. The parts' findings are not
 * read, because they are large.
 */
export const workOnParts = (
  db: Queryable,
  jobIds: readonly string[],
): Promise<
  (Pick<PartRow, 'job_id' | 'kind' | 'claimed_at' | 'ended_at' | 'usage'> & { now: Date })[]
> =>
  db.query(
    `select job_id, kind, claimed_at, ended_at, usage, now()::timestamptz(3) as now
     from job_parts where job_id = any ($1)`,
    [jobIds],
    'work on parts',
  );

/** Removes all parts of the jobs and returns them. */
export const removeParts = (
  tx: Queryable,
  jobIds: readonly string[],
): Promise<Pick<PartRow, 'job_id' | 'queue' | 'state' | 'task_id'>[]> =>
  tx.query(
    `with removed as (select job_id, number from job_parts part where job_id = any ($1)
       order by ${partsInOrder} for update)
     delete from job_parts part using removed
     where part.job_id = removed.job_id and part.number = removed.number
     returning part.job_id, part.queue, part.state, part.task_id`,
    [jobIds],
    'remove parts',
  );

/** A part and the task that owns it; a write in the name of any other task is refused. */
export type PartKey = Pick<PartRow, 'job_id' | 'number' | 'kind' | 'task_id'>;

/** The parts a worker has begun and still owns. */
export const partsOfWorker = (db: Queryable, workerId: string): Promise<PartKey[]> =>
  db.query<PartKey>(
    `select job_id, number, kind, task_id from job_parts where worker_id = $1 and state = 'running'`,
    [workerId],
    'parts of worker',
  );

/** The queues of the next `count` waiting parts in the named queues, highest priority first. */
export async function nextQueues(
  db: Queryable,
  queues: readonly string[],
  count: number,
): Promise<string[]> {
  const rows = await db.query<{ queue: string }>(
    `select queue from job_parts where state = 'waiting' and queue = any ($1)
     order by priority desc limit $2`,
    [queues, count],
    'next queues',
  );
  return rows.map((row) => row.queue);
}

/** Like `nextQueues`, but only for workspaces that have no running part. */
export async function nextQueuesOfNewcomers(
  db: Queryable,
  queues: readonly string[],
  count: number,
): Promise<string[]> {
  const rows = await db.query<{ queue: string }>(
    `select part.queue from jobs
     join job_parts part on part.job_id = jobs.id and part.state = 'waiting' and part.queue = any ($1)
     where jobs.status = 'processing' and jobs.workspace_id not in (
       select busy.workspace_id from job_parts running join jobs busy on busy.id = running.job_id
       where running.state = 'running')
     order by part.priority desc limit $2`,
    [queues, count],
    'next queues of newcomers',
  );
  return rows.map((row) => row.queue);
}

/**
 * Gives a new task to waiting parts whose task is no longer in the queue, because otherwise nothing would start them;
 * returns the tasks.
 */
export const renewLostTasks = (
  tx: Queryable,
): Promise<
  (Pick<PartRow, 'queue' | 'task_id' | 'priority'> & { readonly workspace_id: string })[]
> =>
  tx.query(
    `update job_parts part set task_id = gen_random_uuid()::text
     from jobs, (
       select task_id from job_parts part where state = 'waiting' and not exists (
         select 1 from pgboss.job task
         where task.name = queue and task.id = task_id::uuid and task.state < 'completed')
       order by ${partsInOrder} limit 500 for update skip locked
     ) lost
     where part.task_id = lost.task_id and part.state = 'waiting' and jobs.id = part.job_id
     returning jobs.workspace_id, part.queue, part.task_id, part.priority`,
  );

/**
 * Removes tasks that no part names any more and that no worker has taken. Such tasks belonged to dead workers, and the
 * queue made them available again.
 */
export async function dropStaleTasks(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from pgboss.job task where name in ('hear', 'see', 'join') and state < 'active'
       and not exists (select 1 from job_parts where task_id = task.id::text)`,
  );
}

/** Running parts whose workers are gone: without a row, or without a heartbeat for `silentMs`. */
export async function abandonedParts(db: Queryable, silentMs: number): Promise<PartRow[]> {
  return db.query<PartRow>(
    `select part.* from job_parts part left join workers on workers.id = part.worker_id
     where part.state = 'running' and (workers.id is null or workers.heartbeat_at < now() - $1 * interval '1 ms')
     limit 500`,
    [silentMs],
  );
}

/** A part as shown to someone watching the job. */
export type WatchedPart = Pick<PartRow, 'kind' | 'start_seconds' | 'end_seconds'> & {
  readonly state: Exclude<PartState, 'planned'>;
  /** Whether a worker heard from within `silentMs` takes parts of this kind. */
  readonly served: boolean;
};

export const watchedParts = (
  db: Queryable,
  jobId: string,
  silentMs: number,
): Promise<WatchedPart[]> =>
  db.query<WatchedPart>(
    `select kind, start_seconds, end_seconds,
       case state when 'planned' then 'waiting' else state end as state,
       exists (select 1 from workers where heartbeat_at >= now() - $2 * interval '1 ms' and job_parts.queue = any (serves)) as served
     from job_parts where job_id = $1 and kind <> 'ingestion' order by start_seconds, number`,
    [jobId, silentMs],
  );

/** Bytes of what the parts of the job found, as they are stored, compressed. Nothing is decompressed for this. */
export async function foundBytes(db: Queryable, jobId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    'select coalesce(sum(pg_column_size(found)), 0)::float8 as bytes from job_parts where job_id = $1',
    [jobId],
    'stored size of what parts found',
  );
  return row?.bytes ?? 0;
}

const listOf = (name: string): string =>
  `'"${name}":[' || coalesce((select spans from lists where name = '${name}'), '') || ']'`;

/**
 * What the parts of the job found, in pieces of JSON: the members `segments`, `brands` and `things` of an object, each a
 * list sorted by time. The database sorts them, because parsing thousands of spans would hold up every other call.
 */
export const findFound = (
  db: Pick<Database, 'kind' | 'query'>,
  jobId: string,
): Promise<readonly Buffer[] | undefined> =>
  findJsonPieces(db, {
    tables: `lists as materialized (
       select members.key as name,
         string_agg(span::text, ',' order by span -> 'start', start_seconds, number, place) as spans
       from job_parts, jsonb_each(found) as members,
         jsonb_array_elements(case jsonb_typeof(members.value) when 'array' then members.value else '[]' end)
           with ordinality as all_of (span, place)
       where job_id = $1 and kind <> 'ingestion' group by members.key),`,
    text: `select concat_ws(',', ${listOf('segments')}, ${listOf('brands')}, ${listOf('things')}) as base`,
    params: [jobId],
    name: 'what parts found',
  });

/**
 * Queues that have waiting parts, but no worker that serves them and was heard from within `silentMs`. With `jobId`,
 * only the parts of that job count; with null, those of all jobs.
 */
export async function unservedQueues(
  db: Queryable,
  jobId: string | null,
  silentMs: number,
): Promise<string[]> {
  const rows = await db.query<{ queue: string }>(
    `select distinct queue from job_parts
     where state = 'waiting' and ($1::text is null or job_id = $1)
       and not exists (select 1 from workers where heartbeat_at >= now() - $2 * interval '1 ms' and job_parts.queue = any (serves))`,
    [jobId, silentMs],
    'unserved queues',
  );
  return rows.map((row) => row.queue);
}
