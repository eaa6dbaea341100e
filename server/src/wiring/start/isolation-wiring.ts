/** Opens the configured isolation for the process that opens videos. */
import { type Isolation, IsolationError, openIsolation } from '../../jobs/ingestion/isolation.ts';
import { type Config, ConfigError } from '../settings/config.ts';

/**
 * Opens and tests the isolation. Throws ConfigError if the configured kind does not work on this machine, or if anybody
 * may sign up although there is no isolation.
 */
export async function isolationOf(config: Config): Promise<Isolation> {
  const { sandbox, memoryLimitMb, deadlines, limits, workFolder, environment } = config.worker;
  const isolation = await openIsolation({
    ...sandbox,
    memoryLimitMb,
    workFolder,
    environment,
    // Twice the time limit suffices, because decoding uses one thread and Node's few other threads do little.
    cpuSeconds: (2 * deadlines.stages.ingestion) / 1000,
    fileMb: limits.maxOutputBytes / 2 ** 20,
  }).catch((error: unknown) => {
    throw error instanceof IsolationError ? new ConfigError(error.message) : error;
  });

  checkOpenDoor(config, isolation);

  return isolation;
}

/**
 * Throws ConfigError if anybody may sign up without full isolation, unless the operator has explicitly set
 * REELSIGHT_SANDBOX to the available kind.
 */
export function checkOpenDoor(
  { accounts, worker }: Pick<Config, 'accounts' | 'worker'>,
  { kind, text }: Pick<Isolation, 'kind' | 'text'>,
): void {
  if (accounts.signUp !== 'open' || kind === 'bwrap' || worker.sandbox.wanted === kind) return;

  throw new ConfigError(
    `REELSIGHT_SIGN_UP=open lets anybody sign up, but videos would be opened ${text}. Install bubblewrap and allow user namespaces, in containers as docs/install.md says; or set REELSIGHT_SANDBOX=${kind} if you want it so.`,
  );
}
