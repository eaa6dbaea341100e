/** One database interface for embedded PGlite and PostgreSQL; the SQL is the same for both. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite, types } from '@electric-sql/pglite';
import pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

/** A statement as data, so that another module can combine it with its own statements. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement. */
  readonly name: string;
  /** Statements that run before this one, as part of the same statement; their results are ignored. */
  readonly with?: readonly Omit<Statement, 'with'>[];
}

export interface Queryable {
  /**
   * Runs one parameterised statement and returns its rows as plain objects (bigint as number, timestamptz as Date).
   * With a unique `name`, PostgreSQL parses the statement only once per connection; give a name to statements that
   * every request runs. A named statement must list its columns, because a migration that adds a column would break `*`
   * on open connections.
   */
  query<Row = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
    name?: string,
  ): Promise<Row[]>;
  /** Calls `callback` once everything so far is committed: at once outside a transaction, never after a rollback. */
  onCommitted(callback: () => void): void;
}

export interface TransactionOptions {
  /** Maximum wait for a lock, in milliseconds; unlimited by default. The embedded database has no other callers. */
  readonly lockMs?: number;
  /** True for work that does more than use the database, and so must not run again; false by default. */
  readonly once?: boolean;
}

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Runs `work` in a transaction; a rejection rolls it back and is rethrown. `work` runs again if another transaction
   * got in its way, so it changes nothing but the database.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs text that may contain several statements, without parameters. */
  exec(sql: string): Promise<Record<string, unknown>[]>;
  /** Notifies every process that listens on `channel`; the notification is only a hint and may be lost. */
  notify(channel: string, payload: string): Promise<void>;
  /** Calls `onNotify` for each notification on `channel` until the returned function is called. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Current use of the connections to PostgreSQL; null on the embedded database. */
  pool(): PoolState | null;
  /**
   * Runs `work` under a lock that only one process at a time can hold on this database, so that set-up never runs twice
   * at once. Throws AloneTimeout if another process holds the lock for longer than the limit.
   */
  alone<T>(work: () => Promise<T>, wait?: AloneWait): Promise<T>;
  close(): Promise<void>;
}

export interface AloneWait {
  /** Unset: no limit. */
  readonly limitMs?: number;
  /** Called once if another process holds the lock. */
  readonly onWait?: () => void;
}

export interface PoolState {
  readonly open: number;
  readonly idle: number;
  /** Maximum connections. */
  readonly most: number;
  /** Number of statements and transactions that wait for a connection. */
  readonly waiting: number;
}

/** Thrown if another process takes too long to set the database up. */
export class AloneTimeout extends Error {
  /** The other process's connection: process id in PostgreSQL, name, address. Empty if unknown. */
  readonly holder: string;

  constructor(holder: string) {
    super('another process sets the database up');
    this.holder = holder;
  }
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the embedded database in `dataDir` is used. */
  readonly url?: string;
  /** Folder of the embedded database; without it the database is kept in memory. */
  readonly dataDir?: string;
  /** Maximum number of connections in the PostgreSQL pool. */
  readonly poolSize?: number;
  /** Maximum time for one statement outside a transaction on PostgreSQL. */
  readonly statementLimitMs?: number;
  /** Name under which the connections appear in PostgreSQL. */
  readonly applicationName?: string;
  /** PostgreSQL schema that holds the tables, instead of the role's own. */
  readonly schema?: string;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres(options.url, options) : openPglite(options.dataDir);
}

/** SQLSTATE of an error of either database, for example `23505` for a unique violation. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT']);

/** Messages of connection errors that the driver reports without a code. */
const awayMessage =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout/i;

/**
 * Whether the error means that the database is gone or still starting: a connection exception (08…), an operator
 * intervention (57P…), or no answer.
 */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return state.startsWith('08') || state.startsWith('57P');
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : '';
  return (typeof code === 'string' && unreachable.has(code)) || awayMessage.test(message);
}

/**
 * SQLSTATEs of statements that failed because another transaction got in their way: both waited for each other (40P01),
 * what a row refers to was deleted (23503), or the same row was inserted (23505). Done again, the work sees what the
 * other one did.
 */
const meetings: ReadonlySet<string | null> = new Set(['40P01', '23503', '23505']);
/** After this many attempts it is no coincidence, but a mistake in the statements. */
const mostAttempts = 4;

/** Whether PostgreSQL ended a transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01';

/** Does the work again if another transaction got in its way; what failed has changed nothing. */
async function againIfMet<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!meetings.has(sqlState(error)) || attempt === mostAttempts) throw error;
    }
  }
}

/**
 * Decodes PGlite's hexadecimal form of bytes. PGlite's own conversion handles one byte at a time, which takes half a
 * second per megabyte and blocks all other requests.
 */
const bytesOfHex = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex');

function hexOfBytes(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('bytea takes bytes');
  const { buffer, byteOffset, byteLength } = bytes;
  return `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`;
}

async function openPglite(dataDir: string | undefined): Promise<Database> {
  if (dataDir) await mkdir(dataDir, { recursive: true });

  const pglite = await PGlite.create({
    ...(dataDir && { dataDir: join(dataDir) }),
    parsers: { [types.INT8]: Number, [types.NUMERIC]: Number, [types.BYTEA]: bytesOfHex },
    serializers: { [types.BYTEA]: hexOfBytes },
  });
  return {
    kind: 'pglite',
    query: async <Row>(sql: string, params: readonly unknown[] = []) =>
      (await pglite.query<Row>(sql, [...params])).rows,
    onCommitted: (callback) => callback(),
    transaction: async (work) => {
      const committed: (() => void)[] = [];
      const result = await pglite.transaction((tx) =>
        work({
          query: async <Row>(sql: string, params: readonly unknown[] = []) =>
            (await tx.query<Row>(sql, [...params])).rows,
          onCommitted: (callback) => committed.push(callback),
        }),
      );
      for (const callback of committed) callback();

      return result;
    },
    exec: async (sql) => {
      try {
        const results = await pglite.exec(sql);
        return results.flatMap((result) => result.rows as Record<string, unknown>[]);
      } catch (error) {
        // The embedded database has a single connection. If a statement fails inside a transaction block, every later
        // statement would fail too without this rollback.
        await pglite.exec('rollback').catch(() => undefined);
        throw error;
      }
    },
    notify: async (channel, payload) => {
      await pglite.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: async (channel, onNotify) => {
      const stop = await pglite.listen(channel, onNotify);
      return () => stop();
    },
    pool: () => null,
    alone: (work) => work(),
    close: () => pglite.close(),
  };
}

const int8Oid = 20;
const numericOid = 1700;

/** Maximum wait for a free or new connection. */
const connectLimitMs = 30_000;
/**
 * Without this limit, a statement to a server that falls silent (for example because its machine lost power) would wait
 * until the system gives up the connection, which takes a quarter of an hour.
 */
const statementLimitMs = 60_000;

async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8Oid || oid === numericOid
        ? Number
        : // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's getTypeParser cannot be forwarded
          (pg.types.getTypeParser as any)(oid, format),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    types,
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    ...connectionName(options),
  });
  const limit = { query_timeout: options.statementLimitMs ?? statementLimitMs };

  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  const { schema } = options;
  // This is the first statement on the connection, so it runs before any statement of the code that
  // asked for the connection.
  if (schema) pool.on('connect', (client) => void client.query(`set search_path to "${schema}"`));

  return {
    kind: 'postgres',
    query: async <Row>(text: string, params: readonly unknown[] = [], name?: string) => {
      const statement = { text, values: [...params], ...(name && { name }), ...limit };
      return (await againIfMet(() => pool.query(statement))).rows as Row[];
    },
    onCommitted: (callback) => callback(),
    transaction: (work, { lockMs, once = false } = {}) => {
      const attempt = () => inTransaction(pool, work, lockMs);
      return once ? attempt() : againIfMet(attempt);
    },
    exec: async (sql) => {
      const result = (await pool.query(sql)) as unknown as pg.QueryResult | pg.QueryResult[];
      return [result]
        .flat()
        .flatMap((queryResult) => queryResult.rows as Record<string, unknown>[]);
    },
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, onNotify) => listenOn({ url, ...options }, channel, onNotify),
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      most: pool.options.max,
      waiting: pool.waitingCount,
    }),
    alone: (work, wait = {}) => alone({ url, ...options }, work, wait),
    close: () => pool.end(),
  };
}

const ignore = (): void => undefined;

async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<T>,
  lockMs: number | undefined,
): Promise<T> {
  const client = await pool.connect();
  // If the connection is lost between two statements, the next one fails, but the process continues.
  client.on('error', ignore);

  const committed: (() => void)[] = [];
  const tx: Queryable = {
    query: async <Row>(text: string, params: readonly unknown[] = [], name?: string) =>
      (await client.query({ text, values: [...params], ...(name && { name }) })).rows as Row[],
    onCommitted: (callback) => committed.push(callback),
  };
  let broken: unknown;
  try {
    await client.query(lockMs ? `begin; set local lock_timeout = ${lockMs}` : 'begin');
    const result = await work(tx);
    await client.query('commit');
    for (const callback of committed) callback();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken instanceof Error ? broken : undefined);
  }
}

/**
 * Pause between attempts at the lock. Each attempt returns at once: a statement that waits for the lock would hold a
 * snapshot, and building an index would have to wait for that snapshot.
 */
const lockPauseMs = 200;

type Server = DatabaseOptions & { readonly url: string };

const connectionName = ({ applicationName: name }: DatabaseOptions) =>
  name && { application_name: name };

/** Runs `work` while holding the lock. The lock is tied to its connection, so a killed process releases it. */
async function alone<T>(
  { url, ...options }: Server,
  work: () => Promise<T>,
  { limitMs = Number.POSITIVE_INFINITY, onWait }: AloneWait,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    ...connectionName(options),
  });
  client.on('error', ignore);
  await client.connect();

  try {
    const sinceMs = performance.now();
    for (let attempt = 0; !(await takesLock(client)); attempt += 1) {
      if (attempt === 0) onWait?.();
      if (performance.now() - sinceMs > limitMs) throw new AloneTimeout(await lockHolder(client));
      await sleep(lockPauseMs);
    }

    return await work();
  } finally {
    await client.end();
  }
}

async function takesLock(client: pg.Client): Promise<boolean> {
  const answer = await client.query('select pg_try_advisory_lock($1) as taken', [
    advisoryLocks.setUp,
  ]);
  return answer.rows[0]?.taken === true;
}

async function lockHolder(client: pg.Client): Promise<string> {
  const answer = await client.query(
    `select concat_ws(', ', 'PostgreSQL process ' || pid, nullif(application_name, ''), host(client_addr)) as holder
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint) = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks.setUp],
  );
  return answer.rows[0]?.holder ?? '';
}

/**
 * Listens on a dedicated connection, which is reopened after a loss. Notifications missed meanwhile are made up for by
 * polling.
 */
async function listenOn(
  { url, ...options }: Server,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<() => Promise<void>> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const reopen = (): void => {
    if (isClosed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      open().catch(reopen);
    }, 1000);
  };
  const open = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      ...connectionName(options),
    });
    next.on('error', reopen);
    next.on('end', reopen);
    next.on('notification', (message) => onNotify(message.payload ?? ''));
    await next.connect();
    await next.query(`listen "${channel}"`);

    // The listener was closed while this connection was being opened, so nothing else would end the connection.
    if (isClosed) return next.end();
    client = next;
    onNotify('');
  };
  await open();

  return async () => {
    isClosed = true;
    clearTimeout(retry);
    await client?.end();
  };
}
