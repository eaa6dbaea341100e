/** Queries over the runs of report schedules. */
import type { ReportChanges, RunMailState, RunState, TrendNumbers } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';

/** What a run counted; a later one compares itself with it. */
export interface RunNumbers {
  readonly videos: number;
  readonly seen_seconds: number;
  readonly equivalent_seconds: number;
  readonly mentions: number;
  readonly brands: readonly RunBrand[];
}

export interface RunBrand {
  readonly name: string;
  readonly own?: true;
  readonly numbers: TrendNumbers;
}

export interface RunRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly schedule_id: string;
  readonly state: RunState;
  readonly by_hand: boolean;
  /** First and last day, YYYY-MM-DD. */
  readonly period_start: string;
  readonly period_end: string;
  readonly due_at: Date;
  readonly tries: number;
  readonly report_id: string | null;
  readonly counted_at: Date | null;
  /** Number of videos that were counted; null before. */
  readonly videos: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** All columns but the numbers and changes, which may have a megabyte. */
const columns = `id, workspace_id, schedule_id, state, by_hand, period_start, period_end, due_at, tries, report_id,
  counted_at, (numbers ->> 'videos')::int as videos, error_code, error_message, created_at, ended_at`;

export type NewRun = Pick<
  RunRow,
  'id' | 'workspace_id' | 'schedule_id' | 'by_hand' | 'period_start' | 'period_end' | 'due_at'
> & { readonly task_id: string; readonly now: Date };

/** False if the schedule has a run of this period already. */
export async function insertRun(tx: Queryable, run: NewRun): Promise<boolean> {
  const rows = await tx.query(
    `insert into report_runs (id, workspace_id, schedule_id, state, by_hand, period_start, period_end, due_at, task_id,
       next_try_at, created_at)
     values ($1, $2, $3, 'waiting', $4, $5, $6, $7, $8, $9, $9)
     on conflict (schedule_id, period_start, period_end) where not by_hand do nothing returning id`,
    [
      ...[run.id, run.workspace_id, run.schedule_id, run.by_hand, run.period_start, run.period_end],
      ...[run.due_at, run.task_id, run.now],
    ],
  );
  return rows.length > 0;
}

/** A run by hand that has not ended; undefined if there is none. */
export async function openRunByHand(
  tx: Queryable,
  scheduleId: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    `select id from report_runs where schedule_id = $1 and by_hand and state in ('waiting', 'making')
     order by created_at desc limit 1`,
    [scheduleId],
  );
  return rows[0]?.id;
}

export async function findRun(
  db: Queryable,
  scheduleId: string,
  id: string,
): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(
    `select ${columns} from report_runs where schedule_id = $1 and id = $2`,
    [scheduleId, id],
  );
  return rows[0];
}

export async function findRunChanges(db: Queryable, id: string): Promise<ReportChanges | null> {
  const rows = await db.query<{ changes: ReportChanges | null }>(
    'select changes from report_runs where id = $1',
    [id],
  );
  return rows[0]?.changes ?? null;
}

export interface RunPage {
  readonly scheduleId: string;
  readonly before: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
}

/** One page of runs, newest first. */
export const runPage = (db: Queryable, { scheduleId, before, limit }: RunPage): Promise<RunRow[]> =>
  db.query<RunRow>(
    `select ${columns} from report_runs where schedule_id = $1
       and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::text))
     order by created_at desc, id desc limit $4`,
    [scheduleId, before?.createdAt ?? null, before?.id ?? null, limit],
  );

/** The newest run of each schedule of a workspace. */
export const newestRuns = (db: Queryable, scheduleIds: readonly string[]): Promise<RunRow[]> =>
  db.query<RunRow>(
    `select newest.* from unnest($1::text[]) as schedule (id) cross join lateral (
       select ${columns} from report_runs r where r.schedule_id = schedule.id
       order by r.created_at desc, r.id desc limit 1) newest`,
    [scheduleIds],
    'newest runs of schedules',
  );

/** Counts a try of a waiting run and returns it; undefined if it no longer waits. */
export async function beginRun(
  db: Queryable,
  id: string,
  now: Date,
  nextTryAt: Date,
): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(
    `update report_runs set tries = tries + 1, next_try_at = $3
     where id = $1 and state = 'waiting' and next_try_at <= $2 returning ${columns}`,
    [id, now, nextTryAt],
  );
  return rows[0];
}

/** What an earlier run counted. */
export interface EarlierRun
  extends Pick<RunRow, 'id' | 'report_id' | 'period_start' | 'period_end'> {
  readonly counted_at: Date;
  readonly numbers: RunNumbers;
  readonly job_ids: readonly string[];
  readonly choice: string;
}

/** The newest run of the last period before this one that was reported. */
export async function findEarlierRun(
  db: Queryable,
  run: Pick<RunRow, 'schedule_id' | 'period_start'>,
): Promise<EarlierRun | undefined> {
  const rows = await db.query<EarlierRun>(
    `select id, report_id, period_start, period_end, counted_at, numbers, job_ids, choice from report_runs
     where schedule_id = $1 and period_start < $2 and state in ('ready', 'empty') and choice is not null
     order by period_start desc, created_at desc, id desc limit 1`,
    [run.schedule_id, run.period_start],
  );
  return rows[0];
}

export interface CountedRun {
  readonly id: string;
  /** `making` with a report, or `empty`. */
  readonly state: 'making' | 'empty';
  readonly reportId: string | null;
  readonly numbers: RunNumbers;
  readonly jobIds: readonly string[];
  readonly choice: string;
  readonly changes: ReportChanges | null;
  readonly now: Date;
}

/** Stores what a waiting run counted; false if it no longer waits. */
export async function setCounted(tx: Queryable, run: CountedRun): Promise<boolean> {
  const rows = await tx.query(
    `update report_runs set state = $2, report_id = $3, numbers = $4, job_ids = $5, choice = $6, changes = $7,
       counted_at = $8, next_try_at = $8, ended_at = case when $2 = 'empty' then $8::timestamptz end,
       error_code = null, error_message = null
     where id = $1 and state = 'waiting' returning id`,
    [
      ...[run.id, run.state, run.reportId, cleanJson(run.numbers), run.jobIds, run.choice],
      ...[run.changes && cleanJson(run.changes), run.now],
    ],
  );
  return rows.length > 0;
}

/** Keeps a run waiting, and says for what. */
export async function setWaiting(
  db: Queryable,
  id: string,
  { code, message, nextTryAt }: { code: string; message: string; nextTryAt: Date },
): Promise<void> {
  await db.query(
    `update report_runs set error_code = $2, error_message = $3, next_try_at = $4
     where id = $1 and state = 'waiting'`,
    [id, code, message, nextTryAt],
  );
}

export async function setRunFailed(
  db: Queryable,
  id: string,
  { code, message, now }: { code: string; message: string; now: Date },
): Promise<void> {
  await db.query(
    `update report_runs set state = 'failed', error_code = $2, error_message = $3, ended_at = $4
     where id = $1 and state in ('waiting', 'making')`,
    [id, code, message, now],
  );
}

/** Lets a run whose report failed wait for another report. */
export async function setRunAgain(
  db: Queryable,
  id: string,
  { code, message, nextTryAt }: { code: string; message: string; nextTryAt: Date },
): Promise<void> {
  await db.query(
    `update report_runs set state = 'waiting', report_id = null, error_code = $2, error_message = $3, next_try_at = $4
     where id = $1 and state = 'making'`,
    [id, code, message, nextTryAt],
  );
}

/** False if the run is not being made any more. */
export async function setRunReady(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update report_runs set state = 'ready', ended_at = $2 where id = $1 and state = 'making' returning id`,
    [id, now],
  );
  return rows.length > 0;
}

export interface MadeRun extends RunRow {
  /** Null if the report was deleted. */
  readonly report_status: 'ready' | 'failed' | null;
  readonly report_error_code: string | null;
  readonly report_error_message: string | null;
}

/** Runs whose report has ended or is gone; with `reportId`, only that of this report. */
export const runsWithEndedReport = (db: Queryable, reportId: string | null): Promise<MadeRun[]> =>
  db.query<MadeRun>(
    `select run.*, r.status as report_status, r.error_code as report_error_code, r.error_message as report_error_message
     from (select ${columns} from report_runs
       where state = 'making' and ($1::text is null or report_id = $1)) run
     left join reports r on r.id = run.report_id
     where r.id is null or r.status <> 'pending' limit 500`,
    [reportId],
    'runs with ended report',
  );

/** Locks waiting runs that are to be tried and have no task in the queue. */
export const lockRunsWithoutTask = (
  tx: Queryable,
  now: Date,
): Promise<{ readonly id: string; readonly workspace_id: string; readonly tries: number }[]> =>
  tx.query(
    `select id, workspace_id, tries from report_runs r where state = 'waiting' and next_try_at <= $1
       and not exists (select 1 from pgboss.job t
         where t.name = 'scheduled_report' and t.id = r.task_id and t.state < 'completed')
     order by next_try_at limit 200 for update skip locked`,
    [now],
    'lock runs without task',
  );

export async function setRunTask(tx: Queryable, id: string, taskId: string): Promise<void> {
  await tx.query('update report_runs set task_id = $2 where id = $1', [id, taskId]);
}

/**
 * Removes ended runs beyond the newest, and the numbers of those that no later run can be compared with: of each period
 * the newest run counts.
 */
export async function trimRuns(
  tx: Queryable,
  scheduleId: string,
  { runs, periods }: { readonly runs: number; readonly periods: number },
): Promise<void> {
  await tx.query(
    `delete from report_runs where state in ('ready', 'empty', 'failed') and id in (
       select id from report_runs where schedule_id = $1 order by created_at desc, id desc offset $2)`,
    [scheduleId, runs],
  );
  await tx.query(
    `update report_runs set numbers = jsonb_build_object('videos', numbers -> 'videos', 'brands', '[]'::jsonb),
       job_ids = '{}', choice = null
     where choice is not null and id in (
       select id from (
         select id, dense_rank() over (order by period_start desc) as period,
           row_number() over (partition by period_start order by created_at desc, id desc) as place
         from report_runs where schedule_id = $1 and state in ('ready', 'empty')) ranked
       where period > $2 or place > 1)`,
    [scheduleId, periods],
  );
}

export interface RunMailRow {
  readonly run_id: string;
  readonly user_id: string;
  readonly state: RunMailState;
  readonly email: string | null;
  readonly reason: string | null;
  readonly attached: readonly string[];
  readonly sent_at: Date | null;
}

/** Mails of these runs. */
export const mailsOfRuns = (db: Queryable, runIds: readonly string[]): Promise<RunMailRow[]> =>
  db.query<RunMailRow>(
    `select m.run_id, m.user_id, m.state, coalesce(m.email, u.email) as email, m.reason, m.attached, m.sent_at
     from report_mails m left join users u on u.id = m.user_id
     where m.run_id = any($1) order by m.run_id, email, m.user_id`,
    [runIds],
    'mails of runs',
  );
