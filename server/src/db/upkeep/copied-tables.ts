/**
 * Copies the rows of every table as JSON out of one database and into another. The list of tables is read from the
 * database itself.
 */
import type { Database, Queryable } from '../database.ts';

/** Tables that a backup does not copy, each with the reason. All others are copied. */
export const leftOut: Readonly<Record<string, string>> = {
  schema_migrations:
    'A restore applies the migrations itself, up to the one that the header names.',
  processes: 'Only means something while they run.',
  workers: 'Only means something while they run.',
  rate_buckets: 'Requests of the last minutes; a crash empties it too.',
  sign_in_failures: 'Failures of the last minutes; a crash empties it too.',
  search_jobs: 'Made again from the results.',
  search_passages: 'Made again from the results.',
  search_words: 'Made again from the results.',
  meaning_jobs: 'Made again from the results.',
  meaning_vectors: 'Made again from the results.',
  meaning_models: 'Found out again when a process starts.',
  job_exposures: 'Made again from the results.',
  clips: 'Made again from the video when somebody asks.',
  restored_tasks: 'Its tasks are among those of the backup.',
};

/** Tables of the current schema that must be copied, in an order in which each follows the tables it refers to. */
export async function tablesToCopy(db: Queryable): Promise<string[]> {
  const tables = await db.query<{ name: string; refers: string[] }>(
    `select c.relname as name, coalesce(array_agg(distinct r.relname::text) filter (where r.relname is not null), '{}') as refers
     from pg_class c
     left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
     left join pg_class r on r.oid = f.confrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and not (c.relname = any($1))
     group by c.relname order by c.relname`,
    [Object.keys(leftOut)],
  );
  const sorted: string[] = [];
  while (sorted.length < tables.length) {
    const next = tables.filter(
      ({ name, refers }) =>
        !sorted.includes(name) && refers.every((refer) => sorted.includes(refer)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    sorted.push(...next.map(({ name }) => name));
  }

  return sorted;
}

/** `work` sees an unchanging snapshot of the database and cannot write to it. It runs once, because it writes a file. */
export function inSnapshot<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const begin = async (tx: Queryable): Promise<T> => {
    await tx.query('set transaction isolation level repeatable read, read only');
    return work(tx);
  };
  return db.transaction(begin, { once: true });
}

const rowsAtFirst = 20;
const rowsAtMost = 2000;

/**
 * Runs `query`, which must be trusted text, inside a transaction and yields JSON objects in pieces of about
 * `pieceBytes`.
 */
async function* inPieces(
  tx: Queryable,
  query: string,
  pieceBytes: number,
): AsyncGenerator<string[]> {
  await tx.query(`declare copied no scroll cursor for ${query}`);

  for (let rows = rowsAtFirst; ; ) {
    const fetched = await tx.query<{ row: string }>(`fetch forward ${rows} from copied`);
    if (fetched.length === 0) break;

    const piece = fetched.map(({ row }) => row);
    yield piece;

    const mean = piece.reduce((sum, row) => sum + row.length, 0) / piece.length;
    rows = Math.max(1, Math.min(rowsAtMost, rows * 4, Math.floor(pieceBytes / mean)));
  }

  await tx.query('close copied');
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Rows of a table named by `tablesToCopy`, in no particular order. */
export const rowsOfTable = (
  tx: Queryable,
  table: string,
  pieceBytes: number,
): AsyncGenerator<string[]> =>
  inPieces(tx, `select row_to_json(t)::text as row from ${quoted(table)} t`, pieceBytes);

/**
 * Tasks that are still to be done, including running ones, each as `{queue, id, data, priority, group_id,
 * start_after}`.
 */
export async function* openTasks(tx: Queryable, pieceBytes: number): AsyncGenerator<string[]> {
  const [queue] = await tx.query(`select 1 from pg_class where oid = to_regclass('pgboss.job')`);
  const [restoredTable] = await tx.query(
    `select 1 from pg_class where oid = to_regclass('restored_tasks')`,
  );

  // Sweeps are left out, because schedules create them again.
  if (queue)
    yield* inPieces(
      tx,
      `select json_build_object('queue', name, 'id', id, 'data', data, 'priority', priority,
         'group_id', group_id, 'start_after', start_after)::text as row
       from pgboss.job where state < 'completed' and name not in ('sweep', 'backup') and name not like '\\_\\_%'`,
      pieceBytes,
    );

  // Tasks of an earlier restore that no start has taken up yet.
  if (restoredTable) yield* rowsOfTable(tx, 'restored_tasks', pieceBytes);
}

/** Names of the columns of a table that can be written; null if there is no such table. */
async function columnsOf(db: Queryable, table: string): Promise<string[] | null> {
  const rows = await db.query<{ name: string }>(
    `select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relname = $1 and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  );
  return rows.length === 0 ? null : rows.map(({ name }) => name);
}

/**
 * Returns a function that inserts rows of one table in the form in which `rowsOfTable` yields them. Null if there is no
 * such table.
 */
export async function rowTaker(
  db: Queryable,
  table: string,
): Promise<((rows: readonly string[]) => Promise<void>) | null> {
  const columns = await columnsOf(db, table);
  if (columns === null) return null;

  const names = columns.map(quoted).join(', ');
  const insert = `insert into ${quoted(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${quoted(table)}, $1::json)`;

  return async (rows) => {
    await db.query(insert, [`[${rows.join(',')}]`]);
  };
}

/** Makes identity columns continue after their highest value. */
export async function alignCounters(db: Queryable): Promise<void> {
  const counters = await db.query<{ table: string; name: string }>(
    `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`,
  );
  for (const { table, name } of counters)
    await db.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(name)}), 0) + 1, false) from ${quoted(table)}`,
      [quoted(table), name],
    );
}

/** Name of the last migration, such as `0012_operating.sql`; null for a database without our tables. */
export async function lastMigration(db: Queryable): Promise<string | null> {
  const [table] = await db.query(
    `select 1 from pg_class where oid = to_regclass('schema_migrations')`,
  );
  if (!table) return null;

  const [row] = await db.query<{ name: string | null }>(
    'select max(name) as name from schema_migrations',
  );

  return row?.name ?? null;
}
