/**
 * Compares the converted network with the results of TensorFlow.js on the same pictures, and tests files in unexpected
 * formats.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { RgbImage } from '../engine.ts';
import { readGraphModel } from './graph-model.ts';
import { CenterNetwork } from './network.ts';
import { onnxModelOf } from './onnx-model.ts';

const side = 512;
const scratch = await mkdtemp(path.join(tmpdir(), 'reelsight-centernet-'));
const network = await CenterNetwork.open();
after(async () => {
  await network.close();
  await rm(scratch, { recursive: true, force: true });
});

type Colour = readonly [number, number, number];

function drawn(colourAt: (x: number, y: number) => Colour): RgbImage {
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) data.set(colourAt(x, y), (y * side + x) * 3);
  }
  return { width: side, height: side, data };
}

const wall = (x: number, y: number): Colour => [150 + (x >> 4), 160 + (y >> 4), 170];

const stopSign = drawn((x, y) => {
  const across = Math.abs(x - 256);
  const down = Math.abs(y - 200);
  const octagon = Math.max(across, down, (across + down) * Math.SQRT1_2);
  if (octagon < 105) return [190, 20, 30];
  if (octagon < 115) return [240, 240, 240];
  if (across < 10 && y > 200) return [110, 110, 110];
  return y > 400 ? [90, 120, 70] : wall(x, y);
});

const clock = drawn((x, y) => {
  const radius = Math.hypot(x - 256, y - 256);
  const angle = Math.atan2(y - 256, x - 256);
  const ink: Colour = [10, 10, 10];
  if (radius >= 145) return wall(x, y);
  if (radius >= 130) return [60, 40, 30];
  if (radius > 105 && Math.abs(Math.sin(angle * 6)) < 0.12) return ink;
  if (Math.abs(x - 256) < 5 && y < 256 && radius < 95) return ink;
  if (Math.abs(y - 256) < 6 && x > 256 && radius < 65) return ink;

  return [245, 245, 240];
});

/** Detections by TensorFlow.js 4.22 on its WebAssembly backend: name, score, and edges as fractions of the picture. */
const expected: readonly (readonly [RgbImage, string, ...number[]])[] = [
  [stopSign, 'stop sign', 0.6949, 0.2821, 0.1695, 0.7282, 0.6133],
  [stopSign, 'umbrella', 0.2578, 0.283, 0.1704, 0.7276, 0.6122],
  [stopSign, 'tv', 0.1666, 0.283, 0.1704, 0.7276, 0.6122],
  [clock, 'clock', 0.519, 0.2365, 0.2147, 0.7671, 0.7799],
  [clock, 'bird', 0.4619, 0.6763, 0.5986, 0.7206, 0.6273],
  [clock, 'bird', 0.4563, 0.2815, 0.6011, 0.3222, 0.6255],
  [clock, 'bird', 0.4418, 0.5971, 0.2798, 0.6292, 0.3214],
  [clock, 'traffic light', 0.2957, 0.2365, 0.2147, 0.7671, 0.7799],
  [clock, 'kite', 0.1767, 0.2815, 0.6011, 0.3222, 0.6255],
];

test('scores and boxes are those of the graph it is made from', async () => {
  const seen = new Map([
    [stopSign, await network.look(stopSign, 0.15)],
    [clock, await network.look(clock, 0.15)],
  ]);
  assert.deepEqual(
    [...seen.values()].map(({ length }) => length),
    [3, 13],
  );

  for (const [picture, name, score = 0, ...edges] of expected) {
    const found = seen.get(picture)?.some(({ name: own, confidence, box }) => {
      const got = [box.x, box.y, box.x + box.width, box.y + box.height];
      const near = got.every((edge, i) => Math.abs(edge - (edges[i] ?? 0)) < 0.002);
      return own === name && Math.abs(confidence - score) < 0.003 && near;
    });
    assert.ok(found, `${name} ${score}`);
  }
});

test('a picture may have any shape in steps of 32 pixels', async () => {
  for (const [width, height] of [
    [512, 288],
    [32, 512],
    [32, 32],
  ] as const) {
    const data = new Uint8Array(width * height * 3).fill(90);
    for (const { box } of await network.look({ width, height, data }, 0.05)) {
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1.0001);
      assert.ok(box.y + box.height <= 1.0001);
    }
  }
});

describe('files of another form are refused', () => {
  const model = (node: object, bytes = 2) => ({
    modelTopology: { node: [node] },
    weightsManifest: [
      { paths: ['w.bin'], weights: [{ name: 'w', shape: [bytes / 2], dtype: 'float32' }] },
    ],
  });
  const write = async (content: string): Promise<string> => {
    const file = path.join(scratch, 'model.json');
    await writeFile(file, content);
    await writeFile(path.join(scratch, 'w.bin'), new Uint8Array(2));
    return file;
  };

  test('weights that end too early', async () => {
    const file = await write(JSON.stringify(model({ name: 'a', op: 'Relu' }, 400)));
    await assert.rejects(readGraphModel(file), /w\.bin is too short/);
  });

  test('no JSON, or JSON of something else', async () => {
    await assert.rejects(write('{').then(readGraphModel), SyntaxError);
    await assert.rejects(write('{"modelTopology":{}}').then(readGraphModel), /weightsManifest/);
    await assert.rejects(readGraphModel(path.join(scratch, 'none.json')), { code: 'ENOENT' });
  });

  test('an operation or a node that is not known', async () => {
    const graph = await readGraphModel(
      await write(JSON.stringify(model({ name: 'a', op: 'LSTM', input: [] }))),
    );
    assert.throws(() => onnxModelOf(graph, { out: 'a' }), /no translation of LSTM/);
    assert.throws(() => onnxModelOf(graph, { out: 'b' }), /no node b/);
  });
});
