/** What a media file is, read from its content: container, duration, streams, tags and chapters. */
import { cleanLanguage, cleanText } from '@reelsight/contract/clean-text';
import { AVERROR_EOF } from 'node-av/constants';
import { type CodecContext, type FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { codecName } from './accepted.ts';
import { readChapters } from './chapters.ts';
import { type Container, openContainer, openDecoder, readHead, seconds } from './container.ts';
import { unreadable } from './fault.ts';
import type { IngestLimits, MediaProbe, VideoStream } from './media.ts';
import { readOrientation } from './orientation.ts';

type ProbeLimits = Pick<IngestLimits, 'maxSidePixels' | 'maxFramePixels'>;

/** Packets of the video stream to try before its size is taken from the header. */
const firstFramePackets = 100;
const [mostTags, mostTagCharacters, mostTagNameCharacters] = [100, 5000, 100];

/**
 * Reads what a file is. Content decides, not its name; one frame is decoded at most, and none larger than the limits.
 * @throws Fault EXTRACTION_FAILED with a text for the file's owner when it can't be used
 */
export async function probeMedia(path: string, limits: ProbeLimits): Promise<MediaProbe> {
  const container = openContainer(path);
  try {
    const { format, video, audio, startSeconds } = container;
    const { head, sizeBytes } = readHead(path, 4096);
    const tags = readTags(container);
    const chapters = await readChapters(format, startSeconds);
    const looks = video ? readVideo(format, video, limits) : null;
    return {
      container: containerName(format, head),
      durationSeconds: readDuration(path, container),
      sizeBytes,
      video: looks,
      audio: audio ? { codec: codecName(audio) } : null,
      tags,
      chapters,
    };
  } finally {
    container.close();
  }
}

function readVideo(format: FormatContext, stream: Stream, limits: ProbeLimits): VideoStream {
  const size = readFrameSize(format, stream, limits);
  checkSize(size.width, size.height, limits);
  const { rotation } = readOrientation(stream);
  const shownWidth = Math.round(size.width * size.aspect);
  const turned = rotation === 90 || rotation === 270;
  const rate = stream.avgFrameRate;
  return {
    codec: codecName(stream),
    width: turned ? size.height : shownWidth,
    height: turned ? shownWidth : size.height,
    rotation,
    fps: rate.num > 0 && rate.den > 0 ? Math.round((1000 * rate.num) / rate.den) / 1000 : null,
  };
}

/** @throws Fault EXTRACTION_FAILED when a picture of this size is not allowed */
function checkSize(width: number, height: number, limits: ProbeLimits): void {
  const size = `${width}x${height}`;
  if (Math.max(width, height) > limits.maxSidePixels) {
    const most = `${limits.maxSidePixels}x${limits.maxSidePixels}`;
    throw unreadable(`picture of ${size}`, `The picture is ${size}; at most ${most} is allowed.`);
  }
  if (width * height > limits.maxFramePixels) {
    const most = `${limits.maxFramePixels / 1e6} megapixels`;
    throw unreadable(`picture of ${size}`, `The picture is ${size}; at most ${most} are allowed.`);
  }
}

interface FrameSize {
  readonly width: number;
  readonly height: number;
  /** Width of a pixel as shown over its height. */
  readonly aspect: number;
}

/** The first decoded frame knows the true size; headers lie. If none decodes, the header has to do. */
function readFrameSize(format: FormatContext, stream: Stream, limits: ProbeLimits): FrameSize {
  const context = openProbeDecoder(stream, limits);
  const frame = new Frame();
  frame.alloc();
  try {
    const decoded = decodeFirst(format, stream.index, context, frame);
    const { width, height } = decoded ? frame : stream.codecpar;
    if (width < 1 || height < 1) {
      throw unreadable('no picture size', 'The picture of the video cannot be decoded.');
    }
    return { width, height, aspect: pixelAspect(stream, frame) };
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

function pixelAspect(stream: Stream, frame: Frame): number {
  for (const { num, den } of [stream.sampleAspectRatio, frame.sampleAspectRatio]) {
    const aspect = num / den;
    // Beyond 4 it is no lens but a mistake, and would make pictures of a pixel's height.
    if (num > 0 && den > 0 && aspect <= 4 && aspect >= 0.25) return aspect;
  }
  return 1;
}

function decodeFirst(
  format: FormatContext,
  index: number,
  context: CodecContext,
  frame: Frame,
): boolean {
  const packet = new Packet();
  packet.alloc();
  try {
    for (let sent = 0; sent < firstFramePackets; ) {
      const read = format.readFrameSync(packet);
      const mine = read >= 0 && packet.streamIndex === index;
      if (mine || read === AVERROR_EOF) {
        context.sendPacketSync(mine ? packet : null);
        sent += 1;
        if (context.receiveFrameSync(frame) >= 0) return true;
      }
      packet.unref();
      if (read < 0) return false;
    }
    return false;
  } finally {
    packet.free();
  }
}

/** From the container; if it does not state it (recorded in a browser, cut streams), from its packets. */
function readDuration(path: string, container: Container): number {
  const told = seconds(container.format.duration, { num: 1, den: 1_000_000 }) ?? 0;
  const duration = told > 0 ? told : measureDuration(path);
  if (duration <= 0) {
    throw unreadable('duration is 0', 'The file holds no picture and no sound: its duration is 0.');
  }
  return duration;
}

/** End of the last packet, by reading the whole file without decoding. */
function measureDuration(path: string): number {
  const { format, video, audio, startSeconds, close } = openContainer(path);
  const packet = new Packet();
  packet.alloc();
  const streams = [video, audio].filter((stream) => stream !== null);
  const bases = new Map(streams.map((stream) => [stream.index, stream.timeBase]));
  let end = 0;
  while (format.readFrameSync(packet) >= 0) {
    const base = bases.get(packet.streamIndex);
    const time = base ? seconds(packet.pts, base) : null;
    if (base && time !== null) {
      end = Math.max(end, time + (seconds(packet.duration, base) ?? 0) - startSeconds);
    }
    packet.unref();
  }
  packet.free();
  close();
  return end;
}

const technicalTags = new Set(['major_brand', 'minor_version', 'compatible_brands']);

function readTags(container: Container): Record<string, string> {
  const tags: Record<string, string> = {};
  const all = Object.entries(container.format.metadata?.getAll() ?? {});
  for (const [key, value] of all.slice(0, mostTags)) {
    const name = cleanText(key, mostTagNameCharacters).toLowerCase();
    if (!technicalTags.has(name)) tags[name] = cleanText(value, mostTagCharacters);
  }
  for (const stream of [container.audio, container.video]) {
    const language = cleanLanguage(stream?.metadata?.get('language') ?? '');
    if (language && language !== 'und') tags.language ??= language;
  }
  return tags;
}

/** Short name by what is inside: QuickTime and MP4 share a demuxer, and so do Matroska and WebM. */
function containerName(format: FormatContext, head: Buffer): string {
  const demuxer = format.iformat?.name ?? '';
  if (demuxer.startsWith('mov,')) {
    const brand = format.metadata?.get('major_brand')?.trim() ?? 'qt';
    if (brand === 'qt') return 'mov';
    return brand.startsWith('3g') ? '3gp' : 'mp4';
  }
  if (demuxer.startsWith('matroska')) {
    // EBML element DocType, 0x4282, stands in the header at the start of the file.
    const at = head.indexOf(Buffer.from([0x42, 0x82]));
    return at >= 0 && head.toString('latin1', at + 3, at + 7) === 'webm' ? 'webm' : 'mkv';
  }
  return demuxer.split(',')[0] || 'unknown';
}
