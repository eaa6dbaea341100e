/**
 * Downloads the smallest suitable rendition of a video. Aborts the download if it gets too large, stalls, or is slower
 * than a minimum rate.
 */
import { constants, copyFile, lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetadataResult } from '@reelsight/contract';
import { type LeastRate, Pace } from '../storage/least-rate.ts';
import {
  aboutArguments,
  aboutFile,
  type CaptionWish,
  fetchCaptions,
  type PlatformCaptions,
} from './captions.ts';
import { sourceFault } from './failure.ts';
import { infoTemplate, readInfo, type VideoInfo } from './video-info.ts';
import type { VideoUrl } from './video-url.ts';
import type { Ytdlp } from './ytdlp.ts';

export interface DownloadOptions {
  readonly video: VideoUrl;
  readonly workspaceId: string;
  /**
   * Existing folder for this download alone. It is the same on every attempt, so that an interrupted download is
   * resumed.
   */
  readonly folder: string;
  /** False if only the sound is needed. */
  readonly looks: boolean;
  /** Preferred length of the picture's shorter side in pixels, 720 if absent. */
  readonly heightPixels?: number;
  readonly maxBytes: number;
  /** The captions to fetch in addition to the video; none if absent. */
  readonly captions?: CaptionWish | null;
  /** Time without any received byte after which the download is aborted, 60 s if absent. */
  readonly stallMs?: number;
  /** Minimum rate, from the first received byte on, below which the download is aborted; none if absent. */
  readonly leastRate?: LeastRate;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Called before the first byte of media arrives; if it throws (for a video that is too long), the download ends. */
  readonly onInfo?: (info: VideoInfo) => void;
  /** `fraction` is null while the size is unknown. */
  readonly onProgress?: (progress: { bytes: number; fraction: number | null }) => void;
}

export interface DownloadedVideo {
  readonly path: string;
  readonly sizeBytes: number;
  readonly info: VideoInfo;
  /** Null if no captions are suitable, or if the platform did not deliver them. */
  readonly captions: PlatformCaptions | null;
}

const watchMs = 500;
const noLeastRate: LeastRate = { bytesPerSecond: 0, overMs: watchMs };
const filePrefix = 'file ';
const progressTemplate =
  'progress %(progress.{status,downloaded_bytes,total_bytes,total_bytes_estimate})j';

/**
 * Downloads a video. Throws a Fault with the code that the job fails with, and leaves no file; or throws
 * `signal.reason`, and keeps the data downloaded so far for the next attempt.
 */
export async function downloadVideo(
  ytdlp: Ytdlp,
  options: DownloadOptions,
): Promise<DownloadedVideo> {
  const work = await takeUp(options.folder);
  try {
    return await downloadInto(work, ytdlp, options);
  } catch (error) {
    if (!options.signal.aborted) await rm(work, { recursive: true, force: true });
    throw error;
  }
}

async function downloadInto(
  work: string,
  ytdlp: Ytdlp,
  options: DownloadOptions,
): Promise<DownloadedVideo> {
  const { video, now, maxBytes } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const progress = new DownloadProgress(options);
  const watching = watch(work, progress, options, signal).catch((error) => stop.abort(error));
  let info: VideoInfo | undefined;
  let path: string | undefined;
  try {
    await ytdlp.run({
      video,
      workspaceId: options.workspaceId,
      arguments: await downloadArguments(ytdlp, options),
      folder: work,
      moment: 'job',
      signal,
      onLine: (line) => {
        const videoInfo = readInfo(line, video, 'job', now);
        if (videoInfo) {
          info = videoInfo;
          progress.expect(videoInfo.metadata);
          options.onInfo?.(videoInfo);
        }

        if (line.startsWith(filePrefix))
          path = resolve(work, JSON.parse(line.slice(filePrefix.length)));
        progress.read(line);
      },
    });
  } finally {
    stop.abort();
    await watching;
  }

  if (!info || !path) throw sourceFault('noVideo', 'job', 'yt-dlp downloaded nothing');
  const sizeBytes = await sizeOfOwnFile(work, path);
  if (sizeBytes > maxBytes) throw sourceFault('tooLarge', 'job', `${sizeBytes} of ${maxBytes}`);

  const captions = await captionsOf(ytdlp, options, work);
  return { path, sizeBytes, info, captions };
}

/**
 * Returns the size of the downloaded file. The program that wrote it is not trusted: the file must be in the folder,
 * and must not be a link to a file of the service.
 */
async function sizeOfOwnFile(work: string, path: string): Promise<number> {
  const stats = join(work, basename(path)) === path ? await lstat(path) : null;
  if (!stats?.isFile()) throw sourceFault('noVideo', 'job', 'yt-dlp wrote no file of its own');
  return stats.size;
}

/** Fetches captions. A failure does not end the job: without captions, an engine transcribes the speech instead. */
async function captionsOf(
  ytdlp: Ytdlp,
  { captions: wish, video, workspaceId, signal }: DownloadOptions,
  folder: string,
): Promise<PlatformCaptions | null> {
  if (!wish) return null;
  try {
    return await fetchCaptions(ytdlp, wish, { video, workspaceId, folder, signal });
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    await rm(join(folder, aboutFile), { force: true });
  }
}

/**
 * Creates a folder for this attempt with copies of the files that the previous attempt left. The originals can't be
 * used, because a process of a killed service may still write to them for a moment. If the file system supports it, a
 * copy shares the disk blocks of its original.
 */
async function takeUp(folder: string): Promise<string> {
  const earlier = await readdir(folder);
  const work = await mkdtemp(join(folder, 'attempt-'));

  for (const name of earlier) {
    const files = await readdir(join(folder, name));
    // yt-dlp stores its count of the pieces of a fragmented download in a separate file. After a kill the count may be
    // too low by one, so such a download is not resumed.
    const torn = files.some((file) => file.endsWith('.ytdl') || file.includes('-Frag'));
    for (const file of torn ? [] : files) await takeCopy(join(folder, name, file), work);
    await rm(join(folder, name), { recursive: true, force: true });
  }

  return work;
}

/**
 * Moves a file into this attempt's folder before checking it. No earlier process can reach the file there and turn it
 * into a link to a file of the service.
 */
async function takeCopy(path: string, work: string): Promise<void> {
  const takenPath = join(work, `${basename(path)}.taken`);
  await rename(path, takenPath);
  if ((await lstat(takenPath)).isFile())
    await copyFile(takenPath, join(work, basename(path)), constants.COPYFILE_FICLONE);
  await rm(takenPath, { recursive: true });
}

async function downloadArguments(ytdlp: Ytdlp, options: DownloadOptions): Promise<string[]> {
  const { format, sort } = rendition(options, await ytdlp.canMerge());
  return [
    ...['--print', `before_dl:${infoTemplate}`, '--no-simulate'],
    ...['--print', `after_move:${filePrefix}%(filepath)j`],
    ...['--progress', '--newline', '--progress-template', `download:${progressTemplate}`],
    ...(options.captions ? aboutArguments : []),
    ...['--format', format, '--format-sort', sort],
    // The name contains the format, so that a download of another rendition is not resumed from the bytes of this
    // rendition.
    ...['--output', 'video.%(format_id)s-%(filesize,filesize_approx|0)s.%(ext)s'],
  ];
}

/**
 * The rendition to download, in yt-dlp's syntax. Formats are sorted by original language, then by how close the
 * picture is to the wanted height without exceeding it, then by a codec that decodes cheaply and by few bytes. Sound
 * below 40 kbit/s is only a fallback, because it makes speech hard to understand.
 */
export function rendition(
  options: Pick<DownloadOptions, 'video' | 'looks' | 'heightPixels'>,
  canMerge: boolean,
): { format: string; sort: string } {
  if (options.video.platform === 'direct') return { format: 'b*', sort: 'res' };
  if (!options.looks) return { format: 'ba[abr>=?40]/ba/b/b*', sort: 'lang,+size,+br,+res' };
  const format = canMerge ? 'bv*+ba[abr>=?40]/bv*+ba/b/bv*/ba' : 'b/bv*/ba';
  return { format, sort: `lang,res:${options.heightPixels ?? 720},fps:30,vcodec:h264,+size,+br` };
}

/**
 * The minimum rate of a download. Some platforms send a video hardly faster than it plays, and sound alone, or a poor
 * picture, plays at fewer bytes per second than the setting asks for.
 */
export function leastRateFor(
  {
    size_bytes: sizeBytes,
    duration_seconds: seconds,
  }: Pick<MetadataResult, 'size_bytes' | 'duration_seconds'>,
  leastRate: LeastRate,
): LeastRate {
  const playRate = sizeBytes && seconds ? sizeBytes / seconds : Number.POSITIVE_INFINITY;
  return { ...leastRate, bytesPerSecond: Math.min(leastRate.bytesPerSecond, playRate / 2) };
}

/** Counts the bytes received, adding picture and sound together if they are separate files. */
class DownloadProgress {
  readonly #options: DownloadOptions;
  #expectedBytes: number | null = null;
  #finishedBytes = 0;
  /** Judges the rate of the download; null until the video is known. */
  pace: Pace | null = null;
  /** Time at which the last byte arrived. */
  movedAtMs = performance.now();

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  expect(metadata: MetadataResult): void {
    const { size_bytes: sizeBytes } = metadata;
    this.#expectedBytes = sizeBytes;
    this.#refuseAbove(sizeBytes ?? 0);

    const leastRate = leastRateFor(metadata, this.#options.leastRate ?? noLeastRate);
    this.pace = new Pace(leastRate, Math.ceil(leastRate.overMs / watchMs));
  }

  read(line: string): void {
    this.movedAtMs = performance.now();

    if (!line.startsWith('progress {')) return;
    const now = JSON.parse(line.slice('progress '.length)) as ProgressLine;
    const total = now.total_bytes ?? now.total_bytes_estimate ?? null;

    this.#refuseAbove(now.total_bytes ?? 0);
    const bytes = this.#finishedBytes + (now.downloaded_bytes ?? 0);
    if (now.status === 'finished') this.#finishedBytes = bytes;

    const expected = this.#expectedBytes ?? total;
    this.#options.onProgress?.({ bytes, fraction: expected && Math.min(1, bytes / expected) });
  }

  #refuseAbove(sizeBytes: number): void {
    const { maxBytes } = this.#options;
    if (sizeBytes > maxBytes) throw sourceFault('tooLarge', 'job', `${sizeBytes} of ${maxBytes}`);
  }
}

interface ProgressLine {
  readonly status?: string;
  readonly downloaded_bytes?: number;
  readonly total_bytes?: number;
  readonly total_bytes_estimate?: number;
}

/**
 * Watches the files themselves, because reports by yt-dlp or the server may be wrong. Rejects with the Fault that ends
 * the download.
 */
async function watch(
  folder: string,
  progress: DownloadProgress,
  { maxBytes, stallMs = 60_000 }: DownloadOptions,
  signal: AbortSignal,
): Promise<void> {
  let lastBytes = sumOf(await fileSizes(folder));
  let received = 0;
  while (!signal.aborted) {
    await sleep(watchMs, undefined, { signal }).catch(() => undefined);
    const sizes = await fileSizes(folder);
    const bytes = sumOf(sizes);
    if (bytes !== lastBytes) progress.movedAtMs = performance.now();

    // The sum falls when files are merged, or when the pieces of a fragmented download are removed.
    received += Math.max(0, bytes - lastBytes);
    lastBytes = bytes;
    // Each file is checked separately, because picture and sound exist twice on disk while they are merged.
    const largest = Math.max(0, ...sizes);
    if (largest > maxBytes) throw sourceFault('tooLarge', 'job', `${largest} of ${maxBytes}`);

    if (performance.now() - progress.movedAtMs > stallMs) {
      throw sourceFault('stalled', 'job', `nothing for ${stallMs} ms after ${bytes} bytes`);
    }

    // Finding the file on a platform takes many requests, and may take long, so only the file itself is judged.
    if (received > 0 && progress.pace?.isSlow(received))
      throw sourceFault('tooSlow', 'job', `below the minimum rate, after ${bytes} bytes`);
  }
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

async function fileSizes(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map((name) => lstat(join(folder, name)).then(({ size }) => size));
  // A partial file may be renamed after the folder is listed and before its size is read.
  return (await Promise.allSettled(sizes)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : 0,
  );
}
