/** Gets the media of an ingestion: from an earlier attempt, another job on the video, or the video itself. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '@reelsight/contract';
import { mediaPass } from '../../media/media.ts';
import { inThisScope, step } from '../../tracing/scope.ts';
import { fetchStage } from '../parts/part-artifacts.ts';
import { readUsable, reuseMedia, reuseWords } from '../parts/reuse.ts';
import { admitWhenProbed } from './admit.ts';
import { captionsFile, captionsWanted } from './captions.ts';
import { type HeldVideo, type IngestionContext, TakesLong } from './context.ts';
import type { Probed } from './ingestion-messages.ts';
import { fetchKeptSource, keepSource } from './kept-source.ts';
import { type FetchedSource, fetchSource } from './source.ts';

/** Restores the media that an earlier attempt left in storage; false if there is no usable media. */
export async function restoreMedia(
  { deps, job, workDir, folder }: IngestionContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (!job.stages_completed.includes('ingestion')) return false;

  const isFound = await fetchStage(deps.storage, job, 'ingestion', workDir, signal);
  const media =
    isFound &&
    (await readUsable(join(folder, 'media.json'), mediaPass, ({ message }) => {
      deps.log('media of an earlier attempt not usable', { error: message });
    }));
  if (media) return true;

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);

  return false;
}

/**
 * Reuses the media, and with `from_job` the transcript, of another job on the same video; null if there is no such job.
 */
export async function reuseOtherMedia(
  { deps, job, workDir }: IngestionContext,
  signal: AbortSignal,
): Promise<HeldVideo | null> {
  const reuse = await reuseMedia(deps, job, workDir, signal);
  return reuse && { videoId: reuse.videoId, isKept: false, reusedVideo: reuse.linkVideo };
}

export async function takeApart(
  context: IngestionContext,
  signal: AbortSignal,
): Promise<HeldVideo> {
  const { deps, job, workDir, folder } = context;
  const fetch = () => fetchVideo(context, signal);
  const { source, isStored } = await step('fetch', () => waitApart(context, signal, fetch));
  context.soFar.source = source;

  await decode(context, source, signal);
  if (source.metadata)
    await writeFile(join(folder, 'metadata.json'), JSON.stringify(source.metadata));
  if (source.captions) await writeFile(join(folder, captionsFile), JSON.stringify(source.captions));
  await reuseWords(deps, job, workDir, signal);

  const keep = () => keepVideo({ deps, job }, { source, isStored }, signal);
  const isKept = await step('keep', keep);
  await rm(join(workDir, 'source'), { recursive: true, force: true });

  return { videoId: source.videoId, isKept, reusedVideo: null };
}

/**
 * Does work that mostly waits for servers, some of them of strangers. If it takes long, it needs no place among the
 * ingestions of the worker.
 */
export async function waitApart<T>(
  { task, clock }: IngestionContext,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const result = await task.apart(work, { signal, onDone: () => clock.pause() });
  clock.resume();
  signal.throwIfAborted();

  return result;
}

interface FetchedVideo {
  readonly source: FetchedSource;
  /** Whether the source is in storage, where an earlier attempt kept it. */
  readonly isStored: boolean;
}

async function fetchVideo(context: IngestionContext, signal: AbortSignal): Promise<FetchedVideo> {
  const { deps, job, workDir, downloadDir } = context;
  const folders = { upload: join(workDir, 'source'), download: downloadDir };
  const captions = await captionsWanted(job, deps.engines);
  // Only a download is kept this way; an upload stays in storage anyway.
  const keptSource =
    job.url !== null && job.attempt > 1
      ? await fetchKeptSource(deps.storage, job, folders.upload, signal)
      : null;
  if (keptSource) return { source: keptSource, isStored: true };

  const onProgress = (fraction: number): void => noteProgress(context, fraction / 2);
  const source = await fetchSource(deps, job, folders, { captions, signal, onProgress });

  return { source, isStored: false };
}

async function decode(
  context: IngestionContext,
  source: FetchedSource,
  signal: AbortSignal,
): Promise<void> {
  const { deps, job, folder } = context;
  const { capabilities, fps, audio_track: audioTrack = null, from = null, to = null } = job.ask;
  const order = {
    source: source.path,
    outDir: folder,
    limits: deps.limits,
    audioTrack,
    range: { from, to },
    fps: needs('frames', capabilities) ? fps : 0,
  };
  // The download filled the first half of the progress bar.
  const onProgress = (fraction: number): void => noteProgress(context, 0.5 + fraction / 2);
  const onPid = inThisScope((pid: number | undefined) => deps.log('ingestion began', { pid }));
  using limit = new DecodingLimit(context);
  const onProbed = inThisScope(async (probed: Probed) => {
    const caps = await admitWhenProbed(context, source, probed);
    limit.start(order.fps > 0 ? probed.allPixels : 0);
    return caps;
  });

  await step('decode', () =>
    deps.processes.run(
      order,
      { onPid, onProgress, onProbed },
      AbortSignal.any([signal, limit.signal]),
    ),
  );
}

/** Ends the decoding of a video that takes too long for a place of ordinary videos. */
class DecodingLimit implements Disposable {
  readonly #context: IngestionContext;
  readonly #long = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(context: IngestionContext) {
    this.#context = context;
  }

  get signal(): AbortSignal {
    return this.#long.signal;
  }

  /** Called before the pictures are decoded. Throws TakesLong if they have too many pixels. */
  start(pixels: number): void {
    const { shortVideos } = this.#context;
    if (!shortVideos) return;
    if (pixels > shortVideos.pixels) throw new TakesLong(`${pixels} pixels`);

    const reason = new TakesLong(`over ${shortVideos.decodingMs} ms`);
    this.#timer = setTimeout(() => this.#long.abort(reason), shortVideos.decodingMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

function noteProgress({ soFar }: IngestionContext, fraction: number): void {
  // Picture and sound may be processed one after the other, each reporting progress from 0.
  soFar.percent = Math.max(soFar.percent, Math.round(fraction * 1000) / 10);
}

/**
 * Keeps the video of a link in storage if it can; true if the video stays there. A failure is only logged, because the
 * results do not need the video any more, and the last space on a nearly full disk is left for new work.
 */
async function keepVideo(
  { deps, job }: Pick<IngestionContext, 'deps' | 'job'>,
  { source, isStored }: FetchedVideo,
  signal: AbortSignal,
): Promise<boolean> {
  const { settings, ports } = deps.domain;
  const { url, ask } = job;
  if (url === null || !settings.keepLinkVideos || !needs('frames', ask.capabilities)) return false;

  try {
    if (!isStored) {
      const { size } = await stat(source.path);
      await ports.checkDisk(size);
      await keepSource(deps.storage, job, source, signal);
    }
    return true;
  } catch (error) {
    signal.throwIfAborted();
    deps.log('video of the link not kept', { error: String(error) });
    return false;
  }
}
