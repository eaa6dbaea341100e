/** Runs docs/install.md as it is written, in a copy of the checkout. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { copyCheckout, shellIn } from '../server/testing/checkout.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const typed = async (file: string) =>
  (await codeBlocks(file)).filter(({ language }) => language === 'sh').map(({ text }) => text);
// The second block, which installs a release's packages, is run by server-package.test.ts.
const [byNpm = '', _byPackages, byFile = '', probes = '', ...others] =
  await typed('docs/install.md');
/** Lines that fit on one screen of a terminal, with the line that says for whom the page is. */
const mostLines = 48;

let folder: string;
let checkout: string;
let postgres: TestPostgres;
const started: ChildProcess[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-install-'));
  [checkout, postgres] = await Promise.all([copyCheckout(folder), startPostgres()]);
});
after(async () => {
  await Promise.all(started.map(stop));
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const isThere = ({ pid }: ChildProcess): boolean => {
  try {
    return process.kill(0 - (pid ?? 0), 0);
  } catch {
    return false;
  }
};

/** Ends the shell and all processes that it started. */
async function stop(shell: ChildProcess): Promise<void> {
  if (!isThere(shell)) return;
  process.kill(0 - (shell.pid ?? 0), 'SIGTERM');
  await waitFor(() => assert.ok(!isThere(shell)));
}

async function place(name: string) {
  const port = await freePort();
  const env = {
    HOME: folder,
    PORT: String(port),
    UPLOAD_PORT: String(await freePort()),
    REELSIGHT_DATA_DIR: join(folder, name),
  };
  return { url: `http://localhost:${port}`, port, env };
}

/** Starts a script and returns its growing output. The script ends at the first command that fails. */
function type(script: string, env: Readonly<Record<string, string>>) {
  const shell = shellIn(checkout, `set -eu -o pipefail\n${script}`, env);
  started.push(shell);
  const written = { shell, output: '' };
  shell.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.output += text;
  });
  return written;
}

async function ready(written: { shell: ChildProcess; output: string }, url: string) {
  await waitFor(async () => {
    assert.equal(written.shell.exitCode, null, written.output);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  });
}

test('a service installed by npm starts, and says that it is well', {
  timeout: 400_000,
}, async () => {
  const { url, port, env } = await place('data');
  const service = type(byNpm, env);
  await ready(service, url);
  assert.match(service.output, /sign-up#code=/);
  assert.equal(others.length, 0);

  const { shell, output } = type(probes.replaceAll('localhost:8080', `localhost:${port}`), env);
  const [code] = await once(shell, 'close');
  assert.equal(code, 0, output);
  await stop(service.shell);
});

test('the probes fail where nothing runs', { timeout: 100_000 }, async () => {
  const { port, env } = await place('none');
  const { shell } = type(`${probes.replaceAll('localhost:8080', `localhost:${port}`)} 2>&1`, env);
  const [code] = await once(shell, 'close');
  assert.notEqual(code, 0);
});

test('a secret in a file leads to its database', { timeout: 300_000 }, async () => {
  const { url, env } = await place('with-postgres');
  const secret = join(folder, 'database-url');
  await writeFile(secret, `${postgres.url}\n`);
  const service = type(byFile.replace('/run/secrets/database-url', secret), env);
  await ready(service, url);
  assert.match(await (await fetch(`${url}/readyz`)).text(), /"database":"ok"/);
  await stop(service.shell);
});

test('each question of a self-hoster has its answer on one screen', async () => {
  const answers = [
    { page: 'install', from: '# Install', to: '## Keep it running' },
    { page: 'install', from: '## Keep it running', to: '## Containers and systemd' },
    { page: 'links', from: '## Links that keep working', to: null },
    { page: 'backup', from: '# Backup and restore', to: null },
    { page: 'upgrading', from: '# Upgrading', to: null },
  ];

  for (const { page, from, to } of answers) {
    const text = await readFile(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
    const start = text.indexOf(`${from}\n`);
    const end = to === null ? text.length : text.indexOf(`${to}\n`);
    assert.ok(start >= 0 && end > start, `docs/${page}.md: ${from} to ${to}`);

    const lines = text.slice(start, end).trim().split('\n').length;
    assert.ok(lines <= mostLines, `docs/${page}.md, ${from}: ${lines} lines`);
  }
});
