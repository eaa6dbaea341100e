/** Tells broadcasts and discs that are scrambled: their streams stand in the file as any other's, and decode to noise. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Of the beginning of a file; it may be clear although the rest is not. */
const examinedBytes = 4 << 20;
/** Of the packets that could be. */
const leastScrambled = 0.5;

/**
 * Whether most packets of a transport stream or a program stream are marked as scrambled (ISO/IEC 13818-1, 2.4.3.3 and
 * 2.4.3.7), as broadcasters and the CSS of DVDs do.
 */
export function isScrambled(path: string, demuxer: string): boolean {
  if (demuxer !== 'mpegts' && demuxer !== 'mpeg') return false;
  const bytes = readBeginning(path);
  const marks = demuxer === 'mpegts' ? transportMarks(bytes) : programMarks(bytes);
  const scrambled = marks.filter((mark) => mark !== 0).length;
  return marks.length > 0 && scrambled >= marks.length * leastScrambled;
}

function readBeginning(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(examinedBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, examinedBytes, 0));
  } finally {
    closeSync(file);
  }
}

const syncByte = 0x47;
/** Alone, after the timecode of a camera, and before the error correction of a broadcast. */
const packetSizes = [188, 192, 204];

/** `transport_scrambling_control` of each packet that carries something. */
function transportMarks(bytes: Buffer): number[] {
  const { first, size } = packetsIn(bytes);
  const marks: number[] = [];
  for (let at = first; at + size <= bytes.length; at += size) {
    const flags = bytes[at + 3] ?? 0;
    const hasPayload = (flags & 0x10) !== 0;
    if (bytes[at] === syncByte && hasPayload) marks.push(flags >> 6);
  }
  return marks;
}

function packetsIn(bytes: Buffer): { readonly first: number; readonly size: number } {
  for (const size of packetSizes) {
    for (let first = 0; first < size; first += 1) {
      const isPacket = [0, 1, 2, 3, 4].every((count) => bytes[first + count * size] === syncByte);
      if (isPacket) return { first, size };
    }
  }
  return { first: 0, size: 188 };
}

/** `PES_scrambling_control` of each packet of sound or picture. */
function programMarks(bytes: Buffer): number[] {
  const marks: number[] = [];
  let at = bytes.indexOf('\0\0\x01', 0, 'latin1');
  while (at >= 0 && at + 6 < bytes.length) {
    const streamId = bytes[at + 3] ?? 0;
    const isPicture = streamId >= 0xe0 && streamId <= 0xef;
    const isSound = streamId === 0xbd || (streamId >= 0xc0 && streamId <= 0xdf);
    const flags = bytes[at + 6] ?? 0;
    const isMpeg2 = flags >> 6 === 2;
    if ((isPicture || isSound) && isMpeg2) marks.push((flags >> 4) & 3);
    at = bytes.indexOf('\0\0\x01', at + 3, 'latin1');
  }
  return marks;
}
