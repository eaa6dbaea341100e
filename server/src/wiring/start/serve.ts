/**
 * Runs the service for as long as the process lives. If a backup is restored from the console, the service is stopped
 * and started again.
 */
import type { Logger } from 'pino';
import { type RestoreOrder, restoreOrdered } from '../backup/backups.ts';
import { openMaintenance } from '../backup/maintenance.ts';
import { startupReport } from '../operations/startup-report.ts';
import type { Config } from '../settings/config.ts';
import { type Service, startService, type WorkerParts } from './service.ts';
import { exitCodes } from './start-error.ts';
import { version } from './version.ts';

export interface Served {
  /** Drains the running service; see `drain` in service.ts. */
  drain(): Promise<void>;
  /**
   * Ends the service, or the restore that is running in its place; an aborted restore leaves the previous state
   * unchanged.
   */
  close(): Promise<void>;
}

/**
 * Starts the service, and logs at each start what runs. Rejects if the first start fails; if a later start fails, the
 * process ends. `workerParts`: as in `startService`.
 */
export async function serve(
  config: Config,
  log: Logger,
  workerParts: WorkerParts = {},
): Promise<Served> {
  const closing = new AbortController();
  const onRestore = (order: RestoreOrder) => {
    if (!closing.signal.aborted) service = replaced(order);
  };
  const start = async (): Promise<Service> => {
    const started = await startService(config, log, onRestore, workerParts);
    for (const line of startupReport(config, { version, ...started })) log.info(line);
    return started;
  };
  const replaced = async (order: RestoreOrder): Promise<Service> => {
    try {
      await (await service).close();
      const maintenance = await openMaintenance(config.http);
      await restoreOrdered(config, order, { log, signal: closing.signal });
      await maintenance.close();
      closing.signal.throwIfAborted();

      return await start();
    } catch (error) {
      if (closing.signal.aborted) throw error;
      log.fatal({ err: error }, 'the service could not start again after a restore');
      process.exit(exitCodes.unforeseen);
    }
  };
  let service: Promise<Service> = start();
  await service;
  for (const line of config.warnings) log.warn(line);

  return {
    drain: async () => {
      await (await service.catch(() => null))?.drain();
    },
    close: async () => {
      closing.abort();
      // After an aborted restore, no service is running.
      const last = await service.catch(() => null);
      await last?.close();
    },
  };
}
