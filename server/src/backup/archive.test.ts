/** The file of a backup is either read whole or refused, and an encrypted file can only be read with its key. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, readlinkSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import tar from 'tar-stream';
import { waitFor } from '../../testing/wait-for.ts';
import { openArchive, textOf } from './archive-reader.ts';
import { ArchiveWriter, sha256OfFile } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import type { Header } from './format.ts';
import type { Keys, Seal } from './sealing.ts';

const signal = new AbortController().signal;
const open: Seal = { recipients: [], passphrase: null };
const noKeys: Keys = { identities: [], passphrase: null };
const header: Header = {
  format: 'reelsight-backup',
  format_version: 1,
  version: '9.8.7',
  schema: '0001_foundation.sql',
  created_at: '2026-11-12T09:30:00.000Z',
  database: 'pglite',
  storage: 'files',
  with_files: true,
};
const counts = { tables: { jobs: 2 }, tasks: 0, files: 1, file_bytes: 300_000 };
const picture = randomBytes(300_000);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-archive-'));
});
after(() => rm(folder, { recursive: true, force: true }));

let made = 0;
const newPath = (): string => {
  made += 1;
  return join(folder, `${made}.tar.zst`);
};

async function write(seal: Seal = open, path = newPath(), overwrite = false): Promise<string> {
  const archive = await ArchiveWriter.open(path, new Date(), { seal, overwrite, signal });
  try {
    await archive.add('header.json', JSON.stringify(header));
    await archive.add('tables/jobs/000001.jsonl', '{"id":1}\n{"id":2}\n');
    await archive.addStream('files/frames/a/b.jpg', picture.length, Readable.from([picture]));

    const { bytes, sha256 } = await archive.finish(counts);
    assert.equal(sha256, await sha256OfFile(path, signal));
    assert.equal(bytes, (await readFile(path)).length);

    return path;
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** Names and texts of all members. */
async function read(path: string, keys: Keys = noKeys): Promise<Record<string, string>> {
  const archive = await openArchive(path, keys, signal);
  const all: Record<string, string> = {};
  for await (const member of archive.members()) all[member.name] = await textOf(member);
  assert.deepEqual(archive.header, header);
  const { tables, tasks, files, file_bytes } = archive.manifest();
  assert.deepEqual({ tables, tasks, files, file_bytes }, counts);
  return all;
}

const refused = (work: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof BackupError, error.stack);
    assert.match(error.message, message);
    return true;
  });

test('a backup gives back what was written, and a reader may leave members unread', async () => {
  const path = await write();
  const all = await read(path);
  assert.deepEqual(Object.keys(all), ['tables/jobs/000001.jsonl', 'files/frames/a/b.jpg']);
  assert.equal(all['tables/jobs/000001.jsonl'], '{"id":1}\n{"id":2}\n');
  const archive = await openArchive(path, noKeys, signal);
  for await (const _ of archive.members());
  assert.equal(archive.manifest().members, 3);
});

test('a file of that name is only replaced if that is wanted, and a failed backup leaves nothing', async () => {
  const path = await write();
  const first = await readFile(path);

  await refused(write(open, path), /exists already/);
  assert.deepEqual(await readFile(path), first);
  await write(open, path, true);
  await refused(write(open, join(folder, 'none', 'a.tar.zst')), /is not there/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  );
});

test('two backups at once to one file: the second is refused and the first is whole', async () => {
  const path = newPath();
  const options = { seal: open, overwrite: true, signal };
  const first = await ArchiveWriter.open(path, new Date(), options);

  await first.add('header.json', JSON.stringify(header));
  await refused(write(open, path, true), /Another backup writes/);
  await first.add('tables/jobs/000001.jsonl', '{"id":1}\n{"id":2}\n');
  await first.addStream('files/frames/a/b.jpg', picture.length, Readable.from([picture]));
  await first.finish(counts);
  await read(path);
});

test('what a killed backup left, or somebody put in its place, is neither written to nor kept', async () => {
  const path = newPath();
  const partial = `${path}.partial`;
  const long = new Date(Date.now() - 3_600_000);

  await writeFile(partial, 'cut off', { mode: 0o666 });
  await chmod(partial, 0o666);
  await utimes(partial, long, long);
  await write(open, path);
  assert.equal((await stat(path)).mode & 0o777, 0o600);

  const elsewhere = join(folder, 'elsewhere');
  await writeFile(elsewhere, 'as it was');
  await symlink(elsewhere, partial);
  await write(open, path, true);
  assert.equal(await readFile(elsewhere, 'utf8'), 'as it was');
  assert.ok((await lstat(path)).isFile());
});

describe('what claims to be a backup takes no more than it is worth', () => {
  test('a name or a header of any length is refused before it is held', async () => {
    const path = newPath();
    for (const [name, type] of [
      ['header.json', '0'],
      ['PaxHeader', 'x'],
      ['././@LongLink', 'L'],
    ] as const) {
      await pipeline(tarOfZeros(name, type, 400), createZstdCompress(), createWriteStream(path));
      const before = process.memoryUsage().rss;
      let peak = before;
      const timer = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 10);
      await refused(openArchive(path, noKeys, signal), /too long/).finally(() =>
        clearInterval(timer),
      );
      assert.ok(peak - before < 200_000_000, `${type}: ${peak - before} bytes`);
    }
  });

  test('a backup that its keys do not open is not held open', {
    skip: existsSync('/proc/self/fd') ? false : 'this system does not show open files',
  }, async () => {
    const path = newPath();
    const recipient = await identityToRecipient(await generateIdentity());
    const sealed = await ArchiveWriter.open(path, new Date(), {
      seal: { recipients: [recipient], passphrase: null },
      overwrite: true,
      signal,
    });
    await sealed.add('header.json', JSON.stringify(header));
    await sealed.add('files/noise', randomBytes(4_000_000));
    await sealed.finish(counts);

    const identity = await generateIdentity();
    await refused(openArchive(path, { ...noKeys, identities: [identity] }, signal), /not open/);
    await refused(openArchive(path, noKeys, signal), /is encrypted/);
    await waitFor(() => {
      const open = readdirSync('/proc/self/fd').map((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`);
        } catch {
          return '';
        }
      });
      assert.ok(!open.includes(path));
    }, 5000);
  });
});

/** A tar with one entry that contains this many megabytes of zeros. */
async function* tarOfZeros(name: string, type: string, megabytes: number): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('000600 \0' + '000000 \0' + '000000 \0', 100, 'latin1');
  head.write(`${(megabytes * 1_000_000).toString(8).padStart(11, '0')} `, 124);
  head.write('00000000000 ', 136);
  head.write('        ', 148);
  head.write(type, 156);
  head.write('ustar\x0000', 257, 'latin1');

  const sum = head.reduce((all, one) => all + one, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  yield head;

  const zeros = Buffer.alloc(1_000_000);
  for (let index = 0; index < megabytes; index++) yield zeros;
}

describe('what was damaged is refused', () => {
  test('a file cut off anywhere', async () => {
    const whole = await readFile(await write());
    const path = newPath();
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      await writeFile(path, whole.subarray(0, Math.floor(whole.length * share)));
      await refused(read(path), /cut off|damaged|no backup/);
    }
  });

  test('a member that was changed, removed or added', async () => {
    const plain = zstdDecompressSync(await readFile(await write()));
    const path = newPath();
    const changed = Buffer.from(plain);
    changed[plain.indexOf('{"id":2}') + 6] = '3'.charCodeAt(0);
    await writeFile(path, zstdCompressSync(changed));
    await refused(read(path), /tables\/jobs\/000001\.jsonl is not what was backed up/);

    const index = plain.indexOf('tables/jobs');
    await writeFile(
      path,
      zstdCompressSync(Buffer.concat([plain.subarray(0, index), plain.subarray(index + 1024)])),
    );
    await refused(read(path), /damaged/);
    await writeFile(
      path,
      zstdCompressSync(await packed([['header.json', JSON.stringify(header)]])),
    );
    await refused(read(path), /cut off/);
  });

  test('a name that leads out of the folder, or a link', async () => {
    for (const name of [
      '/etc/passwd',
      'files/../../x',
      'files/.writing/x',
      'tables/../x/000001.jsonl',
    ]) {
      const path = newPath();
      const bytes = await packed([
        ['header.json', JSON.stringify(header)],
        [name, 'x'],
      ]);
      await writeFile(path, zstdCompressSync(bytes));
      await refused(read(path), /does not belong in one/);
    }

    const path = newPath();
    const pack = tar.pack();
    pack.entry({ name: 'header.json' }, JSON.stringify(header));
    pack.entry({ name: 'files/a/b', type: 'symlink', linkname: '/etc/passwd' });
    pack.finalize();
    await writeFile(path, zstdCompressSync(await bytesOf(pack)));
    await refused(read(path), /does not belong in one/);
  });

  test('what is no backup, and a format that is not known yet', async () => {
    const path = newPath();
    await writeFile(path, 'hello');
    await refused(read(path), /is no backup/);
    await refused(read(join(folder, 'none')), /There is no file/);
    await writeFile(path, zstdCompressSync(await packed([['files/a/b', 'x']])));
    await refused(read(path), /is no backup/);

    const later = { format: 'reelsight-backup', format_version: 2 };
    await writeFile(path, zstdCompressSync(await packed([['header.json', JSON.stringify(later)]])));
    await refused(read(path), /format 2; this version reads up to 1/);
  });
});

async function packed(members: readonly (readonly [string, string])[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const [name, text] of members) pack.entry({ name }, text);
  pack.finalize();
  return bytesOf(pack);
}

async function bytesOf(pack: tar.Pack): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('an encrypted backup', () => {
  test('opens with its passphrase, and with nothing else', async () => {
    const passphrase = 'correct horse battery';
    const path = await write({ recipients: [], passphrase });
    assert.ok((await readFile(path)).toString('latin1').startsWith('age-encryption.org/v1'));
    assert.ok(!(await readFile(path)).includes('reelsight-backup'));
    assert.equal(Object.keys(await read(path, { identities: [], passphrase })).length, 2);
    await refused(read(path, { identities: [], passphrase: 'wrong' }), /does not open/);
    await refused(read(path), /is encrypted/);
  });

  test('opens with the private key of any recipient', async () => {
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => generateIdentity()));
    assert.ok(one && two && other);

    const recipients = await Promise.all([one, two].map(identityToRecipient));
    const path = await write({ recipients, passphrase: null });

    for (const identity of [one, two])
      assert.equal(
        Object.keys(await read(path, { identities: [identity], passphrase: null })).length,
        2,
      );

    await refused(read(path, { identities: [other], passphrase: null }), /does not open/);
    await refused(read(path, { identities: ['x'], passphrase: null }), /AGE-SECRET-KEY-1/);
  });

  test('was changed or cut off: refused', async () => {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)];
    const whole = await readFile(await write({ recipients, passphrase: null }));
    const keys = { identities: [identity], passphrase: null };
    const path = newPath();
    const changed = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);

    changed[middle] = (changed[middle] ?? 0) ^ 1;
    await writeFile(path, changed);
    await refused(read(path, keys), /damaged|cut off/);
    await writeFile(path, whole.subarray(0, middle));
    await refused(read(path, keys), /damaged|cut off/);
  });

  test('for a recipient that is none: refused before anything is written', async () => {
    const path = newPath();
    await refused(write({ recipients: ['age1nonsense'], passphrase: null }, path), /no recipient/);
    assert.ok(!existsSync(path) && !existsSync(`${path}.partial`));
  });
});
