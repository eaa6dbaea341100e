/**
 * Tests that every network runs on the chosen device, and that a device which does not work here is an error instead of
 * a fallback to the CPU.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Tensor } from 'onnxruntime-node';
import { installTinyLogos } from '../../testing/engines/tiny-clip-model.ts';
import { writeTinyModel } from '../../testing/engines/tiny-language-model.ts';
import type { InstalledModel } from '../models/model.ts';
import { deviceTrouble } from '../wiring/operations/device-check.ts';
import { ImageModel } from './clip/image-model.ts';
import { onnxFile } from './onnx-file.ts';
import { openSession } from './onnx-session.ts';
import { openSegmenter } from './open-vocabulary/segmenter.ts';
import { openEngines } from './registry.ts';
import { openTransformersLanguage } from './transformers-language/transformers-language.ts';
import { openYolox } from './yolox/yolox.ts';

const doubling = onnxFile({
  inputs: { x: [2] },
  outputs: { y: [2] },
  constants: [],
  nodes: [{ op: 'Add', inputs: ['x', 'x'], output: 'y' }],
});
const onCuda = { device: 'cuda' } as const;
const path = { PATH: process.env.PATH ?? '' };
const skip = (await deviceTrouble('cuda', path)) === null && 'CUDA works here';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-device-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Whether the error, or one of its causes, is ONNX Runtime's complaint about CUDA. */
const isOfCuda = (error: unknown): boolean => {
  const { message = '', cause } = error as Error;
  return /ExecutionProvider_Cuda/.test(message) || (cause !== undefined && isOfCuda(cause));
};

test('a network runs on the CPU unless told otherwise', async () => {
  const session = await openSession(doubling, {});
  const { y } = await session.run({ x: new Tensor('float32', [1, 2], [2]) });
  assert.deepEqual(y?.data, new Float32Array([2, 4]));
  await session.release();
});

describe('without CUDA, an engine that shall run on it does not open:', { skip }, () => {
  const settings = () => ({
    modelsDir: join(folder, 'none'),
    threads: 1,
    ...onCuda,
    remote: null,
    brandsFile: null,
    logosDir: null,
    paid: { calls: 12, timeMs: 120_000 },
  });

  test('a network by itself', async () => {
    await assert.rejects(openSession(doubling, onCuda), isOfCuda);
  });

  test('text and objects, as the settings of a host say', async () => {
    const engines = openEngines(settings());
    await assert.rejects(engines.text(), isOfCuda);
    await assert.rejects(engines.objects(), isOfCuda);
  });

  test('speech', async () => {
    const { MoonshineModel } = await import('./moonshine/model.ts');
    await assert.rejects(MoonshineModel.open(onCuda), isOfCuda);
  });

  test('logos, outlines and a pulled detector', async () => {
    const logos = await installTinyLogos(join(folder, 'logos'), 'image_embeds');
    await assert.rejects(ImageModel.open(logos, onCuda), isOfCuda);
    const files = { model: logos.loader.files.vision as string };
    const model: InstalledModel = { ...logos, loader: { ...logos.loader, files } };
    await assert.rejects(openSegmenter(model, onCuda), isOfCuda);
    await assert.rejects(openYolox(model, onCuda), isOfCuda);
  });

  test('a pulled language model', async () => {
    const model = await writeTinyModel(join(folder, 'language'), ['a']);
    const limits = { materialTokens: 500, answerTokens: 30, timeoutMs: 10_000 };
    const engine = openTransformersLanguage(model, { ...limits, ...onCuda });
    const signal = AbortSignal.timeout(30_000);
    const question = { query: 'Who?', videos: [''], passages: [] };
    await assert.rejects(engine.answer(question, { signal, meter: () => {} }), isOfCuda);
    await engine.close();
  });
});

test('no other file opens a network', async () => {
  const engines = fileURLToPath(new URL('.', import.meta.url));
  const all = (await readdir(engines, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const texts = await Promise.all(all.map((file) => readFile(join(engines, file), 'utf8')));
  const opening = all.filter((_, index) => texts[index]?.includes('InferenceSession.create'));
  assert.deepEqual(opening, ['onnx-session.ts']);

  // transformers.js opens networks itself, so no file may set their device to the CPU.
  const others = all.filter((_, index) => /\bdevice: 'cpu'/.test(texts[index] ?? ''));
  assert.deepEqual(others, []);
});
