/** Numbered SQL files, applied once each and only forward. */
import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
}

/** Call it inside `db.alone`. `upTo` is the last one to apply; without it all are. */
export async function migrate(db: Database, upTo?: string): Promise<void> {
  const files = (await migrationNames()).filter((name) => upTo === undefined || name <= upTo);
  await db.transaction(async (tx) => {
    await tx.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = await tx.query<{ name: string }>('select name from schema_migrations');
    const done = new Set(applied.map((row) => row.name));
    for (const name of files.filter((file) => !done.has(file))) {
      for (const statement of statements(await readFile(new URL(name, folder), 'utf8')))
        await tx.query(statement);
      await tx.query('insert into schema_migrations (name) values ($1)', [name]);
    }
  });
}

/** Splits a migration at semicolons that end a line; our migrations hold no function bodies. */
function statements(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
