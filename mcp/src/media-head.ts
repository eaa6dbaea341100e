/**
 * Recognises video and audio files by their first bytes, so that no other kind of file is sent from a user's machine.
 */
import { open } from 'node:fs/promises';
import { statedLength } from '@reelsight/contract/media-length';

/** Number of bytes to read, enough to reach the second packet of a transport stream. */
const headBytes = 256;

/** First bytes of media files, in Latin-1. MP4, MOV, WebM and MKV are recognised by their headers instead. */
const beginnings = [
  'RIFF', // AVI, WAV
  'OggS',
  'fLaC',
  'FLV\x01',
  'ID3', // MP3 with tags
  '\xff\xfb', // MP3 without
  '\x30\x26\xb2\x75', // WMV, WMA, ASF
  '\x06\x0e\x2b\x34', // MXF
  '\x00\x00\x01\xba', // MPEG program stream
];

/**
 * The byte with which each packet of a transport stream begins. In M2TS it is preceded by four bytes that contain a
 * time.
 */
const packetSync = 0x47;
const packets = [
  { first: 0, bytes: 188 },
  { first: 4, bytes: 192 },
];

/** Whether the file begins like video or audio. Throws the file system's errors. */
export async function beginsLikeMedia(path: string): Promise<boolean> {
  const head = await headOf(path);
  // The file size is given as 0, because only the kind matters and no length has to be found.
  const { kind } = await statedLength(async () => head, 0);
  if (kind !== 'other') return true;

  const text = head.toString('latin1');
  if (beginnings.some((beginning) => text.startsWith(beginning))) return true;

  return packets.some(
    ({ first, bytes }) => head[first] === packetSync && head[first + bytes] === packetSync,
  );
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
