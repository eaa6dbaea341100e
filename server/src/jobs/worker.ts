/**
 * A worker: ingests the videos of jobs, does parts in its engine hosts, and makes the answers about finished batches.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nextQueues, nextQueuesOfNewcomers, partsOfWorker } from '../db/jobs/job-parts.ts';
import { removeWorker, touchWorker, workerIds } from '../db/upkeep/workers.ts';
import type { Domain } from '../domain/domain.ts';
import type { ReportTask } from '../domain/reports.ts';
import type { EngineWork } from '../engines/engine-work.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { IngestLimits } from '../media/media.ts';
import type { ConsumeOptions, PlacedTask, Sources } from '../queue/consume-loop.ts';
import type { PartQueue, QueueName } from '../queue/queue.ts';
import type { Storage } from '../storage/storage.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { type ClipTask, type ClipTerms, makeJobClip } from './clips/clips.ts';
import { finishBatch } from './finish-batch.ts';
import { keepFollowingTranscripts } from './heard-brands.ts';
import { sendHeartbeats } from './heartbeat.ts';
import { type EngineGrants, openEngineGrants } from './hosts/engine-grants.ts';
import { EngineHosts, type HostOptions } from './hosts/engine-hosts.ts';
import type { IngestionDeps, IngestionTask, ShortVideos } from './ingestion/context.ts';
import { ingestJob } from './ingestion/ingest-job.ts';
import { IngestionProcesses } from './ingestion/ingestion-processes.ts';
import type { Isolation } from './ingestion/isolation.ts';
import type { LinkSource } from './ingestion/source.ts';
import { makeReport } from './make-report.ts';
import { openLibraryThread } from './open-library-thread.ts';
import { databaseParts } from './parts/database-parts.ts';
import type { PartTerms } from './parts/held-part.ts';
import { PartFilesOfJobs } from './parts/part-files.ts';
import { type PartDeps, PartRunner } from './parts/part-runner.ts';
import type { PartSizes } from './parts/plan-parts.ts';
import { keepRecounting } from './recounts.ts';
import { removeOldFolders } from './remove-old-folders.ts';
import type { Deadlines } from './stages.ts';

export interface WorkerOptions {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly sources: LinkSource;
  readonly workerId: string;
  /** Folder for temporary files that may be lost. */
  readonly workFolder: string;
  readonly downloadsDir: string;
  /** Number of videos ingested at once. */
  readonly ingestions: number;
  /** Number of videos, in addition, whose download is slow. */
  readonly slowDownloads: number;
  /** Beyond what a video counts as a long one; default: `shortVideos`. */
  readonly shortVideos?: ShortVideos;
  readonly clips: ClipTerms;
  /** Milliseconds that a short clip may take before it counts as a long one; default: 180,000. */
  readonly shortClipMs?: number;
  /** Queues of parts this worker takes from; empty: it only ingests. */
  readonly serves: readonly PartQueue[];
  readonly hosts: Pick<HostOptions, 'count' | 'memoryMb' | 'parts'>;
  /** The script that the hosts run. Default: `host.ts`; tests pass their own. */
  readonly hostScript?: URL;
  readonly standIns?: StandIns;
  /** Milliseconds for which a worker with a full disk claims no parts; default: 5000. */
  readonly fullPauseMs?: number;
  readonly partSizes: PartSizes;
  readonly deadlines: Deadlines;
  readonly limits: IngestLimits;
  /** Resident memory limit of an ingestion process, in MB. */
  readonly memoryLimitMb: number;
  /** Longest time in which an ingestion process must report the facts about a file. */
  readonly probeMs: number;
  /** How ingestion processes are isolated from everything else. */
  readonly isolation: Isolation;
  readonly environment: Readonly<Record<string, string>>;
  readonly proofFrames: number;
  readonly storyboardTiles: number;
  /** Engine settings; `remote` holds the address of the model server's API, ending in `/v1`. */
  readonly engines: EngineSettings;
  /** Key of the model server; it never leaves this process. */
  readonly remoteKey: string | null;
  /** Whether the disk has space for another video; if not, jobs wait. */
  readonly hasRoom: () => boolean;
  readonly onStage: PartDeps['onStage'];
  readonly onHost: PartDeps['onHost'];
  /** Receives what the engines did on a part or a batch that ended, whatever its outcome. */
  readonly onWork?: (work: readonly EngineWork[]) => void;
  readonly tracer?: Tracer;
  readonly log: PartDeps['log'];
}

/**
 * Replacements for the ingestion processes and the engine hosts. They let a benchmark measure only the code around
 * them, and let a test use results computed earlier. Each replacement receives a function that opens the real
 * processes.
 */
export interface StandIns {
  readonly processes?: (open: () => IngestionProcesses) => Ingestions;
  readonly hosts?: (
    open: () => EngineHosts,
    sharedOptions: Pick<HostOptions, 'count' | 'log' | 'onWork'>,
  ) => Pick<EngineHosts, 'capacity' | 'run' | 'close'>;
}

type Ingestions = Pick<IngestionProcesses, 'run' | 'close'> &
  Partial<Pick<IngestionProcesses, 'clip'>>;

/** Age at which a download folder is removed: much longer than a job waits between two attempts. */
const downloadAgeMs = 24 * 3_600_000;
/**
 * Ingestions and batches that may run beyond the limit, for workspaces that have none running. Otherwise these
 * workspaces would have to wait for long or hanging work of others.
 */
const newcomersAtOnce = 1;
/**
 * A task that runs longer than this may be intended to block a slot, so a workspace that has no task running may then
 * start one beyond the limit.
 */
const longTaskMs = 60_000;
/**
 * An ingestion that has waited longer than this for a platform needs hardly any CPU, so a workspace that has no task
 * running may then start one beyond the limit. Most downloads of short videos take less.
 */
const slowDownloadMs = 3000;
/**
 * Beyond this a video counts as a long one: five quarters of an hour of 1920x1080 at 30 fps, which take about four
 * minutes of CPU, or so many minutes of decoding. The minutes are many, because what is decoded until then is thrown
 * away, and a busy machine gives an ingestion only a part of a core.
 */
const shortVideos: ShortVideos = { pixels: 4500 * 30 * 1920 * 1080, decodingMs: 600_000 };
/** Short and long clips that may be made beyond the limits, for workspaces that have none of the kind in progress. */
const newClips = { short: 2, long: 1 };
/**
 * A short clip that takes longer than this is given to the queue of long clips: how long one takes depends on the video
 * too, and the places of short clips must become free soon.
 */
const shortClipMs = 180_000;
/**
 * Age at which the folder of an unknown worker is removed: much longer than a worker may lose its database connection
 * and come back to find that its row was removed.
 */
const workAgeMs = 3_600_000;

export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const worker = new Worker(options);
  await worker.start();
  return worker;
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #workDir: string;
  readonly #ended = new EndedJobs();
  readonly #stop = new AbortController();
  /** Functions that close what was opened; called in reverse order. */
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#workDir = join(options.workFolder, options.workerId);
  }

  async start(): Promise<void> {
    const { domain, workFolder, storage, serves } = this.#options;
    // With PGlite no other process can be working here, so all existing folders are leftovers.
    if (domain.db.kind === 'pglite') await rm(workFolder, { recursive: true, force: true });

    await mkdir(join(this.#workDir, 'tmp'), { recursive: true });
    this.#closers.push(() => rm(this.#workDir, { recursive: true, force: true }));
    this.#sweepFolders();

    const { grant: engines, close } = await openEngineGrants(
      this.#options.engines,
      this.#options.remoteKey,
    );
    this.#closers.push(close);

    const files = new PartFilesOfJobs(storage, join(this.#workDir, 'jobs'));
    const ingestion = this.#ingestion(files);
    this.#takeClips(ingestion.processes);

    const runner = this.#runner(files, engines);
    const unlisten = await domain.db.listen('reelsight_job_ended', (jobId) => {
      this.#ended.notify(jobId);
      runner.endJob(jobId);
    });
    this.#closers.push(unlisten);

    const heartbeat = await startHeartbeat(this.#options, runner);
    this.#closers.push(() => heartbeat.close());

    this.#takeIngestions(ingestion);
    this.#keepLookingForBrands();

    this.#consume<{ batchId: string }>(
      'batch',
      (task) => finishBatch({ ...this.#options, engines }, task),
      { concurrency: 1, newcomers: newcomersAtOnce, longTaskMs },
    );

    this.#consume<ReportTask>('report', (task) => makeReport(this.#options, task), {
      concurrency: 1,
      newcomers: newcomersAtOnce,
      longTaskMs,
    });

    if (serves.length === 0) return;
    const sources: Sources = {
      names: serves,
      next: (names, count) => nextQueues(domain.db, names, count),
      nextOfNewcomers: (names, count) => nextQueuesOfNewcomers(domain.db, names, count),
    };
    this.#consume<object>(sources, (task) => runner.run(task), {
      concurrency: this.#options.hosts.count,
      longTaskMs,
      room: () => runner.room,
    });
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the worker is closing'));
    for (const close of this.#closers.reverse()) await close();
  }

  /**
   * Removes old folders: a job that continues on another worker leaves its download behind, and a killed worker leaves
   * all its files behind.
   */
  #sweepFolders(): void {
    const { downloadsDir, workFolder, workerId, domain, log } = this.#options;
    const sweep = async (): Promise<void> => {
      await removeOldFolders(downloadsDir, downloadAgeMs);
      await removeOldFolders(workFolder, workAgeMs, [workerId, ...(await workerIds(domain.db))]);
    };
    const sweepOrSay = () =>
      void sweep().catch((error: unknown) => log('old folders stay', { error: String(error) }));
    sweepOrSay();

    const timer = setInterval(sweepOrSay, workAgeMs);
    this.#closers.push(async () => clearInterval(timer));
  }

  #ingestion(files: PartFilesOfJobs): IngestionDeps & { readonly processes: Ingestions } {
    const { engines, standIns } = this.#options;
    const folder = join(this.#workDir, 'slots');
    const open = () => new IngestionProcesses({ ...this.#options, folder });
    const processes: Ingestions = standIns?.processes?.(open) ?? open();
    this.#closers.push(() => processes.close());

    return {
      ...this.#options,
      workDir: this.#workDir,
      processes,
      files,
      hasVision: Boolean(engines.remote?.models.vision),
      onEnded: (jobId, callback) => this.#ended.on(jobId, callback),
    };
  }

  #takeIngestions(deps: IngestionDeps): void {
    const { ingestions, slowDownloads, hasRoom } = this.#options;
    const short = this.#options.shortVideos ?? shortVideos;
    const shared = {
      newcomers: newcomersAtOnce,
      slowWaits: { afterMs: slowDownloadMs, extraPlaces: slowDownloads },
      room: () => (hasRoom() ? Number.POSITIVE_INFINITY : 0),
    };
    this.#consume<IngestionTask>('analysis', (task) => ingestJob(deps, task, short), {
      ...shared,
      concurrency: ingestions,
      longTaskMs,
    });
    // No place opens for each long video that takes over a minute, because all of them do.
    this.#consume<IngestionTask>('long_analysis', (task) => ingestJob(deps, task, null), {
      ...shared,
      concurrency: Math.ceil(ingestions / 2),
    });
  }

  #keepLookingForBrands(): void {
    const { domain, engines, log } = this.#options;
    const { signal } = this.#stop;
    const thread = openLibraryThread();
    const deps = (event: string) => ({
      domain,
      brandsFile: engines.brandsFile,
      thread,
      onError: (error: unknown) => log(event, { error: String(error) }),
    });
    const recounts = keepRecounting(deps('recount failed'), signal);
    const transcripts = keepFollowingTranscripts(
      deps('heard brands could not follow a transcript'),
      signal,
    );
    this.#closers.push(async () => {
      await Promise.all([recounts, transcripts]);
      await thread.close();
    });
  }

  #takeClips(processes: Partial<Pick<IngestionProcesses, 'clip'>>): void {
    const { clips, hasRoom } = this.#options;
    const clip = processes.clip?.bind(processes);
    if (!clip) return;

    const deps = { ...this.#options, workDir: this.#workDir, processes: { clip } };
    const shortMs = this.#options.shortClipMs ?? shortClipMs;
    const room = () => (hasRoom() ? Number.POSITIVE_INFINITY : 0);
    this.#consume<ClipTask>('clip', (task) => makeJobClip(deps, task, shortMs), {
      concurrency: clips.atOnce,
      newcomers: newClips.short,
      longTaskMs,
      groupConcurrency: 1,
      room,
    });
    // No place opens for each clip that runs for long, because all of these do.
    this.#consume<ClipTask>('long_clip', (task) => makeJobClip(deps, task), {
      concurrency: Math.ceil(clips.atOnce / 2),
      newcomers: newClips.long,
      groupConcurrency: 1,
      room,
    });
  }

  #runner(files: PartFilesOfJobs, engines: EngineGrants): PartRunner {
    const { hosts: hostOptions, hostScript, serves, standIns, log, onWork } = this.#options;
    const count = serves.length > 0 ? hostOptions.count : 0;
    const sharedOptions = { count, log, ...(onWork && { onWork }) };
    const script = hostScript ?? new URL('./hosts/host.ts', import.meta.url);
    const open = () =>
      new EngineHosts({ ...hostOptions, ...this.#child, ...sharedOptions, script });
    const hosts = standIns?.hosts?.(open, sharedOptions) ?? open();
    this.#closers.push(() => hosts.close());

    const { deadlines, proofFrames, storyboardTiles } = this.#options;
    const terms: PartTerms = { deadlines, proofFrames, storyboardTiles };
    const port = databaseParts(this.#options);
    const runnerOptions = {
      workDir: this.#workDir,
      hosts,
      files,
      engines,
      port,
      terms: () => terms,
    };

    return new PartRunner({ ...this.#options, ...runnerOptions });
  }

  get #child() {
    return { tmpDir: join(this.#workDir, 'tmp'), environment: this.#options.environment };
  }

  #consume<T>(
    queue: QueueName | Sources,
    handler: (task: PlacedTask<T>) => Promise<void>,
    options: Omit<ConsumeOptions, 'signal' | 'onError'>,
  ): void {
    const { domain, log } = this.#options;
    const onError = (error: unknown): void =>
      log('task failed', { error: error instanceof Error ? error.stack : String(error) });
    const { signal } = this.#stop;
    const loop = domain.queue.consume<T>(queue, handler, { ...options, signal, onError });
    this.#closers.push(() => loop.done);
  }
}

/** Notifies listeners that a job ended. */
class EndedJobs {
  readonly #callbacks = new Map<string, Set<() => void>>();

  on(jobId: string, callback: () => void): () => void {
    const callbacks = this.#callbacks.get(jobId) ?? new Set();
    this.#callbacks.set(jobId, callbacks.add(callback));
    return () => {
      callbacks.delete(callback);
      if (callbacks.size === 0) this.#callbacks.delete(jobId);
    };
  }

  notify(jobId: string): void {
    for (const callback of this.#callbacks.get(jobId) ?? []) callback();
  }
}

/**
 * Updates the worker's row. Aborts parts that the database no longer assigns to it, because their job ended or the
 * worker was declared dead, and gives back parts that are assigned but do not run here.
 */
async function startHeartbeat(
  { domain, workerId, serves, hosts, log }: WorkerOptions,
  runner: PartRunner,
): Promise<{ close(): Promise<void> }> {
  const row = { id: workerId, serves, hosts: hosts.count };
  await touchWorker(domain.db, row);

  const send = async (): Promise<void> => {
    const running = runner.running;
    await touchWorker(domain.db, row);
    await runner.keepTo(await partsOfWorker(domain.db, workerId), running);
  };
  let lastSend: Promise<void> = Promise.resolve();
  const sendTracked = (): Promise<void> => {
    lastSend = send();
    return lastSend;
  };
  const silence = sendHeartbeats(sendTracked, (error) =>
    log('heartbeat failed', { error: String(error) }),
  );

  return {
    close: async () => {
      silence();
      // A heartbeat still in progress would insert the row again after its removal.
      await lastSend.catch(() => undefined);
      await removeWorker(domain.db, workerId);
    },
  };
}
