/** Which files a test run regards as changed: on a branch that follows another, and on one that follows none. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { changedPaths } from '../../scripts/tests/changed-paths.ts';

let folder: string;
let original: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-changed-'));
  original = join(folder, 'original');
  await mkdir(original);
  git(original, 'init', '--quiet', '--initial-branch', 'main');
  await commitFile(original, 'kept.ts');
});
after(() => rm(folder, { recursive: true, force: true }));

function git(checkout: string, ...options: string[]): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  execFileSync('git', [...author, ...options], { cwd: checkout, stdio: 'pipe' });
}

async function commitFile(checkout: string, name: string): Promise<void> {
  await writeFile(join(checkout, name), '1\n');
  git(checkout, 'add', name);
  git(checkout, 'commit', '--quiet', '--message', `Add ${name}`);
}

test('of a branch that follows none: what is not committed, new files too', async () => {
  assert.deepEqual(changedPaths(undefined, original), []);
  await appendFile(join(original, 'kept.ts'), '2\n');
  await writeFile(join(original, 'new.ts'), '');
  assert.deepEqual(changedPaths(undefined, original), ['kept.ts', 'new.ts']);
  git(original, 'checkout', '--quiet', 'kept.ts');
  await rm(join(original, 'new.ts'));
});

test('of a clone: what it committed as well, and since a commit that is named only what followed', async () => {
  const clone = join(folder, 'clone');
  git(folder, 'clone', '--quiet', original, clone);
  await commitFile(clone, 'one.ts');
  await commitFile(clone, 'two.ts');
  await writeFile(join(clone, 'three.ts'), '');
  assert.deepEqual(changedPaths(undefined, clone), ['one.ts', 'two.ts', 'three.ts']);
  assert.deepEqual(changedPaths('HEAD~1', clone), ['two.ts', 'three.ts']);
});

test('nothing where there is no repository', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'reelsight-no-repository-'));
  assert.deepEqual(changedPaths(undefined, bare), []);
  await rm(bare, { recursive: true });
});
