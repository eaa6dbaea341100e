/** One attempt at a clip: fetches the video, cuts it in the sandbox, and stores the result. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClipFormat,
  clipContentTypes,
  type ErrorCode,
  errorTable,
  Fault,
} from '@reelsight/contract';
import { parseResultFields } from '../artifacts/results-text.ts';
import {
  beginClip,
  type ClipEnd,
  type ClipRow,
  endClip,
  hasClip,
  noteClipPercent,
  putClipBack,
} from '../db/clips.ts';
import { findJob } from '../db/jobs/jobs.ts';
import { slotsOfNames } from '../domain/brands/brand-colours.ts';
import { clipExpiry, clipFile, clipResults, fieldsOfNames } from '../domain/clips.ts';
import { type Domain, perDatabase } from '../domain/domain.ts';
import { heldVideo } from '../domain/jobs/held-video.ts';
import type { ClipOrder, Drawing } from '../media/clip/clip.ts';
import { readMediaPass } from '../media/frames.ts';
import type { IngestLimits } from '../media/media.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import type { Slots } from '../reports/colours.ts';
import { artifactKey } from '../storage/artifact-key.ts';
import { isDiskFull } from '../storage/local-file.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText, parseStorageKey, type StorageKey } from '../storage/storage-key.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import { inSpan } from '../tracing/scope.ts';
import { noTracer, type Tracer } from '../tracing/tracer.ts';
import type { DrawingThread } from './clip-drawing-thread.ts';
import { sendHeartbeats } from './heartbeat.ts';
import type { IngestionProcesses } from './ingestion-processes.ts';
import { WorkerClosing, watchTask } from './watch-task.ts';
import { ProcessDied, StartFailed } from './watched-process.ts';

export interface ClipTerms {
  /** Clips that a worker makes at once, of different workspaces. */
  readonly atOnce: number;
  readonly deadlineMs: number;
  /** Longest side of the picture of each format. */
  readonly sidePixels: number;
  readonly mostBytes: number;
}

export interface ClipDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly workDir: string;
  readonly clips: ClipTerms;
  readonly limits: IngestLimits;
  readonly processes: Pick<IngestionProcesses, 'clip'>;
  readonly tracer?: Tracer;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

const drawingEntry = new URL('./clip-drawing-thread.ts', import.meta.url);
const drawings = perDatabase(() => new WorkerThread<DrawingThread>(drawingEntry, limitsOfResults));

/** Data of a `clip` task. */
export interface ClipTask {
  readonly clipId: string;
  readonly workspaceId: string;
}

/** The attempt no longer owns its clip: deleted, or taken up by another worker. */
class ClipLost extends Error {}

/** Attempts whose process died, after which the video is at fault. */
const mostAttempts = 3;
/** Size and frame rate of formats that compress each frame separately, to keep files small. */
const pictures: Partial<Record<ClipFormat, { sidePixels: number; fps: number }>> = {
  webp: { sidePixels: 640, fps: 15 },
  gif: { sidePixels: 480, fps: 12.5 },
};

export async function makeJobClip(deps: ClipDeps, task: HeldTask<ClipTask>): Promise<void> {
  const { domain, tracer = noTracer } = deps;
  const clip = await beginClip(domain.db, task.data.clipId, task.id, domain.now());
  if (!clip) return;

  const attributes = {
    'reelsight.job_id': clip.job_id,
    'reelsight.workspace_id': clip.workspace_id,
    'reelsight.clip_id': clip.id,
  };
  const span = tracer.start('clip', null, { kind: 'consumer', attributes });
  await inSpan(span, { job_id: clip.job_id, workspace_id: clip.workspace_id }, () =>
    new Attempt(deps, task, clip).run(),
  );
}

class Attempt {
  readonly #deps: ClipDeps;
  readonly #task: HeldTask<ClipTask>;
  readonly #clip: ClipRow;
  readonly #folder: string;
  readonly #stop = new AbortController();
  #percent = 0;

  constructor(deps: ClipDeps, task: HeldTask<ClipTask>, clip: ClipRow) {
    this.#deps = deps;
    this.#task = task;
    this.#clip = clip;
    this.#folder = join(deps.workDir, 'clips', `${clip.id}-${clip.attempt}`);
  }

  async run(): Promise<void> {
    const end = this.#watch();
    try {
      await mkdir(this.#folder, { recursive: true });
      await this.#finish(await this.#make());
    } catch (error) {
      await this.#giveUp(this.#stop.signal.aborted ? this.#stop.signal.reason : error);
    } finally {
      end();
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  async #make(): Promise<ClipEnd> {
    const { processes, clips, storage } = this.#deps;
    const { signal } = this.#stop;
    const { format } = this.#clip.ask;
    if (this.#clip.attempt > mostAttempts) throw new Fault('PROCESSING_ERROR', 'its process died');

    const source = await this.#fetch(signal);
    const outPath = join(this.#folder, `clip.${format}`);
    const drawing = await this.#drawing();
    const clip = await this.#order(signal);
    const order = { source, outPath, drawing, clip, mostBytes: clips.mostBytes };
    const madeClip = await processes.clip(order, (part) => this.#progress(part), signal);
    const contentType = clipContentTypes[format];
    await storage.put(this.#key, { path: outPath }, { contentType, signal });

    const { size } = await stat(outPath);
    const { durationSeconds: duration_seconds, width, height } = madeClip;

    return { status: 'ready', duration_seconds, size_bytes: size, width, height };
  }

  get #key(): StorageKey {
    return keyOfText(clipFile(this.#clip));
  }

  async #order(signal: AbortSignal): Promise<ClipOrder> {
    const { clips, limits } = this.#deps;
    const { ask, ranges } = this.#clip;
    const picture = pictures[ask.format];

    return {
      format: ask.format,
      ranges,
      sound: !picture,
      fps: picture?.fps ?? null,
      audioTrack: await this.#heardTrack(signal),
      sidePixels: Math.min(clips.sidePixels, picture?.sidePixels ?? clips.sidePixels),
      limits: { maxSidePixels: limits.maxSidePixels, maxFramePixels: limits.maxFramePixels },
    };
  }

  /** The audio track that the job used; null if its media is no longer kept. */
  async #heardTrack(signal: AbortSignal): Promise<number | null> {
    const { workspace_id, job_id } = this.#clip;
    const holder = { id: job_id, workspace_id };
    const path = join(this.#folder, 'media.json');
    const key = artifactKey(holder, 'ingestion', 'media.json');
    if (!(await this.#deps.storage.download(key, path, { signal }))) return null;
    const { audio } = await readMediaPass(path);
    return audio?.track ?? null;
  }

  /** Throws Fault MEDIA_GONE. */
  async #fetch(signal: AbortSignal): Promise<string> {
    const { domain, storage } = this.#deps;
    const { workspace_id: workspaceId, job_id: jobId } = this.#clip;
    const job = await findJob(domain.db, workspaceId, jobId);
    const video = job && (await heldVideo(domain, job));
    const key = video && parseStorageKey(video.key);
    const path = join(this.#folder, 'video');
    const pin = video?.etag ? { etag: video.etag } : {};
    if (key && (await storage.download(key, path, { ...pin, signal }))) return path;

    throw new Fault('MEDIA_GONE', jobId);
  }

  async #drawing(): Promise<Drawing | null> {
    const { ask, job_id, ranges } = this.#clip;
    if (!ask.boxes) return null;

    const { json } = await clipResults(this.#deps.domain, job_id, {
      fields: fieldsOfNames,
      frames: true,
    });
    const slots = await this.#slots();

    return drawings(this.#deps.domain).run('draw', { ask, json, ranges, slots }, this.#stop.signal);
  }

  async #slots(): Promise<Slots> {
    const { ask, job_id, workspace_id } = this.#clip;
    const { domain } = this.#deps;
    if (ask.object != null) return new Map();
    if (ask.brand != null) return slotsOfNames(domain.db, workspace_id, [ask.brand]);

    const { json } = await clipResults(domain, job_id, { fields: ['brands'], frames: false });
    const { brands = [] } = parseResultFields<'brands'>(json);

    return slotsOfNames(
      domain.db,
      workspace_id,
      brands.map(({ name }) => name),
    );
  }

  #progress(fraction: number): void {
    this.#percent = Math.round(fraction * 1000) / 10;
  }

  async #finish(end: ClipEnd): Promise<void> {
    const { domain } = this.#deps;
    const times = { now: domain.now(), expiresAt: clipExpiry(domain) };
    if (await endClip(domain.db, this.#clip, end, times)) {
      this.#log('clip ended', { status: end.status });
      return;
    }
    if (end.status === 'ready') await this.#removeFile();
  }

  /** Removes the file of a clip that is gone. Another attempt at the same clip writes the same file. */
  async #removeFile(): Promise<void> {
    const { domain, storage } = this.#deps;
    if (!(await hasClip(domain.db, this.#clip.id))) await storage.delete(this.#key);
  }

  /** Sends progress and watches deadline, worker and deletion until the returned function is called. */
  #watch(): () => void {
    const { domain, clips } = this.#deps;
    const send = async (): Promise<void> => {
      const noted = await noteClipPercent(domain.db, this.#clip, this.#percent, domain.now());
      if (!noted) this.#stop.abort(new ClipLost(this.#clip.id));
    };
    const silence = sendHeartbeats(send, (error) =>
      this.#log('progress of a clip failed', { error: String(error) }),
    );
    const late = new Fault('TIMEOUT', 'clip deadline', { text: 'The clip took too long to make.' });
    const deadline = setTimeout(() => this.#stop.abort(late), clips.deadlineMs);
    const unwatch = watchTask(this.#task, this.#stop);

    return () => {
      silence();
      clearTimeout(deadline);
      unwatch();
    };
  }

  /** If it throws, the queue tries the clip again. */
  async #giveUp(error: unknown): Promise<void> {
    const { domain } = this.#deps;

    if (error instanceof ClipLost) {
      await this.#removeFile();
      return;
    }

    if (error instanceof WorkerClosing) {
      await putClipBack(domain.db, this.#clip, domain.now());
      throw error;
    }

    if (isDiskFull(error)) return this.#fail('STORAGE_FULL', errorTable.STORAGE_FULL.text, error);
    if (error instanceof Fault) return this.#fail(error.code, error.message, error);

    this.#log('attempt at a clip ended', { error: String(error) });
    const crashed = error instanceof ProcessDied && !(error instanceof StartFailed);
    if (this.#task.triedAgain && !(crashed && this.#clip.attempt >= mostAttempts)) throw error;
    await this.#fail('PROCESSING_ERROR', 'The clip could not be made.', error);
  }

  async #fail(code: ErrorCode, message: string, error: unknown): Promise<void> {
    this.#log('clip failed', {
      code,
      detail: error instanceof Fault ? error.detail : String(error),
    });
    await this.#finish({ status: 'failed', error_code: code, error_message: message });
  }

  #log(message: string, fields: Record<string, unknown>): void {
    this.#deps.log(message, { clip_id: this.#clip.id, ...fields });
  }
}
