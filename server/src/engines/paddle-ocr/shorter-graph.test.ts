/** The shorter graphs of text networks compute what the long ones do. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Tensor } from 'onnxruntime-node';
import { type OnnxConstant, type OnnxNode, onnxFile } from '../onnx-file.ts';
import { EditableGraph, onnxField } from '../onnx-graph.ts';
import { openSession } from '../onnx-session.ts';
import { messageField, numberField, textField, wireFields } from '../protobuf.ts';
import { packagedFiles } from './packaged-files.ts';
import { shortened } from './shorter-graph.ts';

const channels = 4;
const side = 6;

/** Numbers from -1 to 1 that look random and are the same each time. */
const numbers = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.sin((index + 1) * (seed + 12.9898) * 78.233));

const single = (name: string, value: number): OnnxConstant => ({
  name,
  dims: [1],
  floats: [value],
});

const constants: readonly OnnxConstant[] = [
  { name: 'kernel', dims: [channels, 3, 3, 3], floats: numbers(channels * 27, 1) },
  { name: 'bias', dims: [channels], floats: numbers(channels, 2) },
  { name: 'point', dims: [channels, channels, 1, 1], floats: numbers(channels * channels, 3) },
  { name: 'deep', dims: [channels, 1, 3, 3], floats: numbers(channels * 9, 4) },
  single('scale', 1.7),
  single('shift', -0.4),
  single('scale2', 0.6),
  single('shift2', 0.3),
  { name: 'three', dims: [], floats: [3] },
  { name: 'zero', dims: [], floats: [0] },
  { name: 'six', dims: [], floats: [6] },
  { name: 'seven', dims: [], floats: [7] },
];

const border = { pads: [1, 1, 1, 1], kernel_shape: [3, 3] };
const noBorder = { pads: [0, 0, 0, 0], kernel_shape: [1, 1] };

/** A convolution, its scale and shift, a hard swish with limits of 0 and `most`, and its own scale and shift. */
const layer = (most = 'six'): readonly OnnxNode[] => [
  { op: 'Conv', inputs: ['x', 'kernel', 'bias'], output: 'a', attributes: border },
  { op: 'Mul', inputs: ['scale', 'a'], output: 'b' },
  { op: 'Add', inputs: ['b', 'shift'], output: 'c' },
  { op: 'Add', inputs: ['c', 'three'], output: 'd' },
  { op: 'Clip', inputs: ['d', 'zero', most], output: 'e' },
  { op: 'Mul', inputs: ['c', 'e'], output: 'f' },
  { op: 'Div', inputs: ['f', 'six'], output: 'g' },
  { op: 'Mul', inputs: ['scale2', 'g'], output: 'h' },
  { op: 'Add', inputs: ['h', 'shift2'], output: 'i' },
];

const pointwise: OnnxNode = {
  op: 'Conv',
  inputs: ['i', 'point'],
  output: 'y',
  attributes: noBorder,
};
const deep: OnnxNode = {
  op: 'Conv',
  inputs: ['i', 'deep'],
  output: 'y',
  attributes: { ...border, group: channels },
};

const network = (nodes: readonly OnnxNode[], outputs: readonly string[] = ['y']): Uint8Array =>
  onnxFile({
    inputs: { x: [1, 3, side, side] },
    outputs: Object.fromEntries(
      outputs.map((name) => [name, [1, channels, `${name}_rows`, `${name}_columns`]]),
    ),
    constants,
    nodes,
  });

async function valuesOf(file: Uint8Array, input: Tensor): Promise<Record<string, Float32Array>> {
  const session = await openSession(file, {}, { logSeverityLevel: 3 });
  const outputs = await session.run({ [session.inputNames[0] as string]: input });
  const values = Object.entries(outputs).map(([name, { data }]) => [
    name,
    Float32Array.from(data as Float32Array),
  ]);
  await session.release();
  return Object.fromEntries(values);
}

const picture = new Tensor('float32', numbers(3 * side * side, 5), [1, 3, side, side]);

/** Shortens a file, checks that it still computes the same, and returns the operations that are left. */
async function checked(file: Uint8Array, input = picture, tolerance = 1e-5): Promise<string[]> {
  const shorter = shortened(file);
  const before = await valuesOf(file, input);
  const after = await valuesOf(shorter, input);
  assert.deepEqual(Object.keys(after), Object.keys(before));

  for (const [name, values] of Object.entries(before))
    for (const [index, value] of values.entries())
      assert.ok(Math.abs((after[name]?.[index] ?? Number.NaN) - value) <= tolerance, name);

  return operationsOf(shorter);
}

const kinds = ['Conv', 'Mul', 'Add', 'Clip', 'Div', 'HardSigmoid'];
const operationsOf = (file: Uint8Array): string[] => {
  const graph = new EditableGraph(file);
  return kinds.flatMap((kind) => graph.all(kind).map(({ operator }) => operator));
};

test('scale, shift and hard swish become parts of convolutions', async () => {
  const left = await checked(network([...layer(), pointwise]));
  assert.deepEqual(left, ['Conv', 'Conv', 'Mul', 'HardSigmoid']);
});

test('a shift before a border of zeros stays a step of its own', async () => {
  const left = await checked(network([...layer(), deep]));
  assert.deepEqual(left, ['Conv', 'Conv', 'Conv', 'Mul', 'HardSigmoid']);
});

test('what something else reads as well is kept', async () => {
  const whole = [...layer(), pointwise];
  const shiftIsRead = await checked(network(whole, ['y', 'i']));
  assert.deepEqual(shiftIsRead, ['Conv', 'Conv', 'Conv', 'Mul', 'HardSigmoid']);

  const swishIsRead = await checked(network(whole, ['y', 'g']));
  assert.ok(!swishIsRead.includes('Clip'));

  for (const name of ['a', 'e']) {
    const left = await checked(network(whole, ['y', name]));
    assert.ok(left.includes('Clip'), name);
  }
});

test('what only looks like a hard swish is left alone', async () => {
  assert.ok((await checked(network([...layer('seven'), pointwise]))).includes('Clip'));
});

test('a shortcut around a gate becomes part of the gate', async () => {
  const gated: readonly OnnxNode[] = [
    { op: 'Conv', inputs: ['x', 'kernel', 'bias'], output: 'a', attributes: border },
    { op: 'GlobalAveragePool', inputs: ['a'], output: 'b' },
    { op: 'Conv', inputs: ['b', 'point'], output: 'c', attributes: noBorder },
    { op: 'HardSigmoid', inputs: ['c'], output: 'd' },
    { op: 'Mul', inputs: ['a', 'd'], output: 'e' },
    { op: 'Add', inputs: ['a', 'e'], output: 'y' },
  ];
  const graph = new EditableGraph(shortened(network(gated)));
  assert.deepEqual(graph.maker('y')?.operator, 'Mul');
  await checked(network(gated));

  const ofEachPixel = gated.map((node) =>
    node.output === 'e' ? { ...node, inputs: ['a', 'a'] } : node,
  );
  const left = new EditableGraph(shortened(network(ofEachPixel)));
  assert.deepEqual(left.maker('y')?.operator, 'Add');
  await checked(network(ofEachPixel));
});

test('a network without these steps stays as it is, byte by byte', () => {
  const file = network([
    { op: 'Conv', inputs: ['x', 'kernel', 'bias'], output: 'y', attributes: border },
  ]);
  assert.equal(shortened(file), file);
});

test('a network with graphs within its operations stays as it is', async () => {
  const folder = import.meta.resolve('@moonshine-ai/moonshine-js');
  const path = new URL('./model/tiny/quantized/decoder_model_merged.onnx', folder);
  const file = await readFile(path);
  assert.equal(new EditableGraph(file).isSelfContained, false);
  assert.equal(shortened(file), file);
});

test('a network with weights in another file stays as it is', () => {
  const file = network([...layer(), pointwise]);
  const elsewhere = messageField(onnxField.graph.initializer, [
    textField(onnxField.tensor.name, 'elsewhere'),
    numberField(onnxField.tensor.location, 1),
  ]);
  const parts = [...wireFields(file)].map(({ number, bytes, raw }) =>
    number === onnxField.model.graph ? messageField(number, [bytes, elsewhere]) : raw,
  );
  const changed = Buffer.concat(parts);
  assert.equal(shortened(changed), changed);
});

test('the embedded networks compute the same with fewer operations', async () => {
  const { detector, recogniser } = packagedFiles();

  for (const [path, height, width, channelsIn] of [
    [detector, 64, 96, 3],
    [recogniser, 48, 120, 3],
  ] as const) {
    const file = await readFile(path);
    const dims = [1, channelsIn, height, width];
    const input = new Tensor('float32', numbers(channelsIn * height * width, 6), dims);
    const left = await checked(file, input, 1e-4);
    assert.ok(!left.includes('Clip'));
    assert.ok(left.length < operationsOf(file).length * 0.6, `${left.length} operations`);
  }
});
