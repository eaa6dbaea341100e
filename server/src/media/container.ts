/** Opens untrusted media files with the guards in place, picks their streams and opens decoders for them. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Fault } from '@reelsight/contract';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_TIMED_THUMBNAILS,
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
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
import { unreadable } from './fault.ts';

export interface Container {
  readonly format: FormatContext;
  /** The streams that are looked at and listened to; cover art is no video. */
  readonly video: Stream | null;
  readonly audio: Stream | null;
  /** Time of the first picture or sound in the file's own clock; subtracted from every timestamp. */
  readonly startSeconds: number;
  readonly close: () => void;
}

/**
 * Opens a file by its content, not its name. No stream is decoded, so nothing is allocated by the size a header
 * claims. Close what is returned.
 * @throws Fault EXTRACTION_FAILED when it is no media file or holds neither picture nor sound
 */
export function openContainer(path: string): Container {
  const format = openFormat(path);
  const streams = format.streams;
  const video = pick(streams.filter(isMovingPicture));
  const audio = pick(streams.filter((s) => s.codecpar.codecType === AVMEDIA_TYPE_AUDIO));
  if (!video && !audio) {
    format.closeInputSync();
    throw unreadable('no video or audio stream', 'The file holds neither picture nor sound.');
  }
  const starts = startTimes(
    path,
    format,
    [video, audio].filter((stream) => stream !== null),
  );
  // What lies before 0 is the priming of an audio codec, which the decoder drops.
  const startSeconds = starts.length > 0 ? Math.max(0, Math.min(...starts)) : 0;
  return { format, video, audio, startSeconds, close: () => format.closeInputSync() };
}

/** Films with all their languages have fifty. */
const mostStreams = 200;

function openFormat(path: string): FormatContext {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  format.allocContext();
  setOption(format, 'format_whitelist', acceptedDemuxers);
  setOption(format, 'protocol_whitelist', 'file');
  // Collecting stream information would decode frames of any size: 660 MB for a picture of 16000 x 16000.
  setOption(format, 'codec_whitelist', 'none');
  setOption(format, 'max_streams', String(mostStreams));
  const opened = format.openInputSync(`file:${path}`, null, null);
  if (opened < 0) throw explain(path, FFmpegError.strerror(opened));
  format.findStreamInfoSync(null);
  return format;
}

/** In seconds of the file's own clock, of the streams that state it. */
function startTimes(path: string, format: FormatContext, streams: readonly Stream[]): number[] {
  // If frames are reordered, FFmpeg can't know the start of a Matroska stream without decoding it.
  if (format.iformat?.name?.startsWith('matroska')) return firstPacketTimes(path, streams);
  return streams
    .map((stream) => seconds(stream.startTime, stream.timeBase))
    .filter((start) => start !== null);
}

/** Packets within which each stream of a file has begun, unless it begins much later than the others. */
const firstPackets = 200;

function firstPacketTimes(path: string, streams: readonly Stream[]): number[] {
  const format = openFormat(path);
  const packet = new Packet();
  packet.alloc();
  const firsts = new Map<number, number>();
  for (let read = 0; read < firstPackets && firsts.size < streams.length; read += 1) {
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

/** A timestamp in seconds; null if FFmpeg knows none. */
export function seconds(
  timestamp: bigint,
  timeBase: { readonly num: number; readonly den: number },
): number | null {
  if (timestamp === AV_NOPTS_VALUE) return null;
  return (Number(timestamp) * timeBase.num) / timeBase.den;
}

export interface DecoderOptions {
  /** Pictures with more pixels fail to decode before memory is taken for them. */
  readonly maxPixels: number;
  /** Default 1, which costs the least CPU. */
  readonly threads?: number;
}

/**
 * Opens the decoder of a stream. Free what is returned.
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
  // Without it the decoder can't drop the priming samples of AAC and Opus.
  context.pktTimebase = stream.timeBase;
  context.threadCount = options.threads ?? 1;
  // Room for the padding decoders round a picture up to; the true size is checked on the first frame.
  setOption(context, 'max_pixels', String(Math.ceil(options.maxPixels * 1.1) + 65_536));
  // Saves 3 % and is within 45 dB of the exact picture; for other frames the loop filter is needed (35 dB).
  setOption(context, 'skip_loop_filter', 'bidir');
  const opened = context.open2Sync(codec, null);
  if (opened < 0) {
    context.freeContext();
    throw unreadable(
      `${name} decoder: ${FFmpegError.strerror(opened)}`,
      `The ${name} stream is damaged and cannot be decoded.`,
    );
  }
  return context;
}

/** FFmpeg ignores unknown options in most places; this does not. */
export function setOption(
  target: { setOption(name: string, value: string): number },
  name: string,
  value: string,
): void {
  const code = target.setOption(name, value);
  if (code < 0) throw new Error(`FFmpeg takes no ${name}=${value}: ${FFmpegError.strerror(code)}`);
}

function isMovingPicture(stream: Stream): boolean {
  const still = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS;
  return stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && (stream.disposition & still) === 0;
}

/** The stream marked as default, else the first; one that is accepted before one that isn't. */
function pick(streams: readonly Stream[]): Stream | null {
  const decodable = streams.filter(isAccepted);
  const marked = decodable.find((stream) => (stream.disposition & AV_DISPOSITION_DEFAULT) !== 0);
  return marked ?? decodable[0] ?? streams[0] ?? null;
}

/** First bytes of a file, for the questions FFmpeg does not answer. */
export function readHead(path: string, bytes: number): { head: Buffer; sizeBytes: number } {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(bytes);
    const read = readSync(file, head, 0, bytes, 0);
    return { head: head.subarray(0, read), sizeBytes: fstatSync(file).size };
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
