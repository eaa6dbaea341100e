/** Compares the migrations applied to a database with those that this version has. Only reads. */
import type { Database, Queryable } from '../database.ts';
import { type Migration, numberOf, schemaOf, shownNumber } from './migrations.ts';

/** Thrown if this version can't use the database. The message says what to do about it. */
export class SchemaError extends Error {
  /** `unavailable` if the same attempt may succeed later. */
  readonly why: 'settings' | 'unavailable';

  constructor(message: string, reason: 'settings' | 'unavailable' = 'settings') {
    super(message);
    this.why = reason;
  }
}

export interface SchemaState {
  /** Number of the newest migration applied, 0 for an empty database. */
  readonly at: number;
  /** The oldest schema whose code may still use the database. */
  readonly floor: number;
  /** Migrations of this version that are not applied, in order. */
  readonly pending: readonly Migration[];
}

interface AppliedRow {
  readonly name: string;
  /** Null in rows written by versions that did not record this number. */
  readonly works_with: number | null;
  readonly version: string | null;
}

/** Throws SchemaError if the tables belong to another program, or the database is too new for this version. */
export async function schemaState(
  db: Database,
  migrations: readonly Migration[],
  version: string,
): Promise<SchemaState> {
  const applied = await appliedMigrations(db);
  const schemaNumber = Math.max(0, ...applied.map(({ name }) => numberOf(name)));
  const floorOf = (row: AppliedRow): number => row.works_with ?? numberOf(row.name);
  const floor = Math.max(0, ...applied.map(floorOf));
  const ownNumber = schemaOf(migrations);
  if (floor > ownNumber) {
    const breaking = applied.find((row) => floorOf(row) === floor);
    throw tooNew({
      at: schemaNumber,
      floor,
      own: ownNumber,
      version,
      by: breaking?.version ?? null,
    });
  }

  const appliedNames = new Set(applied.map(({ name }) => name));
  return {
    at: schemaNumber,
    floor,
    pending: migrations.filter(({ name }) => !appliedNames.has(name)),
  };
}

function tooNew(mismatch: {
  at: number;
  floor: number;
  own: number;
  version: string;
  by: string | null;
}): SchemaError {
  const by = mismatch.by === null ? 'a newer version of Reelsight' : `Reelsight ${mismatch.by}`;
  const start = mismatch.by === null ? 'that version' : mismatch.by;
  return new SchemaError(
    `This database was upgraded by ${by} and no longer works with this version, ${mismatch.version} (the database is at schema ${shownNumber(mismatch.at)} and needs code of ${shownNumber(mismatch.floor)} or later; this is ${shownNumber(mismatch.own)}). Start ${start} or newer, or restore the backup from before the upgrade.`,
  );
}

/** Throws SchemaError if the tables are not ours. */
async function appliedMigrations(db: Queryable): Promise<AppliedRow[]> {
  const tables = await tablesThere(db);
  if (!tables.includes('schema_migrations')) {
    if (tables.length > 0) throw notOurs(tables);
    return [];
  }

  const columns = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'schema_migrations'`,
  );
  const names = columns.map(({ name }) => name);
  if (!names.includes('name') || !names.includes('applied_at')) throw notOurs(tables);

  // Older versions recorded only the name.
  const rows = await db.query<AppliedRow>(
    `select name, (to_jsonb(one) ->> 'works_with')::int as works_with,
       to_jsonb(one) ->> 'version' as version
     from schema_migrations one order by name`,
  );
  const isOurs = rows.length === 0 ? tables.length === 1 : rows[0]?.name === '0001_foundation.sql';
  if (!isOurs) throw notOurs(tables);

  return rows;
}

/** Names of the tables in the current schema, without tables that extensions created. */
async function tablesThere(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p')
       and not exists (select 1 from pg_depend
         where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by relname`,
  );
  return rows.map(({ name }) => name);
}

function notOurs(tables: readonly string[]): SchemaError {
  const listed = tables.slice(0, 3).join(', ');
  const suffix = tables.length > 3 ? ` and ${tables.length - 3} more` : '';
  return new SchemaError(
    `The database holds tables that are not of Reelsight (${listed}${suffix}). Name an empty database in DATABASE_URL; nothing was changed.`,
  );
}
