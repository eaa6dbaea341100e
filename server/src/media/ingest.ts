/** Takes a video apart in one decoding pass: sound, sampled pictures, cuts and a thumbnail. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { AVERROR_EOF } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { AudioTrack } from './audio-track.ts';
import { chooseTrack } from './audio-tracks.ts';
import { Bounds, VideoBudget } from './bounds.ts';
import { Container } from './container.ts';
import { explainTooLarge, writeAtomically } from './disk.ts';
import { haveSameShape, pixelAspect, type Size } from './display-size.ts';
import { unreadable } from './fault.ts';
import type { IngestOptions, MediaPass, MediaProbe, VideoStream } from './media.ts';
import { isSideways, readOrientation } from './orientation.ts';
import { type ProbedFile, probeMedia } from './probe.ts';
import { audioSampleRate } from './sound-pack.ts';
import { StreamDecoder } from './stream-decoder.ts';
import { thumbnailFromKeyFrames } from './thumbnail.ts';
import { type VideoResult, VideoTrack } from './video-track.ts';

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
/** A video is decoded again if most of it turns out to be this much larger than it began. */
const outgrownRatio = 1.25;

/**
 * Decodes a video once and leaves `sound.pack`, `frames.pack`, `thumbnail.jpg` and, last, `media.json` in its folder
 * (see MediaPass). Blocks the thread except for a turn of the event loop ten times a second: run it in a process of
 * its own. Damaged parts are left out; what is left behind after a failure is the caller's to delete.
 * @throws Fault EXTRACTION_FAILED when nothing of the file can be used, VIDEO_TOO_LONG when it exceeds
 * limits.maxDurationSeconds, VIDEO_TOO_LONG or BUDGET_EXCEEDED when it goes on beyond what `onProbed` answered; the
 * system's error when the disk is full; the signal's reason when aborted
 */
export async function ingestMedia(options: IngestOptions): Promise<MediaPass> {
  options.signal.throwIfAborted();
  const probed = await probeMedia(options.path, options.limits);
  const bounds = new Bounds(options.limits);
  bounds.checkLength(probed.durationSeconds);
  bounds.caps = (await options.onProbed?.(probed)) ?? bounds.caps;
  bounds.checkTime(probed.durationSeconds);

  try {
    const first = await decodeOnce(probed, bounds, options);
    const video = first.probe.video;
    const isOutgrown = probed.video && video && hasOutgrown(probed.video, video);
    // Small pictures to compare are of the size the video began with; they would miss what most of it shows.
    const pass = isOutgrown ? await decodeOnce({ ...probed, video }, bounds, options) : first;
    writeAtomically(join(options.outDir, passFile), JSON.stringify(pass));
    return pass;
  } catch (error) {
    throw explainTooLarge(error);
  }
}

async function decodeOnce(
  probed: ProbedFile,
  bounds: Bounds,
  options: IngestOptions,
): Promise<MediaPass> {
  const container = new Container(options.path, probed);
  const pass = new Pass(container, probed, bounds, options);
  try {
    await pass.decode();
    return pass.finish();
  } finally {
    pass.close();
    container.close();
  }
}

function hasOutgrown(before: Size, after: Size): boolean {
  return !haveSameShape(before, after) || after.width > before.width * outgrownRatio;
}

/** An audio track that is heard. */
interface OpenTrack {
  readonly stream: Stream;
  readonly track: AudioTrack;
  readonly path: string;
}

const nothingSeen: VideoResult = { frames: [], images: [], shots: [] };

/** One decoding pass over an open container. */
class Pass {
  readonly #container: Container;
  readonly #probe: MediaProbe;
  readonly #bounds: Bounds;
  readonly #options: IngestOptions;
  readonly #decoders = new Map<number, StreamDecoder>();
  readonly #tracks: OpenTrack[] = [];
  #video: VideoTrack | null = null;
  /** Why a picture or sound that the file has cannot be read. */
  #pictureFault: Fault | null;
  #soundFault: Fault | null = null;
  #reportAt = 0;

  constructor(container: Container, probed: ProbedFile, bounds: Bounds, options: IngestOptions) {
    const { clock: _, pictureFault, ...probe } = probed;
    this.#container = container;
    this.#probe = probe;
    this.#pictureFault = pictureFault;
    this.#bounds = bounds;
    this.#options = options;
  }

  async decode(): Promise<void> {
    const { video, audioTracks } = this.#container;
    for (const stream of audioTracks) this.#openAudio(stream);
    this.#openVideo();
    for (const stream of [video, ...audioTracks]) {
      if (stream && !this.#decoders.has(stream.index)) this.#container.leaveOut(stream);
    }
    if (this.#decoders.size > 0) await this.#readAll();
    for (const decoder of this.#decoders.values()) decoder.finish();
  }

  finish(): MediaPass {
    const { outDir, fps } = this.#options;
    const headerFault = this.#pictureFault ?? this.#soundFault;
    const audio = this.#finishAudio();
    const durationSeconds = this.#duration(audio?.durationSeconds ?? 0);
    this.#bounds.checkTime(durationSeconds);

    this.#pictureFault ??= this.#video && faultOfPicture(this.#videoDecoder);
    const thumbnail = this.#pictureFault ? null : this.#thumbnail();
    if (!audio && !thumbnail) throw headerFault ?? this.#nothingDecoded();
    if (thumbnail) writeFileSync(join(outDir, thumbnailFile), thumbnail);

    const video = this.#shownVideo(durationSeconds);
    const isSeen = this.#video !== null && this.#pictureFault === null;
    const seen = isSeen ? this.#video?.finish(durationSeconds) : null;
    const unreadableStreams = {
      ...(this.#pictureFault && { picture: this.#pictureFault.message }),
      ...(this.#soundFault && { sound: this.#soundFault.message }),
    };
    return {
      probe: { ...this.#probe, durationSeconds, video },
      audio,
      fps,
      ...(seen ?? nothingSeen),
      thumbnail: thumbnail && thumbnailFile,
      unreadable: unreadableStreams,
    };
  }

  close(): void {
    for (const decoder of this.#decoders.values()) decoder.free();
    for (const { track } of this.#tracks) track.close();
    this.#video?.close();
  }

  get #videoDecoder(): StreamDecoder | undefined {
    return this.#decoders.get(this.#container.video?.index ?? -1);
  }

  #openAudio(stream: Stream): void {
    const path = join(this.#options.outDir, `${stream.index}.${audioFile}`);
    const { maxFramePixels: maxPixels } = this.#options.limits;
    try {
      const track = new AudioTrack(path);
      this.#tracks.push({ stream, track, path });
      const { startSeconds } = this.#container;
      const decoder = new StreamDecoder(
        stream,
        startSeconds,
        { maxPixels, maySkip: false, statesTimes: true },
        (frame, time) => {
          this.#bounds.checkTime(time ?? 0);
          track.add(frame, time);
        },
      );
      this.#decoders.set(stream.index, decoder);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#soundFault ??= error;
    }
  }

  #openVideo(): void {
    const { video: stream, startSeconds } = this.#container;
    const { fps, limits, outDir, threads = 1 } = this.#options;
    const { video } = this.#probe;
    if (!stream || !video || this.#pictureFault || fps === 0) return;

    const { frameSidePixels, maxFramePixels: maxPixels, maxOutputBytes } = limits;
    const turn = readOrientation(stream).filters;
    const track = new VideoTrack({
      packPath: join(outDir, packFile),
      maxOutputBytes,
      canvas: turnedSize(video, video),
      turn,
      fps,
      frameSidePixels,
    });
    this.#video = track;
    const budget = new VideoBudget(this.#probe.sizeBytes);
    const { statesTimes } = this.#container;
    const options = { maxPixels, threads, maySkip: true, statesTimes };
    const decoder = new StreamDecoder(stream, startSeconds, options, (frame, time, leftOut) => {
      if (time === null) return;
      this.#bounds.checkTime(time);
      budget.count(frame.width * frame.height);
      track.add({ frame, aspect: pixelAspect(stream, frame) }, time, leftOut);
    });
    this.#decoders.set(stream.index, decoder);
  }

  async #readAll(): Promise<void> {
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
        const read = this.#container.read(packet);
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

  /** Keeps the track that is heard; null if there is none, or nothing of it can be decoded. */
  #finishAudio(): MediaPass['audio'] {
    const heard = this.#tracks.flatMap(({ stream, track, path }) => {
      const sound = track.finish();
      const audibleSeconds = track.audibleSamples / audioSampleRate;
      return sound ? [{ stream, path, sound, audibleSeconds }] : [];
    });
    const kept = heard[chooseTrack(heard)];
    for (const { path } of this.#tracks) if (path !== kept?.path) rmSync(path, { force: true });
    if (!kept) {
      if (this.#tracks.length > 0) this.#soundFault ??= nothingHeard();
      return null;
    }

    this.#soundFault = null;
    renameSync(kept.path, join(this.#options.outDir, audioFile));
    return { file: audioFile, track: kept.stream.index, ...kept.sound };
  }

  #thumbnail(): Buffer | null {
    const { video, durationSeconds } = this.#probe;
    if (!video) return null;
    if (this.#video) return this.#video.thumbnail.jpeg;
    return thumbnailFromKeyFrames(this.#container, durationSeconds, this.#options.limits);
  }

  /** The video as most of it is shown; it may begin smaller, or in another shape. */
  #shownVideo(durationSeconds: number): VideoStream | null {
    const { video } = this.#probe;
    const size = this.#video?.prevailingSize(durationSeconds);
    return video && size ? { ...video, ...turnedSize(size, video) } : video;
  }

  /** The header's, unless what was read ends elsewhere: cut-off files, recordings that never got an index. */
  #duration(soundSeconds: number): number {
    const stated = this.#probe.durationSeconds;
    const isPartly = this.#container.video !== null && this.#video === null;
    const read = Math.max(this.#readSeconds, soundSeconds);
    return isPartly || Math.abs(read - stated) <= durationToleranceSeconds ? stated : read;
  }

  #nothingDecoded(): Fault {
    if (this.#videoDecoder && this.#videoDecoder.frames > 0 && this.#pictureFault) {
      return this.#pictureFault;
    }
    const text = 'Nothing in the file can be decoded: it is cut off or damaged.';
    return unreadable('nothing decoded', text);
  }
}

/** A size before or after the turn that makes pictures upright. */
function turnedSize({ width, height }: Size, { rotation }: VideoStream): Size {
  return isSideways(rotation) ? { width: height, height: width } : { width, height };
}

/** Of all frames, those that have to be sound for a picture to count as readable. */
const leastSoundFrames = 0.05;

function faultOfPicture(decoder: StreamDecoder | undefined): Fault | null {
  if (!decoder || decoder.frames === 0) {
    return unreadable('no frame decoded', 'The picture of the video cannot be decoded.');
  }
  const sound = decoder.frames - decoder.damagedFrames;
  if (sound >= decoder.packets * leastSoundFrames) return null;
  return unreadable(
    `${decoder.damagedFrames} of ${decoder.frames} frames damaged, ${decoder.packets} packets`,
    'Nearly nothing of the picture can be decoded: it is damaged or encrypted.',
  );
}

const nothingHeard = () =>
  unreadable('no sound decoded', 'The sound of the video cannot be decoded: it is damaged.');
