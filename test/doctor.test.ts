/** `reelsight doctor` as a program: its findings, and a line for each way in which a link can fail. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../server/src/db/database.ts';
import { readMigrations } from '../server/src/db/schema/migrations.ts';
import { failures } from '../server/src/sources/failure.ts';
import { deviceTrouble } from '../server/src/wiring/operations/device-check.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { copyEmbeddedDatabase } from '../server/testing/database.ts';
import { startHere } from '../server/testing/start-here.ts';
import { reelsight, startReelsight } from './cli/harness.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-doctor-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function doctor(env: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const { code, stdout, stderr } = await reelsight(['doctor', ...args], { home: folder, env });
  assert.equal(stderr, '');
  return { status: code, lines: stdout.split('\n') };
}

test('each class of failure has one line with its code and what to do', async () => {
  const program = startReelsight(['doctor'], {
    home: folder,
    env: { REELSIGHT_YTDLP: 'no-such-program' },
  });
  const { code, stdout, stderr } = await program.ended;
  assert.deepEqual([code, stderr], [0, ''], stdout);

  const lines = stdout.split('\n');
  const about = (name: string) => lines.filter((line) => line.slice(8).startsWith(`${name} `));
  assert.match(about('yt-dlp').join(), /^advice.*missing.*yt-dlp -U/);
  assert.match(about('data folder').join(), /^ok .*GB free/);
  assert.match(about('database').join(), /^ok .*embedded/);
  assert.match(about('device').join(), /^ok .*networks run on cpu$/);
  assert.match(
    about('objects').join('\n'),
    /^advice .*no object model is pulled: run `.* pull \S+`/m,
  );
  assert.match(
    about('diarization').join(),
    /no segmentation model and no speaker-embedding model are pulled: run `.* pull \S+ \S+`/,
  );

  const explained = lines.slice(lines.indexOf('Where a link fails, by code:') + 1).filter(Boolean);
  assert.equal(explained.length, Object.keys(failures).length);

  for (const { operator } of Object.values(failures))
    assert.equal(explained.filter((line) => line.endsWith(operator)).length, 1, operator);

  for (const line of explained)
    assert.match(line, /^ {2}(INVALID_URL|PLATFORM_[A-Z0-9_]+|EXTRACTION_FAILED) +[a-z ]+\S.*\.$/);
});

test('a pulled model that was never tried is named, with what to run', async () => {
  const models = join(folder, 'some-models');
  const id = 'small-net';
  const description = {
    format: 1,
    id,
    title: 'Small',
    role: 'outlines',
    rank: 1,
    licence: 'MIT',
    loader: { engine: 'onnx-sam', kind: 'slimsam-boxes', files: { encoder: 'n', decoder: 'n' } },
    files: [{ path: 'n', sizeBytes: 1, sha256: '0'.repeat(64) }],
  };
  await mkdir(join(models, id), { recursive: true });
  await writeFile(join(models, id, 'n'), 'n');
  await writeFile(join(models, id, 'model.json'), JSON.stringify(description));

  const env = { REELSIGHT_MODELS_DIR: models };
  const untried = await doctor(env);
  assert.match(untried.lines.join('\n'), /^advice +model +small-net was not tried here: .* try/m);

  const trial = await startReelsight(['models', 'try', id], { home: folder, env }).ended;
  assert.equal(trial.code, 1, trial.stderr);
  assert.match(trial.stdout, /^small-net: failed: /);
  const { lines } = await doctor(env);
  assert.match(lines.join('\n'), /^advice +model +small-net, tried on .*: failed: /m);
});

test('what can not work is told, with exit code 1', async () => {
  const cookies = join(folder, 'cookies.txt');
  await writeFile(cookies, '{"not": "netscape"}');

  const { status, lines } = await doctor({ REELSIGHT_YTDLP_COOKIES: cookies });
  assert.equal(status, 1);
  assert.match(lines.join('\n'), /^BROKEN +cookies .*Netscape/m);

  const setting = await doctor({ PORT: 'many' });
  assert.equal(setting.status, 1);
  assert.match(setting.lines[0] ?? '', /^BROKEN +settings +PORT: /);
});

test('database, storage, role and ports are looked at as a start does', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');

  const { status, lines } = await doctor({
    DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${await freePort()}/videos`,
    STORAGE_URL: `s3://media?endpoint=http://127.0.0.1:${await freePort()}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
    PORT: String(port),
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_UNKNOWN_SETTINGS: 'warn',
    REELSIGHT_METRIC_TOKEN: 'x',
  });

  taken.close();
  assert.equal(status, 1);

  const text = lines.join('\n');
  assert.match(text, /^BROKEN +database +Nothing listens at 127\.0\.0\.1:\d+\./m);
  assert.match(text, /^BROKEN +storage +http\S+ does not answer like S3/m);
  assert.match(text, /^advice +port \d+ +Port \d+ is in use .* set PORT .* running Reelsight/m);
  assert.match(text, /^advice +settings +REELSIGHT_METRIC_TOKEN .*mean REELSIGHT_METRICS_TOKEN\?/m);
  assert.ok(!text.includes('hunter2'));

  const worker = await doctor({ REELSIGHT_ROLE: 'worker' });
  assert.match(worker.lines.join('\n'), /^BROKEN +role +A worker needs DATABASE_URL/m);
});

test('a broken file of brands is named, and ends the start of a worker with exit code 2', async () => {
  const brands = join(folder, 'brands.json');
  await writeFile(brands, '{"brands": [{"title": "Globex"}]}');

  const env = { REELSIGHT_BRANDS_FILE: brands };
  const { status, lines } = await doctor(env);
  assert.equal(status, 1);
  assert.match(lines.join('\n'), /^BROKEN +brands file +REELSIGHT_BRANDS_FILE: .*brands\.json/m);

  const { refusal } = await startHere({ ...env, REELSIGHT_DATA_DIR: join(folder, 'data') });
  assert.equal(refusal?.exitCode, 2);
  assert.match(refusal.message, /^Configuration:\nREELSIGHT_BRANDS_FILE: .*brands\.json/);
});

test('a device that does not work is told', async () => {
  const cudaWorks = (await deviceTrouble('cuda', { PATH: process.env.PATH ?? '' })) === null;
  const text = (await doctor({ REELSIGHT_DEVICE: 'cuda' })).lines.join('\n');
  const told = cudaWorks
    ? /^ok +device +networks run on cuda$/m
    : /^BROKEN +device +REELSIGHT_DEVICE is cuda, and ONNX Runtime cannot use it here: /m;
  assert.match(text, told);
});

test('a link that is tried is explained', async () => {
  const { status, lines } = await doctor({}, 'https://www.youtube.com/playlist?list=PL123456789');
  assert.equal(status, 1);
  assert.match(lines.join('\n'), /^BROKEN +link +INVALID_URL: The link leads to a playlist/m);
});

test('whether the database is up to date for this version is told', async () => {
  const data = join(folder, 'schema');
  const look = async (env: Record<string, string> = {}) => {
    const { status, lines } = await doctor({
      REELSIGHT_DATA_DIR: data,
      REELSIGHT_ROLE: 'api',
      ...env,
    });
    return { status, line: lines.find((line) => line.slice(8).startsWith('database ')) ?? '' };
  };
  assert.match((await look()).line, /^ok .*not made yet$/);
  await copyEmbeddedDatabase(join(data, 'database'));

  const env = { REELSIGHT_DATA_DIR: data };
  assert.equal((await reelsight(['migrate'], { home: folder, env })).code, 0);

  const { status, line } = await look();
  assert.equal(status, 0);
  assert.match(line, /^ok .*; at schema 00\d\d, up to date$/);

  const db = await openDatabase({ dataDir: join(data, 'database') });
  const newest = (await readMigrations()).at(-1)?.name ?? '';
  await db.query('delete from schema_migrations where name = $1', [newest]);
  await db.close();
  assert.match((await look()).line, /^advice .*not up to date: the next start .*\(1 to do\)/);

  const off = await look({ REELSIGHT_MIGRATE: 'off' });
  assert.equal(off.status, 1);
  assert.match(off.line, /^BROKEN .*not up to date: run reelsight migrate/);

  const later = await openDatabase({ dataDir: join(data, 'database') });
  await later.query(
    "insert into schema_migrations (name, works_with, version) values ('0999_later.sql', 999, '9.9.9')",
  );
  await later.close();

  const newer = await look();
  assert.equal(newer.status, 1);
  assert.match(newer.line, /^BROKEN .*upgraded by Reelsight 9\.9\.9 .*Start 9\.9\.9 or newer/);
});
