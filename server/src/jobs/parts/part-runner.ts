/** A worker's side of one part: claims it, gives it to an engine host, stores the result, and ends it. */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, metadataResult } from '@reelsight/contract';
import type { PartKey } from '../../db/jobs/job-parts.ts';
import type { EngineSettings } from '../../engines/registry.ts';
import type { MediaPass } from '../../media/media.ts';
import type { CellSpan, JoinOrder, PartKind, PartOrder } from '../../perception/part.ts';
import { storedTranscript } from '../../perception/speech/transcript.ts';
import type { ClaimedTask } from '../../queue/consume-loop.ts';
import { isDiskFull } from '../../storage/local-file.ts';
import { currentSpan, inSpan, step } from '../../tracing/scope.ts';
import { noTracer, type Tracer } from '../../tracing/tracer.ts';
import { isStop, runAttempt, WorkLost } from '../attempt.ts';
import type { EngineGrants } from '../hosts/engine-grants.ts';
import type { EngineHosts, PartResult } from '../hosts/engine-hosts.ts';
import { interruptionOfPart } from '../interruptions.ts';
import { openLibrary, storedLibrary } from '../library.ts';
import { StartFailed } from '../processes/watched-process.ts';
import { partLimit, stageOf, stageTable } from '../stages.ts';
import { holderOf } from './database-parts.ts';
import type { HeldPart, PartFacts, PartPort, PartStore, PartTerms } from './held-part.ts';
import { faultOfOverrun } from './overdue.ts';
import { fetchParts } from './part-artifacts.ts';
import type { PartFilesOfJobs } from './part-files.ts';
import { reusedFile, reusedFlags } from './reuse.ts';

export interface PartDeps {
  readonly workerId: string;
  readonly port: PartPort;
  readonly storage: PartStore;
  readonly workDir: string;
  readonly hosts: Pick<EngineHosts, 'capacity' | 'run'>;
  readonly files: PartFilesOfJobs;
  readonly terms: () => PartTerms;
  readonly engines: EngineGrants;
  readonly fullPauseMs?: number;
  readonly onStage: (stage: string, outcome: string, seconds: number) => void;
  /** Receives the number of seconds for which a host worked on a part, and the part's queue. */
  readonly onHost: (queue: string, seconds: number) => void;
  readonly tracer?: Tracer;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/**
 * Maximum number of frames of an ordinary join. A join with more frames takes hundreds of MB, which a host that also
 * has engines for sound and pictures open cannot provide.
 */
const longFrames = 10_000;

/**
 * For this long, a worker with a full disk claims no parts. Otherwise it would fail parts faster than other workers
 * can do them.
 */
const usualFullPauseMs = 5000;

/** The part exceeded its time limit. */
class PartOverdue extends Error {}

interface BegunPart {
  readonly jobId: string;
  /** Aborts the part; called when its job has ended or another worker has the part. */
  readonly lose: () => void;
}

/** Runs the parts that a worker has claimed. */
export class PartRunner {
  readonly #deps: PartDeps;
  /** Parts by task; null from the claim until the work on the part begins. */
  readonly #running = new Map<string, BegunPart | null>();
  /** Time when claiming resumes, on the clock of `performance.now()`. */
  #fullUntil = 0;

  constructor(deps: PartDeps) {
    this.#deps = deps;
  }

  get running(): ReadonlyMap<string, BegunPart | null> {
    return new Map(this.#running);
  }

  /** How many more parts the worker's hosts can do now. */
  get room(): number {
    if (performance.now() < this.#fullUntil) return 0;
    return this.#deps.hosts.capacity - this.#running.size;
  }

  /**
   * Compares the parts that the database assigns to this worker with the parts that run here; `runningBefore` lists the
   * parts that ran before the query. Parts that are no longer assigned are aborted. Assigned parts that do not run here
   * are given back: either the answer to their claim was lost, or their end or failure could not be written.
   */
  async keepTo(owned: readonly PartKey[], runningBefore: PartRunner['running']): Promise<void> {
    const tasks = new Set(owned.map((part) => part.task_id));

    for (const [taskId, part] of runningBefore) if (!tasks.has(taskId)) part?.lose();

    for (const part of owned) {
      if (runningBefore.has(part.task_id) || this.#running.has(part.task_id)) continue;
      const next = await this.#deps.port.giveBack(part);
      const { job_id: jobId, number } = part;
      this.#deps.log('part given back', { job_id: jobId, part: number, next });
    }
  }

  /** Called when a job has ended: aborts those of its parts that run here. */
  endJob(jobId: string): void {
    for (const part of this.#running.values()) if (part?.jobId === jobId) part.lose();
  }

  async run(task: ClaimedTask<object>): Promise<void> {
    // The queue delivered the task again although its part still runs here.
    if (this.#running.has(task.id)) return;
    this.#running.set(task.id, null);

    try {
      const part = await this.#deps.port.claim(task);
      if (part) await this.#trace(task, part);
    } finally {
      this.#running.delete(task.id);
    }
  }

  async #trace(task: ClaimedTask<object>, part: HeldPart): Promise<void> {
    const { job_id, workspace_id, number, kind, attempt, trace } = part.facts;
    const attributes = {
      'reelsight.job_id': job_id,
      'reelsight.workspace_id': workspace_id,
      'reelsight.part': number,
      'reelsight.kind': kind,
      'reelsight.worker_id': this.#deps.workerId,
    };
    const { tracer = noTracer } = this.#deps;
    const span = tracer.start(`part ${kind}`, trace?.traceparent, {
      kind: 'consumer',
      attributes,
    });
    const fields = { job_id, workspace_id, part: number, attempt };

    await inSpan(span, fields, () => this.#do(task, part));
  }

  async #do(task: ClaimedTask<object>, part: HeldPart): Promise<void> {
    const attempt = new PartAttempt(this.#deps, part);
    const { job_id: jobId } = part.facts;
    await attempt.run(task, (lose) => this.#running.set(task.id, { jobId, lose }));

    const { fullPauseMs = usualFullPauseMs } = this.#deps;
    if (attempt.wasFull) this.#fullUntil = performance.now() + fullPauseMs;
  }
}

/** The folders a part uses, and the signal that ends its work. */
interface PartPlace {
  readonly folder: string;
  readonly pass: MediaPass;
  /** The part's own folder. */
  readonly own: string;
  readonly signal: AbortSignal;
}

class PartAttempt {
  readonly #deps: PartDeps;
  readonly #held: HeldPart;
  readonly #part: PartFacts;
  readonly #kind: PartKind;
  readonly #span: CellSpan;
  readonly #job: { readonly id: string; readonly workspace_id: string };
  /** This part's own folder, removed when it ends. */
  readonly #own: string;
  #failedAtHost = false;
  /** True if the part failed because the disk, or the storage, is full. */
  wasFull = false;

  constructor(deps: PartDeps, heldPart: HeldPart) {
    this.#deps = deps;
    this.#held = heldPart;

    const part = heldPart.facts;
    this.#part = part;
    this.#kind = part.kind as PartKind;
    this.#span = { from: part.first_cell, to: part.last_cell };
    this.#job = holderOf(part);
    this.#own = join(deps.workDir, `part-${part.task_id}`);
  }

  /**
   * Runs the part: checks its deadlines, gets its files, has a host do it, and ends it. `onBegun` receives the function
   * to call if the part is lost.
   */
  async run(task: ClaimedTask<object>, onBegun: (lose: () => void) => void): Promise<void> {
    const { files, terms } = this.#deps;
    const fault = await this.#held.overdue();
    if (fault) return this.#failJob(fault);

    const stage = stageOf(this.#kind);
    const limitMs = partLimit(this.#kind, terms().deadlines);
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      await runAttempt({
        task,
        deadline: { ms: limitMs, reason: new PartOverdue(this.#kind) },
        watchLoss: (lose) => {
          onBegun(lose);
          return () => undefined;
        },
        work: async (signal) => {
          await mkdir(this.#own, { recursive: true });
          const perform = (folder: string, pass: MediaPass) =>
            this.#perform({ folder, pass, own: this.#own, signal });
          await files.use(this.#job, perform, signal);
          outcome = 'finished';
        },
        giveUp: (reason) => {
          if (isStop(reason)) outcome = 'stopped';
          return this.#giveUp(reason);
        },
      });
    } finally {
      this.#deps.onStage(stage, outcome, (performance.now() - startedAt) / 1000);
      await rm(this.#own, { recursive: true, force: true });
    }
  }

  async #perform(place: PartPlace): Promise<void> {
    const { pass, signal } = place;
    const granted = this.#deps.engines();
    try {
      const order = await this.#order(place, granted.settings);
      const fresh = order.kind === 'join' && pass.frames.length > longFrames;
      const startedAt = performance.now();
      const result = await step('host', () => this.#deps.hosts.run(order, signal, { fresh }))
        .catch((error) => {
          this.#failedAtHost = !(error instanceof StartFailed);
          throw error;
        })
        .finally(() => {
          const { queue } = stageTable[stageOf(this.#kind)];
          this.#deps.onHost(queue, (performance.now() - startedAt) / 1000);
        });

      if (order.kind === 'join') await this.#settle(result, signal);
      else await this.#end(result, signal);
    } finally {
      granted.revoke();
    }
  }

  async #order(place: PartPlace, engines: EngineSettings): Promise<PartOrder> {
    const { storage, files } = this.#deps;
    const brandLibrary = await files.read(this.#job, 'library.json', storedLibrary, place);
    const library = await openLibrary(
      storage,
      this.#job.workspace_id,
      {
        brands: brandLibrary?.brands ?? [],
        logos: this.#kind === 'read' ? (brandLibrary?.logos ?? []) : [],
        ...(this.#kind === 'hear' && brandLibrary?.terms && { terms: brandLibrary.terms }),
      },
      join(this.#own, 'logos'),
      place.signal,
    );
    const base = {
      jobId: this.#job.id,
      ask: this.#part.ask,
      library,
      files: await files.filesOf(this.#job, { kind: this.#kind, span: this.#span }, place),
      engines: this.#withBudget(engines),
    };
    if (this.#kind !== 'join')
      return {
        ...base,
        kind: this.#kind,
        span: this.#span,
        describesSight: this.#part.describes_sight === true,
      };

    return this.#joinOrder(place, base);
  }

  /** The token budget is per job, so what earlier parts used is subtracted. */
  #withBudget(engines: EngineSettings): EngineSettings {
    if (!engines.remote) return engines;
    const remainingTokens = engines.remote.tokensPerJob - this.#part.tokens_used;
    return {
      ...engines,
      remote: { ...engines.remote, tokensPerJob: Math.max(0, remainingTokens) },
    };
  }

  async #joinOrder(place: PartPlace, base: Omit<PartOrder, 'kind' | 'span'>): Promise<JoinOrder> {
    const { folder, signal } = place;
    const { storage, files, terms } = this.#deps;
    const { proofFrames, storyboardTiles } = terms();
    const earlierParts = await this.#held.before();
    const metadata = await files.read(this.#job, 'metadata.json', metadataResult, place);
    const transcript = await files.read(this.#job, 'transcript.json', storedTranscript, place);
    const outDir = join(this.#own, 'merging');
    await mkdir(join(outDir, 'frames'), { recursive: true });

    return {
      ...base,
      kind: 'join',
      parts: await fetchParts(storage, this.#job, earlierParts, this.#own, signal),
      transcript: transcript === null ? null : join(folder, 'transcript.json'),
      title: this.#part.title ?? metadata?.title ?? null,
      metadata,
      flags: (await files.read(this.#job, reusedFile, reusedFlags, place)) ?? [],
      proofFrames,
      storyboardTiles,
      outDir,
      withoutModel: this.#part.crashes > 0,
    };
  }

  async #end(result: PartResult, signal: AbortSignal): Promise<void> {
    const owned = await this.#held.end(result, signal);
    if (!owned) throw new WorkLost();
    this.#log('part ended', { kind: this.#kind });
  }

  async #settle(result: PartResult, signal: AbortSignal): Promise<void> {
    const usage = await this.#held.settle(this.#own, result.usage, signal);
    if (!usage) throw new WorkLost();
    this.#log('job completed', { usage });
  }

  /** Decides what follows: the part belongs to another worker, the whole job fails, or the part is tried again. */
  async #giveUp(error: unknown): Promise<void> {
    if (error instanceof WorkLost) return this.#leave();
    currentSpan()?.fail(error);
    const fault = this.#jobFault(error);
    return fault ? this.#failJob(fault) : this.#interrupt(error);
  }

  /** The fault that fails the whole job; null if the job need not fail because of this error. */
  #jobFault(error: unknown): Fault | null {
    // Only the join knows whether any requested result remains, so a Fault of any other part does not fail the job.
    if (this.#kind === 'join' && this.#failedAtHost && error instanceof Fault && !isDiskFull(error))
      return error;

    return error instanceof PartOverdue
      ? faultOfOverrun(this.#kind, this.#deps.terms().deadlines)
      : null;
  }

  async #interrupt(error: unknown): Promise<void> {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const reason = interruptionOfPart(error, this.#failedAtHost);
    this.wasFull = isDiskFull(error);
    const fault = new Fault('PROCESSING_ERROR', detail);
    const limitMs = this.#deps.terms().deadlines.stages[stageOf(this.#kind)];
    const next = await this.#held.interrupt(reason, fault, limitMs);
    this.#log('part interrupted', { kind: this.#kind, why: reason, next, detail });
  }

  async #leave(): Promise<void> {
    this.#log('part lost', { kind: this.#kind });
    await this.#held.leave();
  }

  async #failJob(fault: Fault): Promise<void> {
    this.#log('job failed', { code: fault.code, detail: fault.detail });
    await this.#held.fail(fault);
  }

  #log(message: string, fields: Record<string, unknown>): void {
    this.#deps.log(message, fields);
  }
}
