/** The worker: claims analysis tasks, and answers over finished batches. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Domain } from '../domain/domain.ts';
import type { EngineSettings } from '../engines/registry.ts';
import { type Gateway, openGateway } from './ai-gateway.ts';
import { removeOldDownloads } from './downloads.ts';
import { finishBatch } from './finish-batch.ts';
import { runTask, type WorkerRoom } from './run-job.ts';

export interface WorkerOptions
  extends Omit<WorkerRoom, 'starts' | 'engines' | 'tellsSurfaces' | 'onEnded' | 'workDir'> {
  /** Folder for work that may be lost. */
  readonly workFolder: string;
  readonly concurrency: number;
  /** Engine settings; `remote` holds the address of the model server's API, ending in `/v1`. */
  readonly engines: EngineSettings;
  /** Key of that server: it stays in this process. */
  readonly remoteKey: string | null;
}

/** Far above what a job waits between two attempts. */
const downloadAgeMs = 24 * 3_600_000;

export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { domain, engines } = options;
  const workDir = join(options.workFolder, options.workerId);
  // Where no other process can be at work here, folders of earlier ones are waste.
  if (domain.db.kind === 'pglite') await rm(options.workFolder, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  const sweepDownloads = () => void removeOldDownloads(options.downloadsDir, downloadAgeMs);
  sweepDownloads();
  const sweeping = setInterval(sweepDownloads, downloadAgeMs / 24);
  const gateway = engines.remote
    ? await openGateway({ root: engines.remote.url, apiKey: options.remoteKey })
    : null;
  const ended = new Map<string, Set<() => void>>();
  const unlisten = await domain.db.listen('reelsight_job_ended', (jobId) => {
    for (const callback of ended.get(jobId) ?? []) callback();
  });
  const room: WorkerRoom = {
    ...options,
    workDir,
    starts: pLimit(1),
    engines: () => grantEngines(engines, gateway),
    tellsSurfaces: Boolean(engines.remote?.models.vision),
    onEnded: (jobId, callback) => {
      const callbacks = ended.get(jobId) ?? new Set();
      ended.set(jobId, callbacks.add(callback));
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0) ended.delete(jobId);
      };
    },
  };
  const stop = new AbortController();
  const onError = (error: unknown): void =>
    options.log('task failed', { error: error instanceof Error ? error.stack : String(error) });
  const loops = [
    domain.queue.consume<{ jobId: string }>('analysis', (task) => runTask(room, task), {
      concurrency: options.concurrency,
      groupConcurrency: groupLimits(domain),
      signal: stop.signal,
      onError,
    }),
    domain.queue.consume<{ batchId: string }>('batch', (task) => finishBatch(room, task), {
      concurrency: 1,
      signal: stop.signal,
      onError,
    }),
  ];
  return {
    close: async () => {
      clearInterval(sweeping);
      stop.abort(new Error('the worker is closing'));
      await Promise.all(loops.map((loop) => loop.done));
      await unlisten();
      await gateway?.close();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

/** Tasks of one workspace that run at once, over all machines. */
function groupLimits({ plans }: Domain): { default: number; tiers: Record<string, number> } {
  const tiers = Object.values(plans).map((plan) => [plan.name, plan.limits.max_concurrent_jobs]);
  return { default: 1, tiers: Object.fromEntries(tiers) };
}

/** Settings for one process: its way to the model server is the gateway's, and ends with it. */
function grantEngines(engines: EngineSettings, gateway: Gateway | null) {
  const grant = gateway?.grant();
  const remote = engines.remote && grant ? { ...engines.remote, url: grant.url } : null;
  return { settings: { ...engines, remote }, revoke: () => void grant?.revoke() };
}
