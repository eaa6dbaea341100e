/**
 * PaddleOCR's networks are exported operation by operation: a hard swish (https://arxiv.org/abs/1905.02244, section
 * 5.2) becomes five operations, and the learnable scale and shift around it (PP-LCNetV3) four more. Each of them reads
 * and writes all numbers of a layer, so they take more time than the convolutions. Here they become operations that
 * ONNX Runtime does together with the convolution before them, or weights of a convolution. What the networks compute
 * stays the same, apart from rounding in the sixth digit.
 */
import {
  EditableGraph,
  floatAttribute,
  type GraphNode,
  integersAttribute,
  type Weights,
} from '../onnx-graph.ts';
import { affineOfChannels } from './channels.ts';
import { computeEarly } from './early-steps.ts';

/** hard_sigmoid(x) = min(max(x / 6 + 0.5, 0), 1) */
const hardSigmoid = { alpha: { float: 1 / 6 }, beta: { float: 0.5 } };

/** The bytes of a model that computes the same; unchanged where nothing can be made shorter. */
export function shortened(file: Uint8Array): Uint8Array {
  const graph = new EditableGraph(file);
  if (!graph.isSelfContained) return file;

  const changes = [
    ...graph.all('Conv').map((node) => scaleWithin(graph, node)),
    ...graph.all('Conv').map((node) => normaliseWithin(graph, node)),
    ...graph.all('Add').map((node) => hardSwishAt(graph, node)),
    ...graph.all('Add').map((node) => gateAt(graph, node)),
    ...graph.all('ConvTranspose').map((node) => computeEarly(graph, node)),
  ];
  return changes.includes(true) ? graph.file() : file;
}

/** Lets a convolution do the scale and shift that follow it, by its weights and bias. */
function scaleWithin(graph: EditableGraph, convolution: GraphNode): boolean {
  const [from = '', kernelName, biasName] = convolution.inputs;
  const kernel = graph.weights(kernelName);
  const affine = affineAfter(graph, convolution);
  if (!kernel || !affine) return false;

  const { scale, shift } = affine;
  const bias = biasOf(graph, kernel, biasName);
  if (!bias) return false;
  const scaled = map(kernel, (value) => value * scale);
  const shifted = map(bias, (value) => value * scale + shift);
  graph.remove(affine.nodes);
  graph.rewire(convolution, [from, scaled, shifted], affine.output);

  return true;
}

/** Lets a convolution do the normalisation, or the sum for each channel, that follows it. */
function normaliseWithin(graph: EditableGraph, convolution: GraphNode): boolean {
  const [from = '', kernelName, biasName] = convolution.inputs;
  const kernel = graph.weights(kernelName);
  const bias = kernel && biasOf(graph, kernel, biasName);
  const affine = bias && affineOfChannels(graph, convolution, bias.values.length);
  if (!affine) return false;

  const { node, scale, shift } = affine;
  const size = kernel.values.length / bias.values.length;
  const scaleAt = (channel: number) => scale[channel] as number;
  const scaled = map(kernel, (value, at) => value * scaleAt(Math.floor(at / size)));
  const shifted = map(bias, (value, at) => value * scaleAt(at) + (shift[at] as number));
  graph.remove([node]);
  graph.rewire(convolution, [from, scaled, shifted], node.outputs[0] as string);

  return true;
}

interface Affine {
  readonly scale: number;
  readonly shift: number;
  readonly nodes: readonly GraphNode[];
  readonly output: string;
}

/** A product with one number and a sum with one number, if they are all that reads a value. */
function affineAfter(graph: EditableGraph, node: GraphNode): Affine | undefined {
  const product = graph.onlyReader(node, 'Mul');
  const sum = graph.onlyReader(product, 'Add');
  const scale = product && numberBeside(graph, product)?.number;
  const shift = sum && numberBeside(graph, sum)?.number;
  if (!product || !sum || scale === undefined || shift === undefined) return undefined;
  return { scale, shift, nodes: [product, sum], output: sum.outputs[0] as string };
}

/** The number that an operation with two inputs adds or multiplies, and the value beside it. */
function numberBeside(
  graph: EditableGraph,
  { inputs: [first = '', second = ''] }: GraphNode,
): { readonly number: number; readonly value: string } | undefined {
  const left = numberOf(graph, first);
  const right = numberOf(graph, second);
  if (right !== undefined) return { number: right, value: first };
  return left === undefined ? undefined : { number: left, value: second };
}

function numberOf(graph: EditableGraph, name: string | undefined): number | undefined {
  const values = graph.weights(name)?.values;
  return values?.length === 1 ? values[0] : undefined;
}

/** Replaces `x * clip(x + 3, 0, 6) / 6`, and a scale and shift after it; `sum` is the first of these operations. */
function hardSwishAt(graph: EditableGraph, sum: GraphNode): boolean {
  const shifted = numberBeside(graph, sum);
  const clip = graph.onlyReader(sum, 'Clip');
  const product = graph.onlyReader(clip, 'Mul');
  const quotient = graph.onlyReader(product, 'Div');
  if (shifted?.number !== 3 || !clip || !product || !quotient) return false;

  const x = shifted.value;
  const channels = channelsOf(graph, x);
  const isSwish =
    isClippedFrom0To6(graph, clip) &&
    product.inputs.includes(x) &&
    numberOf(graph, quotient.inputs[1]) === 6;
  if (!isSwish || channels === undefined) return false;

  const nodes = [sum, clip, product, quotient];
  const affine = affineAfter(graph, quotient);
  if (!affine) {
    graph.replace(nodes, (add) => {
      const gate = add({ op: 'HardSigmoid', inputs: [x], attributes: hardSigmoid });
      add({ op: 'Mul', inputs: [x, gate], output: quotient.outputs[0] as string });
    });
    return true;
  }

  const { scale, shift, output } = affine;
  const readers = readersWithoutBorder(graph, affine);
  graph.replace([...nodes, ...affine.nodes], (add) => {
    const gate = add({ op: 'HardSigmoid', inputs: [x], attributes: hardSigmoid });
    if (readers) {
      add({ op: 'Mul', inputs: [x, gate], output });
      return;
    }
    const swish = add({ op: 'Mul', inputs: [x, gate] });
    const inputs = [
      swish,
      { dims: [channels, 1, 1, 1], values: new Float32Array(channels).fill(scale) },
      { dims: [channels], values: new Float32Array(channels).fill(shift) },
    ];
    // ONNX Runtime keeps the layout that is best for convolutions from one convolution to the next.
    add({ op: 'Conv', inputs, output, attributes: { group: channels, kernel_shape: [1, 1] } });
  });
  for (const reader of readers ?? []) takeOver(graph, reader, affine);

  return true;
}

/** Opset 11 and later have the limits as inputs, earlier ones as attributes. */
function isClippedFrom0To6(graph: EditableGraph, clip: GraphNode): boolean {
  const [, minInput, maxInput] = clip.inputs;
  const min = minInput === undefined ? floatAttribute(clip, 'min') : numberOf(graph, minInput);
  const max = maxInput === undefined ? floatAttribute(clip, 'max') : numberOf(graph, maxInput);
  return min === 0 && max === 6;
}

/** Number of channels of a value that a convolution computes. */
function channelsOf(graph: EditableGraph, value: string): number | undefined {
  const maker = graph.maker(value);
  return maker?.operator === 'Conv' ? graph.weights(maker.inputs[1])?.dims[0] : undefined;
}

/**
 * All readers of a shifted value, if they are convolutions that can do the scale and shift by their own weights. One
 * that adds a border of zeros can't, because the border is not shifted.
 */
function readersWithoutBorder(
  graph: EditableGraph,
  { nodes, output }: Affine,
): readonly GraphNode[] | null {
  const readers = graph.readers(nodes.at(-1) as GraphNode);
  const canTakeOver = (reader: GraphNode): boolean => {
    const kernel = graph.weights(reader.inputs[1]);
    return (
      reader.operator === 'Conv' &&
      reader.inputs[0] === output &&
      kernel !== undefined &&
      biasOf(graph, kernel, reader.inputs[2]) !== undefined &&
      (integersAttribute(reader, 'pads')?.every((pad) => pad === 0) ?? false)
    );
  };
  return readers && readers.length > 0 && readers.every(canTakeOver) ? readers : null;
}

function takeOver(graph: EditableGraph, reader: GraphNode, { scale, shift }: Affine): void {
  const [from = '', kernelName, biasName] = reader.inputs;
  const kernel = graph.weights(kernelName) as Weights;
  const bias = biasOf(graph, kernel, biasName) as Weights;
  const size = kernel.values.length / bias.values.length;
  const sumOf = (channel: number): number => {
    let sum = 0;
    for (let index = channel * size; index < (channel + 1) * size; index++)
      sum += kernel.values[index] as number;
    return sum;
  };
  graph.rewire(reader, [
    from,
    map(kernel, (value) => value * scale),
    map(bias, (value, channel) => value + shift * sumOf(channel)),
  ]);
}

/** The bias of a convolution, zeros if it has none; undefined if it is no constant. */
function biasOf(
  graph: EditableGraph,
  kernel: Weights,
  name: string | undefined,
): Weights | undefined {
  if (name !== undefined) return graph.weights(name);
  const [channels = 0] = kernel.dims;
  return { dims: [channels], values: new Float32Array(channels) };
}

function map({ dims, values }: Weights, change: (value: number, index: number) => number): Weights {
  const changed = new Float32Array(values.length);
  for (let index = 0; index < values.length; index++)
    changed[index] = change(values[index] as number, index);
  return { dims, values: changed };
}

/**
 * Replaces `x + x * gate` by `x * (gate + 1)`, where `gate` has one number for each channel; `sum` is the last of these
 * operations (squeeze and excitation with a shortcut).
 */
function gateAt(graph: EditableGraph, sum: GraphNode): boolean {
  const [x = '', productName] = sum.inputs;
  const product = graph.maker(productName);
  if (product?.operator !== 'Mul' || graph.onlyReader(product, 'Add') !== sum) return false;

  const gate = product.inputs.find((input) => input !== x);
  if (!product.inputs.includes(x) || gate === undefined || !isPooled(graph, gate)) return false;

  graph.replace([product, sum], (add) => {
    const shortcut = { dims: [1], values: new Float32Array([1]) };
    const factor = add({ op: 'Add', inputs: [gate, shortcut] });
    add({ op: 'Mul', inputs: [x, factor], output: sum.outputs[0] as string });
  });

  return true;
}

/** Whether a value is made of means over the whole picture by operations that keep that size. */
function isPooled(graph: EditableGraph, value: string): boolean {
  const maker = graph.maker(value);
  if (maker?.operator === 'GlobalAveragePool') return true;
  const keepsSize = ['Conv', 'Relu', 'HardSigmoid', 'Sigmoid'].includes(maker?.operator ?? '');
  return keepsSize && isPooled(graph, maker?.inputs[0] ?? '');
}
