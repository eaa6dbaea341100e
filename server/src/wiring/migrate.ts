/**
 * `reelsight migrate`: brings the database up to date and ends. With `--check` it changes nothing: it prints what is to be done
 * and ends with exit code 4 if that is something.
 */
import { pino } from 'pino';
import { SchemaError } from '../db/schema-state.ts';
import { readConfig } from './config.ts';
import { lockDataFolder } from './data-folder.ts';
import { bringUpToDate, openConfigured, shownSchema, stepsToDo } from './open-database.ts';
import { runInProcess, toldErrors } from './program.ts';
import { checkDataFolder } from './start-checks.ts';
import { exitCodes, StartError } from './start-error.ts';
import { version } from './version.ts';

export const run = toldErrors(async (args, { env, stdout, stderr }) => {
  const config = readConfig(env);
  const say = (line: string) => stdout.write(`${line}\n`);
  const { dataDir } = config.service;
  await checkDataFolder(dataDir);
  const release = config.database.url === null ? await lockDataFolder(dataDir) : null;
  try {
    const db = await openConfigured(config);
    try {
      const steps = await stepsToDo(db);
      const before = await shownSchema(db);
      if (steps.length === 0) {
        say(`Up to date: the database is ${before}, which Reelsight ${version} uses.`);
        return 0;
      }
      say(`The database is ${before}. To do for Reelsight ${version}:`);
      for (const step of steps) say(`  ${step}`);
      if (args.includes('--check')) return exitCodes.notUpToDate;
      await bringUpToDate(config, db, pino({ level: config.service.logLevel, base: null }, stderr));
      say(`Done: the database is ${await shownSchema(db)}.`);
      return 0;
    } finally {
      await db.close();
    }
  } catch (error) {
    throw error instanceof SchemaError ? new StartError(error.message) : error;
  } finally {
    await release?.();
  }
});

if (import.meta.main) await runInProcess(run);
