/**
 * A migrated template database on a PostgreSQL of the tests. Each suite gets a copy of it, which takes 0.1 s instead of
 * the 0.6 s of migrating.
 */
import pg from 'pg';
import { openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import { schemaFingerprint } from './test-cache.ts';

/** Name of the template for this checkout's migrations. Templates of other checkouts may be on the same server. */
export const templateName = (): string => `reelsight_template_${schemaFingerprint()}`;

/** An arbitrary number: the lock for runs that find no template at the same time. */
const templateLock = 7_325_511;

/**
 * Creates the template if it does not exist. `serverUrl`: the address of a database on a server on which databases may
 * be created.
 */
export async function makeTemplateDatabase(serverUrl: string): Promise<void> {
  const name = templateName();
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();

  try {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;

    // Created under another name until it is complete, so that an interrupted run leaves no incomplete template behind.
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await migrateDatabase(serverUrl, unfinished);
    await client.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await client.end();
  }
}

async function migrateDatabase(serverUrl: string, name: string): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;

  const db = await openDatabase({ url: url.href, poolSize: 1 });
  try {
    await migrate(db, { version: 'test' });
  } finally {
    await db.close();
  }
}
