/** What `npm run setup` installs: the program that runs everything is the one it should be. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const setup = (await import(new URL('scripts/setup.mjs', root).href)) as {
  readonly node24: string;
  checkNode(path: string, machine?: string): void;
};

test('the Node that is installed is the one whose digest is known', () => {
  assert.doesNotThrow(() => setup.checkNode(setup.node24));
  const script = readFileSync(fileURLToPath(new URL('scripts/setup.mjs', root)), 'utf8');
  const { devDependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL('package.json', root)), 'utf8'),
  ) as { devDependencies: Record<string, string> };
  assert.match(script, new RegExp(`nodeVersion = '${devDependencies.node}'`));
});

test('another one is removed, and setup fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelsight-setup-'));
  const path = join(folder, 'node');
  writeFileSync(path, 'not Node');
  assert.throws(() => setup.checkNode(path, 'linux-x64'), /SHA-256 [0-9a-f]{64}\): removed/);
  assert.equal(existsSync(path), false);
  rmSync(folder, { recursive: true });
});
