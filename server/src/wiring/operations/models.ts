/** `reelsight models …`: runs the command of the model store with the service's own settings. */
import { runModelsCommand } from '../../models/command.ts';
import { configOrExit } from '../settings/config-or-exit.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { tryModel } from './try-model.ts';

const config = configOrExit();
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());

try {
  process.exitCode = await runModelsCommand(process.argv.slice(2), {
    ...config.models,
    disk: config.disk,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupt.signal,
    tryModel: (model) =>
      tryModel(model, {
        engines: engineSettings(config),
        environment: config.worker.environment,
        signal: interrupt.signal,
        now: Date.now,
      }),
  });
} catch (error) {
  if (!interrupt.signal.aborted) throw error;
  process.exitCode = 130;
}
