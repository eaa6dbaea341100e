/**
 * `reelsight migrate`: brings the database up to date and ends. With `--check` it changes nothing: it prints what needs
 * to be done, and ends with exit code 4 if there is anything.
 */
import { pino } from 'pino';
import { SchemaError } from '../../db/schema/schema-state.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { lockDataFolder } from '../start/data-folder.ts';
import { bringUpToDate, openConfigured, shownSchema, stepsToDo } from '../start/open-database.ts';
import { type ProgramIo, runInProcess, tellingRefusals } from '../start/program.ts';
import { checkDataFolder } from '../start/start-checks.ts';
import { exitCodes, StartError } from '../start/start-error.ts';
import { version } from '../start/version.ts';

export const run = tellingRefusals(async (args, io) => {
  const config = readConfig(io.env);
  const { dataDir } = config.service;
  await checkDataFolder(dataDir);

  const release = config.database.url === null ? await lockDataFolder(dataDir) : null;
  try {
    return await migrateDatabase(config, args.includes('--check'), io);
  } catch (error) {
    throw error instanceof SchemaError ? new StartError(error.message) : error;
  } finally {
    await release?.();
  }
});

/** Resolves with the exit code. Throws StartError or SchemaError. */
async function migrateDatabase(
  config: Config,
  isCheck: boolean,
  { stdout, stderr }: ProgramIo,
): Promise<number> {
  const say = (line: string) => stdout.write(`${line}\n`);
  const db = await openConfigured(config);
  try {
    const steps = await stepsToDo(db);
    const initialSchema = await shownSchema(db);

    if (steps.length === 0) {
      say(`Up to date: the database is ${initialSchema}, which Reelsight ${version} uses.`);
      return 0;
    }

    say(`The database is ${initialSchema}. To do for Reelsight ${version}:`);
    for (const step of steps) say(`  ${step}`);

    if (isCheck) return exitCodes.notUpToDate;

    await bringUpToDate(config, db, pino({ level: config.service.logLevel, base: null }, stderr));
    say(`Done: the database is ${await shownSchema(db)}.`);

    return 0;
  } finally {
    await db.close();
  }
}

if (import.meta.main) await runInProcess(run);
