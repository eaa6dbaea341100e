/** Creates fresh, migrated databases for tests, of the kind (embedded or PostgreSQL) that this test run uses. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import { copyKept, keepFolder } from './kept-folder.ts';
import { makeTemplateDatabase, templateName } from './template-database.ts';
import { schemaFingerprint } from './test-cache.ts';

export type DatabaseKind = Database['kind'];

/** `pglite`, or the address of a PostgreSQL server on which databases may be created. */
const place = process.env.REELSIGHT_TEST_DATABASE || 'pglite';

export const databaseKind: DatabaseKind = place === 'pglite' ? 'pglite' : 'postgres';

/** Begins the names of all databases of a run, so that an interrupted run can remove them all. */
export const databasePrefix = `test_${process.env.REELSIGHT_TEST_RUN || 'alone'}_`;

export interface FreshDatabase {
  /** Absent for the embedded database. */
  readonly url?: string;
  /** Folder of the embedded database; absent until there is one. */
  readonly dataDir?: string;
  /**
   * Removes the database. Open connections to a PostgreSQL database are cut; an embedded database must be closed first.
   */
  drop(): Promise<void>;
}

/** An empty database without the schema, for tests that migrate it themselves. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (databaseKind === 'postgres')
    return createDatabase((name) => onServer(`create database ${name}`));
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-database-'));
  const dataDir = join(folder, 'database');
  await copyEmbedded('empty', dataDir, async () => undefined);
  return { dataDir, drop: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * A migrated database, for tests that start the service or open the database more than once. An embedded database
 * exists only after `copyEmbeddedDatabase` has put it into a folder.
 */
export async function migratedDatabase(): Promise<FreshDatabase> {
  return createDatabase(copyTemplate);
}

async function createDatabase(create: (name: string) => Promise<void>): Promise<FreshDatabase> {
  if (databaseKind === 'pglite') return { drop: async () => undefined };
  const name = `${databasePrefix}${randomBytes(6).toString('hex')}`;
  await create(name);
  const url = new URL(place);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

/** PostgreSQL's error code if the template does not exist. */
const noSuchDatabase = '3D000';

async function copyTemplate(name: string): Promise<void> {
  const statement = `create database ${name} template ${templateName()}`;
  try {
    await onServer(statement);
  } catch (error) {
    // A suite that is run by hand on a separate server finds no template there, so the template is made now.
    if ((error as { code?: string }).code !== noSuchDatabase) throw error;
    await makeTemplateDatabase(place);
    await onServer(statement);
  }
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

/** Creates and opens a migrated database; `close` removes it as well. */
export async function openTestDatabase(): Promise<Database> {
  const fresh = await migratedDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-database-'));
  const dataDir = join(folder, 'database');
  if (!fresh.url) await copyEmbeddedDatabase(dataDir);

  const db = await openDatabase(fresh.url ? { url: fresh.url, poolSize: 5 } : { dataDir });
  return {
    ...db,
    close: async () => {
      await db.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Puts a migrated embedded database at `dataDir`. */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  await copyEmbedded('migrated', dataDir, (db) => migrate(db, { version: 'test' }));
}

/**
 * Puts an embedded database at `dataDir`. Copies a stored one made for the same migrations if possible: a new one takes
 * 5 s of processor time, a copy 0.3 s.
 */
async function copyEmbedded(
  kind: 'empty' | 'migrated',
  dataDir: string,
  fill: (db: Database) => Promise<void>,
): Promise<void> {
  const kept = { kind, fingerprint: schemaFingerprint() };
  if (copyKept(kept, dataDir)) return;
  const db = await openDatabase({ dataDir });
  await fill(db);
  await db.close();
  keepFolder(kept, dataDir);
}
