/**
 * Entry point of the service: reads the configuration, serves until Ctrl-C, and prints in a few lines what is running.
 */
import './wiring/start/file-threads.ts';
import { configOrExit, exitWith } from './wiring/settings/config-or-exit.ts';
import { openLog } from './wiring/start/log.ts';
import { refusalOf } from './wiring/start/program.ts';
import { serve } from './wiring/start/serve.ts';
import { exitCodes } from './wiring/start/start-error.ts';
import { onStopSignal, type StopSignal } from './wiring/start/stop-signals.ts';

const config = configOrExit();
const log = openLog(config.service.logLevel, process.stdout);

process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

const starting = serve(config, log);

async function stop(signal: StopSignal): Promise<void> {
  log.info({ signal }, 'stopping');
  // Waits for a start in progress to finish; otherwise its record of this process would stay in the
  // database. If the start failed, the code below says why.
  const service = await starting.catch(() => null);
  if (service === null) return;
  if (signal === 'SIGTERM') await service.drain();
  await service.close();
  process.exit(0);
}

// A second signal ends the process at once: unfinished work is resumed at the next start.
onStopSignal((signal) => void stop(signal));

try {
  await starting;
} catch (error) {
  const refusal = refusalOf(error);
  if (refusal !== null) exitWith(refusal.message, refusal.exitCode);
  log.fatal({ err: error }, 'the service could not start');
  process.exit(exitCodes.unforeseen);
}
