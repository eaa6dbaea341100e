/** For tests: MP4 files composed box by box, in ways in which no real program writes them. */

export function box(type: string, ...content: readonly (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((one) => Buffer.from(one)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
}

/** Replaces the box at this path, and corrects the sizes of the boxes around it. */
export function replaceBox(
  file: Buffer,
  path: readonly string[],
  made: (old: Buffer) => Buffer,
): Buffer {
  const [type, ...inner] = path;
  for (let at = 0; at + 8 <= file.length; ) {
    const size = file.readUInt32BE(at) || file.length - at;

    if (file.toString('latin1', at + 4, at + 8) === type) {
      const old = file.subarray(at, at + size);
      const changed =
        inner.length === 0 ? made(old) : box(type, replaceBox(old.subarray(8), inner, made));
      return Buffer.concat([file.subarray(0, at), changed, file.subarray(at + size)]);
    }

    at += size;
  }

  throw new Error(`no ${type}`);
}
