/**
 * The worker of a test: parts and ingestions that were computed before are taken from the cache, and processes are
 * started only for the others. A test that needs a job in progress can hold its parts until it has seen enough, however
 * fast they are.
 */
import type { EngineHosts } from '../../src/jobs/hosts/engine-hosts.ts';
import { addEngineSpans } from '../../src/jobs/hosts/engine-spans.ts';
import type { Probed } from '../../src/jobs/ingestion/ingestion-messages.ts';
import type { IngestionProcesses } from '../../src/jobs/ingestion/ingestion-processes.ts';
import type { Isolation } from '../../src/jobs/ingestion/isolation.ts';
import { abortOf } from '../../src/jobs/processes/watched-process.ts';
import type { StandIns } from '../../src/jobs/worker.ts';
import type { Caps } from '../../src/media/media.ts';
import type { Config } from '../../src/wiring/settings/config.ts';
import { isolationOf } from '../../src/wiring/start/isolation-wiring.ts';
import type { WorkerParts } from '../../src/wiring/start/service.ts';
import { filesIn, type KeptFiles, takeKeptPart, writeFiles } from './kept-part.ts';
import { keep, readKept } from './part-cache.ts';
import { ingestionKey, partKey } from './part-key.ts';

/**
 * Opens something that starts processes when it is first needed. Refuses after it is closed, because a job may still be
 * in progress then.
 */
class OnDemand<T extends { close(): Promise<void> }> {
  readonly #open: () => T;
  #opened: T | undefined;
  #isClosed = false;

  constructor(open: () => T) {
    this.#open = open;
  }

  get opened(): T | undefined {
    return this.#opened;
  }

  get(): T {
    if (this.#isClosed) throw new Error('the worker is closing');
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened?.close();
  }
}

/** A gate that every part passes before it begins. While it is held, parts wait. */
export class Gate {
  #open: PromiseWithResolvers<void> | null = null;

  /** From now on, parts of jobs wait until the returned function is called. */
  hold(): () => void {
    const held = Promise.withResolvers<void>();
    this.#open = held;
    return () => {
      if (this.#open === held) this.#open = null;
      held.resolve();
    };
  }

  /** Rejects with `signal.reason`. */
  async pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#open) await Promise.race([this.#open.promise, abortOf(signal)]);
  }
}

export interface TestWorkerOptions {
  readonly gate: Gate;
  readonly usesCache: boolean;
}

export const testWorker = ({ gate, usesCache }: TestWorkerOptions): WorkerParts => ({
  findIsolation: isolationFoundOnce,
  ...(usesCache && { hostScript: new URL('./keeping-host.ts', import.meta.url) }),
  standIns: { hosts: hosts(gate, usesCache), ...(usesCache && { processes }) },
});

const foundIsolations = new Map<string, Promise<Isolation>>();

/**
 * Finding the isolation starts a process, so it is done once for all services in this process that have the same
 * settings.
 */
export function isolationFoundOnce(config: Config): Promise<Isolation> {
  const { sandbox, memoryLimitMb, deadlines, limits, environment } = config.worker;
  const settings = JSON.stringify([sandbox, memoryLimitMb, deadlines, limits, environment]);
  const found = foundIsolations.get(settings) ?? isolationOf(config);
  foundIsolations.set(settings, found);
  return found;
}

const hosts =
  (gate: Gate, usesCache: boolean): NonNullable<StandIns['hosts']> =>
  (open, { count, log, onWork }) => {
    const real = new OnDemand<EngineHosts>(open);
    return {
      get capacity() {
        return real.opened?.capacity ?? count;
      },
      async run(order, signal, options) {
        await gate.pass(signal);
        const key = usesCache ? partKey(order) : null;
        const kept = key === null ? null : takeKeptPart(key, order);
        if (kept === null) return real.get().run(order, signal, options);

        log('part began', { kind: order.kind });
        onWork?.(kept.work);
        addEngineSpans(kept.work);

        return { outcome: kept.outcome, usage: kept.usage };
      },
      close: () => real.close(),
    };
  };

interface KeptIngestion {
  readonly probed: Probed;
  readonly files: KeptFiles;
}

const processes: NonNullable<StandIns['processes']> = (open) => {
  const real = new OnDemand<IngestionProcesses>(open);
  return {
    async run(request, watcher, signal) {
      signal.throwIfAborted();
      const key = ingestionKey(request);
      const kept = readKept<KeptIngestion>(key);
      if (kept === null) {
        let probed: Probed | undefined;
        const onProbed = (told: Probed): Promise<Caps> => {
          probed = told;
          return watcher.onProbed(told);
        };
        await real.get().run(request, { ...watcher, onProbed }, signal);

        if (probed) keep(key, { probed, files: filesIn(request.outDir) } satisfies KeptIngestion);
        return;
      }

      watcher.onPid(undefined);
      const caps = await watcher.onProbed(kept.probed);
      signal.throwIfAborted();

      // The video is too long. Runs the real process, because it words the refusal.
      if (kept.probed.durationSeconds > Math.min(caps.maxSeconds, caps.budgetSeconds))
        return real.get().run(request, { ...watcher, onProbed: async () => caps }, signal);

      writeFiles(request.outDir, kept.files);
      watcher.onProgress(1);
    },
    clip: (...order) => real.get().clip(...order),
    close: () => real.close(),
  };
};
