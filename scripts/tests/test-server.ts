/** The PostgreSQL server that holds the databases of a run's suites. */
import pg from 'pg';
import { startPostgres } from '../../server/testing/postgres.ts';
import { makeTemplateDatabase } from '../../server/testing/template-database.ts';

export class TestServer {
  /** Address of a database on the server. A user of this address may create databases. */
  readonly url: string;
  readonly #stop: () => Promise<void>;

  constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.#stop = stop;
  }

  /** Starts a new server, or uses the one at REELSIGHT_TEST_DATABASE_URL. */
  static async start(runId: string): Promise<TestServer> {
    const serverUrl = process.env.REELSIGHT_TEST_DATABASE_URL;
    if (!serverUrl) {
      const { url, stop } = await startPostgres();
      return new TestServer(url, stop);
    }
    await makeTemplateDatabase(serverUrl);
    return new TestServer(serverUrl, () => dropDatabases(serverUrl, `test_${runId}_`));
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

/** Removes databases that interrupted suites could not remove. */
async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();

  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
