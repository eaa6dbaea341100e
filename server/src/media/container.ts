/** Opens untrusted media files with safe settings, picks their streams and opens decoders for them. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Fault } from '@reelsight/contract';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_TIMED_THUMBNAILS,
  AV_LOG_QUIET,
  AV_PKT_DATA_ENCRYPTION_INFO,
  AVDISCARD_ALL,
  AVFMT_TS_DISCONT,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  AVSEEK_FLAG_BYTE,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Log,
  Packet,
  type Stream,
} from 'node-av/lib';
import {
  acceptedContainers,
  acceptedDemuxers,
  codecName,
  codecRefused,
  isAccepted,
} from './accepted.ts';
import { mostAudioTracks, rankAudioTracks } from './audio-tracks.ts';
import { unreadable } from './fault.ts';
import { type FileClock, placeOf } from './file-clock.ts';
import { Timeline } from './timeline.ts';
import { seconds, type TimeBase, timestampAt } from './timestamps.ts';

export interface ContainerOptions {
  /** The clock of the file, if it was found when the file was read before. */
  readonly clock?: FileClock | null;
  /** Index of the only audio track to use; absent or null: any may be used. */
  readonly audioTrack?: number | null;
}

/** An open media file. Its packets have times on one continuous clock (timeline.ts). */
export class Container {
  readonly format: FormatContext;
  /** The video stream that is used; cover art does not count as video. */
  readonly video: Stream | null;
  /** The first of `audioTracks`. */
  readonly audio: Stream | null;
  /** The usable audio tracks, best first. */
  readonly audioTracks: readonly Stream[];
  /** Time of the first picture or sound on the continuous clock; subtracted from every timestamp. */
  readonly startSeconds: number;
  readonly timeline: Timeline;
  readonly #clock: FileClock | null;
  readonly #timeBases: ReadonlyMap<number, TimeBase>;
  /** Byte position of the packet at which reading begins; earlier packets are skipped. */
  #from: number | null = null;
  readonly #path: string;
  #packetsRead = 0;
  #readToByte = 0;
  /** The context from which packets are read: `format`, or a second context for the same file. */
  #reading: FormatContext;

  /**
   * Opens a file by its content, not its name. Decodes no stream, so a header cannot cause a large allocation by
   * claiming a size. The caller must close it.
   * @throws Fault EXTRACTION_FAILED when it is no media file or holds neither picture nor sound
   */
  constructor(path: string, { clock = null, audioTrack = null }: ContainerOptions = {}) {
    this.#path = path;
    this.format = openFormat(path);
    this.#reading = this.format;

    const streams = this.format.streams;
    this.video = pick(streams.filter((stream) => isMovingPicture(stream, this.format)));

    const tracks = rankAudioTracks(streams);
    this.audioTracks =
      audioTrack === null
        ? tracks.slice(0, mostAudioTracks)
        : tracks.filter(({ index }) => index === audioTrack);
    this.audio = this.audioTracks[0] ?? null;

    const usedStreams = [...(this.video ? [this.video] : []), ...this.audioTracks];
    if (usedStreams.length === 0) {
      const hasStill = streams.some((stream) => isStillItem(stream, this.format));
      this.close();
      throw hasStill
        ? unreadable('still picture', 'The file is a photo (HEIC or AVIF), not a video.')
        : unreadable('no video or audio stream', 'The file holds neither picture nor sound.');
    }

    for (const stream of streams) {
      if (!usedStreams.some(({ index }) => index === stream.index)) stream.discard = AVDISCARD_ALL;
    }

    this.#timeBases = new Map(usedStreams.map((stream) => [stream.index, stream.timeBase]));
    this.#clock = clock;
    this.timeline = new Timeline({
      skipsHoles: hasClockOnly(this.format),
      known: clock?.recordings ?? [],
    });

    // Times are measured from the start of the main streams, so that they do not depend on which audio track is used.
    const main = [this.video, tracks[0] ?? null].filter((stream) => stream !== null);
    const starts = startTimes(path, this.format, main);
    const first = starts.length > 0 ? Math.min(...starts) : 0;
    // Times before 0 usually belong to the priming samples of an audio codec, which the decoder drops. In formats
    // whose counter wraps, they are real times from before the counter wrapped.
    this.startSeconds = hasClockOnly(this.format) ? first : Math.max(0, first);
  }

  /**
   * Whether the container can state when pictures are shown. AVI states only when they are decoded; bare streams state
   * no times.
   */
  get statesTimes(): boolean {
    return this.format.iformat?.name !== 'avi' && !isBareVideo(this.format);
  }

  /** Byte position at which the most recently read packet ends. */
  get readToByte(): number {
    return this.#readToByte;
  }

  /**
   * Reads the next packet of the streams that are used. Returns FFmpeg's code. Throws a Fault for an encrypted packet.
   */
  read(packet: Packet): number {
    for (;;) {
      const code = this.#readNext(packet);
      if (code < 0 || this.#from === null) return code;

      if (Number(packet.pos) === this.#from && packet.streamIndex === this.#main?.index) {
        this.#from = null;
        return code;
      }

      packet.unref();
    }
  }

  #readNext(packet: Packet): number {
    const code = this.#reading.readFrameSync(packet);
    if (code >= 0) {
      this.#readToByte = Math.max(this.#readToByte, Number(packet.pos) + packet.size);
    }

    const timeBase = code < 0 ? undefined : this.#timeBases.get(packet.streamIndex);
    if (!timeBase) return code;

    if (packet.getSideData(AV_PKT_DATA_ENCRYPTION_INFO)) throw encrypted();

    if (isBareVideo(this.format)) {
      packet.dts = this.#countedTime(timeBase);
      this.#packetsRead += 1;
    }

    this.timeline.place(packet, timeBase);
    return code;
  }

  /** Decoding time of the next picture of a bare stream: the number of pictures so far, divided by the frame rate. */
  #countedTime({ num, den }: TimeBase): bigint {
    const rate = this.video?.codecpar.frameRate;
    const perSecond = rate && rate.num > 0 ? rate.num / rate.den : bareFrameRate;
    return BigInt(Math.round((this.#packetsRead * den) / (perSecond * num)));
  }

  /**
   * Makes reading skip the packets of a stream. Has no effect in a file of several recordings, because all streams are
   * needed to see where the next recording begins.
   */
  leaveOut(stream: Stream): void {
    if (!this.#isJoined) stream.discard = AVDISCARD_ALL;
  }

  /** Continues reading at a key frame at or before a time of the video, or as close to that time as the file allows. */
  seek(time: number): void {
    const stream = this.#main;
    if (!stream) return;
    this.#from = null;

    if (hasPalette(stream) || isBareVideo(this.format)) {
      this.#openAgain();
      this.timeline.enter(0);
      return;
    }

    const onClock = time <= 0 ? Math.min(0, this.startSeconds) : time + this.startSeconds;

    if (!this.#clock || !this.#isJoined) {
      const timestamp = timestampAt(onClock, stream.timeBase);
      this.format.seekFrameSync(stream.index, timestamp, AVSEEK_FLAG_BACKWARD);
      this.timeline.enter(0);
      return;
    }

    // The index of a file of several recordings does not cover the later recordings, so the position comes from the
    // clock.
    const place = placeOf(this.#clock, onClock);

    if (hasPacketsAnywhere(this.format)) {
      this.format.seekFrameSync(-1, BigInt(place?.position ?? 0), AVSEEK_FLAG_BYTE);
      this.timeline.enter(place?.recording ?? 0);
      return;
    }

    this.#openAgain();
    this.timeline.enter(0);
    this.#from = place?.position ?? null;
  }

  /** Opens the file once more to read it from the beginning, and forgets everything read before. */
  #openAgain(): void {
    this.#closeSecond();
    this.#packetsRead = 0;
    const format = openFormat(this.#path);
    for (const stream of format.streams) {
      if (!this.#timeBases.has(stream.index)) stream.discard = AVDISCARD_ALL;
    }
    this.#reading = format;
  }

  #closeSecond(): void {
    if (this.#reading !== this.format) this.#reading.closeInputSync();
    this.#reading = this.format;
  }

  close(): void {
    this.#closeSecond();
    this.format.closeInputSync();
  }

  get #main(): Stream | null {
    return this.video ?? this.audio;
  }

  get #isJoined(): boolean {
    return (this.#clock?.recordings.length ?? 1) > 1;
  }
}

/**
 * Whether a container states when a picture is shown but not for how long. This is so in formats made for
 * transmission.
 */
function hasClockOnly(format: FormatContext): boolean {
  const { iformat } = format;
  // The binding's types allow this constant only for output formats, but FFmpeg uses the same flag for input formats.
  const hasJumps = ((iformat?.flags ?? 0) & AVFMT_TS_DISCONT) !== 0;
  return hasJumps || iformat?.name === 'flv';
}

/** Frame rate of a bare stream that does not state its own: the value that FFmpeg and players assume. */
const bareFrameRate = 25;
const bareVideos = new Set(['h264', 'hevc', 'vvc', 'obu']);

/** Whether a file is a video stream without a container, and therefore without times. */
function isBareVideo({ iformat }: FormatContext): boolean {
  return bareVideos.has(iformat?.name ?? '');
}

/**
 * Whether the colours of a picture are palette indices. FFmpeg provides the palette with the first packet only, so
 * reading must begin at that packet.
 */
function hasPalette({ codecpar }: Stream): boolean {
  const { codecType, bitsPerCodedSample } = codecpar;
  return codecType === AVMEDIA_TYPE_VIDEO && bitsPerCodedSample > 0 && bitsPerCodedSample <= 8;
}

/**
 * Whether reading can begin at any byte. In other formats, packets are in clusters or fragments that must be read from
 * their start.
 */
function hasPacketsAnywhere({ iformat }: FormatContext): boolean {
  return iformat?.name === 'mpegts' || iformat?.name === 'mpeg';
}

/** The fault for a file whose packets need a key. */
export function encrypted(): Fault {
  return unreadable(
    'encrypted packets',
    'The file is encrypted (DRM): its pictures and sound cannot be read without its key.',
  );
}

/** Maximum number of streams; movies with all their languages have about fifty. */
const mostStreams = 200;

function openFormat(path: string): FormatContext {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  format.allocContext();
  setOption(format, 'format_whitelist', acceptedDemuxers);
  setOption(format, 'protocol_whitelist', 'file');
  // Collecting stream information would otherwise decode frames of any size: 660 MB of memory for a picture of 16000 x
  // 16000.
  setOption(format, 'codec_whitelist', 'none');
  setOption(format, 'max_streams', String(mostStreams));

  // When a broadcast changes its stream table, a stream continues under another number; this option
  // makes it remain one stream.
  const demuxerOptions = Dictionary.fromObject({ merge_pmt_versions: 1 });
  const code = format.openInputSync(`file:${path}`, null, demuxerOptions);
  demuxerOptions.free();

  if (code < 0) throw explain(path, FFmpegError.strerror(code));
  // A bare AAC stream has no times; the lengths of its frames give the time, and only the decoder knows them.
  if (format.iformat?.name === 'aac') setOption(format, 'codec_whitelist', 'aac');

  format.findStreamInfoSync(null);
  return format;
}

/** Start times in seconds on the file's own clock, for those streams that state their start. */
function startTimes(path: string, format: FormatContext, streams: readonly Stream[]): number[] {
  // If frames are reordered, FFmpeg can't know the start of a Matroska stream without decoding it.
  if (format.iformat?.name?.startsWith('matroska')) return firstPacketTimes(path, streams);
  return streams
    .map((stream) => seconds(stream.startTime, stream.timeBase))
    .filter((start) => start !== null);
}

/** Number of packets to read. By then every stream of a file has begun, unless it begins much later than the others. */
const firstPackets = 200;

function firstPacketTimes(path: string, streams: readonly Stream[]): number[] {
  const format = openFormat(path);
  const packet = new Packet();
  packet.alloc();

  const firsts = new Map<number, number>();
  for (
    let packetCount = 0;
    packetCount < firstPackets && firsts.size < streams.length;
    packetCount += 1
  ) {
    if (format.readFrameSync(packet) < 0) break;

    const stream = streams.find(({ index }) => index === packet.streamIndex);
    const time = stream && seconds(packet.pts, stream.timeBase);
    if (stream && time !== null && time !== undefined && !firsts.has(stream.index)) {
      firsts.set(stream.index, time);
    }

    packet.unref();
  }

  packet.free();
  format.closeInputSync();

  return [...firsts.values()];
}

export interface DecoderOptions {
  /** Pictures with more pixels fail to decode, before any memory is allocated for them. */
  readonly maxPixels: number;
  /** Number of decoder threads. Default: 1, which costs the least CPU. */
  readonly threads?: number;
}

/**
 * Opens the decoder of a stream. The caller must free it.
 * @throws Fault EXTRACTION_FAILED when its codec is not accepted or its header is damaged
 */
export function openDecoder(stream: Stream, options: DecoderOptions): CodecContext {
  const parameters = stream.codecpar;
  const sound = parameters.codecType === AVMEDIA_TYPE_AUDIO;
  const codec = isAccepted(stream) ? Codec.findDecoder(parameters.codecId) : null;
  if (!codec) throw codecRefused(stream, sound ? 'sound' : 'picture');

  const name = codecName(stream);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(parameters);
  // Without the time base, the decoder can't drop the priming samples of AAC and Opus.
  context.pktTimebase = stream.timeBase;
  context.threadCount = options.threads ?? 1;
  // The margin allows for the padding that decoders add to a picture; the picture's true size is checked at the first
  // frame.
  setOption(context, 'max_pixels', String(Math.ceil(options.maxPixels * 1.1) + 65_536));
  // Skipping the loop filter for bidirectional frames saves 3 % of the time and stays within 45 dB of the exact
  // picture. The other frames need the filter: without it they reach only 35 dB.
  setOption(context, 'skip_loop_filter', 'bidir');

  const code = context.open2Sync(codec, null);
  if (code < 0) {
    context.freeContext();
    throw unreadable(
      `${name} decoder: ${FFmpegError.strerror(code)}`,
      `The ${name} stream is damaged and cannot be decoded.`,
    );
  }

  return context;
}

/** Sets an FFmpeg option and checks the result, because FFmpeg ignores unknown options in most places. */
export function setOption(
  target: { setOption(name: string, value: string): number },
  name: string,
  value: string,
): void {
  const code = target.setOption(name, value);
  if (code < 0) throw new Error(`FFmpeg takes no ${name}=${value}: ${FFmpegError.strerror(code)}`);
}

function isMovingPicture(stream: Stream, format: FormatContext): boolean {
  const still = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS;
  const isPicture = stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO;
  return isPicture && (stream.disposition & still) === 0 && !isStillItem(stream, format);
}

/**
 * Whether a stream is an item of an image file (ISO/IEC 23008-12): a photo, one of its tiles or its thumbnail. Such a
 * stream has no length, and its time is counted in whole seconds; videos in the same file are stored as tracks.
 */
function isStillItem({ timeBase, duration }: Stream, { iformat }: FormatContext): boolean {
  const isCountedInSeconds = timeBase.num === 1 && timeBase.den === 1;
  return iformat?.name?.startsWith('mov,') === true && isCountedInSeconds && duration < 0n;
}

/** Picks the stream marked as default, otherwise the first; accepted streams take precedence over others. */
function pick(streams: readonly Stream[]): Stream | null {
  const decodable = streams.filter(isAccepted);
  const marked = decodable.find((stream) => (stream.disposition & AV_DISPOSITION_DEFAULT) !== 0);
  return marked ?? decodable[0] ?? streams[0] ?? null;
}

/** Reads the first bytes of a file, for questions that FFmpeg does not answer. */
export function readHead(path: string, bytes: number): { head: Buffer; sizeBytes: number } {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(bytes);
    const bytesRead = readSync(file, head, 0, bytes, 0);
    return { head: head.subarray(0, bytesRead), sizeBytes: fstatSync(file).size };
  } finally {
    closeSync(file);
  }
}

const mp4Boxes = new Set(['ftyp', 'moov', 'mdat', 'free', 'wide', 'skip']);

/** Why FFmpeg could not open the file, in words that help its owner. */
function explain(path: string, detail: string): Fault {
  const { head, sizeBytes } = readHead(path, 16);
  if (sizeBytes === 0) return unreadable(detail, 'The file is empty.');

  if (mp4Boxes.has(head.toString('latin1', 4, 8))) {
    return unreadable(detail, 'The file is cut off or damaged: its index is missing.');
  }

  return unreadable(
    detail,
    `The file is not a video of a kind that is accepted. ${acceptedContainers}`,
  );
}
