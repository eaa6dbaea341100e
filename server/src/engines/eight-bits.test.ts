/** Networks that compute with bytes give nearly the same numbers as with floats. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Tensor } from 'onnxruntime-node';
import { inEightBits, type Ranges, shrunk } from './eight-bits.ts';
import { type OnnxNode, onnxFile } from './onnx-file.ts';
import { EditableGraph } from './onnx-graph.ts';
import { openSession } from './onnx-session.ts';

const channels = 16;
const side = 12;

/** Numbers from -1 to 1 that look random and are the same each time. */
const numbers = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.sin((index + 1) * (seed + 12.9898) * 78.233));

const border = { pads: [1, 1, 1, 1], kernel_shape: [3, 3] };

/** Two convolutions, the second beside a shortcut, and a third that reads their sum. */
const nodes: readonly OnnxNode[] = [
  { op: 'Conv', inputs: ['x', 'kernel', 'bias'], output: 'a', attributes: border },
  { op: 'Relu', inputs: ['a'], output: 'b' },
  { op: 'Conv', inputs: ['b', 'kernel2'], output: 'c', attributes: border },
  { op: 'Add', inputs: ['b', 'c'], output: 'd' },
  { op: 'Relu', inputs: ['d'], output: 'e' },
  { op: 'Conv', inputs: ['e', 'kernel', 'bias'], output: 'f', attributes: border },
  { op: 'Sigmoid', inputs: ['f'], output: 'y' },
];

const network = onnxFile({
  inputs: { x: [1, channels, side, side] },
  outputs: { y: [1, channels, side, side], b: [1, channels, side, side] },
  constants: [
    {
      name: 'kernel',
      dims: [channels, channels, 3, 3],
      floats: numbers(channels * channels * 9, 1).map((value) => value / 20),
    },
    { name: 'bias', dims: [channels], floats: numbers(channels, 2) },
    {
      name: 'kernel2',
      dims: [channels, channels, 3, 3],
      floats: numbers(channels * channels * 9, 3).map((value) => value / 20),
    },
  ],
  nodes,
});

const picture = new Tensor('float32', numbers(channels * side * side, 5), [
  1,
  channels,
  side,
  side,
]);

async function valuesOf(file: Uint8Array): Promise<Record<string, Float32Array>> {
  const session = await openSession(file, {}, { logSeverityLevel: 3 });
  const outputs = await session.run({ x: picture });
  const values = Object.entries(outputs).map(([name, { data }]) => [
    name,
    Float32Array.from(data as Float32Array),
  ]);
  await session.release();
  return Object.fromEntries(values);
}

const ranges: Ranges = { x: [-1, 1], b: [0, 3], c: [-4, 4], e: [0, 6], f: [-6, 6] };

const mostApart = (one: Float32Array | undefined, two: Float32Array | undefined): number => {
  assert.ok(one && two && one.length === two.length);
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (two[at] as number))), 0);
};

describe('convolutions with bytes', () => {
  test('compute nearly the same, through a Relu, a shortcut and a border', async () => {
    const small = inEightBits(network, ranges);
    const graph = new EditableGraph(small);
    assert.equal(graph.all('Conv').length, 0);
    assert.equal(graph.all('QLinearConv').length, 3);

    const before = await valuesOf(network);
    const after = await valuesOf(small);
    assert.ok(mostApart(before.y, after.y) < 0.05, `${mostApart(before.y, after.y)}`);
    assert.ok(mostApart(before.b, after.b) < 0.05);
    assert.ok(mostApart(before.y, after.y) > 0, 'nothing was rounded');
  });

  test('stay with floats where a range is not known', () => {
    const { x: _, ...others } = ranges;
    const small = new EditableGraph(inEightBits(network, others));
    assert.equal(small.all('Conv').length, 1);
    assert.equal(small.all('QLinearConv').length, 2);
    assert.equal(inEightBits(network, {}), network);
  });

  test('cut what lies outside of the range', async () => {
    const narrow = inEightBits(network, { ...ranges, b: [0, 0.5] });
    const { b } = await valuesOf(narrow);
    assert.ok((b ?? []).every((value) => value <= 0.5 + 1e-6));
    assert.ok((b ?? []).some((value) => value > 0.49));
  });

  test('sum up products without loss on any processor', async () => {
    // 255 times the greatest weight, twice, must fit into 16 bits.
    const loud = onnxFile({
      inputs: { x: [1, channels, side, side] },
      outputs: { y: [1, 1, side, side] },
      constants: [
        { name: 'kernel', dims: [1, channels, 1, 1], floats: Array<number>(channels).fill(1) },
      ],
      nodes: [
        { op: 'Conv', inputs: ['x', 'kernel'], output: 'y', attributes: { kernel_shape: [1, 1] } },
      ],
    });
    const small = inEightBits(loud, { x: [0, 1], y: [0, channels] });
    const ones = new Tensor('float32', new Float32Array(channels * side * side).fill(1), [
      ...[1, channels, side, side],
    ]);

    const session = await openSession(small, {});
    const { y } = await session.run({ x: ones });
    await session.release();
    assert.ok(y);
    for (const value of y.data as Float32Array) assert.ok(Math.abs(value - channels) < 0.1);
  });

  test('are not used on a GPU, nor without a file of ranges', async () => {
    assert.equal(await shrunk(network, { device: 'cuda' }, import.meta.filename), network);
    assert.equal(await shrunk(network, {}, undefined), network);
  });
});
