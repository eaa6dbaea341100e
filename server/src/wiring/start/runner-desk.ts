/** Assembles the part of the service that runners communicate with. */
import type { Logger } from 'pino';
import type { Domain } from '../../domain/domain.ts';
import type { EngineStatus } from '../../engines/engine.ts';
import type { RunnerDesk } from '../../http/runner-desk.ts';
import { RunnerClaims } from '../../jobs/runners/claims.ts';
import { RunnerReception } from '../../jobs/runners/reception.ts';
import type { Storage } from '../../storage/storage.ts';
import { chosenEngines } from '../operations/chosen-engines.ts';
import type { Config } from '../settings/config.ts';
import { version } from './version.ts';

interface Base {
  readonly config: Config;
  readonly domain: Domain;
  readonly storage: Storage;
  readonly log: Logger;
  /** The engines that the service had when it started. */
  readonly engines: readonly EngineStatus[];
  readonly closers: { add(close: () => Promise<unknown>): void };
}

export async function openRunnerDesk(base: Base): Promise<RunnerDesk> {
  const { config, domain, storage, log, closers } = base;
  const { deadlines, proofFrames, storyboardTiles } = config.worker;
  const options = {
    domain,
    storage,
    version,
    tokensPerJob: config.remote.tokensPerJob,
    engines: chosenEngines(base.engines),
    terms: { deadlines, proofFrames, storyboardTiles },
    log: (message: string, fields: Record<string, unknown>) => log.info(fields, message),
  };
  const claims = new RunnerClaims(options);
  closers.add(await claims.listen());

  const reception = new RunnerReception(options);
  closers.add(() => reception.close());
  return {
    beat: (runner, heartbeat) => claims.beat(runner, heartbeat),
    claim: (runner, request, signal) => claims.claim(runner, request, signal),
    leave: (runner, instance) => claims.leave(runner, instance),
    giveBackOf: (runnerId) => claims.giveBackOf(runnerId),
    readableFile: (runner, task, name) => reception.readableFile(runner, task, name),
    storeFile: (runner, task, name, body) => reception.storeFile(runner, task, name, body),
    end: (runner, task, body) => reception.end(runner, task, body),
    interrupt: (runner, task, interruption) => reception.interrupt(runner, task, interruption),
  };
}
