/** A start that cannot succeed ends with an exit code and a single line that says what to do and contains no secret. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../server/src/db/database.ts';
import { deviceTrouble } from '../server/src/wiring/operations/device-check.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { checkVersion, folderTrouble } from '../server/src/wiring/start/start-checks.ts';
import { compileCache } from '../server/testing/compile-cache.ts';
import { copyEmbeddedDatabase } from '../server/testing/database.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { type Start, startHere } from '../server/testing/start-here.ts';
import { s3Credentials, startS3 } from '../server/testing/storage/s3-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const cudaWorks = (await deviceTrouble('cuda', { PATH: process.env.PATH ?? '' })) === null;
let folder: string;
let postgres: TestPostgres;
let s3: Awaited<ReturnType<typeof startS3>>;
/** A server that answers everything with something that is not PostgreSQL's protocol. */
let stranger: Server;
const running: ChildProcess[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-start-'));
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  stranger = createServer((socket) => {
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  stranger.close();
  await Promise.all([postgres?.stop(), s3?.stop()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

type Env = Readonly<Record<string, string>>;

/** Uses the embedded database. Only for tests about it, because PostgreSQL starts in a fraction of the time. */
const embedded: Env = { DATABASE_URL: '' };

/** Settings with this suite's data folder and PostgreSQL, unless `env` says otherwise. */
const settings = (env: Env): Env => ({
  DATABASE_URL: postgres.url,
  REELSIGHT_DATA_DIR: join(folder, 'data'),
  ...env,
});

/** Checks that a start is refused with this exit code and a single line that matches. */
async function refused(env: Env, code: number, line: RegExp) {
  const { refusal, lines } = await startHere(settings(env));
  assert.ok(refusal, lines.join(''));
  assert.equal(refusal.exitCode, code, refusal.message);
  isOneLine(`${refusal.message}\n`, line);
  hasNoSecret(refusal.message + lines.join(''));
}

function isOneLine(text: string, line: RegExp): void {
  assert.match(text, line);
  const lines = text
    .replace(/^Configuration:\n/, '')
    .trim()
    .split('\n');
  assert.equal(lines.length, 1, text);
}

function hasNoSecret(text: string): void {
  for (const secret of [new URL(postgres.url).password, 'hunter2', 'S3RVER'])
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

/** Checks that the service started, and returns it with its log. */
async function started(env: Env): Promise<Start> {
  const start = await startHere(settings(env));
  assert.equal(start.refusal, null, JSON.stringify(start));
  return start;
}

/** A command prefix that makes file permissions apply to a program even if root runs it. */
const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : [];

/** Starts the program as a separate process. */
function begin(env: Env, by: readonly string[] = []): ChildProcess {
  const own = { PORT: '0', UPLOAD_PORT: '0', REELSIGHT_HOST: '127.0.0.1' };
  const [command = '', ...args] = [...by, process.execPath, program];
  const child = spawn(command, args, {
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      ...own,
      REELSIGHT_LINKS_UPDATE: 'off',
      ...settings(env),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);

  return child;
}

/** Like `refused`, for a separate process that ends by itself. */
async function processRefused(env: Env, code: number, line: RegExp, by: readonly string[] = []) {
  const child = begin(env, by);
  const output = [child.stdout, child.stderr].map((stream) => text(stream as Readable));
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [ended] = (await once(child, 'close')) as [number | null];

  clearTimeout(timer);
  const [stdout = '', stderr = ''] = await Promise.all(output);
  assert.equal(ended, code, stdout + stderr);
  isOneLine(stderr, line);
  assert.doesNotMatch(stdout + stderr, / at .*\.ts:\d+|node_modules/);
  hasNoSecret(stdout + stderr);
}

const database = (change: (url: URL) => void): Env => {
  const url = new URL(postgres.url);
  change(url);
  return { DATABASE_URL: url.href };
};

describe('The data folder', () => {
  test('that is below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    const line = /^The data folder \S+ is not a folder.* REELSIGHT_DATA_DIR .*\.\n$/;
    await refused({ REELSIGHT_DATA_DIR: join(folder, 'file') }, 2, line);
    await refused({ REELSIGHT_DATA_DIR: join(folder, 'file', 'data') }, 2, line);
  });

  test('that this user may not write to', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o500 });
    await chmod(closed, 0o555);
    const line = /^The user \S+ may not write to the data folder .*owner.*\.\n$/;
    await processRefused({ REELSIGHT_DATA_DIR: closed }, 2, line, unprivileged);
  });

  test('on a full disk, and with little room', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const [told, why] = folderTrouble('/data', full);
    assert.match(told, /^The disk of the data folder \/data is full\. Free some space/);
    assert.equal(why, 'unavailable');

    const start = await started({
      REELSIGHT_DISK_RESERVE_MB: '1000000000000',
      REELSIGHT_DISK_RESERVE_PERCENT: '100',
    });
    assert.match(start.lines.join(''), /"level":40.*MB free, less than the reserve.*no new work/);
    await start.stop();
  });

  test('of a service that runs', async () => {
    const env = { ...embedded, REELSIGHT_DATA_DIR: join(folder, 'shared-by-two') };
    await copyEmbeddedDatabase(join(env.REELSIGHT_DATA_DIR, 'database'));
    const first = await started(env);
    const line = /^The data folder .* is in use by another Reelsight process\. Stop it, or set/;
    await processRefused(env, 2, line);
    await first.stop();
    await (await started(env)).stop();
  });
});

describe('The device', { skip: cudaWorks && 'CUDA works here' }, () => {
  const env = { REELSIGHT_DEVICE: 'cuda' };

  test('that is not there ends the start, with what is missing and what to do', async () => {
    const line =
      /^REELSIGHT_DEVICE is cuda, and ONNX Runtime cannot use it here: lib\w+\.so: .*REELSIGHT_DEVICE=cpu\.\n$/;
    await refused(env, 2, line);
  });

  test('is nothing to an API without engines', async () => {
    const start = await started({ ...env, REELSIGHT_ROLE: 'api' });
    assert.doesNotMatch(start.lines.join(''), /"level":[56]0/);
    await start.stop();
  });
});

describe('The database', () => {
  test('that is not there', async () => {
    const port = await freePort();
    const at = (change: (url: URL) => void, line: RegExp) => refused(database(change), 3, line);

    await at((url) => {
      url.port = String(port);
    }, /^Nothing listens at 127\.0\.0\.1:\d+\. Start PostgreSQL there, or correct DATABASE_URL\.\n$/);
    await at((url) => {
      url.hostname = 'no-such-host.invalid';
    }, /^The host no-such-host\.invalid cannot be found\. Correct/);
  });

  test('that refuses', async () => {
    const at = (change: (url: URL) => void, line: RegExp) => refused(database(change), 2, line);
    await at((url) => {
      url.password = 'hunter2';
    }, /^PostgreSQL at \S+ refuses the password of user tester\. Correct DATABASE_URL\.\n$/);
    await at((url) => {
      url.pathname = '/absent';
    }, /^PostgreSQL at \S+ has no database absent\. Create it \(createdb absent\)/);

    const db = await openDatabase({ url: postgres.url, poolSize: 1 });
    await db.exec("create role guest login password 'hunter2'");
    await db.exec('create database guarded');
    await db.close();
    await at((url) => {
      Object.assign(url, { username: 'guest', password: 'hunter2', pathname: '/guarded' });
    }, /^User guest may not create tables in database guarded at \S+ Make it the owner/);
  });

  test('that is none', async () => {
    const { port } = stranger.address() as { port: number };
    // A PostgreSQL that is killed has the same effect.
    const line =
      /^The server at 127\.0\.0\.1:\d+ closed the connection\. .* correct the host and port/;
    const DatabaseUrl = `postgres://x:hunter2@127.0.0.1:${port}/x`;
    await refused({ DATABASE_URL: DatabaseUrl }, 3, line);

    const other = { DATABASE_URL: 'mysql://x:hunter2@127.0.0.1/x' };
    await refused(other, 2, /^Configuration:\nDATABASE_URL: must begin with postgres:\/\/\n$/);
  });

  test('that is too old', () => {
    checkVersion(postgres.url, 130_000);
    assert.throws(() => checkVersion(postgres.url, 120_011), {
      message: /^PostgreSQL at \S+ is version 12\.11; 13 or later is needed\. Update it/,
    });
  });

  test('whose oldest version the docs name', async () => {
    for (const page of ['operating', 'production']) {
      const words = await readFile(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
      const named = [...words.matchAll(/PostgreSQL \(?(\d+) or (?:later|newer)/g)].map(
        ([, version]) => Number(version),
      );
      assert.equal(named.length, 1, page);

      const [oldest = 0] = named;
      checkVersion(postgres.url, oldest * 10_000);
      assert.throws(() => checkVersion(postgres.url, oldest * 10_000 - 1));
    }
  });
});

describe('The bucket', () => {
  const keys = {
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  };
  const bucket = (name: string, endpoint = s3.endpoint) => ({
    ...keys,
    STORAGE_URL: `s3://${name}?endpoint=${endpoint}`,
  });

  test('that is missing, refuses, or is not there', async () => {
    await refused(bucket('absent'), 2, /^http\S+ has no bucket absent\. Create it, or correct/);
    const wrong = {
      ...bucket('media'),
      AWS_ACCESS_KEY_ID: 'other',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    };
    await refused(
      wrong,
      2,
      /^http\S+ refuses access to bucket media \(\w+\)\. Check AWS_ACCESS_KEY_ID/,
    );

    const nowhere = `http://127.0.0.1:${await freePort()}`;
    await refused(
      bucket('media', nowhere),
      3,
      /^http\S+ does not answer like S3 .*STORAGE_URL\.\n$/,
    );
  });

  test('that works', async () => {
    await (await started(bucket('media'))).stop();
  });
});

describe('A port', () => {
  test('that is taken is named with its setting', async () => {
    const port = String((stranger.address() as { port: number }).port);

    for (const setting of ['PORT', 'UPLOAD_PORT'])
      await refused(
        { [setting]: port },
        2,
        new RegExp(`^Port ${port} is in use .* set ${setting} to`),
      );

    const worker = { REELSIGHT_ROLE: 'worker' };
    const line = /^Port \d+ is in use .* set REELSIGHT_MONITORING_LISTEN to/;
    await refused({ ...worker, REELSIGHT_MONITORING_LISTEN: `127.0.0.1:${port}` }, 2, line);
    await refused(
      { REELSIGHT_HOST: '192.0.2.1' },
      2,
      /^192\.0\.2\.1 is not an address of this machine/,
    );
  });
});

describe('Processes on one database', () => {
  const worker = (dir: string): Env => ({
    REELSIGHT_ROLE: 'worker',
    REELSIGHT_DATA_DIR: join(folder, dir),
  });

  test('a worker needs one, an API without is warned', async () => {
    const line = /REELSIGHT_ROLE: a worker needs DATABASE_URL/;
    await refused({ ...embedded, REELSIGHT_ROLE: 'worker' }, 2, line);
    const api = { ...embedded, REELSIGHT_ROLE: 'api', REELSIGHT_DATA_DIR: join(folder, 'api') };
    await copyEmbeddedDatabase(join(api.REELSIGHT_DATA_DIR, 'database'));
    const start = await started(api);
    assert.match(start.lines.join(''), /"level":40.*no worker can do its jobs; they stay pending/);
    await start.stop();
  });

  test('must see the same files', async () => {
    const api = await started({ ...worker('one'), REELSIGHT_ROLE: 'api' });
    const line =
      /^Another process on this database \(role api\) does not keep its files in .*STORAGE_URL.*\n$/;
    await refused(worker('two'), 3, line);

    const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const StorageUrl = `s3://media?endpoint=${s3.endpoint}`;
    await refused({ ...worker('one'), ...keys, STORAGE_URL: StorageUrl }, 3, line);

    const same = await started(worker('one'));
    await api.stop();
    await same.stop();
    // Processes that stopped in order leave no marks that refuse a start.
    await (await started(worker('two'))).stop();
  });

  test('one that is told to stop while it starts leaves nothing that refuses the next', async () => {
    const db = await openDatabase({ url: postgres.url, poolSize: 1 });
    const child = begin(worker('two'));
    const gone = once(child, 'exit');
    const marks = () => db.query('select id from processes');

    await waitFor(async () => assert.equal((await marks()).length, 1));
    child.kill('SIGTERM');
    assert.deepEqual(await gone, [0, null]);
    assert.deepEqual(await marks(), []);
    await db.close();
  });

  test('what killed ones left in the storage goes a day later', async () => {
    const storage = join(folder, 'one', 'storage');
    const files = ['check/old.txt', 'check/new.txt', 'processes/process_old.txt'];
    const wanted = [false, true, false];

    for (const file of files) {
      await mkdir(dirname(join(storage, file)), { recursive: true });
      await writeFile(join(storage, file), 'left');
      const days = file.includes('old') ? 2 : 0;
      await utimes(join(storage, file), new Date(), new Date(Date.now() - days * 86_400_000));
    }

    await (await started(worker('one'))).stop();
    assert.deepEqual(
      files.map((file) => existsSync(join(storage, file))),
      wanted,
    );
  });

  test('workers on one machine start although one has the usual port', async () => {
    // Another program may occupy the port at first and release it later.
    const workers = [await started(worker('one')), await started(worker('one'))];
    if (/metrics \S+:8082/.test(workers[1]?.lines.join() ?? ''))
      workers.push(await started(worker('one')));

    const told = workers.map(({ lines }) => lines.join(''));
    assert.match(told.at(-1) ?? '', /Port 8082 is in use.*Set REELSIGHT_MONITORING_LISTEN/);

    if (told.some((lines) => /health and metrics \S+:8082/.test(lines))) {
      const answers = (host: string) => fetch(`http://${host}:8082/healthz`).then(({ ok }) => ok);
      assert.ok(await answers('127.0.0.1'));
      // A service that listened on all addresses would answer at this one.
      await assert.rejects(answers('127.0.0.2'), TypeError);
    }

    const off = await started({ ...worker('one'), REELSIGHT_MONITORING_LISTEN: 'off' });
    assert.match(off.lines.join(''), /worker, without probes/);
    for (const one of [...workers, off]) await one.stop();
  });
});
