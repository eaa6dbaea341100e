/** Unpacks the font in a WOFF file, because fontkit would otherwise decompress its tables again for each letter. */
import { inflateSync } from 'node:zlib';

const headBytes = 44;

/** Follows W3C WOFF 1.0: each table is compressed with zlib on its own, unless that did not make it smaller. */
export function fontOfWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');

  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = headBytes + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((by) => woff.readUInt32BE(entry + by));
    const bytes = woff.subarray(offset, (offset as number) + (packed as number));

    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed === length ? bytes : inflateSync(bytes),
    };
  });
  const head = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);

  for (const [index, value] of [
    count,
    power * 16,
    Math.log2(power),
    (count - power) * 16,
  ].entries())
    head.writeUInt16BE(value, 4 + index * 2);

  const bodies: Buffer[] = [];
  let place = head.length;

  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + index * 16;
    tag.copy(head, entry);
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(place, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);

    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    bodies.push(bytes, padding);
    place += bytes.length + padding.length;
  }

  return Buffer.concat([head, ...bodies]);
}
