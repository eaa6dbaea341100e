/** Determines the clock of a whole file from its packets, without decoding them. */
import { statSync } from 'node:fs';
import { type FormatContext, Packet } from 'node-av/lib';
import { Container } from './container.ts';
import { unreadable } from './fault.ts';
import type { FileClock, KeyPacket } from './file-clock.ts';
import { seconds } from './timestamps.ts';
import { readTopLevelBoxes } from './top-level-boxes.ts';

/** Demuxers of formats whose files have an index of all packets and their times, at the beginning or the end. */
const indexedDemuxers = new Set(['avi', 'wav', 'w64', 'flac', 'aiff', 'mxf']);

/**
 * Returns null if an index in the file states the times of all packets, because then the packets need not be read.
 * @throws Fault EXTRACTION_FAILED for encrypted packets, and for files joined in such a way that only the first can be
 * read
 */
export function readFileClock(path: string, { format }: Container): FileClock | null {
  const statedSeconds = seconds(format.duration, { num: 1, den: 1_000_000 }) ?? 0;
  if (statedSeconds > 0 && isIndexed(path, format) && !isSparse(path, statedSeconds)) return null;

  const container = new Container(path);
  const main = container.video ?? container.audio;
  const { timeline } = container;
  const keys: KeyPacket[] = [];
  let mainPackets = 0;
  const packet = new Packet();
  packet.alloc();

  try {
    let code = container.read(packet);
    while (code >= 0) {
      const isMain = packet.streamIndex === main?.index;
      if (isMain) mainPackets += 1;

      const isKey = isMain && packet.isKeyframe && packet.pos >= 0n;
      const time = isKey ? seconds(packet.pts, main.timeBase) : null;
      if (time !== null) {
        const recording = timeline.recordingOf(packet.streamIndex);
        keys.push({ position: Number(packet.pos), seconds: time, recording });
      }

      packet.unref();
      code = container.read(packet);
    }

    const { recordings, endSeconds } = timeline;
    return { recordings, keys: recordings.length > 1 ? keys : [], endSeconds, mainPackets };
  } finally {
    packet.free();
    container.close();
  }
}

function isIndexed(path: string, format: FormatContext): boolean {
  const demuxer = format.iformat?.name ?? '';
  if (indexedDemuxers.has(demuxer)) return true;
  if (!demuxer.startsWith('mov,')) return false;

  const boxes = readTopLevelBoxes(path);
  const files = boxes.filter((type) => type === 'ftyp').length;
  const indexes = boxes.filter((type) => type === 'moov').length;
  if (files > 1 && indexes > 1) {
    throw unreadable(
      `${files} MP4 files in one`,
      `The file is ${files} MP4 files one after the other, of which only the first can be played: join them with a video editor, or send them one by one.`,
    );
  }

  return !boxes.includes('moof');
}

/** Any sound or moving picture needs more bytes per second than this. */
const sparseBytesPerSecond = 100;

/**
 * Whether a file is too small for the length it states. In that case its packets must be read to see whether it is a
 * still picture or the length is wrong.
 */
function isSparse(path: string, statedSeconds: number): boolean {
  return statSync(path).size < statedSeconds * sparseBytesPerSecond;
}
