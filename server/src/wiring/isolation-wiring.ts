/** What keeps the process that opens a video from everything else, as the settings want it. */
import { type Isolation, IsolationError, openIsolation } from '../jobs/isolation.ts';
import { type Config, ConfigError } from './config.ts';

/** Tries it out. Throws ConfigError if the one that is named does not work here. */
export function isolationOf({ worker }: Config): Promise<Isolation> {
  const { sandbox, memoryLimitMb, deadlines, limits, workFolder, environment } = worker;
  return openIsolation({
    ...{ ...sandbox, memoryLimitMb, workFolder, environment },
    // Decoding has one thread, Node a few that do little.
    cpuSeconds: (2 * deadlines.stages.ingestion) / 1000,
    fileMb: limits.maxOutputBytes / 2 ** 20,
  }).catch((error: unknown) => {
    throw error instanceof IsolationError ? new ConfigError(error.message) : error;
  });
}
