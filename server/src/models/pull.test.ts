import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import {
  type LocalHub,
  serveFolder,
  sha256,
  startHangingUp,
  startLocalHub,
} from '../../testing/models/local-hub.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { fetchFile } from './download.ts';
import { installedModel, installedModels, modelPart } from './folder.ts';
import { openHub } from './hub.ts';
import { listModels } from './list.ts';
import { modelManifest } from './manifest.ts';
import type { ModelEntry, ModelFile } from './model.ts';
import { type PullOptions, type PullProgress, pullModels } from './pull.ts';
import { verifyModels } from './verify.ts';

const limits = {
  retryDelaysMs: [10, 20, 40],
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 1_000,
  leastRate: { bytesPerSecond: 0, overMs: 60_000 },
};
const repository = 'someone/some-model';
const weights = randomBytes(1_500_000);
const config = Buffer.from('{"model_type":"test"}\n');
const weightsKey = `${repository}/onnx/weights.onnx`;

const entryWith = (change: Partial<ModelEntry> = {}): ModelEntry => ({
  id: 'test-model',
  title: 'Test model',
  role: 'objects',
  rank: 1,
  licence: 'MIT',
  source: { kind: 'hub', repository, revision: 'main' },
  files: [{ path: 'config.json' }, { path: 'onnx/weights.onnx' }],
  aboutBytes: 1_500_000,
  sets: ['default'],
  loader: { engine: 'transformers', kind: 'test', files: { model: 'onnx/weights.onnx' } },
  pages: ['https://example.org'],
  ...change,
});

const pinned = (change: Partial<ModelFile> = {}): ModelFile => ({
  path: 'onnx/weights.onnx',
  sizeBytes: weights.length,
  sha256: sha256(weights),
  ...change,
});

let hub: LocalHub;
let modelsDir: string;
const folders: string[] = [];

const freshFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
  folders.push(folder);
  return folder;
};

const pull = (change: Partial<PullOptions> = {}) =>
  pullModels({ modelsDir, hubUrl: hub.url, limits, manifest: [entryWith()], ...change });

/** Pulls in a separate process; `outcome` is the model's state, or `killed`. */
const pullInChild = (idleTimeoutMs = limits.idleTimeoutMs) => {
  const options = {
    modelsDir,
    hubUrl: hub.url,
    limits: { ...limits, idleTimeoutMs },
    manifest: [entryWith()],
  };
  const module = new URL('pull.ts', import.meta.url).href;
  const script = `
    const { pullModels } = await import(${JSON.stringify(module)});
    const [outcome] = await pullModels(${JSON.stringify(options)});
    process.stdout.write(outcome.state);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });

  const outcome = new Promise<string>((resolve) => {
    child.once('close', (_, signal) => resolve(signal === null ? said : 'killed'));
  });

  return { child, outcome };
};

const downloads = () => hub.seen.filter(({ method, host }) => method === 'GET' && host === 'cdn');

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

before(async () => {
  hub = await startLocalHub();
});

beforeEach(async () => {
  await hub.close();
  hub = await startLocalHub();
  hub.put(repository, 'config.json', config);
  hub.put(repository, 'onnx/weights.onnx', weights, true);
  modelsDir = await freshFolder();
});

after(async () => {
  await hub.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('a pull from the hub', () => {
  test('takes a file that another repository has under another name', async () => {
    const elsewhere = 'someone/other-model';
    hub.put(elsewhere, 'inference.onnx', weights, true);
    const source = { kind: 'hub', repository: elsewhere, revision: 'main' } as const;
    const file = { path: 'part.onnx', origin: { source, path: 'inference.onnx' } };
    const entry = entryWith({
      files: [{ path: 'config.json' }, file],
      loader: { engine: 'pp-ocr', kind: 'test', files: { detector: 'part.onnx' } },
    });
    assert.deepEqual(await pull({ manifest: [entry] }), [{ id: 'test-model', state: 'installed' }]);

    const model = await installedModel(modelsDir, 'test-model');
    assert.ok(model);
    assert.deepEqual(await readFile(modelPart(model, 'detector')), weights);
    assert.equal(model.source?.kind === 'hub' && model.source.repository, repository);
  });

  test('installs the files, checked by the hashes the hub gives, and describes them', async () => {
    assert.deepEqual(await pull(), [{ id: 'test-model', state: 'installed' }]);
    const model = await installedModel(modelsDir, 'test-model');
    assert.ok(model);
    assert.deepEqual(await readFile(modelPart(model, 'model')), weights);
    assert.deepEqual(model.files, [
      { path: 'config.json', sizeBytes: config.length, sha256: sha256(config) },
      { path: 'onnx/weights.onnx', sizeBytes: weights.length, sha256: sha256(weights) },
    ]);
    // The branch name was replaced with the commit it stood for.
    assert.deepEqual(model.source, { kind: 'hub', repository, revision: hub.commit });

    assert.deepEqual(await readdir(join(modelsDir, '.partial')), []);
  });

  test('asks nothing of anybody for a model that is there', async () => {
    await pull();
    const before = hub.seen.length;
    assert.deepEqual(await pull(), [{ id: 'test-model', state: 'present' }]);
    assert.equal(hub.seen.length, before);
  });

  test('needs no question before the download of a file with pinned size and hash', async () => {
    const [outcome] = await pull({ manifest: [entryWith({ files: [pinned()] })] });
    assert.equal(outcome?.state, 'installed');
    assert.deepEqual(
      hub.seen.map(({ method }) => method),
      ['GET', 'GET'],
    );
  });

  test('takes a release file behind a redirect by its pinned hash, whatever ETag the CDN gives', async () => {
    const source = { kind: 'address', base: `${hub.url}/releases/${repository}` } as const;
    const [outcome] = await pull({ manifest: [entryWith({ source, files: [pinned()] })] });
    assert.equal(outcome?.reason, undefined);
    assert.equal(outcome?.state, 'installed');
  });

  test('goes on where the connection was cut', async () => {
    hub.trouble(weightsKey, { cutAfter: 600_000 }, { cutAfter: 300_000 });
    const retries: PullProgress[] = [];
    const onProgress = (p: PullProgress) => void (p.kind === 'retry' && retries.push(p));
    const [outcome] = await pull({ onProgress });
    assert.equal(outcome?.state, 'installed');
    assert.equal(retries.length, 2);

    const starts = downloads().map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]));
    assert.equal(starts.length, 3);
    assert.ok((starts[1] ?? 0) > 0 && (starts[2] ?? 0) > (starts[1] ?? 0), `ranges from ${starts}`);

    const model = await installedModel(modelsDir, 'test-model');
    assert.ok(model && (await readFile(modelPart(model, 'model'))).equals(weights));
  });

  test('goes on where an aborted run stopped, and leaves nothing installed meanwhile', async () => {
    const stop = new AbortController();
    hub.trouble(weightsKey, { stallAfter: 700_000 });
    const onProgress = (p: PullProgress) =>
      void (p.kind === 'bytes' && p.bytes > 600_000 && stop.abort());
    const slow = { ...limits, idleTimeoutMs: 60_000 };
    await assert.rejects(pull({ signal: stop.signal, onProgress, limits: slow }), {
      name: 'AbortError',
    });
    assert.equal(await installedModel(modelsDir, 'test-model'), null);
    assert.equal((await listModels(modelsDir, [entryWith()]))[0]?.state, 'partial');

    const [outcome] = await pull();
    assert.equal(outcome?.state, 'installed');
    assert.match(downloads().at(-1)?.range ?? '', /^bytes=[1-9]\d+-$/);
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('starts over when the file changed since the cut', async () => {
    const part = join(modelsDir, '.partial', 'test-model', 'onnx', 'weights.onnx.part');
    await mkdir(dirname(part), { recursive: true });
    await writeFile(part, randomBytes(400_000));
    await writeFile(`${part}.etag`, '"of-another-version"');

    const [outcome] = await pull();
    // Although asked for the rest of the old version, the server sent all of the new version.
    assert.deepEqual(
      downloads().map(({ range }) => range),
      ['bytes=400000-'],
    );
    assert.equal(outcome?.state, 'installed');
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('starts over once when bytes left by an earlier run turn out wrong at the end', async () => {
    const part = join(modelsDir, '.partial', 'test-model', 'onnx', 'weights.onnx.part');
    await mkdir(dirname(part), { recursive: true });
    await writeFile(part, randomBytes(400_000));

    const [outcome] = await pull();
    assert.equal(outcome?.state, 'installed');
    assert.deepEqual(
      downloads().map(({ range }) => range),
      ['bytes=400000-', undefined],
    );
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('takes the whole file where the server has no ranges', async () => {
    hub.trouble(weightsKey, { cutAfter: 600_000 }, { ignoreRange: true });
    const [outcome] = await pull();
    assert.equal(outcome?.state, 'installed');
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('tries again after silence', async () => {
    hub.trouble(weightsKey, { stallAfter: 200_000 });
    const [outcome] = await pull();
    assert.equal(outcome?.state, 'installed');
    assert.match(downloads().at(-1)?.range ?? '', /^bytes=/);
  });

  test('waits as long as Retry-After asks, then goes on', async () => {
    hub.troubleAtHub(weightsKey, { status: 429, headers: { 'retry-after': '1' } });
    hub.trouble(weightsKey, { status: 503 });
    const started = Date.now();
    const [outcome] = await pull();
    assert.equal(outcome?.state, 'installed');
    assert.ok(Date.now() - started >= 1_000);
  });
});

describe('a pull that cannot succeed', () => {
  const installedNothing = async () => {
    assert.equal(await installedModel(modelsDir, 'test-model'), null);
    assert.equal(await exists(join(modelsDir, 'test-model')), false);
  };

  test('installs nothing when the bytes do not match, and keeps none of them', async () => {
    hub.trouble(weightsKey, { instead: randomBytes(weights.length) });
    const [outcome] = await pull();
    assert.match(outcome?.reason ?? '', /weights\.onnx does not match its hash and was deleted/);
    await installedNothing();

    assert.equal(
      await exists(join(modelsDir, '.partial', 'test-model', 'onnx', 'weights.onnx.part')),
      false,
    );
  });

  test('says when the hub offers another file than the manifest pins, before downloading it', async () => {
    const other = pinned({ sha256: '1'.repeat(64) });
    const [outcome] = await pull({ manifest: [entryWith({ files: [other] })] });
    assert.match(outcome?.reason ?? '', /is now another file/);
    await installedNothing();
  });

  test('says when the size is another one', async () => {
    const [outcome] = await pull({ manifest: [entryWith({ files: [pinned({ sizeBytes: 10 })] })] });
    assert.match(outcome?.reason ?? '', /has 1500000 bytes, expected 10/);
  });

  test('names the file that the hub does not have', async () => {
    const files = [{ path: 'config.json' }, { path: 'nowhere.onnx' }];
    const [outcome] = await pull({ manifest: [entryWith({ files })] });
    assert.match(outcome?.reason ?? '', /nowhere\.onnx is not available \(404: Entry not found\)/);
  });

  test('says so when the hub keeps limiting', async () => {
    hub.troubleAtHub(
      `${repository}/config.json`,
      ...Array.from({ length: 4 }, () => ({ status: 429 })),
    );
    const [outcome] = await pull();
    assert.match(outcome?.reason ?? '', /limits requests \(429\)/);
  });

  test('tells what to do when the hub cannot be reached, and tries it for the first model only', async () => {
    const manifest = [entryWith(), entryWith({ id: 'second' }), entryWith({ id: 'third' })];
    await hub.close();
    const outcomes = await pull({ manifest });
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['failed', 'failed', 'failed'],
    );

    for (const { reason } of outcomes) {
      assert.match(reason ?? '', /cannot be reached .*ECONNREFUSED.*REELSIGHT_MODELS_MIRROR/);
    }

    await using resetting = await startHangingUp();
    const [first, ...others] = await pull({ manifest, hubUrl: resetting.url });
    assert.match(first?.reason ?? '', /cannot be reached/);
    for (const { reason } of others) assert.equal(reason, first?.reason);
    assert.equal(resetting.connections(), 1 + limits.retryDelaysMs.length);
    hub = await startLocalHub();
  });

  test('counts the space before the first byte', async () => {
    const huge = entryWith({ files: [pinned({ sizeBytes: 1e17 })] });
    const [outcome] = await pull({ manifest: [huge] });
    assert.match(
      outcome?.reason ?? '',
      /not enough space in .*: 100,000,\S+ MB needed, [\d,]+ MB free/,
    );
    assert.equal(hub.seen.length, 0);
  });

  test('lets the other models alone', async () => {
    const manifest = [
      entryWith({ files: [{ path: 'nowhere.onnx' }] }),
      entryWith({ id: 'second' }),
    ];
    const outcomes = await pull({ manifest });
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['failed', 'installed'],
    );
  });

  test('refuses unknown names and sets and lists the known', async () => {
    await assert.rejects(pull({ names: ['nonsense'] }), {
      code: 'NOT_FOUND',
      detail: /there are test-model/,
    });
    await assert.rejects(pull({ set: 'nonsense' }), {
      code: 'NOT_FOUND',
      detail: /default, better, gpu/,
    });
  });
});

describe('a server that does not come to an end', () => {
  const partOf = (path: string): string =>
    join(modelsDir, '.partial', 'test-model', `${path}.part`);
  const stated = { 'x-linked-etag': `"${sha256(weights)}"` };
  const manifest = [entryWith({ files: [{ path: 'weights.onnx' }] })];

  /** Pulls from a server that answers each download by `send`, after `headers`. */
  async function pullFrom(
    headers: Readonly<Record<string, string>>,
    send: (response: ServerResponse, start: number) => void,
    change: Partial<PullOptions> = {},
  ) {
    let requests = 0;
    const server = createServer((request, response) => {
      response.writeHead(200, headers);
      if (request.method === 'HEAD') return response.end();
      requests += 1;
      return send(response, requests);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const [outcome] = await pull({
      manifest,
      hubUrl: url,
      ...change,
      ...(change.mirror && { mirror: url }),
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { reason: outcome?.reason ?? '', requests };
  }

  const endless = (response: ServerResponse): void => {
    const chunk = Buffer.alloc(100_000, ' ');
    const write = (): void => {
      while (!response.destroyed)
        if (!response.write(chunk)) return void response.once('drain', write);
    };
    write();
  };

  test('is left once it sends more than a model.json may have', async () => {
    const { reason } = await pullFrom({}, endless, { mirror: 'http://mirror' });
    assert.match(reason, /model\.json sends more than 1000000 bytes/);
  });

  test('is left once it sends twice as much as the model is said to have, and nothing of it is kept', async () => {
    const { reason } = await pullFrom(stated, endless);
    assert.match(reason, /sends more than 4000000 bytes/);
    assert.equal(await exists(partOf('weights.onnx')), false);
  });

  test('is left where it sends a byte now and then', async () => {
    const headers = { ...stated, 'x-linked-size': String(weights.length) };
    const leastRate = { bytesPerSecond: 10_000, overMs: 300 };
    const { reason, requests } = await pullFrom(
      headers,
      (response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.once('close', () => clearInterval(timer));
      },
      { limits: { ...limits, leastRate } },
    );
    assert.match(reason, /broke off again and again \(fewer than 10000 bytes a second arrived\)/);
    assert.equal(requests, 1 + limits.retryDelaysMs.length);
  });

  test('is left where it sends a byte for each connection', async () => {
    const headers = { ...stated, 'x-linked-size': String(weights.length) };
    const { reason, requests } = await pullFrom(headers, (response, count) => {
      response.write('x'.repeat(count), () => response.destroy());
    });
    assert.match(reason, /broke off again and again/);
    assert.equal(requests, 1 + limits.retryDelaysMs.length);
  });
});

describe('the disk', () => {
  test('keeps its reserve: nothing is asked for what would take of it', async () => {
    const disk = { reserveBytes: Number.MAX_SAFE_INTEGER, reservePercent: 100, floorBytes: 0 };
    const files = [pinned()];
    const [outcome] = await pull({ manifest: [entryWith({ files })], disk });
    assert.match(outcome?.reason ?? '', /not enough space in .* MB needed, 0 MB free/);
    assert.equal(hub.seen.length, 0);
  });

  test('gets back what came when it has too little room meanwhile', async () => {
    const open = openHub(limits);
    const target = join(modelsDir, 'weights.onnx');
    const digest = { algorithm: 'sha256', hex: sha256(weights) } as const;
    const url = `${hub.url}/${repository}/resolve/main/onnx/weights.onnx`;
    const file = { path: 'weights.onnx', maxBytes: weights.length, digest };

    let checks = 0;
    const fetched = fetchFile({ ...file, origin: { kind: 'web', url } }, target, {
      hub: open,
      signal: new AbortController().signal,
      onBytes: () => undefined,
      onRetry: () => undefined,
      checkDisk: async () => {
        checks += 1;
        if (checks > 3) throw new Fault('LOW_DISK', 'no room');
      },
    });
    await assert.rejects(
      fetched,
      (error: unknown) => error instanceof Fault && error.code === 'LOW_DISK',
    );

    await open.close();
    assert.deepEqual(await readdir(modelsDir), []);
  });

  test('gets back a replaced model that a killed pull left', async () => {
    const leave = async (): Promise<string> => {
      const folder = join(modelsDir, '.partial', 'test-model.old-0a1b2c3d');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'weights.onnx'), 'old');
      return folder;
    };
    const beforeInstall = await leave();
    assert.equal((await pull())[0]?.state, 'installed');
    assert.equal(await exists(beforeInstall), false);

    const afterInstall = await leave();
    assert.equal((await pull())[0]?.state, 'present');
    assert.equal(await exists(afterInstall), false);
  });
});

describe('two pulls at once', () => {
  test('download a model once and all end with it, over processes', async () => {
    hub.trouble(weightsKey, { stallAfter: 700_000 });
    const others = [pullInChild(1_500), pullInChild(1_500)];
    await waitFor(() => assert.equal(downloads().length, 1));

    const [mine] = await pull();
    const ends = await Promise.all(others.map(({ outcome }) => outcome));
    assert.deepEqual([mine?.state, ...ends].sort(), ['installed', 'present', 'present']);
    // The first download stalled, and the same process resumed it; no other process downloaded anything.
    assert.equal(downloads().length, 2);
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('go on with what a killed process left behind', async () => {
    hub.trouble(weightsKey, { stallAfter: 700_000 });
    const { child, outcome } = pullInChild(60_000);
    await waitFor(async () => {
      const [listing] = await listModels(modelsDir, [entryWith()]);
      assert.equal(listing?.state, 'partial');
      assert.equal(downloads().length, 1);
    });
    child.kill('SIGKILL');
    assert.equal(await outcome, 'killed');
    assert.ok(await exists(join(modelsDir, '.partial', 'test-model.lock')));

    const [mine] = await pull({ lockLimitMs: 0 });
    assert.equal(mine?.state, 'installed');
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('take over from a process that died', async () => {
    const dead = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => dead.once('exit', resolve));

    const lock = join(modelsDir, '.partial', 'test-model.lock');
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, JSON.stringify({ pid: dead.pid, host: hostname(), nonce: 'x' }));

    const [outcome] = await pull({ lockLimitMs: 0 });
    assert.equal(outcome?.state, 'installed');
    assert.equal(await exists(lock), false);
  });

  test('take over from another machine only when its lock grew old', async () => {
    const lock = join(modelsDir, '.partial', 'test-model.lock');
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, JSON.stringify({ pid: 1, host: 'elsewhere', nonce: 'x' }));

    const waiting: PullProgress[] = [];
    const onProgress = (p: PullProgress) => void (p.kind === 'waiting' && waiting.push(p));
    const [held] = await pull({ lockLimitMs: 50, onProgress });
    assert.match(held?.reason ?? '', /is held by process 1 on elsewhere/);
    assert.equal(waiting.length, 1);

    const old = new Date(Date.now() - 120_000);
    await utimes(lock, old, old);

    const [taken] = await pull({ lockLimitMs: 0 });
    assert.equal(taken?.state, 'installed');
  });
});

describe('a mirror', () => {
  test('can be a folder that another machine pulled', async () => {
    await pull();
    const before = hub.seen.length;
    const target = await freshFolder();
    const [outcome] = await pull({ modelsDir: target, mirror: modelsDir });
    assert.equal(outcome?.state, 'installed');
    assert.equal(hub.seen.length, before, 'the hub was asked although a mirror is set');

    const [there, here] = [modelsDir, target].map((dir) =>
      readFile(join(dir, 'test-model', 'model.json'), 'utf8'),
    );
    assert.equal(await here, await there);
  });

  test('can be the address of such a folder', async () => {
    await pull();

    const server = await serveFolder((path) => readFile(join(modelsDir, path)).catch(() => null));
    try {
      const target = await freshFolder();
      const [outcome] = await pull({ modelsDir: target, mirror: `${server.url}/` });
      assert.equal(outcome?.state, 'installed');
      assert.equal((await verifyModels(target))[0]?.state, 'ok');
    } finally {
      await server.close();
    }
  });

  test('is not trusted more than its own model.json', async () => {
    await pull();
    await writeFile(
      join(modelsDir, 'test-model', 'onnx', 'weights.onnx'),
      randomBytes(weights.length),
    );

    const target = await freshFolder();
    const [outcome] = await pull({ modelsDir: target, mirror: modelsDir });
    assert.match(outcome?.reason ?? '', /does not match its hash/);
    assert.equal(await installedModel(target, 'test-model'), null);
  });

  test('is not trusted more than a hash the manifest pins', async () => {
    await pull();
    const target = await freshFolder();
    const manifest = [
      entryWith({ files: [{ path: 'config.json' }, pinned({ sha256: '2'.repeat(64) })] }),
    ];
    const [outcome] = await pull({ modelsDir: target, mirror: modelsDir, manifest });
    assert.match(outcome?.reason ?? '', /sha256 2222.* expected/);
  });

  test('that lacks a model says so and asks nobody else', async () => {
    const empty = await freshFolder();
    const [outcome] = await pull({ mirror: empty });
    assert.match(outcome?.reason ?? '', /mirror .* has no test-model\/model\.json/);
    assert.equal(hub.seen.length, 0);
  });

  test('serves the real segmentation model by the real manifest', async (t) => {
    const root = new URL('../../../', import.meta.url);
    const shared = process.env.REELSIGHT_SHARED ?? new URL('../shared', root).pathname;
    const source = join(shared, 'models', 'pyannote-segmentation-3.0.int8.onnx');
    if (!(await exists(source))) return t.skip(`no ${source}`);

    const mirror = await freshFolder();
    await mkdir(join(mirror, 'pyannote-segmentation-3.0'));
    await cp(source, join(mirror, 'pyannote-segmentation-3.0', 'model.int8.onnx'));

    const names = ['pyannote-segmentation-3.0'];
    const [outcome] = await pull({ mirror, names, manifest: modelManifest });
    assert.deepEqual(outcome, { id: 'pyannote-segmentation-3.0', state: 'installed' });

    const [model] = await installedModels(modelsDir, 'segmentation');
    assert.equal(model?.loader.engine, 'sherpa-segmentation');
  });
});

describe('an installed model', () => {
  test('is repaired by fetching the damaged file only', async () => {
    await pull();
    await writeFile(join(modelsDir, 'test-model', 'config.json'), 'broken');

    const [listing] = await listModels(modelsDir, [entryWith()]);
    assert.equal(listing?.state, 'damaged');
    assert.match(listing?.reason ?? '', /config\.json has 6 bytes/);

    const [outcome] = await pull();
    assert.equal(outcome?.state, 'installed');
    assert.equal(downloads().length, 1, 'the intact weights were downloaded again');
    assert.equal((await verifyModels(modelsDir))[0]?.state, 'ok');
  });

  test('gets a new loader from a new release without a download', async () => {
    await pull();
    const loader = {
      engine: 'transformers',
      kind: 'renamed',
      files: { model: 'onnx/weights.onnx' },
    } as const;
    const before = hub.seen.length;

    assert.equal((await pull({ manifest: [entryWith({ loader, rank: 7 })] }))[0]?.state, 'present');
    assert.equal(hub.seen.length, before);

    const model = await installedModel(modelsDir, 'test-model');
    assert.equal(model?.loader.kind, 'renamed');
    assert.equal(model?.rank, 7);
  });

  test('is found damaged when a byte changed, a file is gone, or the release expects another version', async () => {
    await pull();
    const path = join(modelsDir, 'test-model', 'onnx', 'weights.onnx');
    const changed = Buffer.from(weights);
    changed[1000] = (changed[1000] ?? 0) ^ 1;
    await writeFile(path, changed);

    const problemsOf = async (manifest?: readonly ModelEntry[]) =>
      (await verifyModels(modelsDir, manifest ? { manifest } : {}))[0]?.problems.join();
    assert.match((await problemsOf()) ?? '', /weights\.onnx has changed/);
    await writeFile(path, weights);
    assert.equal(await problemsOf(), '');

    const expecting = [entryWith({ files: [pinned({ sha256: '3'.repeat(64) })] })];
    assert.match((await problemsOf(expecting)) ?? '', /not the version this release expects/);
    await rm(path);
    assert.match((await problemsOf()) ?? '', /weights\.onnx is missing/);
  });

  test('may be put there by hand; the highest rank of a role comes first', async () => {
    await pull();
    const own = join(modelsDir, 'my-own');
    await mkdir(own);
    await writeFile(join(own, 'net.onnx'), 'weights');

    const description = {
      format: 1,
      id: 'my-own',
      title: 'Mine',
      role: 'objects',
      rank: 90,
      licence: 'MIT',
      loader: { engine: 'transformers', kind: 'owlvit', files: { model: 'net.onnx' } },
      files: [{ path: 'net.onnx', sizeBytes: 7, sha256: sha256(Buffer.from('weights')) }],
    };
    await writeFile(join(own, 'model.json'), JSON.stringify(description));
    assert.deepEqual(
      (await installedModels(modelsDir, 'objects')).map(({ id }) => id),
      ['my-own', 'test-model'],
    );
    assert.deepEqual(await installedModels(modelsDir, 'speech'), []);
    assert.equal((await listModels(modelsDir, [entryWith()])).at(-1)?.state, 'installed');
    assert.deepEqual(
      (await verifyModels(modelsDir)).map(({ state }) => state),
      ['ok', 'ok'],
    );
  });
});
