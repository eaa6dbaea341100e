/**
 * Handles the files that runners read, and the results that they send, for the parts they hold. Only data that was
 * checked is stored.
 */

import { text } from 'node:stream/consumers';
import { Fault, type InterruptedPart, invalidInput } from '@reelsight/contract';
import { parseArtifact } from '../../artifacts/read-artifact.ts';
import { brandFolder, framesFolder, type Holder, logoFile } from '../../artifacts/stored-paths.ts';
import {
  countPartDone,
  type PartOfTask,
  partOfTask,
  type RunnerHolder,
} from '../../db/workspaces/runners.ts';
import type { Interruption } from '../../domain/jobs/lifecycle.ts';
import { TokenBuckets } from '../../network/token-buckets.ts';
import type { CheckedPart } from '../../perception/artifact-check.ts';
import type { CellSpan, PartKind } from '../../perception/part.ts';
import type { PartQueue } from '../../queue/queue.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import { keyOfText, type StorageKey } from '../../storage/storage-key.ts';
import { SizedThreads } from '../../threads/sized-threads.ts';
import { handedOver, limitsOfResults, WorkerThread } from '../../threads/worker-thread.ts';
import { storedLibrary } from '../library.ts';
import { endPart, failPartsJob, interruptPart } from '../parts/conductor.ts';
import { holderOf, removeLeftovers, settleJoin } from '../parts/database-parts.ts';
import { faultOfOverrun } from '../parts/overdue.ts';
import { partKey } from '../parts/part-artifacts.ts';
import { partLimit, stageOf } from '../stages.ts';
import { type DeskOptions, isOfRunner } from './options.ts';
import { readableKey, writableFile } from './part-names.ts';
import { checkPicture } from './picture-check.ts';
import type { ResultsThread } from './results-thread.ts';

const threadEntry = new URL('./results-thread.ts', import.meta.url);

/**
 * Number of videos whose descriptions are kept while runners do their parts; the description of a four-hour video
 * takes a few MB.
 */
const keptMedia = 8;
/** Maximum bytes and number of files that a join may store; the pictures of results need far less. */
const joinLimits = { bytes: 512 * 2 ** 20, files: 2000 };
/**
 * A report that a part missed its deadline is believed only if the part ran for at least this fraction of its time
 * limit. Parts that end for other reasons usually end long before.
 */
const lateFrom = 0.9;

export class RunnerReception {
  readonly #options: DeskOptions;
  readonly #threads = new SizedThreads(
    () => new WorkerThread<ResultsThread>(threadEntry, limitsOfResults),
  );
  /** The descriptions of videos as JSON, by job id. */
  readonly #media = new Map<string, Promise<string>>();
  /** How much each join has stored so far, by task id. */
  readonly #stored = new Map<string, { bytes: number; readonly files: Set<string> }>();
  readonly #giveBacks = new TokenBuckets({ perMinute: 60, burst: 200 });

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Ends the threads that check what runners send. */
  async close(): Promise<void> {
    await this.#threads.close();
  }

  /**
   * Returns the key of a file that the part may read. Throws Fault NOT_FOUND for any other file, and for parts of
   * other runners.
   */
  async readableFile(runner: RunnerHolder, task: string, name: string): Promise<StorageKey> {
    const part = await partOfTask(this.#options.domain.db, task);
    const key = part && isHeld(runner, part) && (await this.#keyOf(part, name));
    if (!key) throw new Fault('NOT_FOUND', `${task} ${name}`);
    return key;
  }

  /** Throws Fault NOT_FOUND, PART_LOST or VALIDATION_FAILED. */
  async storeFile(runner: RunnerHolder, task: string, name: string, body: Buffer): Promise<void> {
    const part = await this.#heldPart(runner, task);
    const file = writableFile(part, name);
    if (!file) throw new Fault('NOT_FOUND', `${task} ${name}`);
    this.#countStored(task, name, body.length);

    if (file.kind === 'transcript') {
      const transcript = await this.#check('transcript', {
        body,
        media: await this.#mediaOf(part),
      });
      await this.#put(file.key, Buffer.from(transcript));
      return;
    }

    await checkPicture(name, body);
    await this.#put(file.key, body, 'image/jpeg');
  }

  /**
   * Ends a part with the result that a runner sent, possibly more than once; it is read only if the runner holds the
   * part. Throws Fault PART_LOST or VALIDATION_FAILED.
   */
  async end(runner: RunnerHolder, task: string, body: Buffer): Promise<void> {
    const { domain, storage } = this.#options;
    const storedPart = await partOfTask(domain.db, task);
    if (storedPart && hasEnded(storedPart)) return;

    const part = await this.#heldPart(runner, task, storedPart);
    const sent = { body, media: await this.#mediaOf(part) };
    const isEnded =
      part.kind === 'join' ? await this.#settle(part, sent) : await this.#store(part, sent);
    if (!isEnded) {
      // The part's job ended in the meantime.
      await removeLeftovers(domain, storage, holderOf(part));
      throw partLost(task);
    }

    this.#stored.delete(task);
    await countPartDone(domain.db, runner.id);
    this.#options.log('part ended', {
      job_id: part.job_id,
      part: part.number,
      kind: part.kind,
      runner_id: runner.id,
    });
  }

  /** Interrupts a part; returns what happens to it, for the log. */
  async interrupt(
    runner: RunnerHolder,
    task: string,
    interruption: InterruptedPart,
  ): Promise<string> {
    const { domain, terms, log } = this.#options;
    const part = await partOfTask(domain.db, task);
    if (!part || !isHeld(runner, part)) return 'stale';

    this.#stored.delete(task);
    const detail = `runner ${runner.id}: ${interruption.detail}`;
    const fault = interruption.why === 'failed' ? this.#jobFault(part, interruption, detail) : null;
    if (fault) await failPartsJob(domain, part, fault);

    const reason = this.#whyOf(runner, interruption.why);
    const limitMs = terms.deadlines.stages[stageOf(part.kind as PartKind)];
    const trouble = new Fault('PROCESSING_ERROR', detail);
    const next = fault ? 'failed' : await interruptPart(domain, part, reason, trouble, limitMs);

    await domain.queue.complete(domain.db, part.queue as PartQueue, task);
    const { job_id, kind, number } = part;
    log('part interrupted', { job_id, part: number, kind, why: reason, next, detail });

    return next;
  }

  /** A regular shutdown costs a part no retry, so a runner that reports shutdowns too often is not believed. */
  #whyOf(runner: RunnerHolder, reason: InterruptedPart['why']): Interruption {
    if (reason === 'failed') return 'crashed';
    return reason === 'closing' && !this.#giveBacks.take(runner.id) ? 'outage' : reason;
  }

  /**
   * The fault that fails the whole job: a join may find that its job has no result, and any part may have used up the
   * time of its stage. Null if neither applies.
   */
  #jobFault(part: PartOfTask, { code, text }: InterruptedPart, detail: string): Fault | null {
    const { deadlines } = this.#options.terms;
    const kind = part.kind as PartKind;

    if (code === 'STAGE_DEADLINE_EXCEEDED') {
      const isLate = part.held_ms >= partLimit(kind, deadlines) * lateFrom;
      return isLate ? faultOfOverrun(kind, deadlines) : null;
    }

    if (kind !== 'join' || !code) return null;
    return new Fault(code, detail, { ...(text && { text }) });
  }

  async #store(part: PartOfTask, sent: Sent): Promise<boolean> {
    const { domain, tokensPerJob } = this.#options;
    const order = { ...sent, part: checkedPart(part), tokensPerJob };
    const checked = await this.#check('part', order);

    await this.#put(partKey(holderOf(part), part), Buffer.from(checked.artifact));
    const end = {
      usage: checked.usage as Record<string, number>,
      found: checked.found,
      sight: checked.sight,
      sightForWords: checked.sightForWords,
    };
    const isEnded = await endPart(domain, part, end);
    await domain.queue.complete(domain.db, part.queue as PartQueue, part.task_id);

    return isEnded;
  }

  async #settle(part: PartOfTask, sent: Sent): Promise<boolean> {
    const { domain, storage, tokensPerJob } = this.#options;
    const job = holderOf(part);
    const folder = keyOfText(framesFolder(job));
    const files = new Set<string>();

    for await (const { key } of storage.list(folder)) files.add(key.slice(folder.length + 1));
    const order = { ...sent, span: spanOf(part), jobId: job.id, files, tokensPerJob };
    const { results, usage } = await this.#check('join', order);
    const hasThumbnail = files.has('thumbnail.jpg');
    const settled = await settleJoin(domain, part, { results, usage, hasThumbnail });
    await domain.queue.complete(domain.db, part.queue as PartQueue, part.task_id);

    return settled !== null;
  }

  async #heldPart(
    runner: RunnerHolder,
    task: string,
    knownPart?: PartOfTask | undefined,
  ): Promise<PartOfTask> {
    const part = knownPart ?? (await partOfTask(this.#options.domain.db, task));
    if (!part || !isHeld(runner, part)) throw partLost(task);
    return part;
  }

  /** A logo may only be read if the job's own brand library names it. */
  async #keyOf(part: PartOfTask, name: string): Promise<StorageKey | null> {
    const [, brandId, file] = /^brands\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
    if (!brandId || !file) return readableKey(part, name);
    if (part.kind !== 'read') return null;

    const job = holderOf(part);
    const json = await this.#read(job, 'library.json');
    const library = json === null ? null : parseArtifact(json, storedLibrary, 'library.json');
    const isNamed = library?.logos.some(
      (logo) => logo.brandId === brandId && logoFile(logo.logoId) === file,
    );

    return isNamed ? keyOfText(`${brandFolder(job.workspace_id, brandId)}/${file}`) : null;
  }

  /** Checks in a thread what a runner sent. Throws Fault VALIDATION_FAILED. */
  #check<Name extends keyof ResultsThread>(
    name: Name,
    order: Parameters<ResultsThread[Name]>[0],
  ): Promise<ReturnType<ResultsThread[Name]>> {
    const body = handedOver(order.body);
    const thread = this.#threads.for(body.length);
    return thread.run(name, { ...order, body }, undefined, { transfer: [body.buffer] });
  }

  #mediaOf(part: PartOfTask): Promise<string> {
    const keptText = this.#media.get(part.job_id);
    const media = keptText ?? this.#readMedia(part);
    this.#media.delete(part.job_id);
    this.#media.set(part.job_id, media);
    media.catch(() => this.#media.delete(part.job_id));
    for (const old of [...this.#media.keys()].slice(0, -keptMedia)) this.#media.delete(old);
    return media;
  }

  async #readMedia(part: PartOfTask): Promise<string> {
    const media = await this.#read(holderOf(part), 'media.json');
    if (media === null) throw partLost(part.task_id);
    return media;
  }

  /** Reads a file that the ingestion of a job wrote; null if it is gone. */
  async #read(job: Holder, file: string): Promise<string | null> {
    const object = await this.#options.storage.get(artifactKey(job, 'ingestion', file));
    return object && text(object.stream);
  }

  async #put(key: StorageKey, body: Buffer, contentType?: string): Promise<void> {
    await this.#options.domain.ports.checkDisk(body.length);
    await this.#options.storage.put(key, body, { ...(contentType && { contentType }) });
  }

  #countStored(task: string, name: string, bytes: number): void {
    const tally = this.#stored.get(task) ?? { bytes: 0, files: new Set() };
    this.#stored.set(task, tally);
    tally.bytes += bytes;
    tally.files.add(name);
    if (tally.bytes > joinLimits.bytes || tally.files.size > joinLimits.files)
      throw invalidInput('The join stores more than its results can need.');
    for (const old of [...this.#stored.keys()].slice(0, -1000)) this.#stored.delete(old);
  }
}

/** What a runner sent, with the description of the job's media as JSON. */
interface Sent {
  readonly body: Buffer;
  readonly media: string;
}

const spanOf = (part: PartOfTask): CellSpan => ({ from: part.first_cell, to: part.last_cell });

const checkedPart = (part: PartOfTask): CheckedPart => ({
  kind: part.kind as CheckedPart['kind'],
  span: spanOf(part),
});

const isHeld = (runner: RunnerHolder, part: PartOfTask): boolean =>
  part.state === 'running' && part.status === 'processing' && isOfRunner(runner, part.worker_id);

/** Whether the part has ended. A call for an ended part is a repetition of a call whose result was already stored. */
const hasEnded = ({ state, kind, status }: PartOfTask): boolean =>
  state === 'done' || (kind === 'join' && status === 'completed');

const partLost = (task: string): Fault => new Fault('PART_LOST', task);
