/**
 * `reelsight migrate`: brings the database up to date and ends. With `--check` it changes nothing: it prints what is to be done
 * and ends with exit code 4 if that is something.
 */
import { pino } from 'pino';
import { SchemaError } from '../db/schema-state.ts';
import { configOrExit, exitWith } from './config-or-exit.ts';
import { lockDataFolder } from './data-folder.ts';
import { bringUpToDate, openConfigured, shownSchema, stepsToDo } from './open-database.ts';
import { checkDataFolder } from './start-checks.ts';
import { exitCodes, StartError } from './start-error.ts';
import { version } from './version.ts';

const config = configOrExit();
const isCheck = process.argv.includes('--check');
const log = pino(
  { level: config.service.logLevel, base: null },
  pino.destination({ dest: 2, sync: true }),
);

async function run(): Promise<number> {
  const { dataDir } = config.service;
  await checkDataFolder(dataDir);
  const release = config.database.url === null ? await lockDataFolder(dataDir) : null;
  const db = await openConfigured(config);
  try {
    const steps = await stepsToDo(db);
    const before = await shownSchema(db);
    if (steps.length === 0) {
      console.log(`Up to date: the database is ${before}, which Reelsight ${version} uses.`);
      return 0;
    }
    console.log(`The database is ${before}. To do for Reelsight ${version}:`);
    for (const step of steps) console.log(`  ${step}`);
    if (isCheck) return exitCodes.notUpToDate;
    await bringUpToDate(config, db, log);
    console.log(`Done: the database is ${await shownSchema(db)}.`);
    return 0;
  } finally {
    await db.close();
    await release?.();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  if (error instanceof StartError) exitWith(error.message, error.exitCode);
  if (error instanceof SchemaError) exitWith(error.message);
  throw error;
}
