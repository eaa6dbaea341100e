/** The parent's side of one job: claims, feeds and watches its process, stores what stages leave, settles. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, type MetadataResult, type Results, type Stage } from '@reelsight/contract';
import type { LimitFunction } from 'p-limit';
import { findJob, type JobRow } from '../db/jobs.ts';
import type { Domain } from '../domain/domain.ts';
import { isTerminal } from '../domain/job-states.ts';
import {
  admitIngested,
  beat,
  claimJob,
  failJob,
  finishStage,
  type IngestedFacts,
  noteIngested,
  retryJob,
  settleJob,
} from '../domain/lifecycle.ts';
import type { Usage } from '../engines/engine.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { IngestLimits, MediaPass } from '../media/media.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import type { Storage } from '../storage/storage.ts';
import { storageKey } from '../storage/storage-key.ts';
import { fetchStage, keepStage } from './artifacts.ts';
import { JobProcess, type StageDone } from './child-process.ts';
import { fetchLibrary } from './library.ts';
import type { JobOrder, StageOrder } from './orders.ts';
import { type Deadlines, stagePlans } from './plan.ts';
import { reuseFlags, reuseMedia } from './reuse.ts';
import { type FetchedSource, fetchSource, type SourceRoom } from './source.ts';

export interface WorkerRoom {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly sources: SourceRoom;
  readonly workerId: string;
  readonly workDir: string;
  /** Downloads under way, kept over attempts and restarts. */
  readonly downloadsDir: string;
  readonly deadlines: Deadlines;
  readonly limits: IngestLimits;
  readonly memoryLimitMb: number;
  /** Environment of the processes of jobs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly proofFrames: number;
  readonly storyboardTiles: number;
  /** Holds back processes that are to start while others do. */
  readonly starts: LimitFunction;
  /** Engines as the job's process may open them, with a way to the model server that ends with the job. */
  readonly engines: () => { settings: EngineSettings; revoke: () => void };
  readonly tellsSurfaces: boolean;
  readonly onStage: (stage: string, outcome: string, seconds: number) => void;
  readonly onJob: (status: string, usage: Usage) => void;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  /** Calls back when the job was cancelled elsewhere; returns how to stop listening. */
  readonly onEnded: (jobId: string, callback: () => void) => () => void;
}

/** The attempt no longer owns its job: cancelled, deleted, or taken up by another worker. */
class JobLost extends Error {}
/** This worker is closing: the job is given back. */
class WorkerClosing extends Error {}

/** Also how old the progress that a page shows may be. */
const beatEveryMs = 1000;
/** Of the queue's own heartbeat, 60 s. */
const touchEveryMs = 15_000;

export async function runTask(room: WorkerRoom, task: HeldTask<{ jobId: string }>): Promise<void> {
  const { domain, workerId } = room;
  const claim = await claimJob(domain, { jobId: task.data.jobId, taskId: task.id, workerId });
  if (!('job' in claim)) return;
  await new Attempt(room, task, claim.job).run();
}

class Attempt {
  private readonly room: WorkerRoom;
  private readonly task: HeldTask<{ jobId: string }>;
  private readonly job: JobRow;
  private readonly workDir: string;
  private readonly downloadDir: string;
  private readonly stop = new AbortController();
  private stage: Stage = 'ingestion';
  private percent = 0;
  private usage: Usage = {};
  private videoId: string | null = null;

  constructor(room: WorkerRoom, task: HeldTask<{ jobId: string }>, job: JobRow) {
    this.room = room;
    this.task = task;
    this.job = job;
    this.workDir = join(room.workDir, `${job.id}-${job.attempt}`);
    this.downloadDir = join(room.downloadsDir, job.id);
  }

  async run(): Promise<void> {
    const end = this.watch();
    try {
      await this.analyse();
    } catch (error) {
      await this.giveUp(this.stop.signal.aborted ? this.stop.signal.reason : error);
    } finally {
      end();
      await rm(this.workDir, { recursive: true, force: true });
    }
  }

  /** Heartbeats, the overall deadline and news of a cancellation, until the returned function is called. */
  private watch(): () => void {
    const { domain, deadlines } = this.room;
    const lost = (): void => this.stop.abort(new JobLost(this.job.id));
    let missedSince: number | null = null;
    let beating = false;
    const pulse = async (): Promise<void> => {
      // One at a time: a database that is slow would get only slower by more.
      if (beating) return;
      beating = true;
      try {
        const owned = await beat(domain, {
          ...this.job,
          stage: this.stage,
          percent: this.percent,
          usage: this.usage,
        });
        missedSince = null;
        if (!owned) lost();
      } catch (error) {
        // Without a heartbeat for the stall time another worker takes the job over.
        missedSince ??= Date.now();
        if (Date.now() - missedSince > domain.settings.stallMs) lost();
        this.log('heartbeat failed', { error: String(error) });
      } finally {
        beating = false;
      }
    };
    const timers = [
      setInterval(() => void pulse(), beatEveryMs),
      setInterval(() => void this.task.heartbeat().catch(() => undefined), touchEveryMs),
    ];
    const deadline = setTimeout(
      () => this.stop.abort(new Fault('TIMEOUT', 'job deadline')),
      deadlines.job,
    );
    const closing = (): void => this.stop.abort(new WorkerClosing());
    // A worker that began to close while the task was fetched or claimed tells it no more.
    if (this.task.signal.aborted) closing();
    this.task.signal.addEventListener('abort', closing);
    const forget = this.room.onEnded(this.job.id, lost);
    return () => {
      for (const timer of timers) clearInterval(timer);
      clearTimeout(deadline);
      this.task.signal.removeEventListener('abort', closing);
      forget();
    };
  }

  private async analyse(): Promise<void> {
    const { request } = this.job;
    if (request.surfaces?.length && !this.room.tellsSurfaces)
      throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision model');
    await mkdir(this.workDir, { recursive: true });
    const child = await this.startProcess();
    const engines = this.room.engines();
    this.log('job started', { childPid: child.pid, attempt: this.job.attempt });
    try {
      await this.runStages(child, engines.settings);
    } finally {
      engines.revoke();
      await child.close();
    }
  }

  /** One more begins when this one listens: to start one is a burst of work that holds up whatever else runs here. */
  private startProcess(): Promise<JobProcess> {
    return this.room.starts(async () => {
      this.stop.signal.throwIfAborted();
      const child = new JobProcess({
        memoryLimitMb: this.room.memoryLimitMb,
        tmpDir: this.workDir,
        environment: this.room.environment,
        onProgress: (fraction, usage) => {
          this.percent = Math.round(fraction * 1000) / 10;
          this.usage = usage;
        },
        onLog: (message, fields) => this.log(message, fields),
      });
      await child.ready(this.stop.signal);
      return child;
    });
  }

  private async runStages(child: JobProcess, engines: EngineSettings): Promise<void> {
    const { storage } = this.room;
    const signal = this.stop.signal;
    const done = new Set(await this.restoreStages());
    if (!done.has('ingestion')) await this.reuseStages(done);
    for (const { stage } of stagePlans) {
      if (done.has(stage)) {
        if (stage === 'ingestion' && !(await this.admit(await this.readFacts()))) return;
        continue;
      }
      this.stage = stage;
      this.percent = 0;
      this.log('stage started', { stage });
      const { facts } = await this.timed(stage, async (deadline) => {
        const source = stage === 'ingestion' ? await this.fetch(deadline) : null;
        const order = await this.orderOf(stage, engines, source, deadline);
        const result: StageDone = await child.run(order, deadline);
        this.usage = result.usage;
        await keepStage(storage, this.job, stage, this.workDir, deadline);
        return result;
      });
      if (stage === 'merging') return this.settle();
      const owned = await finishStage(this.room.domain, this.job, stage, stage === 'ingestion');
      if (!owned) throw new JobLost(this.job.id);
      if (facts) {
        await writeFile(join(this.workDir, 'facts.json'), JSON.stringify(facts));
        await rm(join(this.workDir, 'source'), { recursive: true, force: true });
        await this.forgetDownload();
        if (!(await this.admit(await this.readFacts()))) return;
      }
      signal.throwIfAborted();
    }
  }

  /** Runs one stage under its deadline, and notes how long it took. */
  private async timed<T>(stage: Stage, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(
      () =>
        late.abort(
          new Fault('STAGE_DEADLINE_EXCEEDED', stage, {
            text: `The ${stage} stage took longer than it may.`,
          }),
        ),
      this.room.deadlines.stages[stage],
    );
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const result = await work(AbortSignal.any([this.stop.signal, late.signal]));
      outcome = 'finished';
      return result;
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      clearTimeout(timer);
      const seconds = (performance.now() - startedAt) / 1000;
      this.room.onStage(stage, outcome, seconds);
      this.log('stage ended', { stage, outcome, seconds });
    }
  }

  /** Brings the files of stages an earlier attempt finished; one whose files are gone is run again. */
  private async restoreStages(): Promise<Stage[]> {
    const restored: Stage[] = [];
    for (const { stage, needs } of stagePlans) {
      if (!this.job.stages_completed.includes(stage)) continue;
      if (!needs.every((one) => restored.includes(one))) continue;
      const found = await fetchStage(
        this.room.storage,
        this.job,
        stage,
        this.workDir,
        this.stop.signal,
      );
      if (found) restored.push(stage);
    }
    return restored;
  }

  /** Media, and with `from_job` the transcript, of another job on the same video. */
  private async reuseStages(done: Set<Stage>): Promise<void> {
    const reuse = await reuseMedia(this.room, this.job, this.workDir, this.stop.signal);
    for (const stage of reuse?.stages ?? []) {
      await keepStage(this.room.storage, this.job, stage, this.workDir, this.stop.signal);
      const owned = await finishStage(this.room.domain, this.job, stage, stage === 'ingestion');
      if (!owned) throw new JobLost(this.job.id);
      done.add(stage);
    }
    this.videoId = reuse?.videoId ?? null;
  }

  private async readFacts(): Promise<IngestedFacts> {
    const read = (file: string) => readFile(join(this.workDir, 'ingestion', file), 'utf8');
    const media: MediaPass = JSON.parse(await read('media.json'));
    const told: MetadataResult | null = await read('metadata.json').then(JSON.parse, () => null);
    return {
      videoId: this.videoId,
      title: told?.title ?? media.probe.tags.title ?? null,
      durationSeconds: media.probe.durationSeconds,
    };
  }

  /** False where the job was held; its media stays in storage for the resume. */
  private async admit(facts: IngestedFacts): Promise<boolean> {
    await noteIngested(this.room.domain, this.job, facts);
    const admitted = await admitIngested(this.room.domain, this.job, facts);
    if (admitted === 'lost') throw new JobLost(this.job.id);
    if (admitted === 'held') this.room.onJob('held', this.usage);
    return admitted === 'go';
  }

  private async fetch(signal: AbortSignal): Promise<FetchedSource> {
    const folders = { upload: join(this.workDir, 'source'), download: this.downloadDir };
    const source = await fetchSource(this.room, this.job, folders, {
      signal,
      // The download is the first half of the stage's bar.
      onProgress: (fraction) => {
        this.percent = Math.round(fraction * 500) / 10;
      },
    });
    this.videoId = source.videoId;
    return source;
  }

  private forgetDownload(): Promise<void> {
    return rm(this.downloadDir, { recursive: true, force: true });
  }

  private async orderOf(
    stage: Stage,
    engines: EngineSettings,
    source: FetchedSource | null,
    signal: AbortSignal,
  ): Promise<StageOrder> {
    await mkdir(join(this.workDir, stage), { recursive: true });
    const metadataPath = join(this.workDir, 'ingestion', 'metadata.json');
    if (source?.metadata) await writeFile(metadataPath, JSON.stringify(source.metadata));
    const metadata = await readFile(metadataPath, 'utf8').then(JSON.parse, () => null);
    const { request } = this.job;
    const job: JobOrder = {
      id: this.job.id,
      capabilities: request.capabilities,
      brands: request.brands ?? [],
      queries: request.queries ?? [],
      surfaces: request.surfaces ?? [],
      objects: request.objects ?? [],
      language: request.language,
      fps: request.fps,
      returnProof: request.return_proof,
      title: this.job.title ?? metadata?.title ?? null,
      metadata,
      flags: await reuseFlags(this.workDir),
    };
    const { limits, proofFrames, storyboardTiles } = this.room;
    const { workDir } = this;
    return {
      stage,
      workDir,
      source: source?.path ?? null,
      job,
      library: await fetchLibrary(this.room, this.job, stage, { workDir, engines }, signal),
      engines,
      limits,
      proofFrames,
      storyboardTiles,
    };
  }

  /** Frames first, then results, charge and state in one transaction: what is shown is always there. */
  private async settle(): Promise<void> {
    const { domain, storage } = this.room;
    const folder = join(this.workDir, 'merging', 'frames');
    const files = await readdir(folder).catch(() => [] as string[]);
    for (const file of files) {
      const key = storageKey('frames', this.job.workspace_id, this.job.id, file);
      await storage.put(
        key,
        { path: join(folder, file) },
        { contentType: 'image/jpeg', signal: this.stop.signal },
      );
    }
    const results: Results = JSON.parse(
      await readFile(join(this.workDir, 'merging', 'results.json'), 'utf8'),
    );
    const thumbnailUrl = files.includes('thumbnail.jpg')
      ? `/v1/frames/${this.job.id}/thumbnail.jpg`
      : null;
    const settled = await settleJob(domain, this.job, {
      results,
      usage: this.usage as Record<string, number>,
      thumbnailUrl,
    });
    if (!settled) throw new JobLost(this.job.id);
    this.room.onJob('completed', this.usage);
    this.log('job completed', { usage: this.usage });
  }

  /** Decides what an attempt's end means: lost, failed by the video, or to be tried again. */
  private async giveUp(error: unknown): Promise<void> {
    const { domain, storage } = this.room;
    if (error instanceof JobLost) {
      this.log('job lost', {});
      // Where another attempt goes on, the download is its own now, and so are the frames of one that completed.
      const { workspace_id: workspaceId, id } = this.job;
      const row = await findJob(domain.db, workspaceId, id);
      if (row && !isTerminal(row.status)) return;
      await this.forgetDownload();
      if (row?.status !== 'completed')
        await storage.deletePrefix(storageKey('frames', workspaceId, id));
      return;
    }
    if (error instanceof Fault && error.code !== 'STORAGE_FULL') {
      this.log('job failed', { code: error.code, detail: error.detail });
      await this.forgetDownload();
      await failJob(domain, this.job, error);
      this.room.onJob('failed', this.usage);
      return;
    }
    if (isDiskFull(error)) {
      await this.forgetDownload();
      await failJob(
        domain,
        this.job,
        new Fault('EXTRACTION_FAILED', String(error), {
          text: 'The service has no disk space left for this video. Try again later.',
        }),
      );
      return;
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const closing = error instanceof WorkerClosing;
    this.log('attempt ended', { detail, closing });
    const next = await retryJob(domain, this.job, new Fault('PROCESSING_ERROR', detail), !closing);
    if (next === 'failed') await this.forgetDownload();
  }

  private log(message: string, fields: Record<string, unknown>): void {
    this.room.log(message, { jobId: this.job.id, ...fields });
  }
}

function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ENOSPC' || code === 'STORAGE_FULL';
}
