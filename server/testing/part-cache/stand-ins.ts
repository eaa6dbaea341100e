/**
 * A worker for tests that are not about perception: what was computed before is taken from the cache, and a process is
 * started only for what was not.
 */

import type { EngineHosts } from '../../src/jobs/engine-hosts.ts';
import { addEngineSpans } from '../../src/jobs/engine-spans.ts';
import type { Probed } from '../../src/jobs/ingestion-messages.ts';
import type { IngestionProcesses } from '../../src/jobs/ingestion-processes.ts';
import type { StandIns } from '../../src/jobs/worker.ts';
import type { Caps } from '../../src/media/media.ts';
import type { WorkerParts } from '../../src/wiring/service.ts';
import { filesIn, type KeptFiles, takeKeptPart, writeFiles } from './kept-part.ts';
import { keep, readKept } from './part-cache.ts';
import { ingestionKey, partKey } from './part-key.ts';

const hosts: NonNullable<StandIns['hosts']> = (open, { count, log, onWork }) => {
  let opened: EngineHosts | undefined;
  return {
    get count() {
      return opened?.count ?? count;
    },
    async run(order, signal, options) {
      signal.throwIfAborted();
      const key = partKey(order);
      const kept = key === null ? null : takeKeptPart(key, order);
      if (kept === null) {
        opened ??= open();
        return opened.run(order, signal, options);
      }
      log('part began', { kind: order.kind });
      onWork?.(kept.work);
      addEngineSpans(kept.work);
      return { outcome: kept.outcome, usage: kept.usage };
    },
    close: async () => opened?.close(),
  };
};

interface KeptIngestion {
  readonly probed: Probed;
  readonly files: KeptFiles;
}

const processes: NonNullable<StandIns['processes']> = (open) => {
  let opened: IngestionProcesses | undefined;
  const real = () => {
    opened ??= open();
    return opened;
  };
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
        await real().run(request, { ...watcher, onProbed }, signal);
        if (probed) keep(key, { probed, files: filesIn(request.outDir) } satisfies KeptIngestion);
        return;
      }
      watcher.onPid(undefined);
      const caps = await watcher.onProbed(kept.probed);
      signal.throwIfAborted();
      // The process says why it ends.
      if (kept.probed.durationSeconds > Math.min(caps.maxSeconds, caps.budgetSeconds))
        return real().run(request, { ...watcher, onProbed: async () => caps }, signal);
      writeFiles(request.outDir, kept.files);
      watcher.onProgress(1);
    },
    clip: (...order) => real().clip(...order),
    close: async () => opened?.close(),
  };
};

export const cachingWorker: WorkerParts = {
  hostScript: new URL('./keeping-host.ts', import.meta.url),
  standIns: { hosts, processes },
};
