/** Queries over runners: workers that call over HTTPS with a token. */
import type { Actor } from '@reelsight/contract';
import { storableText } from '@reelsight/contract/clean-text';
import { cleanJson } from '../clean-text.ts';
import { countOf } from '../count.ts';
import type { Queryable } from '../database.ts';
import type { PartKey, PartRow } from '../jobs/job-parts.ts';

export interface RunnerHolder {
  readonly id: string;
  readonly name: string;
}

export interface RunnerEngine {
  readonly role: string;
  readonly name: string;
  readonly version: string;
  readonly kind: 'embedded' | 'local' | 'remote';
}

export async function insertRunner(
  tx: Queryable,
  row: RunnerHolder & { hash: string; createdBy: Actor | null; now: Date },
): Promise<void> {
  await tx.query(
    'insert into runners (id, name, hash, created_by, created_at) values ($1, $2, $3, $4, $5)',
    [row.id, row.name, row.hash, row.createdBy && JSON.stringify(row.createdBy), row.now],
  );
}

/**
 * Counts the valid runners and locks their table, so that a concurrent insert cannot pass the same check of the count.
 */
export async function countRunners(tx: Queryable): Promise<number> {
  await tx.query('lock table runners in share row exclusive mode');
  return countOf(tx, 'select count(*) as count from runners where revoked_at is null');
}

/** Finds the runner with this token hash; undefined if it is unknown or revoked. */
export async function runnerOfHash(db: Queryable, hash: string): Promise<RunnerHolder | undefined> {
  const rows = await db.query<RunnerHolder>(
    'select id, name from runners where hash = $1 and revoked_at is null',
    [hash],
    'runner of hash',
  );
  return rows[0];
}

export async function isRunnerValid(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from runners where id = $1 and revoked_at is null',
    [id],
    'is runner valid',
  );
  return rows.length > 0;
}

/** The first characters of the hashes of valid tokens created after a given time. */
export const runnerMarksSince = (
  db: Queryable,
  since: Date,
): Promise<{ readonly mark: string; readonly created_at: Date }[]> =>
  db.query(
    'select left(hash, 16) as mark, created_at from runners where created_at > $1 and revoked_at is null',
    [since],
  );

/**
 * Revokes a runner, whose processes then stop being workers. Undefined if the runner is unknown or was already revoked.
 */
export async function revokeRunner(
  tx: Queryable,
  id: string,
  now: Date,
): Promise<RunnerHolder | undefined> {
  const rows = await tx.query<RunnerHolder>(
    'update runners set revoked_at = $2 where id = $1 and revoked_at is null returning id, name',
    [id, now],
  );
  if (rows[0]) await tx.query('delete from workers where runner_id = $1', [id]);
  return rows[0];
}

export interface RunnerRow extends RunnerHolder {
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  readonly last_seen_at: Date | null;
  readonly version: string | null;
  readonly serves: readonly ('hear' | 'see' | 'join')[];
  readonly engines: readonly RunnerEngine[];
  readonly parts_done: number;
  readonly processes: number;
  readonly hosts: number;
  readonly parts_running: number;
}

/** All valid runners, then the last 200 revoked ones; both newest first. */
export const listRunnerRows = (db: Queryable, silentMs: number): Promise<RunnerRow[]> =>
  db.query<RunnerRow>(
    `select r.id, r.name, r.created_at, r.revoked_at, r.last_seen_at, r.version, r.serves, r.engines,
       r.parts_done::float8 as parts_done, at_work.processes, at_work.hosts, at_work.parts_running
     from (select *, row_number() over (partition by revoked_at is null order by created_at desc, id desc) as at
       from runners) r
     cross join lateral (
       select count(*)::int as processes, coalesce(sum(w.hosts), 0)::int as hosts, coalesce(sum((
         select count(*) from job_parts where worker_id = w.id and state = 'running')), 0)::int as parts_running
       from workers w where w.runner_id = r.id and w.heartbeat_at >= now() - $1 * interval '1 ms'
     ) at_work
     where r.revoked_at is null or r.at <= 200
     order by r.revoked_at is not null, r.created_at desc, r.id desc`,
    [silentMs],
  );

export interface RunnerProcess {
  readonly workerId: string;
  readonly runnerId: string;
  readonly serves: readonly string[];
  readonly hosts: number;
}

/**
 * Records a heartbeat of a runner's process, with the database's time. False if the runner was revoked meanwhile or
 * already has `most` other live processes.
 */
export async function touchRunnerProcess(
  db: Queryable,
  { workerId, runnerId, serves, hosts }: RunnerProcess,
  { most: limit, silentMs }: { readonly most: number; readonly silentMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `insert into workers (id, serves, hosts, started_at, heartbeat_at, runner_id)
     select $1, $3, $4, now(), now(), id from runners where id = $2 and revoked_at is null and $5 > (
       select count(*) from workers where runner_id = $2 and id <> $1 and heartbeat_at >= now() - $6 * interval '1 ms')
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at, serves = excluded.serves, hosts = excluded.hosts
     returning id`,
    [workerId, runnerId, serves, hosts, limit, silentMs],
    'touch runner process',
  );
  return rows.length > 0;
}

/**
 * Stores what the runner reports about itself, but only if the report has changed or the stored one is older than
 * `everyMs`.
 */
export async function noteRunner(
  db: Queryable,
  id: string,
  report: {
    readonly version: string;
    readonly serves: readonly string[];
    readonly engines: readonly RunnerEngine[];
  },
  { now, everyMs }: { readonly now: Date; readonly everyMs: number },
): Promise<void> {
  // Keep only these fields of an engine; a runner may send more.
  const engines = report.engines.map(({ role, name, version, kind }) => ({
    role,
    name,
    version,
    kind,
  }));
  await db.query(
    `update runners set last_seen_at = $5, version = $2, serves = $3, engines = $4::jsonb
     where id = $1 and (last_seen_at is null or last_seen_at < $6 or version is distinct from $2
       or serves is distinct from $3 or engines is distinct from $4::jsonb)`,
    [
      ...[id, storableText(report.version), report.serves, cleanJson(engines), now],
      new Date(now.getTime() - everyMs),
    ],
    'note runner',
  );
}

export async function countPartDone(db: Queryable, id: string): Promise<void> {
  await db.query(
    'update runners set parts_done = parts_done + 1 where id = $1',
    [id],
    'count part done',
  );
}

/**
 * Returns how many engine hosts of a process are free, and the work that the process takes; null if it sent no recent
 * heartbeat.
 */
export async function freeHosts(
  db: Queryable,
  workerId: string,
  silentMs: number,
): Promise<{ readonly free: number; readonly serves: readonly string[] } | null> {
  const rows = await db.query<{ free: number; serves: readonly string[] }>(
    `select serves, hosts - (select count(*)::int from job_parts where worker_id = $1 and state = 'running') as free
     from workers where id = $1 and heartbeat_at >= now() - $2 * interval '1 ms'`,
    [workerId, silentMs],
    'free hosts',
  );
  return rows[0] ?? null;
}

/** Milliseconds since a running part was claimed, by the database's clock. */
interface HeldTime {
  readonly held_ms: number;
}

const heldMs = (part: string): string =>
  `greatest(0, coalesce(extract(epoch from now() - ${part}.claimed_at) * 1000, 0))::float8 as held_ms`;

/** A part that a runner's call names by the part's task. */
export type PartOfTask = Pick<
  PartRow,
  | 'job_id'
  | 'number'
  | 'kind'
  | 'queue'
  | 'state'
  | 'task_id'
  | 'worker_id'
  | 'first_cell'
  | 'last_cell'
  | 'start_seconds'
  | 'end_seconds'
> &
  HeldTime & {
    readonly workspace_id: string;
    readonly attempt: number;
    readonly status: string;
    readonly crashes: number;
  };

/** Finds the part that has this task; undefined if there is none, or if the part has since been given another task. */
export async function partOfTask(db: Queryable, taskId: string): Promise<PartOfTask | undefined> {
  const rows = await db.query<PartOfTask>(
    `select part.job_id, part.number, part.kind, part.queue, part.state, part.task_id, part.worker_id,
       part.first_cell, part.last_cell, part.start_seconds, part.end_seconds, ${heldMs('part')},
       part.crashes, jobs.workspace_id, jobs.attempt, jobs.status
     from job_parts part join jobs on jobs.id = part.job_id where part.task_id = $1`,
    [taskId],
    'part of task',
  );
  return rows[0];
}

export type HeldByWorker = PartKey & Pick<PartRow, 'queue'> & HeldTime;

/** Running parts of a worker. */
export const heldParts = (db: Queryable, workerId: string): Promise<HeldByWorker[]> =>
  db.query<HeldByWorker>(
    `select job_id, number, kind, task_id, queue, ${heldMs('job_parts')} from job_parts
     where worker_id = $1 and state = 'running'`,
    [workerId],
    'held parts',
  );

/** Running parts of a runner, in all its processes. */
export const partsOfRunner = (db: Queryable, runnerId: string): Promise<PartKey[]> =>
  db.query<PartKey>(
    `select job_id, number, kind, task_id from job_parts
     where state = 'running' and split_part(worker_id, '.', 1) = $1`,
    [runnerId],
  );
