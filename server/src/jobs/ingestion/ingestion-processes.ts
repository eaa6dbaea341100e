/**
 * The processes that ingest videos: each ingestion gets a new process. One spare process is started in advance,
 * because a start takes half a second.
 */
import { chmod, copyFile, link, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, Fault } from '@reelsight/contract';
import pLimit from 'p-limit';
import type { ClipOrder, Drawing, MadeClip } from '../../media/clip/clip.ts';
import type { Caps, IngestLimits } from '../../media/media.ts';
import { checkOutput, watchOutput } from '../processes/watch-output.ts';
import { abortOf, OverMemory, ProcessDied, WatchedProcess } from '../processes/watched-process.ts';
import { mostLeftBytes, takeFile, takeResults } from './ingested-files.ts';
import {
  type FromIngestion,
  type IngestionOrder,
  type Probed,
  parseFromIngestion,
  type ToIngestion,
} from './ingestion-messages.ts';
import { type Isolation, ingestionScript, type Slot, slotPaths } from './isolation.ts';

/** The files may be anywhere; the process is given them at fixed paths in its slot. */
export type IngestionRequest = IngestionOrder;

export interface ClipRequest {
  /** The source video. */
  readonly source: string;
  /** Path of the clip to make. */
  readonly outPath: string;
  readonly clip: ClipOrder;
  readonly drawing: Drawing | null;
  readonly mostBytes: number;
}

export interface IngestionWatcher {
  /** Called with the pid of the process that runs the request. */
  readonly onPid: (pid: number | undefined) => void;
  readonly onProgress: (fraction: number) => void;
  /**
   * Receives the facts about the file; nothing is decoded until it returns how much may be processed. If it throws, the
   * ingestion ends.
   */
  readonly onProbed: (probed: Probed) => Promise<Caps>;
}

export interface IngestionProcessOptions {
  readonly isolation: Isolation;
  /** Resident memory above which a process is ended. */
  readonly memoryLimitMb: number;
  /** Longest time in which the process must report the facts about a file. */
  readonly probeMs: number;
  /** Folder for the files of the processes. */
  readonly folder: string;
}

interface Started {
  readonly process: WatchedProcess<ToIngestion, FromIngestion>;
  readonly slot: Slot;
}

export class IngestionProcesses {
  readonly #options: IngestionProcessOptions;
  /** Starting a process slows down everything else on this machine for a moment, so only one starts at a time. */
  readonly #starts = pLimit(1);
  readonly #closing = new AbortController();
  #spare: Promise<Started> | null = null;

  constructor(options: IngestionProcessOptions) {
    this.#options = options;
    this.#keepSpare();
  }

  /**
   * Runs one ingestion in its own process, which ends with the ingestion. Throws Fault EXTRACTION_FAILED,
   * VIDEO_TOO_LONG, BUDGET_EXCEEDED or STORAGE_FULL, ProcessDied, the error that `onProbed` threw, or `signal.reason`.
   */
  async run(
    request: IngestionRequest,
    watcher: IngestionWatcher,
    signal: AbortSignal,
  ): Promise<void> {
    const started = await this.#take(signal);
    const { process: child, slot } = started;
    const { fps, limits } = request;
    const mostBytes = mostLeftBytes(fps, limits);
    const controller = new AbortController();
    watcher.onPid(child.pid);

    try {
      await this.#lay(request.source, slot);
      const caps = await Promise.race([
        this.#converse(child, request, watcher),
        watchOutput(slot.out, mostBytes, controller.signal),
        abortOf(signal),
      ]);

      // Until the process has ended, it could change the files being checked.
      await child.close();
      await checkOutput(slot.out, mostBytes);
      await takeResults(slot.out, request.outDir, { fps, mostSeconds: admitted(limits, caps) });
    } catch (error) {
      throw memoryFault(error);
    } finally {
      controller.abort();
      await end(started);
      this.#keepSpare();
    }
  }

  /** Makes one clip, in the same kind of process as an ingestion. Throws the same errors as `run`. */
  async clip(
    { source, outPath, clip, drawing, mostBytes }: ClipRequest,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<MadeClip> {
    const started = await this.#take(signal);
    const { process: child, slot } = started;
    const controller = new AbortController();
    const file = `clip.${clip.format}`;

    try {
      await this.#lay(source, slot);
      const drawingPath = drawing && (await layDrawing(slot, drawing));
      const order = {
        source: slotPaths.source,
        outPath: join(slotPaths.out, file),
        drawing: drawingPath,
      };
      const madeClip = await Promise.race([
        child.ask({ kind: 'clip', order: { ...order, clip } }, clipAnswer(onProgress)),
        watchOutput(slot.out, mostBytes, controller.signal),
        abortOf(signal),
      ]);

      // Until the process has ended, it could change the files being checked.
      await child.close();
      await checkOutput(slot.out, mostBytes);
      await takeFile(join(slot.out, file), outPath);

      return madeClip;
    } catch (error) {
      throw memoryFault(error);
    } finally {
      controller.abort();
      await end(started);
      this.#keepSpare();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the worker is closing'));
    await this.#spare?.then(end).catch(() => undefined);
  }

  /** Puts the video into the process's slot, where the process may not write to it. */
  async #lay(source: string, slot: Slot): Promise<void> {
    const path = join(slot.path, slotPaths.source);
    await link(source, path).catch(() => copyFile(source, path));
    if (this.#options.isolation.kind !== 'user') return;
    // No other user can enter the slot's folders, so the file may be made readable for everybody, which the process's
    // user needs.
    const { mode } = await stat(path);
    await chmod(path, mode | 0o444);
  }

  /** Exchanges the messages of one ingestion with the process; returns how much of the video was admitted. */
  async #converse(
    child: Started['process'],
    { fps, limits, audioTrack, range }: IngestionRequest,
    { onProbed, onProgress }: IngestionWatcher,
  ): Promise<Caps> {
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const late = setTimeout(() => reject(slowProbe()), this.#options.probeMs);
    let state: 'asked' | 'probed' | 'decoding' = 'asked';
    let caps: Caps | undefined;
    const admit = async (probed: Probed): Promise<void> => {
      clearTimeout(late);
      state = 'probed';
      caps = await onProbed(probed);
      state = 'decoding';
      child.tell({ kind: 'go', caps });
    };
    const { source, out: outDir } = slotPaths;
    const order = { source, outDir, fps, limits, audioTrack, range };
    const answer = child.ask({ kind: 'ingest', order }, (message) => {
      if (message.kind === 'failed') throw faultOf(message);
      if (turns[message.kind] !== state)
        throw new ProcessDied(`it said ${message.kind} when ${state}`);
      if (message.kind === 'probed') admit(message).catch(reject);
      if (message.kind === 'progress') onProgress(message.fraction);
      return message.kind === 'done' ? caps : undefined;
    });
    answer.catch(() => undefined);
    refused.catch(() => undefined);

    try {
      return await Promise.race([answer, refused]);
    } finally {
      clearTimeout(late);
    }
  }

  async #take(signal: AbortSignal): Promise<Started> {
    const spare = this.#spare;
    this.#spare = null;
    const ahead = await spare?.catch(() => null);
    if (ahead?.process.alive) return ahead;
    if (ahead) await end(ahead);
    return this.#starts(() => this.#start(signal));
  }

  async #start(signal: AbortSignal): Promise<Started> {
    signal.throwIfAborted();
    const { isolation, memoryLimitMb, folder } = this.#options;
    const slot = await isolation.openSlot(folder);
    let process: Started['process'] | undefined;

    try {
      // Throws at once if this service may not start anything as the slot's user.
      process = new WatchedProcess({
        script: ingestionScript,
        memoryLimitMb,
        tmpDir: slotPaths.out,
        environment: isolation.environment,
        launch: isolation.launch(slot),
        parse: parseFromIngestion,
      });
      await process.ready(signal);

      return { process, slot };
    } catch (error) {
      await end({ process, slot });
      throw error;
    }
  }

  #keepSpare(): void {
    if (this.#spare || this.#closing.signal.aborted) return;
    this.#spare = this.#starts(() => this.#start(this.#closing.signal));
    this.#spare.catch(() => undefined);
  }
}

async function end({
  process,
  slot,
}: {
  readonly process: Started['process'] | undefined;
  readonly slot: Slot;
}): Promise<void> {
  await process?.close();
  await rm(slot.path, { recursive: true, force: true });
}

const memoryFault = (error: unknown): unknown =>
  error instanceof OverMemory
    ? new Fault('EXTRACTION_FAILED', error.message, {
        text: 'The video needs more memory than a job may use.',
      })
    : error;

/** Writes the drawing into the slot and returns its path there. */
async function layDrawing(slot: Slot, drawing: Drawing): Promise<string> {
  await writeFile(join(slot.path, slotPaths.drawing), JSON.stringify(drawing), { mode: 0o644 });
  return slotPaths.drawing;
}

const clipAnswer =
  (onProgress: (fraction: number) => void) =>
  (message: FromIngestion): MadeClip | undefined => {
    if (message.kind === 'failed') throw faultOf(message);
    if (message.kind === 'progress') onProgress(message.fraction);
    else if (message.kind !== 'clipped')
      throw new ProcessDied(`it said ${message.kind} when making a clip`);
    return message.kind === 'clipped' ? message : undefined;
  };

/** Maximum seconds of video in the output: one second more than the ingestion allows. */
const admitted = ({ maxDurationSeconds }: IngestLimits, { maxSeconds, budgetSeconds }: Caps) =>
  Math.min(maxDurationSeconds, maxSeconds, budgetSeconds) + 1;

/** The state in which each message is allowed. While a process ingests a video, it may send no other messages. */
const turns: Partial<Record<FromIngestion['kind'], string>> = {
  probed: 'asked',
  progress: 'decoding',
  done: 'decoding',
};

/** Codes that a process may send to fail its job; any other code counts as EXTRACTION_FAILED. */
const codes: readonly ErrorCode[] = [
  'EXTRACTION_FAILED',
  'VIDEO_TOO_LONG',
  'BUDGET_EXCEEDED',
  'STORAGE_FULL',
];

function faultOf({ code, detail, text }: Extract<FromIngestion, { kind: 'failed' }>): Fault {
  const knownCode = codes.find((candidate) => candidate === code) ?? 'EXTRACTION_FAILED';
  return new Fault(knownCode, detail, text ? { text } : {});
}

const slowProbe = (): Fault =>
  new Fault('EXTRACTION_FAILED', 'the probe took too long', {
    text: 'The file takes too long to read: it is damaged, or not made to be watched.',
  });
