/** Reads the length of a webm file: its stated duration, or else the time of its last block (RFC 9559). */
import type { ReadAt } from './read-at.ts';

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Undefined if the element extends until another element begins. */
  readonly size: number | undefined;
}

/** The length in seconds; null if it is not found within `mostElements` elements. */
export async function matroskaSeconds(
  readAt: ReadAt,
  size: number,
  mostElements: number,
): Promise<number | null> {
  const elements = elementReader(readAt);
  let scale = 1_000_000;
  let clusterUnits = 0;
  let lastUnits = 0;
  let position = 0;
  for (let count = 0; position < size; count += 1) {
    if (count >= mostElements) return null;

    const { id, start, size: length } = await elements(position);
    position = start;

    // The elements inside these are read too; all other elements are skipped as a whole.
    if (id === ids.segment || id === ids.info || id === ids.cluster || id === ids.blockGroup)
      continue;
    if (length === undefined) return null;

    if (id === ids.timestampScale) scale = unsigned(await readAt(start, length));
    else if (id === ids.duration) return (float(await readAt(start, length)) * scale) / 1e9;
    else if (id === ids.timestamp) clusterUnits = unsigned(await readAt(start, length));
    else if (id === ids.simpleBlock || id === ids.block)
      lastUnits = Math.max(lastUnits, clusterUnits + (await blockTime(readAt, start)));

    position = start + length;
  }

  return (lastUnits * scale) / 1e9 || null;
}

/** Reads the headers of elements through a buffer, so that a long file does not need a read for every header. */
function elementReader(readAt: ReadAt): (position: number) => Promise<Element> {
  const windowBytes = 65_536;
  let from = 0;
  let window: Buffer = Buffer.alloc(0);

  return async (position) => {
    if (position < from || position + 12 > from + window.length) {
      from = position;
      window = await readAt(position, windowBytes);
    }

    const data = window.subarray(position - from);
    const idBytes = Math.clz32(data.readUInt8(0)) - 23;
    const sizeBytes = Math.clz32(data.readUInt8(idBytes)) - 23;
    if (idBytes > 4 || sizeBytes > 8) throw new RangeError('no element');

    const start = position + idBytes + sizeBytes;
    const id = data.readUIntBE(0, idBytes);
    const field = data.subarray(idBytes, idBytes + sizeBytes);
    const bits = field.length * 7;
    const value = [...field].reduce(
      (sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xff >> sizeBytes) : byte),
      0,
    );

    return { id, start, size: value === 2 ** bits - 1 ? undefined : value };
  };
}

async function blockTime(readAt: ReadAt, start: number): Promise<number> {
  const data = await readAt(start, 11);
  const trackBytes = Math.clz32(data.readUInt8(0)) - 23;
  return data.readInt16BE(trackBytes);
}

const unsigned = (data: Buffer): number => [...data].reduce((sum, byte) => sum * 256 + byte, 0);

const float = (data: Buffer): number =>
  data.length === 4 ? data.readFloatBE(0) : data.readDoubleBE(0);
