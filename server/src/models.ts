/** `reelsight models …`: the command of the model store, with the service's own settings. */
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { runModelsCommand } from './engines/models/command.ts';

const config = readConfig();
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());

try {
  process.exitCode = await runModelsCommand(process.argv.slice(2), {
    modelsDir: join(config.REELSIGHT_DATA_DIR, 'models'),
    ...(config.REELSIGHT_MODELS_MIRROR && { mirror: config.REELSIGHT_MODELS_MIRROR }),
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupt.signal,
  });
} catch (error) {
  if (!interrupt.signal.aborted) throw error;
  process.exitCode = 130;
}
