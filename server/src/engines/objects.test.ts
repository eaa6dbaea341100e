/** Tests the same contract on every engine that finds named things: embedded, local and remote. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { openLoopback, says } from '../../testing/engines/model-server.ts';
import { handsOn } from '../../testing/engines/onnx-nodes.ts';
import type { InstalledModel } from '../models/model.ts';
import { openCenterNet } from './centernet/centernet.ts';
import { cocoNames, cocoNumbers } from './coco.ts';
import { openDetr } from './detr/detr.ts';
import type { CallContext, RgbImage } from './engine.ts';
import { type ObjectEngine, withoutGroups, withoutOverlaps, withoutParts } from './objects.ts';
import { onnxFile } from './onnx-file.ts';
import { openOpenVocabulary } from './open-vocabulary/open-vocabulary.ts';
import { openRemote } from './openai-compatible/client.ts';
import { openRemoteVision } from './openai-compatible/vision.ts';
import { openYolox } from './yolox/yolox.ts';

const shared =
  process.env.REELSIGHT_SHARED ?? path.resolve(import.meta.dirname, '../../../../shared');
const yoloxFolder = path.join(shared, 'models');
const video = path.join(shared, 'media', 'noaudio.mp4');

const meter: string[] = [];
const context: CallContext = {
  signal: new AbortController().signal,
  meter: (item) => meter.push(item),
};
const blank: RgbImage = { width: 160, height: 90, data: new Uint8Array(160 * 90 * 3).fill(128) };
const odd = (width: number, height: number, value = (_: number) => 0): RgbImage => ({
  width,
  height,
  data: new Uint8Array(width * height * 3).map((_, i) => value(i)),
});
/** Unusual pictures: a single pixel, all black, very wide, very high, and noise. */
const oddPictures: readonly RgbImage[] = [
  ...[odd(1, 1), odd(16, 16), odd(640, 360), odd(2000, 3), odd(2, 900)],
  odd(320, 180, (i) => (Math.imul(i + 1, 2654435761) >>> 13) % 256),
];
const scratch = await mkdtemp(path.join(tmpdir(), 'reelsight-objects-'));
after(() => rm(scratch, { recursive: true, force: true }));

const installed = (
  folder: string,
  engine: InstalledModel['loader']['engine'],
  kind: string,
  file: string,
): InstalledModel => ({
  format: 1,
  id: `tiny-${kind}`,
  title: 'Tiny',
  role: engine === 'transformers' ? 'objects' : 'detector',
  rank: 1,
  licence: 'Apache-2.0',
  folder,
  loader: { engine, kind, files: { model: file }, dtype: 'q8', inputSize: 416 },
  files: [],
});

/** A tiny model in the form of a real OWL-ViT; it finds its second label in the middle of every picture. */
async function tinyOpenVocabulary(): Promise<ObjectEngine> {
  const folder = path.join(scratch, 'owl');
  const words = ['<unk>', 'a', 'photo', 'of', 'red', 'car', 'dog'];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    normalizer: null,
    added_tokens: [],
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      unk_token: '<unk>',
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };

  const model = onnxFile({
    inputs: {
      input_ids: { int64: ['labels', 'length'] },
      attention_mask: { int64: ['labels', 'length'] },
      pixel_values: ['pictures', 3, 'height', 'width'],
    },
    outputs: { logits: [1, 2, 2], pred_boxes: [1, 2, 4] },
    constants: [
      { name: 'a', dims: [1, 2, 2], floats: [-9, 2, -9, -9] },
      { name: 'b', dims: [1, 2, 4], floats: [0.5, 0.5, 0.4, 0.2, 0.1, 0.1, 0.1, 0.1] },
    ],
    nodes: [handsOn('a', 'logits'), handsOn('b', 'pred_boxes')],
  });
  const files = {
    'config.json': JSON.stringify({
      model_type: 'owlvit',
      architectures: ['OwlViTForObjectDetection'],
    }),
    'preprocessor_config.json': JSON.stringify({
      image_processor_type: 'OwlViTImageProcessor',
      feature_extractor_type: 'OwlViTFeatureExtractor',
      do_resize: true,
      size: { height: 32, width: 32 },
      do_normalize: true,
      image_mean: [0.5, 0.5, 0.5],
      image_std: [0.5, 0.5, 0.5],
    }),
    'tokenizer.json': JSON.stringify(tokenizer),
    'tokenizer_config.json': JSON.stringify({
      tokenizer_class: 'PreTrainedTokenizerFast',
      unk_token: '<unk>',
      pad_token: '<unk>',
    }),
    'onnx/model_quantized.onnx': model,
  };
  await mkdir(path.join(folder, 'onnx'), { recursive: true });

  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), content);
  }

  return openOpenVocabulary(
    installed(folder, 'transformers', 'owlvit', 'onnx/model_quantized.onnx'),
  );
}

const detrQueries = 3;

/** COCO's own numbers, in which RF-DETR counts: a car is 3, a dog 18. */
const rfdetrLabels = 91;

/** Two of its queries see a car in the same place, the third a dog that is half outside of the picture. */
async function tinyDetr(
  engine: 'dfine' | 'rfdetr',
  { labels, car, dog }: { labels: number; car: number; dog: number },
): Promise<ObjectEngine> {
  const folder = path.join(scratch, engine);
  await mkdir(folder, { recursive: true });
  const logits = Array<number>(detrQueries * labels).fill(-6);
  logits[car] = 2;
  logits[labels + car] = 1;
  logits[2 * labels + dog] = 3;
  const middle = [0.5, 0.5, 0.2, 0.4];
  const model = onnxFile({
    inputs: { pixel_values: [1, 3, 416, 416] },
    outputs: { logits: [1, detrQueries, labels], pred_boxes: [1, detrQueries, 4] },
    constants: [
      { name: 'logits', dims: [1, detrQueries, labels], floats: logits },
      {
        name: 'pred_boxes',
        dims: [1, detrQueries, 4],
        floats: [...middle, ...middle, 0, 0.5, 0.4, 0.2],
      },
    ],
    nodes: [],
  });
  await writeFile(path.join(folder, 'model.onnx'), model);

  return openDetr(installed(folder, engine, engine, 'model.onnx'));
}

const tinyDfine = () =>
  tinyDetr('dfine', {
    labels: cocoNames.length,
    car: cocoNames.indexOf('car'),
    dog: cocoNames.indexOf('dog'),
  });
const tinyRfDetr = () => tinyDetr('rfdetr', { labels: rfdetrLabels, car: 3, dog: 18 });

for (const [name, open] of [
  ['d-fine', tinyDfine],
  ['rf-detr', tinyRfDetr],
] as const) {
  test(`${name} gives one box of a thing that two queries see, and only what is inside the picture`, async () => {
    const engine = await open();
    assert.equal(engine.info.name, name);
    const [dog, car, ...rest] = await engine.detect(blank, ['car', 'dog', 'cat'], context);
    await engine.close();

    assert.equal(rest.length, 0);
    assert.equal(dog?.name, 'dog');
    assert.ok(Math.abs((dog?.confidence ?? 0) - 0.9526) < 1e-3);
    assert.ok(dog.box.x === 0 && Math.abs(dog.box.width - 0.2) < 1e-6);
    assert.equal(car?.name, 'car');
    assert.ok(Math.abs(car.box.x - 0.4) < 1e-6 && Math.abs(car.box.y - 0.3) < 1e-6);
  });
}

test('rf-detr is given colours by the means and deviations of ImageNet', async () => {
  const folder = path.join(scratch, 'rfdetr-colours');
  await mkdir(folder, { recursive: true });
  // Log-odds 0 to 2 of the only query are the first pixel's red, green and blue, as the network gets them.
  const model = onnxFile({
    inputs: { pixel_values: [1, 3, 416, 416] },
    outputs: { logits: [1, 1, rfdetrLabels], pred_boxes: [1, 1, 4] },
    constants: [
      { name: 'pred_boxes', dims: [1, 1, 4], floats: [0.5, 0.5, 0.2, 0.2] },
      { name: 'start', dims: [4], integers: [0, 0, 0, 0] },
      { name: 'end', dims: [4], integers: [1, 3, 1, 1] },
      { name: 'row', dims: [3], integers: [1, 1, 3] },
      { name: 'rest', dims: [1, 1, 88], floats: Array<number>(88).fill(-9) },
    ],
    nodes: [
      { op: 'Slice', inputs: ['pixel_values', 'start', 'end'], output: 'pixel' },
      { op: 'Reshape', inputs: ['pixel', 'row'], output: 'colours' },
      { op: 'Concat', inputs: ['colours', 'rest'], output: 'logits', attributes: { axis: 2 } },
    ],
  });
  await writeFile(path.join(folder, 'model.onnx'), model);

  const engine = await openDetr(installed(folder, 'rfdetr', 'rfdetr', 'model.onnx'));
  const white = odd(64, 64, () => 255);

  const [green] = await engine.detect(white, ['person'], context);
  const [blue] = await engine.detect(white, ['bicycle'], context);
  await engine.close();

  const oddsOf = (confidence = 0) => Math.log(confidence / (1 - confidence));
  assert.ok(Math.abs(oddsOf(green?.confidence) - (1 - 0.456) / 0.224) < 1e-3);
  assert.ok(Math.abs(oddsOf(blue?.confidence) - (1 - 0.406) / 0.225) < 1e-3);
});

test("COCO's own numbers leave out the ten that it never used", () => {
  const numberOf = (name: string) => cocoNumbers[cocoNames.indexOf(name)];
  assert.equal(cocoNumbers.length, cocoNames.length);
  const drawn = ['person', 'stop sign', 'umbrella', 'potted plant', 'tv', 'book', 'toothbrush'];
  assert.deepEqual(drawn.map(numberOf), [1, 13, 28, 64, 72, 84, 90]);
});

interface Candidate {
  readonly name: string;
  readonly missing?: string | false;
  open(): Promise<{ engine: ObjectEngine; close?: () => Promise<void> }>;
}

const candidates: Candidate[] = [
  { name: 'centernet', open: async () => ({ engine: await openCenterNet() }) },
  {
    name: 'yolox',
    missing:
      !existsSync(path.join(yoloxFolder, 'yolox_nano.onnx')) && 'the shared models are absent',
    open: async () => ({
      engine: await openYolox(installed(yoloxFolder, 'yolox', 'yolox', 'yolox_nano.onnx')),
    }),
  },
  { name: 'd-fine', open: async () => ({ engine: await tinyDfine() }) },
  { name: 'rf-detr', open: async () => ({ engine: await tinyRfDetr() }) },
  { name: 'open vocabulary', open: async () => ({ engine: await tinyOpenVocabulary() }) },
  {
    name: 'remote',
    open: async () => {
      const found = [{ name: 'car', confidence: 0.9, box: [100, 100, 400, 300] }];
      const server = await openLoopback(() => says({ found }));
      const remote = openRemote({
        url: server.url,
        apiKey: null,
        models: { language: null, vision: 'eyes', speech: null },
        timeoutMs: 60_000,
        maxRetries: 0,
        maxTokensPerJob: 1e6,
      });
      const engine = openRemoteVision(remote)?.objects as ObjectEngine;

      return { engine, close: () => server[Symbol.asyncDispose]() };
    },
  },
];

for (const { name, missing, open } of candidates) {
  describe(`an object engine: ${name}`, { skip: missing || false }, () => {
    test('says who it is, answers only asked names inside the picture, and can be stopped', async () => {
      const { engine, close } = await open();
      try {
        assert.ok(engine.info.name && engine.info.version);
        assert.ok(engine.minConfidence > 0 && engine.minConfidence < 1);
        assert.ok(engine.vocabulary === null || engine.vocabulary.length === 80);
        meter.length = 0;

        const found = await engine.detect(blank, ['car', 'dog'], context);
        assert.ok(meter.includes('object_frames') || meter.includes('vision_images'));

        for (const { name: label, confidence, box } of found) {
          assert.ok(['car', 'dog'].includes(label), label);
          assert.ok(confidence >= 0 && confidence <= 1);
          assert.ok(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0);
          assert.ok(box.x + box.width <= 1.0001 && box.y + box.height <= 1.0001);
        }
        assert.deepEqual(await engine.detect(blank, ['zebra crossing'], context), []);

        for (const picture of oddPictures) {
          for (const closeUp of [false, true]) {
            const seen = await engine.detect(picture, ['car', 'person'], context, { closeUp });
            assert.ok(seen.every(({ box }) => box.width > 0 && box.x + box.width <= 1.0001));
          }
        }

        const stopped = { ...context, signal: AbortSignal.abort(new Error('stop')) };
        await assert.rejects(engine.detect(blank, ['car'], stopped), /stop|abort/i);
      } finally {
        await engine.close();
        await close?.();
      }
    });
  });
}

test('the open-vocabulary engine finds what the model sees, by any name', async () => {
  const engine = await tinyOpenVocabulary();
  const [found, ...more] = await engine.detect(blank, ['dog', 'red car'], context);

  await engine.close();
  assert.equal(more.length, 0);
  assert.equal(found?.name, 'red car');
  assert.ok(found.confidence > engine.minConfidence);

  const { x, y, width, height } = found.box;
  assert.deepEqual(
    [x, y, width, height].map((value) => Math.round(value * 100)),
    [30, 40, 40, 20],
  );
});

test('a folder without a model is refused with the reason', async () => {
  for (const open of [
    () => openYolox(installed(scratch, 'yolox', 'yolox', 'none.onnx')),
    () => openOpenVocabulary(installed(path.join(scratch, 'none'), 'transformers', 'owlvit', 'x')),
  ]) {
    await assert.rejects(open(), (fault: Error & { code?: string; detail?: string }) => {
      assert.equal(fault.code, 'ANALYSIS_FAILED');
      assert.match(fault.detail ?? '', /tiny-/);
      return true;
    });
  }
});

describe('what the detectors see in real pictures', {
  skip: existsSync(video) ? false : 'the shared media are absent',
}, () => {
  for (const { name, missing, open } of candidates.slice(0, 2)) {
    test(name, { skip: missing || false }, async () => {
      const { engine } = await open();
      const { pictureAt, close } = await pictures();
      try {
        const names = ['cup', 'truck', 'cat', 'zebra'];
        const found = await engine.detect(await pictureAt(5), names, context);
        const sure = found.filter(({ confidence }) => confidence >= engine.minConfidence);
        assert.deepEqual([...new Set(sure.map((object) => object.name))], ['cup']);

        const box = sure[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
        assert.ok(Math.abs(box.x - 0.58) < 0.03 && Math.abs(box.width - 0.14) < 0.04);
        assert.ok(Math.abs(box.y - 0.5) < 0.05 && Math.abs(box.height - 0.26) < 0.04);
      } finally {
        await engine.close();
        await close();
      }
    });
  }
});

/** Pictures of the shared video at whole seconds. */
async function pictures() {
  const { ingestMedia } = await import('../media/ingest.ts');
  const { openFrames } = await import('../media/frames.ts');
  const outDir = await mkdtemp(path.join(scratch, 'frames-'));
  const limits = {
    maxSidePixels: 8192,
    maxFramePixels: 3e7,
    frameSidePixels: 1280,
    maxDurationSeconds: 600,
    maxOutputBytes: 2 ** 34,
  };
  const { signal } = new AbortController();
  const pass = await ingestMedia({ path: video, outDir, fps: 1, limits, signal });
  const frames = await openFrames({ path: `${outDir}/frames.pack`, offset: 0 }, pass);

  return {
    pictureAt: (second: number) => frames.rgb(pass.frames[second]?.image ?? 0),
    close: () => frames.close(),
  };
}

test('CenterNet is stopped between two looks, and soon', async () => {
  const engine = await openCenterNet();
  const stop = new AbortController();
  const stoppable = { ...context, signal: stop.signal };
  const looks = Array.from({ length: 100 }, () => () => engine.detect(blank, ['car'], stoppable));
  const run = looks.reduce<Promise<unknown>>((last, look) => last.then(look), Promise.resolve());
  const failed = assert.rejects(run, /enough/);
  const began = performance.now();

  await engine.detect(blank, ['car'], context);
  const from = performance.now();

  stop.abort(new Error('enough'));
  await failed;
  // At most two of the hundred looks may have run.
  assert.ok(performance.now() - from < 1000 + 10 * (from - began));
  await engine.close();
});

test('of two boxes over one thing the surer one stays', () => {
  const box = { x: 0.1, y: 0.1, width: 0.3, height: 0.3 };
  const near = { ...box, x: 0.12 };
  const kept = withoutOverlaps(
    [
      { name: 'dog', confidence: 0.4, box },
      { name: 'dog', confidence: 0.8, box: near },
      { name: 'cat', confidence: 0.3, box },
    ],
    0.5,
  );

  assert.deepEqual(
    kept.map(({ confidence }) => confidence),
    [0.8, 0.3],
  );
});

test('a part is dropped where the whole is much surer', () => {
  const whole = {
    name: 'person',
    confidence: 0.8,
    box: { x: 0.1, y: 0.1, width: 0.4, height: 0.8 },
  };
  const face = { ...whole, confidence: 0.3, box: { x: 0.2, y: 0.1, width: 0.2, height: 0.2 } };
  const child = { ...face, confidence: 0.7 };
  const ball = { ...face, name: 'sports ball' };

  assert.deepEqual(withoutParts([face, whole, child, ball]), [whole, child, ball]);
});

test('a box around two neighbours is dropped if both were found more clearly', () => {
  const person = (confidence: number, x: number, width: number) => ({
    name: 'person',
    confidence,
    box: { x, y: 0.5, width, height: 0.5 },
  });
  const left = person(0.6, 0.5, 0.12);
  const right = person(0.7, 0.61, 0.14);
  const both = person(0.3, 0.52, 0.2);
  const blurred = person(0.2, 0.61, 0.14);
  const couch = { ...both, name: 'couch' };
  const wide = person(0.3, 0.4, 0.5);

  assert.deepEqual(withoutGroups([both, left, right]), [left, right]);
  // Kept: one neighbour alone, a neighbour that is less clear, another name, and a box that shows much besides.
  for (const found of [
    [both, left],
    [both, left, blurred],
    [couch, left, right],
    [wide, left, right],
  ])
    assert.deepEqual(withoutGroups(found), found);
});
