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
import {
  beginClip,
  type ClipEnd,
  type ClipRow,
  endClip,
  hasClip,
  noteClipPercent,
  putClipBack,
} from '../../db/clips.ts';
import { findJob } from '../../db/jobs/jobs.ts';
import { slotsOfNames } from '../../domain/brands/brand-colours.ts';
import { clipExpiry, clipFile, clipResults, passToLongClips } from '../../domain/clips.ts';
import { type Domain, perDatabase } from '../../domain/domain.ts';
import { heldVideo } from '../../domain/jobs/held-video.ts';
import type { ClipOrder, Drawing } from '../../media/clip/clip.ts';
import { readMediaPass } from '../../media/frames.ts';
import type { IngestLimits } from '../../media/media.ts';
import type { ClaimedTask } from '../../queue/consume-loop.ts';
import type { Slots } from '../../reports/colours.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import { isDiskFull } from '../../storage/local-file.ts';
import type { Storage } from '../../storage/storage.ts';
import { keyOfText, parseStorageKey, type StorageKey } from '../../storage/storage-key.ts';
import { limitsOfResults, WorkerThread } from '../../threads/worker-thread.ts';
import { inSpan } from '../../tracing/scope.ts';
import { noTracer, type Tracer } from '../../tracing/tracer.ts';
import { runAttempt, WorkerClosing, WorkLost } from '../attempt.ts';
import type { IngestionProcesses } from '../ingestion/ingestion-processes.ts';
import { isOutage, outageFault } from '../interruptions.ts';
import type { DrawingThread } from './clip-drawing-thread.ts';

export interface ClipTerms {
  /**
   * Number of short clips that a worker makes concurrently, each for a different workspace. Of long ones it makes half
   * as many.
   */
  readonly atOnce: number;
  readonly deadlineMs: number;
  /** Longest side of the picture, in pixels, in any format. */
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

/** From this attempt on, the clip fails; attempts that an outage ended do not count. */
const mostAttempts = 3;
/** Size and frame rate for formats that compress each frame separately. Both are limited so that files stay small. */
const pictures: Partial<Record<ClipFormat, { sidePixels: number; fps: number }>> = {
  webp: { sidePixels: 640, fps: 15 },
  gif: { sidePixels: 480, fps: 12.5 },
};

/** Ends an attempt that takes too long for a place of short clips. */
class TakesLong extends Error {}

/**
 * Makes the clip of a task. `shortMs`: the time after which the clip is given to the queue of long clips; absent if it
 * is in that queue already.
 */
export async function makeJobClip(
  deps: ClipDeps,
  task: ClaimedTask<ClipTask>,
  shortMs = Number.POSITIVE_INFINITY,
): Promise<void> {
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
    attemptClip(deps, task, clip, shortMs),
  );
}

/** The data that every step of a clip gets. */
interface ClipContext {
  readonly deps: ClipDeps;
  readonly clip: ClipRow;
  /** Removed when the attempt ends. */
  readonly folder: string;
  /** Progress that the heartbeats read. */
  readonly soFar: { percent: number };
}

async function attemptClip(
  deps: ClipDeps,
  task: ClaimedTask<ClipTask>,
  clip: ClipRow,
  shortMs: number,
): Promise<void> {
  const { domain, clips, workDir } = deps;
  const folder = join(workDir, 'clips', `${clip.id}-${clip.attempt}`);
  const context: ClipContext = { deps, clip, folder, soFar: { percent: 0 } };
  const late = new Fault('TIMEOUT', 'clip deadline', { text: 'The clip took too long to make.' });
  const deadline =
    shortMs < clips.deadlineMs
      ? { ms: shortMs, reason: new TakesLong(`longer than ${shortMs} ms`) }
      : { ms: clips.deadlineMs, reason: late };
  try {
    await runAttempt({
      task,
      heartbeat: {
        send: () => noteClipPercent(domain.db, clip, context.soFar.percent, domain.now()),
        onError: (error) => log(context, 'progress of a clip failed', { error: String(error) }),
      },
      deadline,
      work: async (signal) => {
        await mkdir(folder, { recursive: true });
        await finish(context, await make(context, signal));
      },
      giveUp: (reason) => giveUp(context, task, reason),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function make(context: ClipContext, signal: AbortSignal): Promise<ClipEnd> {
  const { deps, clip, folder, soFar } = context;
  const { processes, clips, storage } = deps;
  const { format } = clip.ask;
  if (clip.attempt > mostAttempts) throw new Fault('PROCESSING_ERROR', 'its process died');

  const outPath = join(folder, `clip.${format}`);
  const order = {
    source: await fetchVideo(context, signal),
    outPath,
    drawing: await drawingOfClip(context, signal),
    clip: await clipOrder(context, signal),
    mostBytes: clips.mostBytes,
  };
  const onProgress = (fraction: number): void => {
    soFar.percent = Math.round(fraction * 1000) / 10;
  };
  const madeClip = await processes.clip(order, onProgress, signal);
  const contentType = clipContentTypes[format];
  await storage.put(keyOfClip(clip), { path: outPath }, { contentType, signal });

  const { size } = await stat(outPath);
  const { durationSeconds: duration_seconds, width, height } = madeClip;

  return { status: 'ready', duration_seconds, size_bytes: size, width, height };
}

const keyOfClip = (clip: ClipRow): StorageKey => keyOfText(clipFile(clip));

async function clipOrder(context: ClipContext, signal: AbortSignal): Promise<ClipOrder> {
  const { clips, limits } = context.deps;
  const { ask, ranges } = context.clip;
  const picture = pictures[ask.format];

  return {
    format: ask.format,
    ranges,
    sound: !picture,
    fps: picture?.fps ?? null,
    audioTrack: await heardTrack(context, signal),
    sidePixels: Math.min(clips.sidePixels, picture?.sidePixels ?? clips.sidePixels),
    limits: { maxSidePixels: limits.maxSidePixels, maxFramePixels: limits.maxFramePixels },
  };
}

/** The audio track that the job used; null if the job's media is no longer kept. */
async function heardTrack(
  { deps, clip, folder }: ClipContext,
  signal: AbortSignal,
): Promise<number | null> {
  const holder = { id: clip.job_id, workspace_id: clip.workspace_id };
  const path = join(folder, 'media.json');
  const key = artifactKey(holder, 'ingestion', 'media.json');
  if (!(await deps.storage.download(key, path, { signal }))) return null;
  const { audio } = await readMediaPass(path);
  return audio?.track ?? null;
}

/** Throws Fault MEDIA_GONE. */
async function fetchVideo(
  { deps, clip, folder }: ClipContext,
  signal: AbortSignal,
): Promise<string> {
  const { domain, storage } = deps;
  const { workspace_id: workspaceId, job_id: jobId } = clip;
  const job = await findJob(domain.db, workspaceId, jobId);
  const video = job && (await heldVideo(domain, job));
  const key = video && parseStorageKey(video.key);
  const path = join(folder, 'video');
  const pin = video?.etag ? { etag: video.etag } : {};
  if (key && (await storage.download(key, path, { ...pin, signal }))) return path;

  throw new Fault('MEDIA_GONE', jobId);
}

async function drawingOfClip(
  { deps, clip }: ClipContext,
  signal: AbortSignal,
): Promise<Drawing | null> {
  const { ask, job_id, ranges } = clip;
  if (!ask.boxes) return null;

  const { json } = await clipResults(deps.domain, job_id, {
    fields: ['brands', 'objects'],
    frames: true,
  });
  const slots = await slotsOfClip(deps, clip, signal);

  return drawings(deps.domain).run('draw', { ask, json, ranges, slots }, signal);
}

async function slotsOfClip(
  { domain }: ClipDeps,
  { ask, job_id, workspace_id }: ClipRow,
  signal: AbortSignal,
): Promise<Slots> {
  if (ask.object != null) return new Map();
  if (ask.brand != null) return slotsOfNames(domain.db, workspace_id, [ask.brand]);

  const { json } = await clipResults(domain, job_id, { fields: ['brands'], frames: false });
  const names = await drawings(domain).run('brandNames', json, signal);

  return slotsOfNames(domain.db, workspace_id, names);
}

async function finish(context: ClipContext, end: ClipEnd): Promise<void> {
  const { deps, clip } = context;
  const { domain } = deps;
  const times = { now: domain.now(), expiresAt: clipExpiry(domain) };
  if (await endClip(domain.db, clip, end, times)) {
    log(context, 'clip ended', { status: end.status });
    return;
  }
  if (end.status === 'ready') await removeFile(context);
}

/** Removes the file only if its clip has been deleted: another attempt at the same clip writes the same file. */
async function removeFile({ deps, clip }: ClipContext): Promise<void> {
  const { domain, storage } = deps;
  if (!(await hasClip(domain.db, clip.id))) await storage.delete(keyOfClip(clip));
}

/** Decides the fate of the clip; if this function throws, the queue tries the clip again. */
async function giveUp(
  context: ClipContext,
  task: ClaimedTask<ClipTask>,
  reason: unknown,
): Promise<void> {
  const { deps, clip } = context;
  if (reason instanceof WorkLost) return removeFile(context);

  const isWaiting = isOutage(reason) && task.triedAgain;
  if (reason instanceof WorkerClosing || isWaiting) {
    if (isWaiting) log(context, 'clip waits for the service', { error: String(reason) });
    await putClipBack(deps.domain.db, clip, deps.domain.now());
    throw reason;
  }

  if (reason instanceof TakesLong) {
    log(context, 'clip takes long', { attempt: clip.attempt });
    return passToLongClips(deps.domain, clip);
  }

  if (isDiskFull(reason))
    return failClip(context, reason, 'STORAGE_FULL', errorTable.STORAGE_FULL.text);
  const fault = isOutage(reason) ? outageFault(reason) : reason;
  if (fault instanceof Fault) return failClip(context, fault, fault.code, fault.message);

  log(context, 'attempt at a clip ended', { error: String(reason) });
  if (task.triedAgain && clip.attempt < mostAttempts) throw reason;
  await failClip(context, reason, 'PROCESSING_ERROR', 'The clip could not be made.');
}

async function failClip(
  context: ClipContext,
  error: unknown,
  code: ErrorCode,
  message: string,
): Promise<void> {
  const detail = error instanceof Fault ? error.detail : String(error);
  log(context, 'clip failed', { code, detail });
  await finish(context, { status: 'failed', error_code: code, error_message: message });
}

function log({ deps, clip }: ClipContext, message: string, fields: Record<string, unknown>): void {
  deps.log(message, { clip_id: clip.id, ...fields });
}
