/** For tests: changes a backup so that its checksums no longer match. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import tar from 'tar-stream';

/** Returns the backup with the text of one member changed and its checksums left as they were. */
export async function withChangedMember(
  backup: Buffer,
  name: string,
  change: (text: string) => string,
): Promise<Buffer> {
  const extract = tar.extract();
  const pack = tar.pack();
  extract.end(zstdDecompressSync(backup));

  for await (const entry of extract) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isIt = entry.header.name === name;
    pack.entry({ name: entry.header.name }, isIt ? Buffer.from(change(bytes.toString())) : bytes);
  }

  pack.finalize();
  const packed: Buffer[] = [];
  for await (const chunk of pack) packed.push(chunk as Buffer);

  return zstdCompressSync(Buffer.concat(packed));
}
