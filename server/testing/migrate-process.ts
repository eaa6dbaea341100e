/**
 * Applies the migrations of a folder to a PostgreSQL, in a process that a test can kill. Arguments: URL FOLDER VERSION.
 */
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../src/db/database.ts';
import { applicationName, migrate } from '../src/db/schema/migrate.ts';
import { readMigrations } from '../src/db/schema/migrations.ts';

const [url = '', folder = '', version = ''] = process.argv.slice(2);
const migrations = await readMigrations(pathToFileURL(`${folder}/`));
const db = await openDatabase({ url, applicationName: applicationName(version, migrations) });
await db.alone(() => migrate(db, { version, migrations }));
await db.close();
