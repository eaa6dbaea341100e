/** A worker's side of one part: claims it, gives it to an engine host, stores the result, and ends it. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, type MetadataResult, type Results } from '@reelsight/contract';
import { type ClaimedPart, type PartKey, partsOf } from '../db/job-parts.ts';
import { findJob } from '../db/jobs.ts';
import type { Domain } from '../domain/domain.ts';
import type { Interruption } from '../domain/lifecycle.ts';
import { settleJob } from '../domain/settle-jobs.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { MediaPass } from '../media/media.ts';
import type { CellSpan, JoinOrder, PartKind, PartOrder } from '../perception/part.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import { isDiskFull } from '../storage/local-file.ts';
import type { Storage } from '../storage/storage.ts';
import { storageKey } from '../storage/storage-key.ts';
import { fetchParts, keepStage, partKey } from './artifacts.ts';
import { claimPart, endPart, failPartsJob, interruptPart } from './conductor.ts';
import type { EngineHosts, PartResult } from './engine-hosts.ts';
import { openLibrary, type StoredLibrary } from './library.ts';
import { overdue, stageLate } from './overdue.ts';
import { FilesGone, type PartFilesOfJobs } from './part-files.ts';
import { type Deadlines, partLimit, stageOf, stageTable } from './stages.ts';
import { WorkerClosing, watchTask } from './watch-task.ts';
import { StartFailed } from './watched-process.ts';

export interface PartDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly workerId: string;
  readonly workDir: string;
  readonly hosts: Pick<EngineHosts, 'count' | 'run'>;
  readonly files: PartFilesOfJobs;
  readonly deadlines: Deadlines;
  readonly proofFrames: number;
  readonly storyboardTiles: number;
  /** Engine settings for a host, with gateway access to the model server, revoked when the part ends. */
  readonly engines: () => { settings: EngineSettings; revoke: () => void };
  readonly onStage: (stage: string, outcome: string, seconds: number) => void;
  /** Seconds a host worked on a part of the queue. */
  readonly onHost: (queue: string, seconds: number) => void;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/** The join of more frames takes hundreds of MB, which a host with engines for sound and pictures open does not have. */
const longFrames = 10_000;

/** The part is no longer this worker's: its job ended, or somebody else has it. */
class PartLost extends Error {}
/** It exceeded the time limit of a part. */
class PartOverdue extends Error {}

interface BegunPart {
  readonly jobId: string;
  readonly stop: AbortController;
}

/** The parts a worker has begun. */
export class PartRunner {
  readonly #deps: PartDeps;
  /** By task; null while the claim is under way. */
  readonly #running = new Map<string, BegunPart | null>();

  constructor(deps: PartDeps) {
    this.#deps = deps;
  }

  get running(): ReadonlyMap<string, BegunPart | null> {
    return new Map(this.#running);
  }

  /** How many more parts its hosts can do now. */
  get room(): number {
    return this.#deps.hosts.count - this.#running.size;
  }

  /**
   * Compares the parts that the database assigns to this worker with those that run; `before` is what ran before the
   * query. Aborts those it lost. Gives back those that do not run: the answer to their claim was lost, or neither their
   * end nor their failure could be written.
   */
  async keepTo(owned: readonly PartKey[], before: PartRunner['running']): Promise<void> {
    const tasks = new Set(owned.map((part) => part.task_id));
    for (const [taskId, part] of before)
      if (!tasks.has(taskId)) part?.stop.abort(new PartLost(taskId));
    for (const part of owned) {
      if (before.has(part.task_id) || this.#running.has(part.task_id)) continue;
      const fault = new Fault('PROCESSING_ERROR', 'the worker does not run the part');
      const next = await interruptPart(this.#deps.domain, part, 'closing', fault);
      const { job_id: jobId, number } = part;
      this.#deps.log('part given back', { jobId, number, next });
    }
  }

  /** The job ended: aborts its parts here. */
  endJob(jobId: string): void {
    for (const part of this.#running.values())
      if (part?.jobId === jobId) part.stop.abort(new PartLost(jobId));
  }

  async run(task: HeldTask<object>): Promise<void> {
    // Redelivered while it runs here.
    if (this.#running.has(task.id)) return;
    this.#running.set(task.id, null);
    try {
      const part = await claimPart(this.#deps.domain, task.id, this.#deps.workerId);
      if (part) await this.#do(task, part);
    } finally {
      this.#running.delete(task.id);
    }
  }

  async #do(task: HeldTask<object>, part: ClaimedPart): Promise<void> {
    const stop = new AbortController();
    this.#running.set(task.id, { jobId: part.job_id, stop });
    const unwatch = watchTask(task, stop);
    try {
      await new PartAttempt(this.#deps, part, stop.signal).run();
    } finally {
      unwatch();
    }
  }
}

class PartAttempt {
  readonly #deps: PartDeps;
  readonly #part: ClaimedPart;
  readonly #kind: PartKind;
  readonly #span: CellSpan;
  readonly #job: { readonly id: string; readonly workspace_id: string };
  /** This part's own folder, removed when it ends. */
  readonly #own: string;
  readonly #late = new AbortController();
  #failedAtHost = false;
  readonly #signal: AbortSignal;

  constructor(deps: PartDeps, part: ClaimedPart, signal: AbortSignal) {
    this.#deps = deps;
    this.#part = part;
    this.#kind = part.kind as PartKind;
    this.#span = { from: part.first_cell, to: part.last_cell };
    this.#job = { id: part.job_id, workspace_id: part.workspace_id };
    this.#own = join(deps.workDir, `part-${part.task_id}`);
    this.#signal = AbortSignal.any([signal, this.#late.signal]);
  }

  /** Top to bottom: deadlines, files, the host, the end. */
  async run(): Promise<void> {
    const { domain, deadlines, files } = this.#deps;
    const fault = await overdue(domain, this.#part, deadlines);
    if (fault) return this.#failJob(fault);
    const stage = stageOf(this.#kind);
    const limitMs = partLimit(this.#kind, deadlines);
    const timer = setTimeout(() => this.#late.abort(new PartOverdue(this.#kind)), limitMs);
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      await mkdir(this.#own, { recursive: true });
      await files.use(this.#job, (folder, pass) => this.#perform(folder, pass), this.#signal);
      outcome = 'finished';
    } catch (error) {
      const reason = this.#signal.aborted ? this.#signal.reason : error;
      if (reason instanceof PartLost || reason instanceof WorkerClosing) outcome = 'stopped';
      await this.#giveUp(reason);
    } finally {
      clearTimeout(timer);
      this.#deps.onStage(stage, outcome, (performance.now() - startedAt) / 1000);
      await rm(this.#own, { recursive: true, force: true });
    }
  }

  async #perform(folder: string, pass: MediaPass): Promise<void> {
    const granted = this.#deps.engines();
    try {
      const order = await this.#order(folder, pass, granted.settings);
      const fresh = order.kind === 'join' && pass.frames.length > longFrames;
      const startedAt = performance.now();
      const result = await this.#deps.hosts
        .run(order, this.#signal, { fresh })
        .catch((error) => {
          this.#failedAtHost = !(error instanceof StartFailed);
          throw error;
        })
        .finally(() => {
          const { queue } = stageTable[stageOf(this.#kind)];
          this.#deps.onHost(queue, (performance.now() - startedAt) / 1000);
        });
      if (order.kind === 'join') await this.#settle(order, result);
      else await this.#end(result);
    } finally {
      granted.revoke();
    }
  }

  async #order(folder: string, pass: MediaPass, engines: EngineSettings): Promise<PartOrder> {
    const { storage, files } = this.#deps;
    const place = { folder, pass, own: this.#own, signal: this.#signal };
    const stored = await files.read<StoredLibrary>(this.#job, 'library.json', place);
    const library = await openLibrary(
      storage,
      this.#job.workspace_id,
      stored ?? { brands: [], logos: [] },
      join(this.#own, 'logos'),
      this.#signal,
    );
    const base = {
      jobId: this.#job.id,
      ask: this.#part.ask,
      library,
      files: await files.filesOf(this.#job, { kind: this.#kind, span: this.#span }, place),
      engines: this.#withBudget(engines),
    };
    if (this.#kind !== 'join') return { ...base, kind: this.#kind, span: this.#span };
    return this.#joinOrder(folder, base);
  }

  /** The token budget is per job, so what earlier parts used is subtracted. */
  #withBudget(engines: EngineSettings): EngineSettings {
    if (!engines.remote) return engines;
    const left = engines.remote.tokensPerJob - this.#part.tokens_used;
    return { ...engines, remote: { ...engines.remote, tokensPerJob: Math.max(0, left) } };
  }

  async #joinOrder(folder: string, base: Omit<PartOrder, 'kind' | 'span'>): Promise<JoinOrder> {
    const { domain, storage, files, proofFrames, storyboardTiles } = this.#deps;
    const parts = await partsOf(domain.db, this.#job.id);
    const before = parts.filter(({ kind }) => kind !== 'ingestion' && kind !== 'join');
    const place = { folder, signal: this.#signal };
    const metadata = await files.read<MetadataResult>(this.#job, 'metadata.json', place);
    const transcript = await files.read(this.#job, 'transcript.json', place);
    const outDir = join(this.#own, 'merging');
    await mkdir(join(outDir, 'frames'), { recursive: true });
    return {
      ...base,
      kind: 'join',
      parts: await fetchParts(storage, this.#job, before, this.#own, this.#signal),
      transcript: transcript === null ? null : join(folder, 'transcript.json'),
      title: this.#part.title ?? metadata?.title ?? null,
      metadata,
      flags: (await files.read<string[]>(this.#job, 'reused.json', place)) ?? [],
      ...{ proofFrames, storyboardTiles, outDir },
      withoutModel: this.#part.crashes > 0,
    };
  }

  /** Stores the artifact first, so that every ended part has one. */
  async #end({ outcome, usage }: PartResult): Promise<void> {
    const { domain, storage } = this.#deps;
    const body = Buffer.from(JSON.stringify(outcome.artifact));
    await storage.put(partKey(this.#job, this.#part), body, { signal: this.#signal });
    const end = { usage: usage as Record<string, number>, found: outcome.found };
    const owned = await endPart(domain, this.#part, end);
    if (!owned) throw new PartLost(this.#part.task_id);
    this.#log('part ended', { kind: this.#kind, number: this.#part.number });
  }

  /** Stores frames first, then results, charge and state in one transaction, so that nothing shown is missing. */
  async #settle({ outDir }: JoinOrder, { usage }: PartResult): Promise<void> {
    const { domain, storage } = this.#deps;
    const { id, workspace_id } = this.#job;
    const signal = this.#signal;
    const frames = await readdir(join(outDir, 'frames'));
    for (const file of frames) {
      const key = storageKey('frames', workspace_id, id, file);
      const path = join(outDir, 'frames', file);
      await storage.put(key, { path }, { contentType: 'image/jpeg', signal });
    }
    await keepStage(storage, this.#job, 'merging', this.#own, signal);
    const results: Results = JSON.parse(await readFile(join(outDir, 'results.json'), 'utf8'));
    const thumbnail = frames.includes('thumbnail.jpg');
    const settled = await settleJob(
      domain,
      { id, attempt: this.#part.attempt },
      {
        results,
        usage: usage as Record<string, number>,
        thumbnailUrl: thumbnail ? `/v1/frames/${id}/thumbnail.jpg` : null,
      },
    );
    if (!settled) throw new PartLost(id);
    this.#log('job completed', { usage: settled.usage });
  }

  /** In this order: the part is no longer ours, the whole job fails, or the part is tried again. */
  async #giveUp(error: unknown): Promise<void> {
    if (error instanceof PartLost) return this.#leave();
    const fault = this.#jobFault(error);
    return fault ? this.#failJob(fault) : this.#interrupt(error);
  }

  /** What fails the whole job, if the error does. */
  #jobFault(error: unknown): Fault | null {
    // Only the join knows whether any requested result remains, so a Fault of another part is left to it.
    if (this.#kind === 'join' && this.#failedAtHost && error instanceof Fault && !isDiskFull(error))
      return error;
    const stage = stageOf(this.#kind);
    const { deadlines } = this.#deps;
    // A part that alone uses up its stage's time would do so again.
    const spent = partLimit(this.#kind, deadlines) >= deadlines.stages[stage];
    return error instanceof PartOverdue && spent ? stageLate(stage) : null;
  }

  async #interrupt(error: unknown): Promise<void> {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const why = this.#interruptionBy(error);
    const fault = new Fault('PROCESSING_ERROR', detail);
    const { domain, deadlines } = this.#deps;
    const limitMs = deadlines.stages[stageOf(this.#kind)];
    const next = await interruptPart(domain, this.#part, why, fault, limitMs);
    const { number } = this.#part;
    this.#log('part interrupted', { kind: this.#kind, number, why, next, detail });
  }

  /** What goes wrong while no host works on the part is not the video's doing. */
  #interruptionBy(error: unknown): Interruption {
    if (error instanceof WorkerClosing) return 'closing';
    // To wait for a file that was removed is of no use.
    if (error instanceof FilesGone) return 'crashed';
    return this.#failedAtHost && !isDiskFull(error) ? 'crashed' : 'outage';
  }

  /** Deletes what this part stored, unless the job is processed elsewhere or completed. */
  async #leave(): Promise<void> {
    const { domain, storage } = this.#deps;
    const { id, workspace_id } = this.#job;
    this.#log('part lost', { kind: this.#kind, number: this.#part.number });
    const row = await findJob(domain.db, workspace_id, id);
    if (row?.status === 'processing' || row?.status === 'completed') return;
    await storage.deletePrefix(storageKey('frames', workspace_id, id));
    const artifacts = storageKey('artifacts', workspace_id, id);
    await storage.deletePrefix(
      row ? storageKey('artifacts', workspace_id, id, 'parts') : artifacts,
    );
  }

  async #failJob(fault: Fault): Promise<void> {
    this.#log('job failed', { code: fault.code, detail: fault.detail });
    await failPartsJob(this.#deps.domain, this.#part, fault);
  }

  #log(message: string, fields: Record<string, unknown>): void {
    this.#deps.log(message, { jobId: this.#job.id, ...fields });
  }
}
