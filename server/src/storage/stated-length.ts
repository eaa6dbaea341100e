/** Reads the length of a stored video from its headers, for an estimate before the file is processed. */
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { type ReadAt, statedLength } from '@reelsight/contract/media-length';
import type { Storage, StoredObject } from './storage.ts';
import type { StorageKey } from './storage-key.ts';

/** A video's headers fit into a few windows of this size; reading a window takes one request to S3. */
const windowBytes = 65_536;
const windowsAtMost = 24;
/** Maximum number of header reads, because a stranger's file may have many small headers. */
const readsAtMost = 4000;
/** Number of reads after which other requests get a turn: reads within a window never wait for anything. */
const readsOfTurn = 250;
const longestHeader = 1024 ** 2;
const withinMs = 2000;

/**
 * Tries to read the length: null if the headers do not state it within these limits, or if the store does not answer.
 */
export async function statedSeconds(
  storage: Pick<Storage, 'get'>,
  key: StorageKey,
  { sizeBytes, etag }: StoredObject,
): Promise<number | null> {
  const readAt = windowReader(storage, key, etag);
  const { seconds } = await statedLength(readAt, sizeBytes, readsAtMost).catch(() => ({
    seconds: null,
  }));
  return seconds;
}

/** Returns a function that reads parts of the file. It throws RangeError if the limits are exceeded. */
function windowReader(storage: Pick<Storage, 'get'>, key: StorageKey, etag: string): ReadAt {
  const signal = AbortSignal.timeout(withinMs);
  let window = Buffer.alloc(0);
  let from = 0;
  let windows = 0;
  let reads = 0;

  return async (offset, length) => {
    reads += 1;

    if (reads % readsOfTurn === 0) await setImmediate();

    if (reads > readsAtMost || length < 0 || length > longestHeader)
      throw new RangeError('no header is that long');
    if (offset >= from && offset + length <= from + window.length)
      return window.subarray(offset - from, offset - from + length);

    windows += 1;
    if (windows > windowsAtMost) throw new RangeError('too many headers');

    const end = offset + Math.max(length, windowBytes) - 1;
    const object = await storage.get(key, { etag, signal, range: { start: offset, end } });
    if (object === null) throw new Error('the file was replaced');

    window = await buffer(object.stream);
    from = offset;

    return window.subarray(0, length);
  };
}
