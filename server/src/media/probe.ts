/** Determines from a media file's content what kind of file it is: container, duration, streams, tags and chapters. */
import { Fault } from '@reelsight/contract';
import { cleanLanguage, cleanText } from '@reelsight/contract/clean-text';
import { AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { type CodecContext, type FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { codecName } from './accepted.ts';
import { readChapters } from './chapters.ts';
import { Container, encrypted, openDecoder, readHead } from './container.ts';
import { PixelAspect } from './display-size.ts';
import { unreadable } from './fault.ts';
import type { FileClock } from './file-clock.ts';
import type {
  AudioTrackInfo,
  DecodingWork,
  IngestLimits,
  MediaProbe,
  VideoStream,
} from './media.ts';
import { isSideways, readOrientation } from './orientation.ts';
import { readFileClock } from './read-clock.ts';
import { isScrambled } from './scrambled.ts';
import { seconds } from './timestamps.ts';

/** The result of a probe, with additional facts that later passes over the file need. */
export interface ProbedFile extends MediaProbe, DecodingWork {
  readonly clock: FileClock | null;
  /** Why the picture cannot be read; null if it can be read, or there is no picture. */
  readonly pictureFault: Fault | null;
}

type ProbeLimits = Pick<IngestLimits, 'maxSidePixels' | 'maxFramePixels'>;

/** Number of packets of the video stream to try; if none gives a frame, the size is taken from the header. */
const firstFramePackets = 100;
const mostListedTracks = 100;
/**
 * A stated duration is accepted if the packets end within this distance of it. Some difference is normal, because the
 * length of the last packet is often unknown.
 */
const statedToleranceSeconds = 0.5;
const statedTolerancePart = 0.1;
const mostTags = 100;
const mostTagCharacters = 5000;
const mostTagNameCharacters = 100;

/**
 * Determines what a file is from its content, not its name. At most one frame is decoded, and none larger than the
 * limits.
 * @throws Fault EXTRACTION_FAILED with a text for the file's owner if the file can't be used
 */
export async function probeMedia(path: string, limits: ProbeLimits): Promise<ProbedFile> {
  const container = new Container(path);
  try {
    const { format, video, audio, startSeconds } = container;
    const streamIds = [video, audio].flatMap((stream) => (stream ? [stream.id] : []));
    if (isScrambled(path, format.iformat?.name ?? '', streamIds)) throw encrypted();

    const clock = readFileClock(path, container);
    const { head, sizeBytes } = readHead(path, 4096);
    const tags = readTags(container);
    const chapters = await readChapters(format, startSeconds);
    const videoFacts = video && readVideo(container, video, limits);
    const durationSeconds = readDuration(container, clock, videoFacts?.fault ?? null);

    return {
      container: containerName(format, head),
      durationSeconds,
      sizeBytes,
      video: videoFacts?.video ?? null,
      audio: audio ? { codec: codecName(audio) } : null,
      audioTracks: readAudioTracks(format),
      tags,
      chapters,
      clock,
      pictureFault: videoFacts?.fault ?? null,
      allPixels: videoFacts ? countPixels(videoFacts, clock, durationSeconds) : 0,
    };
  } finally {
    container.close();
  }
}

/** The video stream as far as it is known and, if the picture can't be read, the reason. */
interface Looks {
  readonly video: VideoStream | null;
  readonly fault: Fault | null;
}

function readVideo(container: Container, stream: Stream, limits: ProbeLimits): Looks {
  try {
    const size = readFrameSize(container, stream, limits);
    checkSize(size.width, size.height, limits);
    return { video: videoOf(stream, size), fault: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // If no frame can be decoded, the header may still state the size.
    const { width, height } = stream.codecpar;
    const isStated = width > 0 && height > 0;
    return { video: isStated ? videoOf(stream, { width, height, aspect: 1 }) : null, fault: error };
  }
}

function videoOf(stream: Stream, size: FrameSize): VideoStream {
  const { rotation } = readOrientation(stream);
  const shownWidth = Math.round(size.width * size.aspect);
  const turned = isSideways(rotation);
  const rate = stream.avgFrameRate;

  return {
    codec: codecName(stream),
    width: turned ? size.height : shownWidth,
    height: turned ? shownWidth : size.height,
    rotation,
    fps: rate.num > 0 && rate.den > 0 ? Math.round((1000 * rate.num) / rate.den) / 1000 : null,
  };
}

/** Pixels of all pictures that will be decoded; the header's frame rate is used only if no packets were counted. */
function countPixels(
  { video, fault }: Looks,
  clock: FileClock | null,
  durationSeconds: number,
): number {
  if (!video || fault) return 0;
  const pictures = clock?.mainPackets ?? (video.fps ?? 0) * durationSeconds;
  const pixels = Math.round(video.width * video.height * pictures);
  // A false frame rate may be enormous.
  return Math.min(pixels, Number.MAX_SAFE_INTEGER);
}

/** @throws Fault EXTRACTION_FAILED when a picture of this size is not allowed */
function checkSize(width: number, height: number, limits: ProbeLimits): void {
  const size = `${width}x${height}`;

  if (Math.max(width, height) > limits.maxSidePixels) {
    const limitText = `${limits.maxSidePixels}x${limits.maxSidePixels}`;
    throw unreadable(
      `picture of ${size}`,
      `The picture is ${size}; at most ${limitText} is allowed.`,
    );
  }

  if (width * height > limits.maxFramePixels) {
    const limitText = `${limits.maxFramePixels / 1e6} megapixels`;
    throw unreadable(
      `picture of ${size}`,
      `The picture is ${size}; at most ${limitText} are allowed.`,
    );
  }
}

interface FrameSize {
  readonly width: number;
  readonly height: number;
  /** Displayed width of a pixel, divided by its height. */
  readonly aspect: number;
}

/**
 * Returns the size of the first decoded frame, because headers may be wrong; if no frame can be decoded, the size in
 * the header.
 */
function readFrameSize(container: Container, stream: Stream, limits: ProbeLimits): FrameSize {
  const context = openProbeDecoder(stream, limits);
  const frame = new Frame();
  frame.alloc();

  try {
    const decoded = decodeFirst(container, stream.index, context, frame);
    const { width, height } = decoded ? frame : stream.codecpar;
    if (width < 1 || height < 1) {
      throw unreadable('no picture size', 'The picture of the video cannot be decoded.');
    }

    return { width, height, aspect: new PixelAspect(stream).of(frame) };
  } finally {
    frame.free();
    context.freeContext();
  }
}

function openProbeDecoder(stream: Stream, limits: ProbeLimits): CodecContext {
  try {
    return openDecoder(stream, { maxPixels: limits.maxFramePixels });
  } catch (fault) {
    checkSize(stream.codecpar.width, stream.codecpar.height, limits);
    throw fault;
  }
}

function decodeFirst(
  container: Container,
  index: number,
  context: CodecContext,
  frame: Frame,
): boolean {
  const packet = new Packet();
  packet.alloc();

  try {
    for (let sent = 0; sent < firstFramePackets; ) {
      const code = container.read(packet);
      const mine = code >= 0 && packet.streamIndex === index;
      if (mine || code === AVERROR_EOF) {
        context.sendPacketSync(mine ? packet : null);
        sent += 1;
        if (context.receiveFrameSync(frame) >= 0) return true;
      }

      packet.unref();
      if (code < 0) return false;
    }
    return false;
  } finally {
    packet.free();
  }
}

/** Rounds to microseconds, because times are sums of many small numbers. */
const toMicroseconds = (time: number): number => Math.round(time * 1e6) / 1e6;

/**
 * Returns the duration that the container states, unless its packets contradict it, as in truncated streams, joined
 * recordings, and recordings without an end.
 */
function readDuration(
  { format, startSeconds }: Container,
  clock: FileClock | null,
  pictureFault: Fault | null,
): number {
  const stated = seconds(format.duration, { num: 1, den: 1_000_000 }) ?? 0;
  const measured = clock ? toMicroseconds(clock.endSeconds - startSeconds) : stated;
  const tolerance = Math.min(statedToleranceSeconds, measured * statedTolerancePart);
  const isRight = stated > 0 && Math.abs(stated - measured) <= tolerance;
  const duration = isRight ? stated : measured;
  if (duration <= 0) {
    if (pictureFault) throw pictureFault;
    throw unreadable('duration is 0', 'The file holds no picture and no sound: its duration is 0.');
  }

  return duration;
}

function readAudioTracks(format: FormatContext): AudioTrackInfo[] {
  const streams = format.streams.filter(
    ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO,
  );
  return streams.slice(0, mostListedTracks).map((stream) => {
    const { channels } = stream.codecpar;
    const language = cleanLanguage(stream.metadata?.get('language') ?? '');
    const title = cleanText(stream.metadata?.get('title') ?? '', mostTagCharacters);

    return {
      index: stream.index,
      codec: codecName(stream),
      channels: channels > 0 ? channels : null,
      language: language && language !== 'und' ? language : null,
      title: title || null,
    };
  });
}

const technicalTags = new Set(['major_brand', 'minor_version', 'compatible_brands']);

function readTags(container: Container): Record<string, string> {
  const tags: Record<string, string> = {};
  const entries = Object.entries(container.format.metadata?.getAll() ?? {});
  for (const [key, value] of entries.slice(0, mostTags)) {
    const name = cleanText(key, mostTagNameCharacters).toLowerCase();
    if (!technicalTags.has(name)) tags[name] = cleanText(value, mostTagCharacters);
  }

  for (const stream of [container.audio, container.video]) {
    const language = cleanLanguage(stream?.metadata?.get('language') ?? '');
    if (language && language !== 'und') tags.language ??= language;
  }

  return tags;
}

/**
 * Short container name derived from the content, because QuickTime and MP4 share a demuxer, as do Matroska and WebM.
 */
function containerName(format: FormatContext, head: Buffer): string {
  const demuxer = format.iformat?.name ?? '';
  if (demuxer.startsWith('mov,')) {
    const brand = format.metadata?.get('major_brand')?.trim() ?? 'qt';
    if (brand === 'qt') return 'mov';
    return brand.startsWith('3g') ? '3gp' : 'mp4';
  }

  if (demuxer.startsWith('matroska')) {
    // The EBML element DocType (0x4282) in the header at the start of the file names the format.
    const index = head.indexOf(Buffer.from([0x42, 0x82]));
    return index >= 0 && head.toString('latin1', index + 3, index + 7) === 'webm' ? 'webm' : 'mkv';
  }

  return demuxer.split(',')[0] || 'unknown';
}
