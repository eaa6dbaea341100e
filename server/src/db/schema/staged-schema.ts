/**
 * A restore fills tables in a separate PostgreSQL schema; a single transaction then replaces the current tables with
 * them.
 */
import type { Database } from '../database.ts';

export const stagedSchema = 'reelsight_restore';

export async function makeStagedSchema(db: Database): Promise<void> {
  await dropStagedSchema(db);
  await db.query(`create schema ${stagedSchema}`);
}

export async function dropStagedSchema(db: Database): Promise<void> {
  await db.query(`drop schema if exists ${stagedSchema} cascade`);
}

/**
 * Replaces the current tables with the restored ones; does nothing if that has already been done. The queue's own
 * tables are created again at the next start; its open tasks are in one of the restored tables.
 */
export async function putInPlace(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const tables = await tx.query<{ name: string; schema: string }>(
      `select c.relname as name, current_schema() as schema from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind = 'r'`,
      [stagedSchema],
    );
    if (tables.length === 0) return;

    for (const { name, schema } of tables)
      await tx.query(`drop table if exists "${schema}"."${name}" cascade`);

    for (const { name, schema } of tables)
      await tx.query(`alter table ${stagedSchema}."${name}" set schema "${schema}"`);

    await tx.query(`drop schema ${stagedSchema}`);
    await tx.query('drop schema if exists pgboss cascade');
  });
}
