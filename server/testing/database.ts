/** A fresh, migrated database for a test, of the kind this run of the suite is for. */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';

export type DatabaseKind = Database['kind'];

/** `pglite`, or the address of a PostgreSQL where databases may be created; `npm test` runs the database suites on both. */
const place = process.env.REELSIGHT_TEST_DATABASE || 'pglite';

export const databaseKind: DatabaseKind = place === 'pglite' ? 'pglite' : 'postgres';

export interface FreshDatabase {
  /** Absent for the embedded database. */
  readonly url?: string;
  /** Removes the database; connections to it are cut. */
  drop(): Promise<void>;
}

/** An empty database without the schema, for tests that start the service or open it more than once. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (databaseKind === 'pglite') return { drop: async () => undefined };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(place);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Opened and migrated; `close` removes it as well. */
export async function openTestDatabase(): Promise<Database> {
  const fresh = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-database-'));
  const dataDir = join(folder, 'database');
  if (!fresh.url) await copyEmbeddedDatabase(dataDir);
  const db = await openDatabase(fresh.url ? { url: fresh.url, poolSize: 5 } : { dataDir });
  await migrate(db, { version: 'test' });
  return {
    ...db,
    close: async () => {
      await db.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Puts a migrated embedded database at `dataDir`. It is a copy of one that is made once for each state of the
 * migrations: that takes 0.3 s of processor time, a new one 2 s.
 */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  const state = createHash('sha256');
  const sources = globSync(['server/src/db/migrations/*.sql', 'package-lock.json'], { cwd: root });
  for (const file of sources.sort()) state.update(readFileSync(join(root, file)));
  const cache = join(root, 'node_modules', '.cache', 'reelsight');
  const template = join(cache, `database-${state.digest('hex').slice(0, 16)}`);
  if (!existsSync(template)) await makeTemplate(cache, template);
  // `cp` of fs/promises is much slower for so many small files.
  cpSync(template, dataDir, { recursive: true });
}

async function makeTemplate(cache: string, template: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'making-'));
  const db = await openDatabase({ dataDir: join(folder, 'database') });
  await migrate(db, { version: 'test' });
  await db.close();
  // Another process may have been faster; its one is as good.
  await rename(join(folder, 'database'), template).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(folder, { recursive: true, force: true });
}
