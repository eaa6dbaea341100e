/** Reads files from Qt's compiled resources (`.rcc`), the form in which GCompris ships its pictures. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const compressed = 1;
const folder = 2;

/** Reads the files from a resource file, keyed by their path in it. Throws if the file has another format. */
export function qtResources(path: string): Map<string, Buffer> {
  const data = readFileSync(path);
  if (data.toString('latin1', 0, 4) !== 'qres') throw new Error(`${path} holds no Qt resources`);

  const [version, tree, contents, names] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const entryBytes = version === 1 ? 14 : 22;
  const files = new Map<string, Buffer>();

  function nameAt(offset: number): string {
    const length = data.readUInt16BE(names + offset);
    const from = names + offset + 6;
    return Buffer.from(data.subarray(from, from + length * 2))
      .swap16()
      .toString('utf16le');
  }

  function visit(entry: number, parent: string): void {
    const at = tree + entry * entryBytes;
    const own = entry === 0 ? '' : `${parent}/${nameAt(data.readUInt32BE(at))}`;
    const flags = data.readUInt16BE(at + 4);
    if (flags & folder) {
      const count = data.readUInt32BE(at + 6);
      const first = data.readUInt32BE(at + 10);
      for (let child = first; child < first + count; child++) visit(child, own);
      return;
    }

    const from = contents + data.readUInt32BE(at + 10);
    const raw = data.subarray(from + 4, from + 4 + data.readUInt32BE(from));
    files.set(own, flags & compressed ? inflateSync(raw.subarray(4)) : raw);
  }

  visit(0, '');

  return files;
}
