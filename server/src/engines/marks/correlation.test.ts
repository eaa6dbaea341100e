/** The second look with one product for all shifts computes what the exported network does. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Tensor } from 'onnxruntime-node';
import { EditableGraph } from '../onnx-graph.ts';
import { openSession } from '../onnx-session.ts';
import { withOneProduct } from './correlation.ts';
import { closeCells, closeChannels, closeReach } from './networks.ts';

const size = { cells: closeCells, channels: closeChannels, reach: closeReach };
const exported = await readFile(new URL('./weights/compare.onnx', import.meta.url));

function described(count: number, channels: number, seed: number): Tensor {
  const values = new Float32Array(count * channels * closeCells ** 2);
  for (let index = 0; index < values.length; index++)
    values[index] = Math.sin(index * seed + (index % 17) ** 2) / 4;
  return new Tensor('float32', values, [count, channels, closeCells, closeCells]);
}

async function likenessesOf(file: Uint8Array, count: number): Promise<Float32Array> {
  const session = await openSession(file, {});
  const { likeness } = await session.run({
    reference: described(count, closeChannels, 0.7),
    place: described(count, closeChannels, 1.3),
    inside: described(count, 1, 2.1),
  });
  await session.release();
  return likeness?.data as Float32Array;
}

test('pairs are as much alike as in the exported network', async () => {
  const edited = withOneProduct(exported, size);

  for (const count of [1, 3]) {
    const before = await likenessesOf(exported, count);
    const after = await likenessesOf(edited, count);
    assert.equal(after.length, count);
    for (const [index, likeness] of before.entries())
      assert.ok(Math.abs((after[index] as number) - likeness) < 1e-4);
  }
});

test('nothing of the product for each shift is left', () => {
  const graph = new EditableGraph(withOneProduct(exported, size));
  assert.deepEqual([graph.all('ReduceSum'), graph.all('Slice')], [[], []]);
  assert.equal(graph.all('MatMul').length, 1);
});

test('a network that compares other shifts is refused', () => {
  assert.throws(() => withOneProduct(exported, { ...size, reach: 2 }), /25 shifts/);
});
