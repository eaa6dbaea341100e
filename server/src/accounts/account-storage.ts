/**
 * Stores the sign-in library's rows through our single database interface, because PGlite allows no second connection.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type CleanedWhere, createAdapterFactory } from 'better-auth/adapters';
import { countOf } from '../db/count.ts';
import type { Database, Queryable } from '../db/database.ts';

/** The sign-in library's tables, under the names that we configure in its options. */
const tables: readonly string[] = ['users', 'sessions', 'credentials', 'verifications'];

type Row = Record<string, unknown>;

/** The transaction of the current call to the library, if it runs in a transaction. */
const enclosing = new AsyncLocalStorage<Queryable>();

/** Runs `work`; everything that the library stores meanwhile is part of the transaction. */
export function inTransaction<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  return enclosing.run(tx, work);
}

/**
 * Returns a table name that is safe to put into a statement. Names come from the library's schema, never from a caller,
 * but are checked anyway.
 */
function table(model: string): string {
  if (!tables.includes(model)) throw new Error(`there is no table for ${model}`);
  return model;
}

function column(field: string): string {
  if (!/^[a-z][a-zA-Z]*$/.test(field)) throw new Error(`${field} is no column`);
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const fieldOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function record<T>(row: Row): T {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [fieldOf(name), value]),
  ) as T;
}

const signs: Partial<Record<CleanedWhere['operator'] & string, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

function condition({ field, value, operator = 'eq' }: CleanedWhere, params: unknown[]): string {
  const name = column(field);
  if (value === null) return `${name} is ${operator === 'ne' ? 'not ' : ''}null`;

  params.push(value);
  if (operator === 'in') return `${name} = any ($${params.length})`;
  if (operator === 'not_in') return `${name} <> all ($${params.length})`;

  const sign = signs[operator];
  if (!sign) throw new Error(`${operator} is not used here`);

  return `${name} ${sign} $${params.length}`;
}

/** Returns the text of the WHERE clause and adds its values to `params`. */
function whereOf(where: readonly CleanedWhere[] | undefined, params: unknown[]): string {
  const parts = (where ?? []).map((clause, index) => {
    const text = condition(clause, params);
    return index === 0 ? text : `${clause.connector === 'OR' ? 'or' : 'and'} ${text}`;
  });
  return parts.length > 0 ? ` where ${parts.join(' ')}` : '';
}

function assignments(update: Row, params: unknown[]): string {
  return Object.entries(update)
    .map(([field, value]) => {
      params.push(value);
      return `${column(field)} = $${params.length}`;
    })
    .join(', ');
}

async function insert(db: Queryable, model: string, data: Row): Promise<Row> {
  const columns = Object.keys(data).map(column);
  const places = columns.map((_name, index) => `$${index + 1}`);
  const rows = await db.query<Row>(
    `insert into ${table(model)} (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(data),
  );
  return rows[0] as Row;
}

async function change(
  db: Queryable,
  model: string,
  where: readonly CleanedWhere[],
  update: Row,
): Promise<Row[]> {
  const params: unknown[] = [];
  const set = assignments(update, params);
  return db.query<Row>(
    `update ${table(model)} set ${set}${whereOf(where, params)} returning *`,
    params,
  );
}

async function remove(
  db: Queryable,
  model: string,
  where: readonly CleanedWhere[],
): Promise<number> {
  const params: unknown[] = [];
  const rows = await db.query(
    `delete from ${table(model)}${whereOf(where, params)} returning 1`,
    params,
  );
  return rows.length;
}

interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
}

async function select(
  db: Queryable,
  model: string,
  where: readonly CleanedWhere[] | undefined,
  { limit, offset, sortBy }: Page,
): Promise<Row[]> {
  const params: unknown[] = [];
  const order = sortBy
    ? ` order by ${column(sortBy.field)} ${sortBy.direction === 'asc' ? 'asc' : 'desc'}`
    : '';
  const conditions = whereOf(where, params);
  const range = `${limit === undefined ? '' : ` limit ${Number(limit)}`}${offset ? ` offset ${Number(offset)}` : ''}`;
  return db.query<Row>(`select * from ${table(model)}${conditions}${order}${range}`, params);
}

/** Creates the storage adapter that the sign-in library requires. */
export function accountStorage(database: Database) {
  const db = (): Queryable => enclosing.getStore() ?? database;
  return createAdapterFactory({
    config: { adapterId: 'reelsight', supportsJSON: true, transaction: false },
    adapter: () => ({
      create: async <T extends Row>({ model, data }: { model: string; data: T }) =>
        record<T>(await insert(db(), model, data)),
      update: async <T>({
        model,
        where,
        update,
      }: {
        model: string;
        where: CleanedWhere[];
        update: T;
      }) => {
        const [row] = await change(db(), model, where, update as Row);
        return row ? record<T>(row) : null;
      },
      updateMany: async ({ model, where, update }) =>
        (await change(db(), model, where, update)).length,
      findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
        const [row] = await select(db(), model, where, { limit: 1 });
        return row ? record<T>(row) : null;
      },
      findMany: async <T>({
        model,
        where,
        ...page
      }: Page & { model: string; where?: CleanedWhere[] | undefined }) =>
        (await select(db(), model, where, page)).map((row) => record<T>(row)),
      delete: async ({ model, where }) => {
        await remove(db(), model, where);
      },
      deleteMany: ({ model, where }) => remove(db(), model, where),
      count: async ({ model, where }) => {
        const params: unknown[] = [];
        const sql = `select count(*) as count from ${table(model)}${whereOf(where, params)}`;
        return countOf(db(), sql, params);
      },
    }),
  });
}
