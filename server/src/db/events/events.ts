/**
 * The event log. An event is written in the transaction that changes its job or batch, and gets its number later from a
 * process that reads the log. Numbers are assigned after the commit and under a lock on the workspace's log, so that
 * they become visible in order.
 */
import { setImmediate } from 'node:timers/promises';
import type { Database, Queryable, Statement } from '../database.ts';

export interface NewEvent {
  readonly id: string;
  readonly workspace_id: string;
  readonly job_id: string | null;
  readonly batch_id: string | null;
  readonly kind: string;
  readonly payload: string;
  readonly created_at: Date;
}

export interface EventRow extends Omit<NewEvent, 'created_at' | 'batch_id'> {
  /** Position in the workspace's log. */
  readonly seq: number;
}

/** A position in a workspace's log: after the event with this number; `id` is that event's id, if known. */
export interface Position {
  readonly seq: number;
  readonly id: string | null;
}

/**
 * Returns a statement that inserts events in order and can be combined with others; its only parameter has the number
 * `parameter`.
 */
export function insertEvents(events: readonly NewEvent[], parameter = 1): Omit<Statement, 'with'> {
  return {
    name: 'insert events',
    text: `insert into events (id, workspace_id, job_id, batch_id, kind, payload, created_at)
     select id, workspace_id, job_id, batch_id, kind, payload, created_at
     from jsonb_to_recordset($${parameter}::jsonb) as one (id text, workspace_id text, job_id text, batch_id text, kind text,
       payload text, created_at timestamptz)`,
    values: [JSON.stringify(events)],
  };
}

/** Inserts one event, whose payload may be large: as a parameter of its own, it is not written as JSON once more. */
export async function insertEvent(tx: Queryable, event: NewEvent): Promise<void> {
  const { id, workspace_id, job_id, batch_id, kind, payload, created_at } = event;
  await tx.query(
    `insert into events (id, workspace_id, job_id, batch_id, kind, payload, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, workspace_id, job_id, batch_id, kind, payload, created_at],
    'insert event',
  );
}

export interface LogState {
  readonly workspace_id: string;
  readonly numbered: number;
  readonly removed: number;
  /** Whether the log has events that have no number yet. */
  readonly fresh: boolean;
}

export async function logStates(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<LogState[]> {
  return db.query<LogState>(
    `select w.id as workspace_id, coalesce(l.numbered, 0)::bigint as numbered, coalesce(l.removed, 0)::bigint as removed,
       exists (select 1 from events e where e.workspace_id = w.id and e.seq is null) as fresh
     from unnest($1::text[]) as w (id) left join event_logs l on l.workspace_id = w.id`,
    [workspaceIds],
    'states of event logs',
  );
}

/** Maximum number of a workspace's events that are numbered in one transaction. */
const numberedTogether = 1000;

/** Numbers the unnumbered events of these workspaces, oldest first up to a limit; true if there may be more. */
export async function numberEvents(
  db: Database,
  workspaceIds: readonly string[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockLogs(tx, workspaceIds);
    // A separate statement, because it must see what was committed before the lock was taken.
    const logs = await tx.query<{ events: number }>(
      `with fresh as (
         select n, workspace_id, row_number() over (partition by workspace_id order by n) as place from (
           select one.n, one.workspace_id from unnest($1::text[]) as w (id) cross join lateral (
             select n, workspace_id from events where workspace_id = w.id and seq is null order by n limit $2 for update
           ) one) oldest
       ), done as (
         update events e set seq = l.numbered + fresh.place
         from fresh join event_logs l on l.workspace_id = fresh.workspace_id
         where e.n = fresh.n returning e.workspace_id, e.seq
       )
       update event_logs l set numbered = last.seq
       from (select workspace_id, max(seq) as seq, count(*) as events from done group by workspace_id) last
       where l.workspace_id = last.workspace_id returning last.events`,
      [workspaceIds, numberedTogether],
      'number events',
    );
    return logs.some(({ events }) => events === numberedTogether);
  });
}

async function lockLogs(tx: Queryable, workspaceIds: readonly string[]): Promise<void> {
  await tx.query(
    `insert into event_logs (workspace_id) select id from workspaces where id = any ($1) order by id
     on conflict do nothing`,
    [workspaceIds],
  );
  await tx.query(
    'select 1 from event_logs where workspace_id = any ($1) order by workspace_id for update',
    [workspaceIds],
  );
}

/** Numbers all events committed before the call, and returns the state of the log. */
export async function numberedLog(db: Database, workspaceId: string): Promise<LogState> {
  const state = async (): Promise<LogState> => (await logStates(db, [workspaceId]))[0] as LogState;
  const current = await state();
  if (!current.fresh) return current;
  while (await numberEvents(db, [workspaceId])) await setImmediate();
  return state();
}

const eventColumns = 'id, workspace_id, job_id, kind, payload, seq';

/** How many events are read at once; at least one, however large it is. */
export interface EventLimits {
  readonly events: number;
  /** Bytes of payloads: an event of a batch may have megabytes. */
  readonly bytes: number;
}

export interface EventsRead {
  readonly events: readonly EventRow[];
  /** Whether more events follow that were beyond the limits. */
  readonly hasMore: boolean;
}

interface LimitedRow extends EventRow {
  /** Number of the event among those that were looked at, and how many these are. */
  readonly place: number;
  readonly candidates: number;
}

/** SQL for those of the candidates, which are one more than the limit of events, that are within the limits. */
const withinLimits = (
  candidates: string,
  limits: { readonly events: string; readonly bytes: string },
) =>
  `select ${eventColumns}, place::int, candidates::int from (
     select ${eventColumns}, row_number() over (order by seq) as place, count(*) over () as candidates,
       sum(octet_length(payload)) over (order by seq) as bytes
     from (${candidates} order by seq limit ${limits.events} + 1) as candidate
   ) as counted
   where place <= ${limits.events} and (place = 1 or bytes <= ${limits.bytes})`;

function readOf(rows: readonly LimitedRow[]): EventsRead {
  const last = rows.at(-1);
  return { events: rows, hasMore: last !== undefined && last.place < last.candidates };
}

/** Numbered events after a position, in order; only those of one job if it is given. */
export async function eventsAfter(
  db: Queryable,
  { workspaceId, jobId }: { readonly workspaceId: string; readonly jobId: string | null },
  afterSeq: number,
  { events, bytes }: EventLimits,
): Promise<EventsRead> {
  const limits = { events: '$3::int', bytes: '$4::float8' };
  const of = `select ${eventColumns} from events where workspace_id = $1 and seq > $2`;

  const rows =
    jobId === null
      ? await db.query<LimitedRow>(
          `${withinLimits(of, limits)} order by seq`,
          [workspaceId, afterSeq, events, bytes],
          'events of a workspace',
        )
      : await db.query<LimitedRow>(
          `${withinLimits(`${of} and job_id = $5`, limits)} order by seq`,
          [workspaceId, afterSeq, events, bytes, jobId],
          'events of a job',
        );
  return readOf(rows);
}

/** Bytes of the first event that `eventsAfter` would read; 0 if there is none. Its payload is not read for this. */
export async function nextEventBytes(
  db: Queryable,
  { workspaceId, jobId }: { readonly workspaceId: string; readonly jobId: string | null },
  afterSeq: number,
): Promise<number> {
  const params = [workspaceId, afterSeq, ...(jobId === null ? [] : [jobId])];
  const [row] = await db.query<{ bytes: number }>(
    `select octet_length(payload) as bytes from events
     where workspace_id = $1 and seq > $2${jobId === null ? '' : ' and job_id = $3'} order by seq limit 1`,
    params,
    jobId === null ? 'size of an event' : 'size of an event of a job',
  );
  return row?.bytes ?? 0;
}

/** Like `eventsAfter`, but for several workspaces, each after its own position and with limits of its own. */
export async function eventsOfLogs(
  db: Queryable,
  places: ReadonlyMap<string, number>,
  { events, bytes }: EventLimits,
): Promise<ReadonlyMap<string, EventsRead>> {
  const limits = { events: '$3::int', bytes: '$4::float8' };
  const ofLog = `select ${eventColumns} from events where workspace_id = log.id and seq > log.after`;
  const rows = await db.query<LimitedRow>(
    `select one.* from unnest($1::text[], $2::bigint[]) as log (id, after)
       cross join lateral (${withinLimits(ofLog, limits)}) as one
     order by one.workspace_id, one.seq`,
    [[...places.keys()], [...places.values()], events, bytes],
    'events of logs',
  );
  const byWorkspace = Map.groupBy(rows, ({ workspace_id }) => workspace_id);
  return new Map([...byWorkspace].map(([id, ofWorkspace]) => [id, readOf(ofWorkspace)]));
}

/** Id of the event with this number; undefined if it was removed with its job. */
export async function eventIdAt(
  db: Queryable,
  workspaceId: string,
  seq: number,
): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    'select id from events where workspace_id = $1 and seq = $2',
    [workspaceId, seq],
  );
  return rows[0]?.id;
}

/** Takes locks in the same order as numbering does, so that removing and numbering events cannot deadlock. */
export async function removeEventsOfJob(tx: Queryable, jobId: string): Promise<void> {
  await tx.query(
    `delete from events where n in (select n from events where job_id = $1 order by n for update)`,
    [jobId],
  );
}

export async function removeEventsOfWorkspace(db: Queryable, workspaceId: string): Promise<void> {
  await db.query('delete from events where workspace_id = $1', [workspaceId]);
}

/** Number of events that one transaction examines. */
const removedTogether = 5000;

/** Removes the oldest events that are older than `cutoff`; true if there may be more. */
export async function removeEventsBefore(db: Database, cutoff: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const oldest = await tx.query<{ n: number; workspace_id: string; old: boolean }>(
      `select n, workspace_id, created_at < $1 as old from events order by n limit $2`,
      [cutoff, removedTogether],
    );
    const old = oldest.filter((row) => row.old);
    if (old.length === 0) return false;

    await lockLogs(tx, [...new Set(old.map((row) => row.workspace_id))]);
    await tx.query(
      `with gone as (
         delete from events where n in (select n from events where n = any ($1::bigint[]) order by n for update)
         returning workspace_id, seq
       ), of_log as (
         select workspace_id, coalesce(max(seq), 0) as most, count(*) filter (where seq is null) as unread
         from gone group by workspace_id
       )
       -- What had no number is counted too, so that a reader from before learns that it missed something.
       update event_logs l set numbered = l.numbered + of_log.unread,
         removed = case when of_log.unread > 0 then l.numbered + of_log.unread else greatest(l.removed, of_log.most) end
       from of_log where l.workspace_id = of_log.workspace_id`,
      [old.map((row) => row.n)],
    );

    return old.length === removedTogether;
  });
}
