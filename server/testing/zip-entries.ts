/** Reads the members of a ZIP file (APPNOTE 4.3) by means of its central directory. */
import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';

export function zipEntries(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  assert.ok(end > 0, 'the file is whole');

  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const name = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);

    const bytes = zip.subarray(from, from + size);
    const path = zip.toString('utf8', at + 46, at + 46 + name);
    assert.ok(!entries.has(path), `${path} is there twice`);
    entries.set(path, method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }

  return entries;
}
