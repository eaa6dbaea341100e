/** Tests outlines: rings around masks, and the segmenter with a small real model. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { handsOn } from '../../../testing/engines/onnx-nodes.ts';
import type { InstalledModel } from '../../models/model.ts';
import type { CallContext } from '../engine.ts';
import { type OnnxModel, onnxFile } from '../onnx-file.ts';
import { type Mask, ringsOf } from '../rings.ts';
import { openSegmenter } from './segmenter.ts';

function maskOf(width: number, height: number, inside: (x: number, y: number) => boolean): Mask {
  const data = new Float32Array(width * height).fill(-1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (inside(x, y)) data[y * width + x] = 1;
  }
  return { width, height, data };
}

describe('rings', () => {
  test('follow a rectangle with its four corners, leaving holes and specks out', () => {
    const mask = maskOf(20, 20, (x, y) => {
      const hole = x > 7 && x < 10 && y > 5 && y < 8;
      return (x >= 4 && x < 15 && y >= 3 && y < 12 && !hole) || (x === 18 && y === 18);
    });
    assert.deepEqual(ringsOf(mask), [
      [
        [0.2, 0.15],
        [0.75, 0.15],
        [0.75, 0.6],
        [0.2, 0.6],
      ],
    ]);
  });

  test('follow a ragged shape with at most 64 points, close to its edge', () => {
    const radius = (x: number, y: number) => 60 + 10 * Math.sin(Math.atan2(y - 90, x - 100) * 9);
    const mask = maskOf(200, 200, (x, y) => Math.hypot(x - 100, y - 90) < radius(x, y));
    const [ring, ...more] = ringsOf(mask);
    assert.equal(more.length, 0);
    assert.ok(ring && ring.length > 20 && ring.length <= 64);

    for (const [x, y] of ring) {
      const px = x * 200;
      const py = y * 200;
      assert.ok(Math.abs(Math.hypot(px - 100, py - 90) - radius(px, py)) < 4);
    }
  });

  test('are none where nothing is set', () => {
    assert.deepEqual(ringsOf(maskOf(9, 9, () => false)), []);
  });

  test('of any mask lie inside it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), (bits) => {
        for (const ring of ringsOf(maskOf(8, 8, (x, y) => bits[y * 8 + x] ?? false))) {
          assert.ok(ring.length >= 3 && ring.length <= 64);
          assert.ok(ring.every(([x, y]) => x >= 0 && x <= 1 && y >= 0 && y <= 1));
        }
      }),
    );
  });
});

describe('the segmenter', () => {
  const side = 32;
  const encoder: OnnxModel = {
    inputs: { pixel_values: [1, 3, side, side] },
    outputs: { image_embeddings: [1, 1], image_positional_embeddings: [1, 1] },
    constants: [{ name: 'c', dims: [1, 1], floats: [1] }],
    nodes: [handsOn('c', 'image_embeddings'), handsOn('c', 'image_positional_embeddings')],
  };
  // The second of three masks has the highest score; its left half is set.
  const half = Array.from({ length: 64 }, (_, i) => (i % 8 < 4 ? 5 : -5));
  const decoder: OnnxModel = {
    inputs: {
      image_embeddings: [1, 1],
      image_positional_embeddings: [1, 1],
      input_boxes: [1, 'boxes', 4],
    },
    outputs: { iou_scores: [1, 1, 3], pred_masks: [1, 1, 3, 8, 8] },
    constants: [
      { name: 's', dims: [1, 1, 3], floats: [0.2, 0.9, 0.5] },
      {
        name: 'm',
        dims: [1, 1, 3, 8, 8],
        floats: [...Array(64).fill(-1), ...half, ...Array(64).fill(1)],
      },
    ],
    nodes: [handsOn('s', 'iou_scores'), handsOn('m', 'pred_masks')],
  };

  async function install(decoderModel: OnnxModel) {
    const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-segmenter-'));
    await mkdir(path.join(folder, 'onnx'));
    await writeFile(path.join(folder, 'onnx/e.onnx'), onnxFile(encoder));
    await writeFile(path.join(folder, 'onnx/d.onnx'), onnxFile(decoderModel));

    const model: InstalledModel = {
      format: 1,
      id: 'tiny-sam',
      title: 'Tiny',
      role: 'outlines',
      rank: 1,
      licence: 'Apache-2.0',
      folder,
      loader: {
        engine: 'onnx-sam',
        kind: 'slimsam-boxes',
        files: { encoder: 'onnx/e.onnx', decoder: 'onnx/d.onnx' },
        inputSize: side,
      },
      files: [],
    };

    return { model, remove: () => rm(folder, { recursive: true, force: true }) };
  }

  const context: CallContext = { signal: new AbortController().signal, meter: () => {} };

  test('takes the trusted mask and leaves the padding out', async () => {
    const { model, remove } = await install(decoder);
    const engine = await openSegmenter(model);
    // The picture is twice as wide as high, so the lower half of the masks is padding.
    const image = { width: 64, height: 32, data: new Uint8Array(64 * 32 * 3) };
    const [rings] = await engine.outline(image, [{ x: 0, y: 0, width: 1, height: 1 }], context);

    assert.deepEqual(rings, [
      [
        [0, 0],
        [0.5, 0],
        [0.5, 1],
        [0, 1],
      ],
    ]);
    assert.deepEqual(await engine.outline(image, [], context), []);
    await engine.close();
    await remove();
  });

  test('refuses a model that takes no boxes', async () => {
    const { input_boxes: _, ...inputs } = decoder.inputs;
    const { model, remove } = await install({ ...decoder, inputs });
    await assert.rejects(openSegmenter(model), { code: 'ANALYSIS_FAILED' });
    await remove();
  });
});
