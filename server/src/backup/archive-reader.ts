/** Reads a backup file member by member and verifies the checksum of each. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import tar from 'tar-stream';
import { isErrno } from '../storage/local-file.ts';
import { BackupError } from './backup-error.ts';
import {
  formatVersion,
  type Header,
  headerSchema,
  type Manifest,
  type MemberKind,
  manifestSchema,
  memberKindOf,
} from './format.ts';
import { decrypted, type Keys } from './sealing.ts';

export type Member = MemberKind & {
  readonly name: string;
  readonly sizeBytes: number;
  /** Must be read before the next member is requested; any remainder is skipped. */
  readonly body: Readable;
};

/** Maximum bytes of a member read in full, such as rows and notes. */
const longestText = 512 * 1024 * 1024;
/** Maximum bytes of the header, which only identifies the backup. */
const longestHeader = 64 * 1024;
/** Maximum bytes that the tar reader may hold in addition to the current member, such as long names. */
const mostHeldBytes = 8 * 1024 * 1024;
const headerBytes = 2048;
const magicOf = { age: 'age-encryption.org/v1', zstd: '28b52ffd' };

const isAge = (beginning: Buffer): boolean => beginning.toString('latin1').startsWith(magicOf.age);

async function beginningOf(path: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) throw new BackupError(`There is no file ${path}.`);
    if (isErrno(error, 'EISDIR', 'EACCES'))
      throw new BackupError(`${path} cannot be read: ${(error as Error).message}`);
    throw error;
  }
}

export async function textOf(member: Member, longest = longestText): Promise<string> {
  if (member.sizeBytes > longest)
    throw new BackupError(`The backup is damaged: ${member.name} is too long.`);
  const chunks: Buffer[] = [];
  for await (const chunk of member.body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export interface OpenArchive {
  readonly header: Header;
  /**
   * Yields every member between header and manifest, except checksums. Throws BackupError if the file is truncated or
   * changed.
   */
  members(): AsyncGenerator<Member>;
  /** The manifest, which is available once `members` has ended. */
  manifest(): Manifest;
  close(): void;
}

/** Throws BackupError if the file is not a backup, or cannot be read with these keys or by this version. */
export async function openArchive(
  path: string,
  keys: Keys,
  signal: AbortSignal,
): Promise<OpenArchive> {
  const extract = tar.extract();
  const closer = new AbortController();
  const checked = new CheckedMembers(path, extract);
  const bounded = boundedBy(() => checked.bytes);
  const until = AbortSignal.any([signal, closer.signal]);
  const unpacked = unpack(path, keys, [bounded, extract], until);
  unpacked.catch((error: unknown) => extract.destroy(error as Error));

  const close = (): void => {
    closer.abort();
    extract.destroy();
  };
  try {
    const members = checked.all();
    const first = await members.next();
    if (first.done || first.value.kind !== 'header')
      throw new BackupError(`${path} is no backup of Reelsight.`);

    const header = headerOf(await textOf(first.value, longestHeader));
    return { header, members: () => passOn(members), manifest: () => checked.manifest, close };
  } catch (error) {
    close();
    throw readTrouble(path, error);
  }

  async function* passOn(members: AsyncGenerator<Member>): AsyncGenerator<Member> {
    try {
      yield* members;
      // The file continues after its last member, so wait until the rest has been read too.
      await unpacked;
    } catch (error) {
      throw readTrouble(path, error);
    } finally {
      close();
    }
  }
}

async function unpack(
  path: string,
  keys: Keys,
  [bounded, extract]: readonly [Transform, tar.Extract],
  signal: AbortSignal,
): Promise<void> {
  const beginning = await beginningOf(path);
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  let zstd: Readable = file;

  if (isAge(beginning)) {
    const plain = new PassThrough();
    const plaintext = await decrypted(keys, file).catch((error: unknown) => {
      file.destroy();
      throw error;
    });
    pipeline(Readable.fromWeb(plaintext), plain, { signal }).catch(() => undefined);
    zstd = plain;
  } else if (!beginning.toString('hex').startsWith(magicOf.zstd)) {
    file.destroy();
    throw new BackupError(`${path} is no backup of Reelsight.`);
  }

  const members = extract as unknown as NodeJS.WritableStream;
  await pipeline(zstd, createZstdDecompress(), bounded, members, { signal });
}

/**
 * Fails if too many bytes arrive that belong to no member: the tar reader would buffer a name of any length, and a few
 * kB can decompress to any length.
 */
function boundedBy(membersBytes: () => number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      passed += chunk.length;
      const unclaimedBytes = passed - membersBytes();
      callback(
        unclaimedBytes > mostHeldBytes ? new Error('a name in it is too long') : null,
        chunk,
      );
    },
  });
}

function headerOf(text: string): Header {
  const rawHeader = parsed(text) as { format?: unknown; format_version?: unknown } | null;
  if (
    rawHeader?.format === 'reelsight-backup' &&
    Number(rawHeader.format_version) > formatVersion
  ) {
    throw new BackupError(
      `The backup has format ${rawHeader.format_version}; this version reads up to ${formatVersion}. Restore it with the version that made it, or a newer one.`,
    );
  }

  const header = headerSchema.safeParse(rawHeader);
  if (!header.success) throw new BackupError('The header of the backup is damaged.');

  return header.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

class CheckedMembers {
  readonly #path: string;
  readonly #extract: tar.Extract;
  /** SHA-256 of each member, by name, as long as no checksum file has confirmed it. */
  readonly #open = new Map<string, string>();
  readonly #allChecksums = createHash('sha256');
  #members = 0;
  #bytes = 0;
  #manifest: Manifest | null = null;

  constructor(path: string, extract: tar.Extract) {
    this.#path = path;
    this.#extract = extract;
  }

  /** Bytes of the tar up to the end of the current member. */
  get bytes(): number {
    return this.#bytes;
  }

  get manifest(): Manifest {
    if (this.#manifest === null) throw cutOff();
    return this.#manifest;
  }

  async *all(): AsyncGenerator<Member> {
    for await (const entry of this.#extract) {
      const { name, type, size = 0 } = entry.header;
      // Counts the member's header, possibly a long name, and the padding of its last block.
      this.#bytes += size + headerBytes;

      const kind = type === 'file' ? memberKindOf(name) : null;
      if (kind === null || this.#manifest !== null)
        throw new BackupError(
          `The backup holds ${JSON.stringify(name)}, which does not belong in one.`,
        );

      const hash = createHash('sha256');
      const body = Readable.from(this.#hashing(entry, hash), { objectMode: false });
      const member = { ...kind, name, sizeBytes: size, body };

      if (kind.kind === 'checksums') this.#confirm(await textOf(member));
      else if (kind.kind === 'manifest') this.#end(await textOf(member));
      else {
        yield member;
        for await (const _ of body);
        this.#open.set(name, hash.digest('hex'));
        this.#members += 1;
      }
    }
    if (this.#manifest === null) throw cutOff();
  }

  async *#hashing(entry: AsyncIterable<unknown>, hash: Hash): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) {
        hash.update(chunk as Buffer);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw readTrouble(this.#path, error);
    }
  }

  #confirm(text: string): void {
    this.#allChecksums.update(text);

    for (const line of text.split('\n').filter(Boolean)) {
      const [sha256, name = ''] = line.split('  ');
      if (this.#open.get(name) !== sha256)
        throw new BackupError(`The backup is damaged: ${name} is not what was backed up.`);
      this.#open.delete(name);
    }

    if (this.#open.size > 0)
      throw new BackupError(`The backup is damaged: ${[...this.#open.keys()][0]} was added to it.`);
  }

  #end(text: string): void {
    const manifest = manifestSchema.safeParse(parsed(text));
    const isIntact =
      manifest.success &&
      this.#open.size === 0 &&
      manifest.data.members === this.#members &&
      manifest.data.checksums_sha256 === this.#allChecksums.digest('hex');

    if (!isIntact) throw new BackupError('The backup is damaged: its manifest does not match it.');
    this.#manifest = manifest.data;
  }
}

const cutOff = (): BackupError =>
  new BackupError('The backup is cut off: its end is missing. It was not written to its end.');

/**
 * Turns an error while reading into a BackupError that blames the file, unless the disk or an abort by the caller
 * caused it.
 */
function readTrouble(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  if (error.name === 'AbortError' || 'syscall' in error) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  if (/unexpected end|premature/i.test(`${code} ${error.message}`)) return cutOff();
  return new BackupError(`The backup ${path} is damaged: ${error.message}`);
}
