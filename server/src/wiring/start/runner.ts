/** `reelsight runner`: processes parts of jobs for a service that runs elsewhere, until Ctrl-C. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerHostsAtMost } from '@reelsight/contract';
import type { Logger } from 'pino';
import type { EngineStatus } from '../../engines/engine.ts';
import { engineStatuses } from '../../engines/registry.ts';
import { CallRefused, ServiceAway, ServiceClient } from '../../jobs/runners/service-client.ts';
import { startRunner } from '../../jobs/runners/start-runner.ts';
import type { PartQueue } from '../../queue/queue.ts';
import { chosenEngines } from '../operations/chosen-engines.ts';
import { checkDevice } from '../operations/device-check.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { configOrExit, exitWith } from '../settings/config-or-exit.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { openLog } from './log.ts';
import { refusalOf } from './program.ts';
import { checkDataFolder } from './start-checks.ts';
import { exitCodes } from './start-error.ts';
import { onStopSignal } from './stop-signals.ts';
import { version } from './version.ts';

/** The environment variables that the command's options set. */
function readOptions(): Record<string, string> {
  const options = { url: { type: 'string' }, 'token-file': { type: 'string' } } as const;
  const { values } = parseArgs({ args: process.argv.slice(2), options });
  const url = values.url ? { REELSIGHT_RUNNER_URL: values.url } : {};
  const file = values['token-file'];
  if (!file) return url;

  try {
    return { ...url, REELSIGHT_RUNNER_TOKEN: readFileSync(file, 'utf8').trim() };
  } catch {
    exitWith(`--token-file: ${file} can't be read.`);
  }
}

/** Returns the address of the service and the runner's token. Throws ConfigError. */
function connection({ runner }: Config): { url: string; token: string } {
  const { url, token, allowHttp } = runner;
  if (url === null)
    throw new ConfigError('REELSIGHT_RUNNER_URL: say which service to work for (--url)');

  if (token === null)
    throw new ConfigError(
      'REELSIGHT_RUNNER_TOKEN: the token of the runner is missing (--token-file)',
    );

  const { protocol, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isHere && !allowHttp) {
    throw new ConfigError(
      'REELSIGHT_RUNNER_URL: must begin with https://, as the token and the media can be read on the way; REELSIGHT_RUNNER_ALLOW_HTTP=true allows http',
    );
  }

  return { url, token };
}

const rolesOf: Readonly<Record<PartQueue, readonly string[]>> = {
  hear: ['speech'],
  see: ['text', 'objects', 'logos'],
  join: [],
};

/** Returns those of the requested queues for which there is an engine. */
const servedBy = (queues: readonly PartQueue[], engines: readonly EngineStatus[]): PartQueue[] =>
  queues.filter((queue) => {
    const roles = rolesOf[queue];
    return roles.length === 0 || engines.some(({ role }) => roles.includes(role));
  });

async function run(config: Config, log: Logger): Promise<void> {
  const { url, token } = connection(config);
  const { dataDir } = config.service;
  await checkDataFolder(dataDir);
  await checkDevice(config);

  const engines = chosenEngines(await engineStatuses(engineSettings(config)));
  const serves = servedBy(config.worker.serves, engines);
  if (serves.length === 0) throw new ConfigError('REELSIGHT_SERVES: a runner has to do some parts');

  // Capped, because the service gives no more parts to one process; to use more, run several processes.
  const count = Math.min(config.worker.hosts.count, runnerHostsAtMost);
  const hosts = { ...config.worker.hosts, count };
  const runner = await startRunner({
    version,
    serves,
    client: new ServiceClient({ url, token }),
    hosts,
    environment: config.worker.environment,
    workFolder: join(dataDir, 'runner-work'),
    engines: engineSettings(config),
    remoteKey: config.remote.key,
    engineNames: engines.map(({ role, info }) => ({
      role,
      name: info.name,
      version: info.version,
      kind: info.kind,
    })),
    onStage: () => undefined,
    log: (message, fields) => log.info(fields, message),
  });
  log.info({ version, serves, hosts: hosts.count }, `runner for ${url}`);
  onStopSignal((signal) => {
    log.info({ signal }, 'stopping');
    void runner.close().then(() => process.exit(0));
  });
  await runner.done.catch(async (error: unknown) => {
    await runner.close();
    throw error;
  });
}

const config = configOrExit(readOptions());
const log = openLog(config.service.logLevel, process.stdout);

// The promise is not awaited, as with `reelsight start`.
void run(config, log).catch((error: unknown) => {
  const refusal = refusalOf(error);
  if (refusal !== null) exitWith(refusal.message, refusal.exitCode);
  if (error instanceof CallRefused) exitWith(error.message);
  if (error instanceof ServiceAway)
    exitWith(`The service does not answer: ${error.message}`, exitCodes.unavailable);
  log.fatal({ err: error }, 'the runner could not start');
  process.exit(exitCodes.unforeseen);
});
