/**
 * Runs docs/links.md, "Links that keep working": its commands against a local host of releases, its settings, and its
 * mirror.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import {
  type ReleaseHostServer,
  startReleaseHost,
} from '../server/testing/sources/release-host.ts';
import { testProgram } from '../server/testing/sources/test-ytdlp.ts';

const program = fileURLToPath(new URL('../cli/bin/reelsight.mjs', import.meta.url));
const blocks = await codeBlocks('docs/links.md');
const block = (heading: string): string =>
  blocks.find((one) => one.heading === heading)?.text ?? assert.fail(heading);

let folder: string;
let host: ReleaseHostServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-fresh-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const script = `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`;
  await writeFile(join(bin, 'reelsight'), script, { mode: 0o755 });
  host = await startReleaseHost();
  await writeFile(join(folder, 'key'), host.signer.publicKey);
});
after(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const add = (version: string): void =>
  host.add({ version, files: { 'yt-dlp': testProgram({ version }) } });

/** Runs a script with `npx reelsight` replaced by this checkout's command, which skips npm's search for it. */
async function bash(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const typed = script.replaceAll('npx reelsight', 'reelsight');
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', typed], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      REELSIGHT_DATA_DIR: join(folder, 'data'),
      REELSIGHT_LINKS_MIRROR: host.url,
      REELSIGHT_LINKS_KEY: join(folder, 'key'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  assert.equal(code, 0, `${out}\n${error}`);

  return out + error;
}

test('look, update and go back', async () => {
  const commands = block('Look, update, go back');
  add('2026.10.01');
  const first = await bash(commands);
  assert.match(first, /^In use .*of the system/m);
  assert.match(first, /^yt-dlp 2026\.10\.01 is used from now on/m);
  assert.match(first, /no release before/);
  add('2026.11.10');

  const second = await bash(commands);
  assert.match(second, /^In use +2026\.10\.01, \d+ days old, of the data folder/m);
  assert.match(second, /^yt-dlp 2026\.11\.10 is used .*; before, 2026\.10\.01/m);
  assert.match(second, /^yt-dlp 2026\.10\.01 is used again/m);

  const [, one = ''] = /one release: (.*)$/m.exec(commands) ?? [];
  assert.match(await bash(one), /^yt-dlp 2026\.11\.10 is used from now on/m);

  const doctor = await bash('reelsight doctor || true');
  assert.match(doctor, /yt-dlp +2026\.11\.10, \d+ days old, of the data folder/);
});

test('the settings are settings', () => {
  const lines = block('Settings')
    .trim()
    .split('\n')
    .map((line) => /^(\w+)='?(.*?)'?$/.exec(line)?.slice(1) ?? assert.fail(line));
  const { releases } = readConfig(Object.fromEntries(lines)).sources;
  assert.equal(releases.updates, 'daily');
  assert.match(releases.canary ?? '', /^https:\/\/www\.youtube\.com\/watch\?v=.{11}$/);
});

test('a release that was copied to a web server is a mirror', async () => {
  add('2026.11.17');
  const copy = block('Without Internet access');
  assert.match(copy, /https:\/\/github\.com\/yt-dlp\/yt-dlp\/releases/);
  await bash(copy.replace('https://github.com/yt-dlp/yt-dlp', host.url));

  const server = createServer(async ({ url = '' }, response) => {
    const file = await readFile(join(folder, 'mirror', url)).catch(() => null);
    response.writeHead(file ? 200 : 404).end(file ?? undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = await bash('reelsight links update', { REELSIGHT_LINKS_MIRROR: address });
  assert.match(said, /^yt-dlp 2026\.11\.17 is used from now on/m);
  server.close();
});
