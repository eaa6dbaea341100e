/** Decodes a video in one pass into sound, sampled pictures, cuts and a thumbnail. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { AVERROR_EOF, AVERROR_PATCHWELCOME } from 'node-av/constants';
import { type Frame, Packet, type Stream } from 'node-av/lib';
import { refuseAppendedFile, severalRecordings } from './appended-file.ts';
import { AudioMeter } from './audio-meter.ts';
import { AudioTrack } from './audio-track.ts';
import { checkTrack, chooseTrack } from './audio-tracks.ts';
import { Bounds, VideoBudget } from './bounds.ts';
import { ChannelTrack } from './channel-track.ts';
import { Container } from './container.ts';
import { explainTooLarge, writeAtomically } from './disk.ts';
import { haveSameShape, PixelAspect, type Size } from './display-size.ts';
import { unreadable } from './fault.ts';
import type { IngestOptions, MediaPass, MediaProbe, Span, VideoStream } from './media.ts';
import { MonoSound } from './mono-sound.ts';
import { isSideways, readOrientation } from './orientation.ts';
import { type ProbedFile, probeMedia } from './probe.ts';
import { lengthOf, pixelsWithin, RangeGate, rangeWithin } from './range.ts';
import { StreamDecoder } from './stream-decoder.ts';
import { thumbnailFromKeyFrames } from './thumbnail.ts';
import { type VideoResult, VideoTrack } from './video-track.ts';

const audioFile = 'sound.pack';
const packFile = 'frames.pack';
const thumbnailFile = 'thumbnail.jpg';
const passFile = 'media.json';

/** FFmpeg's calls block the thread, so at least this often the event loop gets a turn to handle messages and aborts. */
const breathMs = 100;
const progressMs = 250;
/** Maximum number of consecutive read errors: reading continues past damaged places, but not without limit. */
const mostReadErrors = 100;
/** A duration stated in a header is trusted if reading ended within this distance of it. */
const durationToleranceSeconds = 0.5;
/** A video is decoded again if most of it turns out to be larger than its beginning by this factor. */
const outgrownRatio = 1.25;

/**
 * Decodes a video and writes `sound.pack`, `frames.pack`, `thumbnail.jpg` and, last, `media.json` to its output folder
 * (see MediaPass). It decodes a second time if most of the video is larger than its beginning, or if another audio
 * track proves to be the right one; if each channel holds a different voice, it decodes the sound once more. Blocks
 * the thread except for a turn of the event loop ten times a second, so it must run in a separate process. Damaged
 * parts are left out; after a failure the caller must delete the files written so far.
 * @throws Fault EXTRACTION_FAILED if nothing in the file can be used; VIDEO_TOO_LONG if it exceeds
 * limits.maxDurationSeconds; VIDEO_TOO_LONG or BUDGET_EXCEEDED if it continues beyond the caps that `onProbed`
 * returned; the system's error if the disk is full; the signal's reason if aborted
 */
export async function ingestMedia(options: IngestOptions): Promise<MediaPass> {
  options.signal.throwIfAborted();
  const probed = await probeMedia(options.path, options.limits);
  checkTrack(probed.audioTracks, options.audioTrack ?? null);

  const bounds = new Bounds(options.limits);
  bounds.checkLength(probed.durationSeconds);
  const range = rangeWithin(probed.durationSeconds, options.range);
  bounds.caps =
    (await options.onProbed?.({ ...probed, allPixels: pixelsWithin(probed, range) })) ??
    bounds.caps;
  bounds.checkTime(lengthOf(range ?? { start: 0, end: probed.durationSeconds }));

  try {
    let order = { probed, range, audioTrack: options.audioTrack ?? null, mayJump: true };
    let decoded = await decodeFromJump(order, bounds, options);
    if (!decoded) {
      order = { ...order, mayJump: false };
      decoded = await decodeOnce(order, bounds, options);
    }

    const video = decoded.pass.probe.video;
    const isOutgrown = probed.video && video && hasOutgrown(probed.video, video);
    if (isOutgrown || decoded.louderTrack !== null) {
      // The small comparison pictures have the size that the video had at its beginning, so they would miss details in
      // most of the video.
      order = {
        ...order,
        probed: isOutgrown ? { ...probed, video } : probed,
        audioTrack: decoded.louderTrack ?? order.audioTrack,
      };
      decoded = await decodeOnce(order, bounds, options);
    }

    let { pass } = decoded;
    if (pass.audio && decoded.hasVoiceInEachChannel) {
      pass = {
        ...pass,
        audio: { ...pass.audio, ...(await splitChannels(order, bounds, options)) },
      };
    }

    writeAtomically(join(options.outDir, passFile), JSON.stringify(pass));
    return pass;
  } catch (error) {
    throw explainTooLarge(error);
  }
}

interface DecodeOrder {
  readonly probed: ProbedFile;
  readonly audioTrack: number | null;
  /** Null: the whole video. */
  readonly range: Span | null;
  /** Whether reading may begin at a key frame before the range. */
  readonly mayJump: boolean;
}

interface Decoded {
  readonly pass: MediaPass;
  /** Index of a louder track that should have been used instead; null if the right track was used. */
  readonly louderTrack: number | null;
  readonly hasVoiceInEachChannel: boolean;
}

/**
 * Decodes from a key frame before the range on. Returns null if what comes first cannot be decoded from there, because
 * some files mark frames as key frames that are none.
 */
async function decodeFromJump(
  order: DecodeOrder,
  bounds: Bounds,
  options: IngestOptions,
): Promise<Decoded | null> {
  const { range } = order;
  if (!range || range.start === 0) return decodeOnce(order, bounds, options);

  try {
    const decoded = await decodeOnce(order, bounds, options);
    const { unreadable: faults, unseen = [] } = decoded.pass;
    const isDamaged = unseen.some(({ start }) => start <= range.start + damagedStartSeconds);
    const isUnreadable = faults?.picture !== undefined && order.probed.pictureFault === null;
    const lacksPictures = decoded.pass.frames.length === 0 && order.probed.video !== null;
    return isDamaged || isUnreadable || (lacksPictures && options.fps > 0) ? null : decoded;
  } catch (error) {
    if (error instanceof Fault && error.code === 'EXTRACTION_FAILED') return null;
    throw error;
  }
}

async function decodeOnce(
  order: DecodeOrder,
  bounds: Bounds,
  options: IngestOptions,
): Promise<Decoded> {
  return withPass(order, bounds, options, async (pass) => {
    await pass.decode();
    return {
      pass: pass.finish(),
      louderTrack: pass.louderTrack,
      hasVoiceInEachChannel: pass.hasVoiceInEachChannel,
    };
  });
}

/** Decodes only the sound, and stores its two channels in place of their mix. */
function splitChannels(
  order: DecodeOrder,
  bounds: Bounds,
  options: IngestOptions,
): Promise<ReturnType<ChannelTrack['finish']>> {
  return withPass(order, bounds, options, (pass) => pass.decodeChannels());
}

async function withPass<T>(
  order: DecodeOrder,
  bounds: Bounds,
  options: IngestOptions,
  work: (pass: Pass) => Promise<T>,
): Promise<T> {
  const { audioTrack, probed } = order;
  const container = new Container(options.path, { clock: probed.clock, audioTrack });
  const pass = new Pass(container, order, bounds, options);
  try {
    return await work(pass);
  } finally {
    pass.close();
    container.close();
  }
}

function hasOutgrown(oldSize: Size, newSize: Size): boolean {
  return !haveSameShape(oldSize, newSize) || newSize.width > oldSize.width * outgrownRatio;
}

/** An audio track whose sound is only measured, in addition to the track in use. */
interface MeasuredTrack {
  readonly index: number;
  readonly meter: AudioMeter;
  readonly sound: MonoSound;
}

/** Damage that begins this soon after the start of a range is taken for the effect of a wrong key frame. */
const damagedStartSeconds = 1;

const nothingSeen: VideoResult = { frames: [], images: [], shots: [], scenes: [], unseen: [] };

/** One decoding pass over an open container. */
class Pass {
  readonly #container: Container;
  readonly #probe: MediaProbe;
  readonly #bounds: Bounds;
  readonly #options: IngestOptions;
  /** The part of the video to decode; null: all of it. */
  readonly #range: Span | null;
  readonly #gate: RangeGate;
  /** Reading begins at this time of the video, or at its beginning if it is not above 0. */
  readonly #firstSeconds: number;
  readonly #decoders = new Map<number, StreamDecoder>();
  #audio: AudioTrack | null = null;
  #channels: ChannelTrack | null = null;
  readonly #others: MeasuredTrack[] = [];
  #video: VideoTrack | null = null;
  /** The reason why the file's picture cannot be read, and below it the reason for the sound; null if it can. */
  #pictureFault: Fault | null;
  #soundFault: Fault | null = null;
  #reportAt = 0;
  /** Whether the file ended before every stream was read beyond the range. */
  #hasEnded = false;

  constructor(
    container: Container,
    { probed, range, mayJump }: DecodeOrder,
    bounds: Bounds,
    options: IngestOptions,
  ) {
    const { clock: _clock, allPixels: _pixels, pictureFault, ...probe } = probed;
    this.#range = range;
    this.#gate = new RangeGate(range);
    this.#firstSeconds = mayJump ? this.#gate.readFromSeconds : 0;
    this.#container = container;
    this.#probe = probe;
    this.#pictureFault = pictureFault;
    this.#bounds = bounds;
    this.#options = options;
  }

  async decode(): Promise<void> {
    const { audioTracks } = this.#container;
    const [mainTrack, ...otherTracks] = audioTracks;
    if (mainTrack) this.#openAudio(mainTrack);
    for (const stream of otherTracks) this.#measureAudio(stream);
    this.#openVideo();
    await this.#decodeOpened();
  }

  /** Decodes only the audio track in use, channel by channel. */
  async decodeChannels(): Promise<ReturnType<ChannelTrack['finish']>> {
    const { audio } = this.#container;
    if (!audio) throw nothingHeard();
    const track = new ChannelTrack(join(this.#options.outDir, audioFile), this.#gate.samples);
    this.#channels = track;
    this.#decodeAudio(audio, (frame, time) => track.add(frame, time));
    await this.#decodeOpened();
    return track.finish();
  }

  finish(): MediaPass {
    const { outDir, fps } = this.#options;
    const headerFault = this.#pictureFault ?? this.#soundFault;
    if (this.#hasEnded) this.#gate.checkEnd(this.#readSeconds);
    const audio = this.#finishAudio();
    const durationSeconds = this.#duration(audio?.durationSeconds ?? 0);
    const endSeconds = Math.min(this.#range?.end ?? durationSeconds, durationSeconds);
    this.#checkTime(endSeconds);
    if (this.#video) this.#gate.finish(this.#video);

    const decoder = this.#videoDecoder;
    const isAbsent = this.#range !== null && this.#video?.isEmpty && mayHaveNothing(decoder);
    if (!isAbsent) this.#pictureFault ??= this.#video && faultOfPicture(decoder, this.#video);

    const thumbnail = this.#pictureFault ? null : this.#thumbnail();
    if (!audio && !thumbnail) throw headerFault ?? this.#nothingDecoded();
    if (thumbnail) writeFileSync(join(outDir, thumbnailFile), thumbnail);

    const video = this.#shownVideo(endSeconds);
    const isSeen = this.#video !== null && this.#pictureFault === null;
    const videoResult = isSeen ? this.#video?.finish(endSeconds) : null;
    const unreadableStreams = {
      ...(this.#pictureFault && { picture: this.#pictureFault.message }),
      ...(this.#soundFault && { sound: this.#soundFault.message }),
    };

    return {
      probe: { ...this.#probe, durationSeconds, video },
      audio,
      fps,
      ...(this.#range && { range: { start: this.#range.start, end: endSeconds } }),
      ...(videoResult ?? nothingSeen),
      thumbnail: thumbnail && thumbnailFile,
      unreadable: unreadableStreams,
    };
  }

  close(): void {
    for (const decoder of this.#decoders.values()) decoder.free();
    this.#audio?.close();
    this.#channels?.close();
    for (const { sound } of this.#others) sound.free();
    this.#video?.close();
    this.#gate.free();
  }

  get #videoDecoder(): StreamDecoder | undefined {
    return this.#decoderOf(this.#container.video);
  }

  #decoderOf(stream: Stream | null): StreamDecoder | undefined {
    return stream ? this.#decoders.get(stream.index) : undefined;
  }

  get hasVoiceInEachChannel(): boolean {
    return this.#audio?.hasVoiceInEachChannel ?? false;
  }

  get louderTrack(): number | null {
    const { audio } = this.#container;
    if (!audio || this.#others.length === 0) return null;
    const mainTrack = { index: audio.index, meter: this.#audio?.meter ?? new AudioMeter() };
    const tracks = [mainTrack, ...this.#others];
    const chosen = tracks[chooseTrack(tracks.map(({ meter }) => meter.audibleSeconds))];
    return chosen && chosen !== mainTrack ? chosen.index : null;
  }

  /** Decodes the streams for which decoders were opened. */
  async #decodeOpened(): Promise<void> {
    const { video, audioTracks } = this.#container;
    for (const stream of [video, ...audioTracks]) {
      if (stream && !this.#decoders.has(stream.index)) this.#container.leaveOut(stream);
    }
    if (this.#firstSeconds > 0) this.#container.seek(this.#firstSeconds);
    if (this.#decoders.size > 0) await this.#readAll();
    for (const decoder of this.#decoders.values()) decoder.finish();
  }

  #openAudio(stream: Stream): void {
    const track = new AudioTrack(join(this.#options.outDir, audioFile), this.#gate.samples);
    this.#audio = track;
    this.#decodeAudio(stream, (frame, time) => track.add(frame, time));
  }

  #measureAudio(stream: Stream): void {
    const meter = new AudioMeter();
    const sound = new MonoSound({ begin: () => {}, take: (pcm) => meter.take(pcm) });
    this.#others.push({ index: stream.index, meter, sound });
    this.#decodeAudio(stream, (frame, time) => sound.add(frame, time));
  }

  #decodeAudio(stream: Stream, take: (frame: Frame, time: number | null) => void): void {
    const options = {
      maxPixels: this.#options.limits.maxFramePixels,
      maySkip: false,
      statesTimes: true,
    };
    try {
      const { startSeconds } = this.#container;
      const decoder = new StreamDecoder(stream, startSeconds, options, (frame, { time }) => {
        this.#checkTime(time ?? 0);
        if (time === null || this.#gate.hears(time)) take(frame, time);
      });
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
      startSeconds: this.#range?.start ?? 0,
    });
    this.#video = track;

    const aspect = new PixelAspect(stream);
    const budget = new VideoBudget(this.#probe.sizeBytes);
    const { statesTimes } = this.#container;
    const options = { maxPixels, threads, maySkip: true, statesTimes };
    const decoder = new StreamDecoder(stream, startSeconds, options, (frame, moment) => {
      const { time } = moment;
      if (time === null) return;
      this.#checkTime(time);
      budget.count(frame.width * frame.height);
      this.#gate.show(track, { frame, aspect: aspect.of(frame) }, { ...moment, time });
    });
    this.#decoders.set(stream.index, decoder);
  }

  /** Checks a time of the video against the limits of its whole length, and of the length that is analysed. */
  #checkTime(time: number): void {
    this.#bounds.checkLength(time);
    const { start, end } = this.#range ?? { start: 0, end: time };
    this.#bounds.checkTime(Math.min(time, end) - start);
  }

  /** Whether every stream was read beyond the end of the range. */
  get #hasReadRange(): boolean {
    return [...this.#decoders.values()].every((decoder) => this.#gate.isPast(decoder));
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

        const code = this.#container.read(packet);
        if (code === AVERROR_EOF) {
          this.#hasEnded = ![...this.#decoders.values()].some((decoder) =>
            this.#gate.isPast(decoder),
          );
          break;
        }
        // FFmpeg continues with the next recording of an Ogg file only if it has the same format.
        if (code === AVERROR_PATCHWELCOME) throw severalRecordings();

        errors = code < 0 ? errors + 1 : 0;
        const decoder = code >= 0 ? this.#decoders.get(packet.streamIndex) : undefined;
        if (decoder && !this.#gate.isPast(decoder)) decoder.send(packet);
        packet.unref();
        if (decoder && this.#hasReadRange) return;
      }

      refuseAppendedFile(this.#options.path, this.#container);
    } finally {
      packet.free();
    }
  }

  async #breathe(): Promise<void> {
    const { signal, onProgress } = this.#options;
    if (onProgress && performance.now() >= this.#reportAt) {
      this.#reportAt = performance.now() + progressMs;
      const { start, end } = this.#range ?? { start: 0, end: this.#probe.durationSeconds };
      onProgress(Math.min(1, Math.max(0, this.#readSeconds - start) / (end - start)));
    }
    await breathe();
    signal.throwIfAborted();
  }

  get #readSeconds(): number {
    const ends = [...this.#decoders.values()].map((decoder) => decoder.readEndSeconds);
    return Math.max(0, ...ends);
  }

  /** Null if the video has no sound, or none of it can be decoded. */
  #finishAudio(): MediaPass['audio'] {
    const { audio: stream } = this.#container;
    const mayBeSilent = this.#range !== null && mayHaveNothing(this.#decoderOf(stream));
    const sound = this.#audio?.finish(mayBeSilent) ?? null;
    for (const { sound: measured } of this.#others) measured.finish();

    if (sound && stream) {
      this.#soundFault = null;
      return { file: audioFile, track: stream.index, ...sound };
    }

    rmSync(join(this.#options.outDir, audioFile), { force: true });
    if (this.#audio) this.#soundFault ??= nothingHeard();

    return null;
  }

  #thumbnail(): Buffer | null {
    const { video, durationSeconds } = this.#probe;
    if (!video) return null;
    if (this.#video) return this.#video.thumbnail.jpeg;
    return thumbnailFromKeyFrames(this.#container, durationSeconds, this.#options.limits);
  }

  /** The video stream with the size that most of the video has; the video may begin smaller, or in another shape. */
  #shownVideo(durationSeconds: number): VideoStream | null {
    const { video } = this.#probe;
    const size = this.#video?.prevailingSize(durationSeconds);
    return video && size ? { ...video, ...turnedSize(size, video) } : video;
  }

  /**
   * The duration stated in the header, unless reading ended at another time, as happens with cut-off files and
   * recordings whose index was never written.
   */
  #duration(soundSeconds: number): number {
    const stated = this.#probe.durationSeconds;
    const isPartly = this.#container.video !== null && this.#video === null;
    const decodedSeconds = Math.max(this.#readSeconds, soundSeconds);
    const isCutShort = this.#range !== null && !this.#hasEnded;
    return isPartly || isCutShort || Math.abs(decodedSeconds - stated) <= durationToleranceSeconds
      ? stated
      : decodedSeconds;
  }

  #nothingDecoded(): Fault {
    if (this.#videoDecoder && this.#videoDecoder.frames > 0 && this.#pictureFault) {
      return this.#pictureFault;
    }
    const { start, end } = this.#range ?? {};
    const text =
      start === undefined
        ? 'Nothing in the file can be decoded: it is cut off or damaged.'
        : `Nothing can be decoded from ${start} to ${end} s: there is neither picture nor sound, or it is damaged.`;
    return unreadable('nothing decoded', text);
  }
}

/** Swaps width and height if pictures must be turned sideways to be upright. */
function turnedSize({ width, height }: Size, { rotation }: VideoStream): Size {
  return isSideways(rotation) ? { width: height, height: width } : { width, height };
}

/** The picture counts as readable if at least this fraction of all frames is intact ("sound"). */
const leastSoundFrames = 0.05;

/** Whether a stream that left nothing in a range may have nothing there, rather than being unreadable. */
const mayHaveNothing = (decoder: StreamDecoder | undefined): boolean =>
  decoder !== undefined &&
  decoder.damagedFrames === 0 &&
  (decoder.frames > 0 || decoder.packets === 0);

function faultOfPicture(decoder: StreamDecoder | undefined, track: VideoTrack): Fault | null {
  if (!decoder || decoder.frames === 0) {
    return unreadable('no frame decoded', 'The picture of the video cannot be decoded.');
  }

  const sound = decoder.frames - decoder.damagedFrames;
  if (sound >= decoder.packets * leastSoundFrames && !track.isEmpty) return null;

  return unreadable(
    `${decoder.damagedFrames} of ${decoder.frames} frames damaged, ${decoder.packets} packets`,
    'Nearly nothing of the picture can be decoded: it is damaged or encrypted.',
  );
}

const nothingHeard = () =>
  unreadable('no sound decoded', 'The sound of the video cannot be decoded: it is damaged.');
