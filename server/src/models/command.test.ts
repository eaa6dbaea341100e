import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { type LocalHub, startLocalHub } from '../../testing/models/local-hub.ts';
import { runModelsCommand } from './command.ts';
import type { ModelEntry } from './model.ts';
import { openProgress } from './progress.ts';
import { type ModelTrial, trialDigest } from './trials.ts';

const repository = 'someone/some-model';
const entry: ModelEntry = {
  id: 'small-model',
  title: 'Small model',
  role: 'detector',
  rank: 1,
  licence: 'MIT',
  source: { kind: 'hub', repository, revision: 'main' },
  files: [{ path: 'weights.onnx' }],
  aboutBytes: 2_000_000,
  sets: ['default'],
  loader: { engine: 'yolox', kind: 'yolox', files: { model: 'weights.onnx' } },
  pages: ['https://example.org'],
};
const broken: ModelEntry = {
  ...entry,
  id: 'broken-model',
  files: [{ path: 'gone.onnx' }],
  sets: [],
};

const trial: ModelTrial = {
  format: 1,
  id: '',
  digest: '',
  triedAt: '2026-11-20T10:00:00.000Z',
  device: 'cpu',
  saw: 'a cup',
  error: null,
  seconds: 1.25,
  peakBytes: 330_000_000,
};

class Screen extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns = 60;
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  override _write(chunk: Buffer, _: string, done: () => void) {
    this.text += chunk.toString();
    done();
  }
}

let hub: LocalHub;
let modelsDir: string;

before(async () => {
  hub = await startLocalHub();
  hub.put(repository, 'weights.onnx', Buffer.alloc(2_000_000, 7), true);
  modelsDir = await mkdtemp(join(tmpdir(), 'reelsight-models-command-'));
});

after(async () => {
  await hub.close();
  await rm(modelsDir, { recursive: true, force: true });
});

const run = async (args: readonly string[], { isTTY = false, folder = modelsDir } = {}) => {
  const stdout = new Screen(isTTY);
  const stderr = new Screen(isTTY);
  const code = await runModelsCommand(args, {
    modelsDir: folder,
    hubUrl: hub.url,
    stdout,
    stderr,
    signal: AbortSignal.timeout(120_000),
    manifest: [entry, broken],
    limits: {
      retryDelaysMs: [1],
      connectTimeoutMs: 10_000,
      idleTimeoutMs: 10_000,
      leastRate: { bytesPerSecond: 0, overMs: 60_000 },
    },
    tryModel: async (model) => ({ ...trial, id: model.id, digest: trialDigest(model) }),
  });

  return { code, out: stdout.text, err: stderr.text };
};

describe('reelsight models', () => {
  test('lists what there is before anything was pulled', async () => {
    const { code, out } = await run(['list']);
    assert.equal(code, 0);
    const [head, first] = out.split('\n');
    assert.match(head ?? '', /^MODEL +FOR +SIZE +LICENCE +SETS +STATE +TRIED$/);
    assert.match(first ?? '', /^small-model +detector +2\.0 MB +MIT +default +absent +-$/);
  });

  test('pulls the default set and says so in plain lines where there is no terminal', async () => {
    const { code, out, err } = await run(['pull']);
    assert.equal(code, 0);
    assert.equal(out, `1 of 1 models are ready in ${modelsDir}\n`);
    assert.equal(err, 'installed small-model\n');
  });

  test('draws a bar on a terminal', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-models-bar-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const { err } = await run(['pull', 'small-model'], { isTTY: true, folder });
    assert.match(err, /\r\u001b\[Ksmall-model \[[#.]{10}\] \d+ % of 2\.0 MB/);
    assert.match(err, /installed small-model\n/);
  });

  test('lists in JSON, and nothing but JSON', async () => {
    const { code, out } = await run(['list', '--json']);
    assert.equal(code, 0);
    const [first] = JSON.parse(out) as { id: string; state: string; sizeBytes: number }[];
    assert.deepEqual(
      [first?.id, first?.state, first?.sizeBytes],
      ['small-model', 'installed', 2e6],
    );
  });

  test('ends with 1 when a model could not be pulled, with the reason', async () => {
    const { code, out, err } = await run(['pull', 'small-model', 'broken-model']);
    assert.equal(code, 1);
    assert.match(out, /^1 of 2 models/);
    assert.match(err, /^present +small-model\nfailed +broken-model: .*gone\.onnx is not available/);
    const json = await run(['pull', 'broken-model', '--json']);
    assert.equal(json.code, 1);
    assert.equal((JSON.parse(json.out) as { state: string }[])[0]?.state, 'failed');
  });

  test('verifies, and ends with 1 when something is damaged or absent', async () => {
    assert.deepEqual(await run(['verify']), { code: 0, out: 'ok       small-model\n', err: '' });
    await writeFile(join(modelsDir, 'small-model', 'weights.onnx'), Buffer.alloc(2_000_000, 8));
    const damaged = await run(['verify', 'small-model']);
    assert.equal(damaged.code, 1);
    assert.match(damaged.out, /^damaged +small-model\n +- weights\.onnx has changed/);
    const absent = await run(['verify', 'broken-model']);
    assert.deepEqual(absent, { code: 1, out: '', err: 'not installed: broken-model\n' });
  });

  test('tries models, and lists when each was tried', async () => {
    await run(['pull', 'small-model']);
    const { code, out } = await run(['try', 'small-model']);
    assert.equal(code, 0);
    assert.equal(out, 'small-model: saw a cup (1.3 s, at most 330 MB of memory)\n');
    assert.match((await run(['list'])).out, /^small-model .* installed +2026-11-20$/m);

    const json = await run(['try', 'small-model', '--json']);
    assert.equal((JSON.parse(json.out) as { saw: string }[])[0]?.saw, 'a cup');
  });

  test('does not try what is not installed', async () => {
    const { code, err } = await run(['try', 'broken-model']);
    assert.equal(code, 1);
    assert.match(
      err,
      /^broken-model is not installed in .*: reelsight models pull broken-model\n$/,
    );

    const unknown = await run(['try', 'no-model']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /^there is no model no-model; there are .*broken-model/);
  });

  for (const args of [
    [],
    ['remove'],
    ['try'],
    ['pull', 'nonsense'],
    ['pull', '--set', 'nonsense'],
    ['list', 'small-model'],
    ['verify', '--set', 'default'],
    ['pull', '--force'],
  ]) {
    test(`ends with 2 on wrong usage: ${args.join(' ') || 'nothing'}`, async () => {
      const { code, out, err } = await run(args);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.notEqual(err, '');
    });
  }

  test('explains itself', async () => {
    const { code, out } = await run(['--help']);
    assert.equal(code, 0);
    assert.match(out, /reelsight models pull \[name/);
    assert.match(out, /Exit codes: 0 done, 1 something failed, 2 wrong usage/);
  });
});

test('nothing that a terminal acts on comes out of a model.json or a mirror', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-models-command-'));
  await mkdir(join(folder, 'hand-made'));
  const description = {
    format: 1,
    id: 'hand-made',
    title: 'Hand-made',
    role: 'detector',
    rank: 1,
    licence: '\u001b[31mMIT\u001b]0;title\u0007',
    loader: { engine: 'yolox', kind: 'yolox', files: { model: 'weights.onnx' } },
    files: [{ path: 'weights.onnx', sizeBytes: 3, sha256: '0'.repeat(64) }],
  };
  await writeFile(join(folder, 'hand-made', 'model.json'), JSON.stringify(description));
  await writeFile(join(folder, 'hand-made', 'weights.onnx'), 'abc');

  const { out } = await run(['list'], { folder });
  assert.match(out, /hand-made .* MIT /);
  assert.equal(out.includes('\u001b'), false);

  const screen = new Screen(false);
  const reason = 'from\u001b[2J a\nmirror';
  openProgress(screen).show({
    kind: 'done',
    outcome: { id: 'small-model', state: 'failed', reason },
  });
  assert.equal(screen.text, 'failed    small-model: from a mirror\n');
  await rm(folder, { recursive: true, force: true });
});
