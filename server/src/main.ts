/** The service's command: reads the configuration, serves until Ctrl-C, says in five lines what runs. */
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DataFolderInUse } from './data-folder.ts';
import { startService } from './service.ts';
import { startupReport } from './startup-report.ts';
import { version } from './version.ts';

/** Configuration that can't work, or a folder in use. */
const exitUsage = 2;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitUsage);
}

function configuration(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) fail(`Configuration:\n${error.message}`);
    throw error;
  }
}

const config = configuration();
const log: Logger = pino(
  { level: config.REELSIGHT_LOG_LEVEL, base: null, redact: ['*.api_key', '*.authorization'] },
  // For people at a terminal; anything else gets one JSON object a line.
  process.stdout.isTTY ? pretty({ translateTime: 'HH:MM:ss', sync: true }) : process.stdout,
);

process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

try {
  const service = await startService(config, log);
  for (const line of startupReport(config, { version, ...service })) log.info(line);
  let closing = false;
  const stop = (signal: string): void => {
    // A second signal ends at once: whatever runs is taken up again at the next start.
    if (closing) process.exit(130);
    closing = true;
    log.info({ signal }, 'stopping');
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
} catch (error) {
  if (error instanceof DataFolderInUse) fail(error.message);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    fail(
      `Port ${(error as { port?: number }).port ?? ''} is in use. Set PORT or UPLOAD_PORT to a free one.`,
    );
  }
  if (error instanceof Error && error.message.startsWith('STORAGE_URL')) fail(error.message);
  log.fatal({ err: error }, 'the service could not start');
  process.exit(1);
}
