/** The packages as somebody installs them: into an empty prefix, started by the command, used, stopped. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageAll } from '../scripts/package.ts';
import { freePort } from '../server/src/wiring/free-port.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const outside = (process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'));
/** The system's, which may be older than the server needs; what the command runs by then comes with the package. */
const Path = outside.join(':');
const installMinutes = 8;

let folder: string;
let prefix: string;
let service: ChildProcess | undefined;
/** Why nothing could be installed: the registry is not there. */
let missing: string | undefined;

before(
  async () => {
    // On a disk: the packages are larger than the memory that other tests get.
    folder = await mkdtemp(join('/tmp', 'reelsight-packages-'));
    prefix = join(folder, 'prefix');
    const names = await packageAll(folder);
    const tarballs = names.filter((name) => !name.includes('sdk')).map((name) => `./${name}`);
    const options = [
      '--ignore-scripts',
      '--prefer-offline',
      '--fetch-retries=1',
      '--prefix',
      prefix,
    ];
    const installed = run('npm', ['install', '--global', ...options, ...tarballs], {
      cwd: folder,
      env: { ...process.env, PATH: Path },
      timeout: installMinutes * 60_000,
    });
    await installed.catch((error: { stderr?: string }) => {
      const text = String(error.stderr ?? error);
      if (!/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|E40[134]/.test(text)) throw error;
      missing = `no registry of npm packages answers: ${text.split('\n')[0]}`;
    });
  },
  { timeout: (installMinutes + 1) * 60_000 },
);
after(async () => {
  service?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const packages = () => join(prefix, 'lib', 'node_modules', '@reelsight', 'server', 'node_modules');

test('it brings the packages of the checkout, and no second engines', async (t) => {
  if (missing) return t.skip(missing);
  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const { dependencies } = await read(join(packages(), '..', 'package.json'));
  for (const [name, version] of Object.entries(dependencies))
    assert.equal((await read(join(packages(), name, 'package.json'))).version, version, name);
  // 500 MB that the overrides of the checkout keep out.
  assert.ok(!existsSync(join(packages(), '@moonshine-ai', 'moonshine-js', 'node_modules')));
  const { stdout } = await run('du', ['-sm', prefix]);
  t.diagnostic(`installed size ${Number.parseInt(stdout, 10)} MB`);
});

test('it starts, does a job, shows its pages, and stops', { timeout: 300_000 }, async (t) => {
  if (missing) return t.skip(missing);
  const reelsight = join(prefix, 'bin', 'reelsight');
  const port = String(await freePort());
  const env = {
    ...{ PATH: Path, HOME: folder, PORT: port, UPLOAD_PORT: String(await freePort()) },
    REELSIGHT_HOST: '127.0.0.1',
  };
  const url = `http://localhost:${port}`;
  const check = await run(reelsight, ['migrate'], { cwd: folder, env });
  assert.match(check.stdout, /Done: the database is at schema/);
  const sinceMs = Date.now();
  service = spawn(reelsight, ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  service.stdout?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await waitFor(async () => {
    assert.equal(service?.exitCode, null, log);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  }, 120_000);
  t.diagnostic(`serves after ${((Date.now() - sinceMs) / 1000).toFixed(1)} s`);

  for (const path of ['/', '/docs', '/docs/upgrading', '/docs/images/job.png', '/openapi.json'])
    assert.equal((await fetch(url + path)).status, 200, path);
  const sample = join(root, 'media', 'sample.mp4');
  const asked = ['--json', '--capabilities', 'transcription,metadata,brands'];
  const args = ['analyze', sample, ...asked];
  const analysis = await run(reelsight, args, { cwd: folder, env: { ...env, REELSIGHT_URL: url } });
  const job = JSON.parse(analysis.stdout);
  assert.match(JSON.stringify(job), /welcome/i);
  if (outside.some((path) => existsSync(join(path, 'bwrap'))))
    assert.match(log, /sandbox \(bubblewrap\)/);

  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('the packages name no file that is not there', async (t) => {
  if (missing) return t.skip(missing);
  const server = dirname(packages());
  const files = await readdir(server, { recursive: true });
  assert.ok(!files.some((file) => file.endsWith('.ts') && !file.includes('node_modules')));
  for (const path of ['LICENSE', 'UPGRADING.md', 'console/dist/index.html'])
    assert.ok(files.includes(path), path);
});
