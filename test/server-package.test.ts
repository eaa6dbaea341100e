/**
 * The packages as a user installs them (docs/install.md): into an empty prefix, where every program is run, used and
 * stopped.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverPrograms } from '../cli/src/server-programs.ts';
import { packageAll } from '../scripts/package.ts';
import { readMigrations } from '../server/src/db/schema/migrations.ts';
import { docsPages, docsPath } from '../server/src/http/docs/contents.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const outside = (process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'));
/**
 * The system's search path. Its Node may be older than the server needs, because the package brings the Node that runs
 * the server.
 */
const Path = outside.join(':');
const installMinutes = 8;

let folder: string;
let prefix: string;
let service: ChildProcess | undefined;
/** Why nothing could be installed: the registry cannot be reached. */
let missing: string | undefined;
/** Output of `reelsight doctor` right after the installation. */
let doctor: string | undefined;

before(
  async () => {
    // On a disk, because the packages need more memory than other tests get.
    folder = await mkdtemp(join('/tmp', 'reelsight-packages-'));
    prefix = join(folder, 'prefix');
    await packageAll(folder);

    const blocks = await codeBlocks('docs/install.md');
    const typed = blocks.find(({ heading }) => heading.startsWith('From the packages'))?.text;
    assert.match(typed ?? '', /npm install --global/);

    const installed = run('bash', ['-euc', typed ?? ''], {
      cwd: folder,
      env: {
        ...process.env,
        ...env(),
        npm_config_prefix: prefix,
        npm_config_prefer_offline: 'true',
        npm_config_fetch_retries: '1',
      },
      timeout: installMinutes * 60_000,
    });
    doctor = (
      await installed.catch((error: { stderr?: string }) => {
        const text = String(error.stderr ?? error);
        if (!/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|E40[134]/.test(text)) throw error;
        missing = `no registry of npm packages answers: ${text.split('\n')[0]}`;
      })
    )?.stdout;
  },
  { timeout: (installMinutes + 1) * 60_000 },
);
after(async () => {
  service?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Environment of the user who types the commands: the system's Node, and the data in a separate folder. */
const env = (data = 'data'): Readonly<Record<string, string>> => ({
  PATH: `${join(prefix, 'bin')}:${Path}`,
  HOME: folder,
  REELSIGHT_DATA_DIR: join(folder, data),
  REELSIGHT_HOST: '127.0.0.1',
});
const command = () => join(prefix, 'bin', 'reelsight');
const reelsight = (args: readonly string[], data?: string) =>
  run(command(), [...args], { cwd: folder, env: env(data) });

const server = () => join(prefix, 'lib', 'node_modules', '@reelsight', 'server');
const packages = () => join(server(), 'node_modules');

test('it brings the packages of the checkout, and nothing that it does not use', async (t) => {
  if (missing) return t.skip(missing);

  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const { dependencies } = await read(join(server(), 'package.json'));
  for (const [name, version] of Object.entries(dependencies))
    assert.equal((await read(join(packages(), name, 'package.json'))).version, version, name);
  const all = await readdir(packages(), { recursive: true });

  // `onnxruntime-web` is ONNX Runtime for browsers, 300 MB. The packages of moonshine-js are 500 MB; in the checkout,
  // overrides keep them out.
  for (const name of ['onnxruntime-web', '@moonshine-ai/moonshine-js/node_modules'])
    assert.deepEqual(
      all.filter((path) => path.endsWith(name)),
      [],
    );

  const { stdout } = await run('du', ['-sm', prefix]);
  const megabytes = Number.parseInt(stdout, 10);
  t.diagnostic(`installed size ${megabytes} MB`);
  assert.ok(megabytes < 1150, `${megabytes} MB`);
});

test('all that its code names is there', async (t) => {
  if (missing) return t.skip(missing);

  const files = await readdir(server(), { recursive: true });
  const own = files.filter((file) => !file.startsWith('node_modules'));
  assert.ok(!own.some((file) => file.endsWith('.ts')));

  for (const path of ['LICENSE', 'UPGRADING.md', 'console/dist/index.html'])
    assert.ok(own.includes(path), path);
  for (const { file } of docsPages) assert.ok(own.includes(file), file);

  for (const path of Object.values(serverPrograms))
    assert.ok(own.includes(join('server/src', ...path).replace(/\.ts$/, '.js')), path.join('/'));

  for (const { name } of await readMigrations())
    assert.ok(own.includes(`server/src/db/migrations/${name}`), name);

  const outside = new Set<string>();
  let inside = 0;

  for (const file of own.filter((name) => /^(contract|server|sdk|mcp)\/.*\.js$/.test(name)))
    for (const named of namesIn(await readFile(join(server(), file), 'utf8'))) {
      if (!named.startsWith('.')) outside.add(named);
      else assert.ok(existsSync(join(server(), dirname(file), named)), `${file}: ${named}`);
      inside += 1;
    }

  assert.ok(inside > 2000 && outside.size > 30, `${inside} in code, ${outside.size} packages`);
  const script = join(server(), 'server', 'resolve.mjs');
  const resolve = 'for (const name of process.argv.slice(2)) import.meta.resolve(name);';
  await writeFile(script, `${resolve}\nawait import('@huggingface/transformers');\n`);
  await run(process.execPath, [script, ...outside]).finally(() => rm(script));
});

/** Files and packages that a file imports, starts as a thread or process, or reads by a path relative to itself. */
function namesIn(code: string): string[] {
  const patterns = [
    /^(?:import|export)\b[^'"`;=()]*?\bfrom\s+['"]([^'"]+)['"]/gm,
    /^import\s+['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
    /new URL\(['"](\.[^'"$]*\.\w+|[\w-]+\.\w+)['"], import\.meta\.url\)/g,
  ];
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([all, name = '']) =>
      all.startsWith('new URL') && !name.startsWith('.') ? `./${name}` : name,
    ),
  );
}

test('every program of the server runs', { timeout: 400_000 }, async (t) => {
  if (missing) return t.skip(missing);

  assert.match(doctor ?? '', /^ok +database +embedded/m);
  assert.match(doctor ?? '', /^ok +data folder/m);
  assert.match((await reelsight(['migrate'])).stdout, /Done: the database is at schema/);
  assert.match((await reelsight(['migrate', '--check'])).stdout, /^Up to date/);
  assert.match((await reelsight(['doctor'])).stdout, /at schema \d+, up to date/);
  assert.match((await reelsight(['models', 'list'])).stdout, /^whisper-base /m);

  const { version } = JSON.parse((await reelsight(['links', 'status', '--json'])).stdout);
  assert.ok(version === null || typeof version === 'string');
  await reelsight(['backup', 'one.tar.zst']);
  await reelsight(['restore', '--check', 'one.tar.zst']);
  await reelsight(['restore', 'one.tar.zst'], 'restored');
  // A restored database has no task queue yet, so `migrate` still has something to do.
  assert.match(
    (await reelsight(['migrate'], 'restored')).stdout,
    /Done: the database is at schema/,
  );
  // Includes programs that this test does not use otherwise.
  for (const name of Object.keys(serverPrograms)) await reelsight([name, '--help']);
});

test('it starts, does a job, shows its pages, and stops', { timeout: 300_000 }, async (t) => {
  if (missing) return t.skip(missing);

  const port = String(await freePort());
  const there = { ...env(), PORT: port, UPLOAD_PORT: String(await freePort()) };
  const url = `http://localhost:${port}`;
  const sinceMs = Date.now();

  service = spawn(command(), ['start'], {
    cwd: folder,
    env: there,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  let log = '';
  service.stdout?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await waitFor(async () => {
    assert.equal(service?.exitCode, null, log);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  });
  t.diagnostic(`serves after ${((Date.now() - sinceMs) / 1000).toFixed(1)} s`);

  const pages = docsPages.map(docsPath);
  for (const path of ['/', ...pages, '/docs/api', '/docs/images/job.png', '/openapi.json'])
    assert.equal((await fetch(url + path)).status, 200, path);

  const sample = join(root, 'media', 'sample.mp4');
  const asked = ['--json', '--capabilities', 'transcription,metadata,brands'];
  const analysis = await run(command(), ['analyze', sample, ...asked], {
    cwd: folder,
    env: { ...there, REELSIGHT_URL: url },
  });
  const job = JSON.parse(analysis.stdout);
  assert.match(JSON.stringify(job), /welcome/i);

  if (outside.some((path) => existsSync(join(path, 'bwrap'))))
    assert.match(log, /sandbox \(bubblewrap\)/);

  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
