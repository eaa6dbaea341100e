/** Takes a video apart in one decoding pass: sound, sampled pictures, cuts and a thumbnail. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { AVDISCARD_ALL, AVERROR_EOF } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { AudioTrack } from './audio-track.ts';
import { type Container, openContainer } from './container.ts';
import { explainTooLarge, writeAtomically } from './disk.ts';
import { unreadable } from './fault.ts';
import type { Caps, IngestLimits, IngestOptions, MediaPass, MediaProbe } from './media.ts';
import { readOrientation } from './orientation.ts';
import { probeMedia } from './probe.ts';
import { StreamDecoder } from './stream-decoder.ts';
import { thumbnailFromKeyFrames } from './thumbnail.ts';
import { VideoTrack } from './video-track.ts';

const audioFile = 'sound.pack';
const packFile = 'frames.pack';
const thumbnailFile = 'thumbnail.jpg';
const passFile = 'media.json';

/** FFmpeg's calls block: after this long the event loop gets a turn for messages and aborts. */
const breathMs = 100;
const progressMs = 250;
/** Reading continues past damaged places, but not without limit. */
const mostReadErrors = 100;
/** A header's duration is believed as long as what was read ends this near to it. */
const durationToleranceSeconds = 0.5;
/** What any file may last, however small it is. */
const sparseSeconds = 600;
/** Pixels that any file may decode to, twenty minutes of 720p, and those for each of its bytes: four times a still screen's. */
const [anyPixels, pixelsPerByte] = [30e9, 100_000];

/**
 * Decodes a video once and leaves `sound.pack`, `frames.pack`, `thumbnail.jpg` and, last, `media.json` in its folder
 * (see MediaPass). Blocks the thread except for a turn of the event loop ten times a second: run it in a process of
 * its own. Damaged parts are left out; what is left behind after a failure is the caller's to delete.
 * @throws Fault EXTRACTION_FAILED when the file can't be used, VIDEO_TOO_LONG when it exceeds
 * limits.maxDurationSeconds, VIDEO_TOO_LONG or BUDGET_EXCEEDED when it goes on beyond what `onProbed` answered; the
 * system's error when the disk is full; the signal's reason when aborted
 */
export async function ingestMedia(options: IngestOptions): Promise<MediaPass> {
  options.signal.throwIfAborted();
  const probe = await probeMedia(options.path, options.limits);
  const bounds = new Bounds(probe, options.limits);
  bounds.checkLength(probe.durationSeconds);
  bounds.caps = (await options.onProbed?.(probe)) ?? bounds.caps;
  bounds.checkTime(probe.durationSeconds);
  const container = openContainer(options.path);
  const pass = new Pass(container, probe, bounds, options);
  try {
    await pass.decode();
    const result = pass.finish();
    writeAtomically(join(options.outDir, passFile), JSON.stringify(result));
    return result;
  } catch (error) {
    throw explainTooLarge(error);
  } finally {
    pass.close();
    container.close();
  }
}

/** What may come out of a file. Headers lie, so every time and picture is held against it. */
class Bounds {
  /** What its owner allows. */
  caps: Caps = { maxSeconds: Number.POSITIVE_INFINITY, budgetSeconds: Number.POSITIVE_INFINITY };
  readonly #limits: IngestLimits;
  readonly #sizeBytes: number;
  readonly #sparseSeconds: number;

  constructor({ sizeBytes }: MediaProbe, limits: IngestLimits) {
    this.#limits = limits;
    this.#sizeBytes = sizeBytes;
    this.#sparseSeconds = sparseSeconds + sizeBytes / limits.leastBytesPerSecond;
  }

  /** For the length a header states. */
  checkLength(seconds: number): void {
    const { maxDurationSeconds } = this.#limits;
    if (seconds > maxDurationSeconds)
      throw new Fault('VIDEO_TOO_LONG', `${seconds} s of at most ${maxDurationSeconds} s`);
  }

  /** For each time that is read. */
  checkTime(seconds: number): void {
    this.checkLength(seconds);
    const { maxSeconds, budgetSeconds } = this.caps;
    if (seconds > maxSeconds + durationToleranceSeconds) {
      throw new Fault('VIDEO_TOO_LONG', `at ${seconds} s of at most ${maxSeconds} s`, {
        text: `The video goes on beyond the ${Math.floor(maxSeconds / 60)} minutes this plan allows for these capabilities.`,
      });
    }
    if (seconds > budgetSeconds + durationToleranceSeconds) {
      throw new Fault('BUDGET_EXCEEDED', `at ${seconds} s of at most ${budgetSeconds} s`, {
        text: 'The video goes on for longer than it states; its estimate is above max_credits.',
      });
    }
    if (seconds > this.#sparseSeconds) {
      const text = `The file claims to last ${Math.round(seconds)} s, but holds only ${this.#sizeBytes} bytes: it is damaged or made up.`;
      throw unreadable(`${seconds} s in ${this.#sizeBytes} bytes`, text);
    }
  }
}

/** How much a file may unfold to, by its size. */
export class VideoBudget {
  readonly #sizeBytes: number;
  #pixelsLeft: number;

  constructor(sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
    this.#pixelsLeft = anyPixels + sizeBytes * pixelsPerByte;
  }

  /** Throws Fault EXTRACTION_FAILED. */
  count(pixels: number): void {
    this.#pixelsLeft -= pixels;
    if (this.#pixelsLeft >= 0) return;
    const text = 'The file unfolds to far more pictures than its size allows for.';
    throw unreadable(`too many pixels for ${this.#sizeBytes} bytes`, text);
  }
}

/** The one decoding pass over an open container. */
class Pass {
  readonly #container: Container;
  readonly #probe: MediaProbe;
  readonly #bounds: Bounds;
  readonly #options: IngestOptions;
  readonly #decoders = new Map<number, StreamDecoder>();
  #audio: AudioTrack | null = null;
  #video: VideoTrack | null = null;
  #reportAt = 0;

  constructor(container: Container, probe: MediaProbe, bounds: Bounds, options: IngestOptions) {
    this.#container = container;
    this.#probe = probe;
    this.#bounds = bounds;
    this.#options = options;
  }

  async decode(): Promise<void> {
    this.#openAudio();
    this.#openVideo();
    for (const stream of this.#container.format.streams) {
      if (!this.#decoders.has(stream.index)) stream.discard = AVDISCARD_ALL;
    }
    if (this.#decoders.size > 0) await this.#readAll();
    for (const decoder of this.#decoders.values()) decoder.finish();
  }

  finish(): MediaPass {
    const { fps } = this.#options;
    const audio = this.#audio?.finish() ?? null;
    const thumbnail = this.#thumbnail();
    if (!audio && !thumbnail) {
      const text = 'Nothing in the file can be decoded: it is cut off or damaged.';
      throw unreadable('nothing decoded', text);
    }
    const durationSeconds = this.#duration(audio?.durationSeconds ?? 0);
    this.#bounds.checkTime(durationSeconds);
    const end = this.#videoDecoder?.readEndSeconds ?? 0;
    const seen = this.#video?.finish(end, durationSeconds) ?? { frames: [], images: [], shots: [] };
    if (this.#video && seen.frames.length === 0) {
      throw unreadable('no frame decoded', 'The picture of the video cannot be decoded.');
    }
    const { outDir } = this.#options;
    if (thumbnail) writeFileSync(join(outDir, thumbnailFile), thumbnail);
    if (!audio) rmSync(join(outDir, audioFile), { force: true });
    return {
      probe: { ...this.#probe, durationSeconds },
      audio: audio && { file: audioFile, ...audio },
      fps,
      ...seen,
      thumbnail: thumbnail && thumbnailFile,
    };
  }

  close(): void {
    for (const decoder of this.#decoders.values()) decoder.free();
    this.#audio?.close();
    this.#video?.close();
  }

  get #videoDecoder(): StreamDecoder | undefined {
    return this.#decoders.get(this.#container.video?.index ?? -1);
  }

  #openAudio(): void {
    const { audio: stream, startSeconds } = this.#container;
    if (!stream) return;
    const track = new AudioTrack(join(this.#options.outDir, audioFile));
    this.#audio = track;
    const { maxFramePixels: maxPixels } = this.#options.limits;
    const decoder = new StreamDecoder(
      stream,
      startSeconds,
      { maxPixels, maySkip: false },
      (frame, time) => {
        this.#bounds.checkTime(time ?? 0);
        track.add(frame, time);
      },
    );
    this.#decoders.set(stream.index, decoder);
  }

  #openVideo(): void {
    const { video: stream, startSeconds } = this.#container;
    const { fps, limits, outDir, threads = 1 } = this.#options;
    const { video } = this.#probe;
    if (!stream || !video || fps === 0) return;
    const { frameSidePixels, maxFramePixels: maxPixels, maxOutputBytes } = limits;
    const turn = readOrientation(stream).filters;
    const packPath = join(outDir, packFile);
    const track = new VideoTrack({ packPath, maxOutputBytes, video, turn, fps, frameSidePixels });
    this.#video = track;
    const budget = new VideoBudget(this.#probe.sizeBytes);
    const options = { maxPixels, threads, maySkip: true };
    const decoder = new StreamDecoder(stream, startSeconds, options, (frame, time, leftOut) => {
      if (time === null) return;
      this.#bounds.checkTime(time);
      budget.count(frame.width * frame.height);
      track.add(frame, time, leftOut);
    });
    this.#decoders.set(stream.index, decoder);
  }

  async #readAll(): Promise<void> {
    const { format } = this.#container;
    const packet = new Packet();
    packet.alloc();
    try {
      let errors = 0;
      let breathAt = performance.now() + breathMs;
      while (errors < mostReadErrors) {
        if (performance.now() >= breathAt) {
          await this.#breathe();
          breathAt = performance.now() + breathMs;
        }
        const read = format.readFrameSync(packet);
        if (read === AVERROR_EOF) return;
        errors = read < 0 ? errors + 1 : 0;
        if (read >= 0) this.#decoders.get(packet.streamIndex)?.send(packet);
        packet.unref();
      }
    } finally {
      packet.free();
    }
  }

  async #breathe(): Promise<void> {
    const { signal, onProgress } = this.#options;
    if (onProgress && performance.now() >= this.#reportAt) {
      this.#reportAt = performance.now() + progressMs;
      onProgress(Math.min(1, this.#readSeconds / this.#probe.durationSeconds));
    }
    await breathe();
    signal.throwIfAborted();
  }

  get #readSeconds(): number {
    const ends = [...this.#decoders.values()].map((decoder) => decoder.readEndSeconds);
    return Math.max(0, ...ends);
  }

  #thumbnail(): Buffer | null {
    const { video, durationSeconds } = this.#probe;
    if (!video) return null;
    if (this.#video) return this.#video.thumbnail.jpeg;
    return thumbnailFromKeyFrames(this.#container, video, durationSeconds, this.#options.limits);
  }

  /** The header's, unless what was read ends elsewhere: cut-off files, recordings that never got an index. */
  #duration(soundSeconds: number): number {
    const told = this.#probe.durationSeconds;
    const partly = this.#container.video !== null && this.#video === null;
    const read = Math.max(this.#readSeconds, soundSeconds);
    return partly || Math.abs(read - told) <= durationToleranceSeconds ? told : read;
  }
}
