/**
 * Counters of failed sign-ins, each changed in a single statement, shared by all API processes. Times come from the
 * database's clock.
 */
import type { Queryable } from '../database.ts';

export interface Window {
  /** Most events allowed in the window; null to count without a limit. */
  readonly most: number | null;
  readonly seconds: number;
}

const unbounded = 2_000_000_000;

/** Counts one event in the window that began with the first one. False, without counting, if the window is full. */
export async function countInWindow(db: Queryable, key: string, window: Window): Promise<boolean> {
  const rows = await db.query(
    `insert into sign_in_failures as f (key, failures, blocked_until, forget_at)
     values ($1, 1, clock_timestamp(), clock_timestamp() + make_interval(secs => $2))
     on conflict (key) do update set
       failures = case when f.forget_at <= clock_timestamp() then 1 else f.failures + 1 end,
       forget_at = case when f.forget_at <= clock_timestamp() then excluded.forget_at else f.forget_at end
     where f.forget_at <= clock_timestamp() or f.failures < $3
     returning 1`,
    [key, window.seconds, window.most ?? unbounded],
  );
  return rows.length > 0;
}

export async function failuresOf(db: Queryable, key: string): Promise<number> {
  const rows = await db.query<{ failures: number }>(
    'select failures from sign_in_failures where key = $1 and forget_at > clock_timestamp()',
    [key],
  );
  return rows[0]?.failures ?? 0;
}

export interface Waits {
  /** Tries allowed without a wait. */
  readonly free: number;
  /** Seconds to wait after each free try, and also before the first try where `newWaits` is set. */
  readonly least: number;
  /** Whether a key without earlier failures must wait before its first try. */
  readonly newWaits: boolean;
  /** Seconds to wait after the last free try; doubled with each further one. */
  readonly first: number;
  readonly most: number;
  /** Seconds after the last try until everything is forgotten. */
  readonly forget: number;
}

/** Counts one try as a failure; `takeBack` undoes this. False if the caller must wait before trying: see `waitOf`. */
export async function takeTry(db: Queryable, key: string, rules: Waits): Promise<boolean> {
  const begin = rules.newWaits ? 0 : 1;
  const failureCount = `(case when f.forget_at <= clock_timestamp() then $2 else f.failures + 1 end)`;
  const wait = (n: string) =>
    `make_interval(secs => case when ${n} < $4 then $3::float8
       else least($6::float8, $5::float8 * power(2, least(${n} - $4, 30))) end)`;
  const rows = await db.query<{ failures: number }>(
    `insert into sign_in_failures as f (key, failures, blocked_until, forget_at)
     values ($1, $2::int, clock_timestamp() + ${wait('$2')}, clock_timestamp() + make_interval(secs => $7))
     on conflict (key) do update set failures = ${failureCount},
       blocked_until = clock_timestamp() + ${wait(failureCount)}, forget_at = excluded.forget_at
     where f.blocked_until <= clock_timestamp() or f.forget_at <= clock_timestamp()
     returning failures`,
    [key, begin, rules.least, rules.free, rules.first, rules.most, rules.forget],
  );

  return rows[0] !== undefined && rows[0].failures > 0;
}

/** Whole seconds until the next try, at least 1. */
export async function waitOf(
  db: Queryable,
  key: string,
  until: 'blocked_until' | 'forget_at',
): Promise<number> {
  const rows = await db.query<{ seconds: number }>(
    `select ceil(extract(epoch from ${until} - clock_timestamp()))::int as seconds
     from sign_in_failures where key = $1`,
    [key],
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** Removes one try from the count, because it was not a failure. */
export async function takeBack(db: Queryable, key: string): Promise<void> {
  await db.query(
    `update sign_in_failures set failures = greatest(failures - 1, 0), blocked_until = clock_timestamp()
     where key = $1`,
    [key],
  );
}

export async function forgetFailures(db: Queryable, key: string): Promise<void> {
  await db.query('delete from sign_in_failures where key = $1', [key]);
}

export async function removeOldFailures(db: Queryable): Promise<void> {
  await db.query('delete from sign_in_failures where forget_at < clock_timestamp()');
}
