/** Detects files that were joined byte by byte, in containers whose readers stop at the end of the first file. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Fault } from '@reelsight/contract';
import type { Container } from './container.ts';
import { unreadable } from './fault.ts';

/** The first bytes of a file, by its demuxer; `....` stands for the file's length. */
const beginnings: Readonly<Record<string, RegExp>> = {
  aiff: /FORM....AIF[FC]/s,
  ape: /MAC [\x80-\xff]\x0f/,
  asf: /\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c/,
  caf: /caff\x00\x01/,
  flv: /FLV\x01/,
  tta: /TTA1\x01\x00/,
  w64: /riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00/,
  wav: /(RIFF|RF64)....WAVE/s,
  wv: /wvpk..[\x00-\x0f]\x00[\x02-\x10]\x04/s,
};

/** There may be an index, tags or padding between the end of one file and the next. */
const searchedBytes = 1 << 20;

/**
 * Checks a container that was read to its end. Players show only the first file, so the others would be lost silently.
 * @throws Fault EXTRACTION_FAILED if another file begins after the end of what was read
 */
export function refuseAppendedFile(path: string, container: Container): void {
  if (isFollowedByFile(path, container)) throw severalRecordings();
}

export function severalRecordings(): Fault {
  return unreadable(
    'another file is appended',
    'The file is several recordings one after the other, of which only the first can be played: join them with an editor, or send them one by one.',
  );
}

function isFollowedByFile(path: string, { format, readToByte }: Container): boolean {
  const beginning = beginnings[format.iformat?.name ?? ''];
  if (!beginning || readToByte === 0) return false;

  const file = openSync(path, 'r');
  try {
    const rest = Buffer.alloc(searchedBytes);
    const from = Math.max(readToByte, statedEnd(file));
    const bytesRead = readSync(file, rest, 0, searchedBytes, from);
    return beginning.test(rest.toString('latin1', 0, bytesRead));
  } finally {
    closeSync(file);
  }
}

/**
 * Where the first file ends according to its header; 0 if the header does not say. The search starts no earlier than
 * that, because chunks after the sound may contain embedded files.
 */
function statedEnd(file: number): number {
  const head = Buffer.alloc(8);
  readSync(file, head, 0, head.length, 0);
  const form = head.toString('latin1', 0, 4);
  if (form !== 'RIFF' && form !== 'FORM') return 0;
  const length = form === 'RIFF' ? head.readUInt32LE(4) : head.readUInt32BE(4);
  // A recorder that was interrupted before it wrote the final length leaves this value.
  return length === 0xffffffff ? 0 : length + head.length;
}
