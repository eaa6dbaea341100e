/** Recognizes scrambled broadcasts and discs: their streams look like normal ones but decode to noise. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Number of bytes read at each examined position. */
const examinedBytes = 2 << 20;
/** Positions to examine, as fractions of the file. There are several, because a receiver may have got its key late. */
const places = [0, 0.5, 1];
/** Minimum fraction of the packets, among those that can be marked, that must be marked as scrambled. */
const leastScrambled = 0.5;

/**
 * Whether most packets of a transport stream or a program stream are marked as scrambled at every examined position
 * (ISO/IEC 13818-1, 2.4.3.3 and 2.4.3.7), as broadcasters and the CSS of DVDs do.
 *
 * @param streamIds numbers (PID) of the streams that are used; other programmes may be scrambled
 */
export function isScrambled(path: string, demuxer: string, streamIds: readonly number[]): boolean {
  if (demuxer !== 'mpegts' && demuxer !== 'mpeg') return false;
  return readPlaces(path).every((bytes) => {
    const marks = demuxer === 'mpegts' ? transportMarks(bytes, streamIds) : programMarks(bytes);
    const scrambled = marks.filter((mark) => mark !== 0).length;
    return marks.length > 0 && scrambled >= marks.length * leastScrambled;
  });
}

function readPlaces(path: string): Buffer[] {
  const file = openSync(path, 'r');
  try {
    const last = Math.max(0, fstatSync(file).size - examinedBytes);
    const offsets = new Set(places.map((share) => Math.floor(share * last)));
    return [...offsets].map((offset) => {
      const bytes = Buffer.alloc(examinedBytes);
      return bytes.subarray(0, readSync(file, bytes, 0, examinedBytes, offset));
    });
  } finally {
    closeSync(file);
  }
}

const syncByte = 0x47;
/**
 * Packet sizes: plain packets, packets preceded by a camera's timecode, and packets followed by a broadcast's error
 * correction.
 */
const packetSizes = [188, 192, 204];
/** Number of sync bytes at regular distances that prove real packets rather than chance. */
const syncBytes = 8;

/** Returns `transport_scrambling_control` of each packet that carries a payload of one of the streams. */
function transportMarks(bytes: Buffer, streamIds: readonly number[]): number[] {
  const marks: number[] = [];
  let size = 0;
  for (let offset = 0; offset + 4 <= bytes.length; offset += size > 0 ? size : 1) {
    if (size === 0 || bytes[offset] !== syncByte) size = packetSizeAt(bytes, offset);
    if (size === 0) continue;

    const flags = bytes[offset + 3] ?? 0;
    const hasPayload = (flags & 0x10) !== 0;
    const streamId = bytes.readUInt16BE(offset + 1) & 0x1fff;
    if (hasPayload && streamIds.includes(streamId)) marks.push(flags >> 6);
  }

  return marks;
}

/** Distance between packets if they begin at this byte; 0 if no packets begin there. */
function packetSizeAt(bytes: Buffer, offset: number): number {
  if (bytes[offset] !== syncByte) return 0;

  const counts = Array.from({ length: syncBytes }, (_, index) => index);
  const size = packetSizes.find((step) =>
    counts.every((count) => {
      const place = offset + count * step;
      return place >= bytes.length || bytes[place] === syncByte;
    }),
  );

  return size ?? 0;
}

/** Returns `PES_scrambling_control` of each packet of sound or picture. */
function programMarks(bytes: Buffer): number[] {
  const marks: number[] = [];
  let index = bytes.indexOf('\0\0\x01', 0, 'latin1');
  while (index >= 0 && index + 6 < bytes.length) {
    const streamId = bytes[index + 3] ?? 0;
    const isPicture = streamId >= 0xe0 && streamId <= 0xef;
    const isSound = streamId === 0xbd || (streamId >= 0xc0 && streamId <= 0xdf);
    const flags = bytes[index + 6] ?? 0;
    const isMpeg2 = flags >> 6 === 2;
    if ((isPicture || isSound) && isMpeg2) marks.push((flags >> 4) & 3);
    index = bytes.indexOf('\0\0\x01', index + 3, 'latin1');
  }

  return marks;
}
