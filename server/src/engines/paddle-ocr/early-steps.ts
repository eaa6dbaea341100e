/**
 * Text detectors end with transposed convolutions that double rows and columns (https://arxiv.org/abs/1911.08947). Where
 * such a step is as large as its stride, each number it makes depends on one place of its input, so all of it can be
 * computed for that place, and its numbers moved to their places afterwards: by a convolution of 1 x 1, which ONNX
 * Runtime does several times as fast and together with the steps that follow. What the network computes stays the same,
 * apart from rounding in the sixth digit.
 */
import {
  type EditableGraph,
  type GraphNode,
  integerAttribute,
  integersAttribute,
  type NewNode,
  type Weights,
} from '../onnx-graph.ts';
import { affineOfChannels } from './channels.ts';

/** Replaces a transposed convolution, and the steps for each number that follow it. */
export function computeEarly(graph: EditableGraph, node: GraphNode): boolean {
  const step = stepOf(graph, node);
  if (!step) return false;

  const before = graph.maker(step.input);
  const blocks = before && graph.onlyReader(before, 'ConvTranspose') ? blocksOf(before) : null;
  const groups = blocks ? blocks.side ** 2 : 1;
  const kernel = repeated(step.kernel, groups);
  const bias = repeated(step.bias, groups);

  graph.replace(step.nodes, (add) => {
    const convolution: NewNode = {
      op: 'Conv',
      inputs: [blocks?.input ?? step.input, kernel, bias],
      attributes: { group: groups, kernel_shape: [1, 1] },
    };
    const values = add(convolution);
    const activated = step.activation ? add({ op: step.activation, inputs: [values] }) : values;
    const spread = blocks ? add(moved(activated, blocks.side)) : activated;
    add({ ...moved(spread, step.side), output: step.output });
  });

  return true;
}

/** Moves each block of channels to its places. Numbers of one place are next to each other in the default mode, DCR. */
const moved = (input: string, side: number): NewNode => ({
  op: 'DepthToSpace',
  inputs: [input],
  attributes: { blocksize: side },
});

function blocksOf(node: GraphNode): { readonly input: string; readonly side: number } | null {
  const side = integerAttribute(node, 'blocksize');
  if (node.operator !== 'DepthToSpace' || side === undefined) return null;
  return { input: node.inputs[0] as string, side };
}

interface Step {
  readonly input: string;
  /** Rows and columns that it makes of one. */
  readonly side: number;
  /** For each row and column of a block, and each channel, one number for each channel of the input. */
  readonly kernel: Weights;
  readonly bias: Weights;
  readonly activation: 'Relu' | 'Sigmoid' | null;
  readonly nodes: readonly GraphNode[];
  readonly output: string;
}

/** A transposed convolution as large as its stride, with what follows it; undefined if `node` is none. */
function stepOf(graph: EditableGraph, node: GraphNode): Step | undefined {
  const [input = '', kernelName, biasName] = node.inputs;
  const weights = graph.weights(kernelName);
  const side = sideOf(node);
  if (!weights || side === undefined || weights.dims.length !== 4) return undefined;

  const [, channels = 0] = weights.dims;
  const biasValues = biasName === undefined ? zeros(channels) : graph.weights(biasName)?.values;
  if (!biasValues) return undefined;

  const scale = new Float32Array(channels).fill(1);
  const shift = Float32Array.from(biasValues);
  const nodes = [node];
  for (let last = node; ; ) {
    const next = affineOfChannels(graph, last, channels);
    if (!next) break;
    for (let channel = 0; channel < channels; channel++) {
      const factor = next.scale[channel] as number;
      scale[channel] = (scale[channel] as number) * factor;
      shift[channel] = (shift[channel] as number) * factor + (next.shift[channel] as number);
    }
    last = next.node;
    nodes.push(last);
  }

  const activation = (['Relu', 'Sigmoid'] as const).find((operator) =>
    graph.onlyReader(nodes.at(-1), operator),
  );
  const activated = activation && graph.onlyReader(nodes.at(-1), activation);
  if (activated) nodes.push(activated);

  return {
    input,
    side,
    kernel: kernelOf(weights, scale),
    bias: { dims: [side ** 2 * channels], values: tiled(shift, side ** 2) },
    activation: activation ?? null,
    nodes,
    output: nodes.at(-1)?.outputs[0] as string,
  };
}

/** The side of a square kernel that is its stride too; undefined for any other transposed convolution. */
function sideOf(node: GraphNode): number | undefined {
  const [side, width] = integersAttribute(node, 'kernel_shape') ?? [];
  const strides = integersAttribute(node, 'strides') ?? [];
  const isPlain =
    side !== undefined &&
    side === width &&
    strides.every((stride) => stride === side) &&
    strides.length === 2 &&
    (integersAttribute(node, 'pads') ?? []).every((pad) => pad === 0) &&
    (integersAttribute(node, 'output_padding') ?? []).every((pad) => pad === 0) &&
    (integersAttribute(node, 'dilations') ?? []).every((dilation) => dilation === 1) &&
    (integerAttribute(node, 'group') ?? 1) === 1;
  return isPlain ? side : undefined;
}

/** From [channels in, channels out, rows, columns] to [rows x columns x channels out, channels in, 1, 1]. */
function kernelOf({ dims, values }: Weights, scale: Float32Array): Weights {
  const [from = 0, to = 0, rows = 0, columns = 0] = dims;
  const places = rows * columns;
  const kernel = new Float32Array(values.length);
  for (let place = 0; place < places; place++)
    for (let out = 0; out < to; out++)
      for (let into = 0; into < from; into++)
        kernel[(place * to + out) * from + into] =
          (values[(into * to + out) * places + place] as number) * (scale[out] as number);

  return { dims: [places * to, from, 1, 1], values: kernel };
}

const repeated = ({ dims: [count = 0, ...rest], values }: Weights, times: number): Weights => ({
  dims: [count * times, ...rest],
  values: tiled(values, times),
});

function tiled(values: Float32Array, times: number): Float32Array {
  const repetitions = new Float32Array(values.length * times);
  for (let time = 0; time < times; time++) repetitions.set(values, time * values.length);
  return repetitions;
}

const zeros = (length: number): Float32Array => new Float32Array(length);
