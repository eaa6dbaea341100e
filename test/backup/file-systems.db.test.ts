/** A restore when parts of the data folder are separate file systems, and when one of these is full. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { databaseKind } from '../../server/testing/database.ts';
import { launcher } from '../cli/harness.ts';
import { type Installation, installation, withDatabase } from './installation.ts';

/** A new mount namespace, whose mounts disappear when the program ends. */
const namespace = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
const mountable =
  spawnSync('unshare', [...namespace, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const skip = mountable ? false : 'this user may not mount';

let folder: string;
let source: Installation;
let file: string;
const targets: Installation[] = [];

before(async () => {
  if (skip) return;

  folder = await mkdtemp(join(tmpdir(), 'reelsight-mounts-'));
  file = join(folder, 'one.tar.zst');
  source = await withDatabase(await installation());
  await source.start();
  await source.admin().workspaces.create({ name: 'Acme', email: 'a@example.com', plan: 'pro' });

  const frames = join(source.dataDir, 'storage', 'frames', 'ws_1');
  await mkdir(frames, { recursive: true });
  await writeFile(join(frames, 'noise.bin'), randomBytes(8_000_000));

  const { code, stderr } = await source.run(['backup', file]);
  assert.equal(code, 0, stderr);
});
after(async () => {
  for (const one of [source, ...targets]) await one?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function target(): Promise<Installation> {
  const one = await installation();
  targets.push(one);
  return one;
}

/** Runs shell commands in which `reelsight` is the command line. Mounts are undone at the end. */
function within(one: Installation, commands: string): { output: string; status: number | null } {
  const script = `reelsight() { "$NODE" "${launcher}" "$@"; }\ncd "$DATA"\n${commands}`;
  const { stdout, stderr, status } = spawnSync('unshare', [...namespace, 'bash', '-c', script], {
    env: { ...one.env, NODE: process.execPath, DATA: one.dataDir, FILE: file, HOME: folder },
    encoding: 'utf8',
  });
  return { output: stdout + stderr, status };
}

async function prepared(): Promise<Installation> {
  const one = await target();
  await mkdir(one.dataDir, { recursive: true });
  return one;
}

describe('A storage that is a mount point', { skip }, () => {
  test('is restored into, and what was in it is replaced', async () => {
    const one = await prepared();
    const { output, status } = within(
      one,
      `set -e
       mkdir storage && mount -t tmpfs none storage
       mkdir -p storage/frames/old && echo old > storage/frames/old/one
       reelsight restore --discard "$FILE"
       find storage -type f; ls -A . storage
       reelsight backup --overwrite again.tar.zst`,
    );

    assert.equal(status, 0, output);
    assert.match(output, /storage\/frames\/ws_1\/noise\.bin/);
    assert.ok(!output.includes('frames/old') && !output.includes('.restore'), output);
    assert.match(output, /again\.tar\.zst: 0 jobs, \d+ rows, 1 files/);
  });

  test('with another one inside is refused before anything is written', async () => {
    const one = await prepared();
    const { output } = within(
      one,
      `mkdir -p storage/frames && mount -t tmpfs none storage/frames
       echo old > storage/frames/one
       reelsight restore --discard "$FILE"; echo "code $?"
       cat storage/frames/one; ls -A`,
    );

    assert.match(output, /frames is a mount point, so a restore cannot replace/);
    assert.match(output, /code 1\nold\n/);
    assert.ok(!/^restore$/m.test(output), output);
  });
});

describe('A full disk', { skip }, () => {
  /** Restores into a data folder in which `path` is a file system of this size, which is too small. */
  async function refused(path: string, size: string): Promise<void> {
    const one = await prepared();
    const { output } = within(
      one,
      `mkdir -p ${path} storage && mount -t tmpfs -o size=${size} none ${path}
       mkdir -p storage/frames/old && echo old > storage/frames/old/one
       reelsight restore --discard "$FILE"; echo "code $?"
       find storage -type f; ls -A . ${path}`,
    );

    assert.match(output, /^The disk is full: .* What was there is as it was\.$/m);
    assert.match(output, /code 1\nstorage\/frames\/old\/one\n/);
    assert.ok(!/\n\s+at /.test(output), 'a message, not a stack');
    assert.ok(!/^(\.restore|restore)$/m.test(output), output);
  }

  test('of the storage ends a restore with a message and leaves what was there', () =>
    refused('storage', '3m'));

  test('ends a backup with a message, and nothing is left of it', async () => {
    // Stopped, because the service could not answer while the commands block this process.
    await source.stop();
    const { output } = within(
      source,
      `mkdir small && mount -t tmpfs -o size=2m none small
       reelsight backup small/one.tar.zst; echo "code $?"
       ls -A small; umount small; rmdir small`,
    );
    // The message and nothing else: the exit code was 1, and `ls` shows no file.
    assert.match(
      output.replace(/^code 1\n/m, ''),
      /^The disk is full; the backup \S+ was not made\.\n$/,
    );
  });

  if (databaseKind === 'pglite')
    test('of the database, while it is made and while rows are written', async () => {
      await refused('database', '8m');
    });
});
