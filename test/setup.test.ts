/** `npm run setup` installs the Node whose digest is known, which then runs everything. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startReleaseHost } from '../server/testing/sources/release-host.ts';
import { testProgram } from '../server/testing/sources/test-ytdlp.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const root = new URL('../', import.meta.url);
const setup = (await import(new URL('scripts/setup.mjs', root).href)) as {
  readonly node24: string;
  checkNode(path: string, machine?: string): void;
  tellArrivals(folder: string, everyMs: number): () => void;
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

test('while packages come it tells how many are here', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'reelsight-setup-'));
  const packages = {
    '': {},
    'node_modules/a': {},
    'node_modules/b': {},
    'node_modules/c': { optional: true },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));

  const said = t.mock.method(console, 'error', () => undefined);
  const stopTelling = setup.tellArrivals(folder, 10);
  try {
    mkdirSync(join(folder, 'node_modules', 'a'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', 'a', 'package.json'), '{}');
    await waitFor(() => {
      const lines = said.mock.calls.map((call) => call.arguments.join(' '));
      assert.deepEqual(lines, ['setup: 1 of 2 packages are here']);
    });
  } finally {
    stopTelling();
    rmSync(folder, { recursive: true });
  }
});

test('setup fetches yt-dlp in a moment, or says why not and goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelsight-setup-'));
  const host = await startReleaseHost();
  host.add({ version: '2026.11.10', files: { 'yt-dlp': testProgram({ version: '2026.11.10' }) } });

  const key = join(folder, 'key');
  writeFileSync(key, host.signer.publicKey);

  let count = 0;
  const run = async (env: Record<string, string> = {}) => {
    const script = `(await import(${JSON.stringify(new URL('scripts/setup.mjs', root).href)})).updateLinks()`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: {
        PATH: process.env.PATH,
        REELSIGHT_LINKS_MIRROR: host.url,
        REELSIGHT_LINKS_KEY: key,
        REELSIGHT_DATA_DIR: join(folder, `data-${++count}`),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(code, 0);

    return said;
  };
  const again = { REELSIGHT_DATA_DIR: join(folder, 'data') };
  assert.match(
    await run(again),
    /^setup: looking for .*\nsetup: yt-dlp 2026\.11\.10 is used from now on/,
  );
  assert.equal(await run(again), '');
  assert.equal(await run({ REELSIGHT_LINKS_UPDATE: 'off' }), '');
  assert.equal(await run({ REELSIGHT_YTDLP: '/opt/yt-dlp' }), '');
  host.manners = 'html';
  assert.match(await run(), /^setup: no newer yt-dlp: .*is a web page.*links update/m);
  await host.close();
  assert.match(await run(), /^setup: no newer yt-dlp: .*does not answer.*links update/m);
  rmSync(folder, { recursive: true });
});
