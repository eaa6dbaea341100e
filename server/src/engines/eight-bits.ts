/**
 * Lets convolutions compute with integers of 8 bits, which is faster on processors that multiply and add them in one step
 * (VNNI); training/ranges/README.md has the figures. The range of each value between them is measured on real pictures beforehand
 * (https://arxiv.org/abs/1712.05877, section 2.1).
 */
import { readFile } from 'node:fs/promises';
import { EditableGraph, type GraphNode, type SmallIntegers, type Weights } from './onnx-graph.ts';
import type { OnnxOptions } from './onnx-session.ts';

/** The least and the greatest number of values of a network, by their names. */
export type Ranges = Readonly<Record<string, readonly [least: number, greatest: number]>>;

/**
 * The greatest weight. One bit of eight is left, as processors without VNNI add two products in 16 bits and would
 * otherwise cut the sum.
 */
const greatestWeight = 63;

/** `inEightBits` with the ranges in a file, if there is one. CUDA has no kernels for bytes, so its networks stay. */
export async function shrunk(
  file: Uint8Array,
  { device = 'cpu' }: OnnxOptions,
  ranges: string | undefined,
): Promise<Uint8Array> {
  if (device !== 'cpu' || ranges === undefined) return file;
  return inEightBits(file, JSON.parse(await readFile(ranges, 'utf8')) as Ranges);
}

/**
 * The bytes of a model whose convolutions compute with 8 bits where the ranges of their input and of their result are
 * known. Everything else stays as it is.
 */
export function inEightBits(file: Uint8Array, ranges: Ranges): Uint8Array {
  const graph = new EditableGraph(file);
  if (!graph.isSelfContained) return file;

  const bytesOf = new Map<string, string>();
  const changes = graph.all('Conv').map((node) => shrink(graph, node, ranges, bytesOf));
  return changes.includes(true) ? graph.file() : file;
}

/** How numbers become bytes: `(number / scale) + zero`. */
interface Scale {
  readonly scale: number;
  readonly zero: number;
}

function scaleOf(range: readonly [least: number, greatest: number]): Scale {
  // Zero must be a byte of its own, because borders are filled with it.
  const leastNumber = Math.min(0, range[0]);
  const greatestNumber = Math.max(0, range[1]);
  const scale = (greatestNumber - leastNumber) / 255 || 1;
  return { scale, zero: Math.round(-leastNumber / scale) };
}

interface Parts {
  readonly kernel: Weights;
  readonly bias: Float32Array;
}

/** Weights and bias of a convolution; undefined if they are computed. */
function partsOf(graph: EditableGraph, { inputs }: GraphNode): Parts | undefined {
  const [, kernelName, biasName] = inputs;
  const kernel = graph.weights(kernelName);
  if (!kernel) return undefined;
  const bias =
    biasName === undefined
      ? new Float32Array(kernel.dims[0] ?? 0)
      : graph.weights(biasName)?.values;
  return bias && { kernel, bias };
}

function shrink(
  graph: EditableGraph,
  node: GraphNode,
  ranges: Ranges,
  bytesOf: Map<string, string>,
): boolean {
  const [from = ''] = node.inputs;
  const relu = graph.onlyReader(node, 'Relu');
  // Without a Relu, or with the negative numbers that it takes away left out.
  const output = (relu ?? node).outputs[0] as string;
  const parts = partsOf(graph, node);
  const fromRange = ranges[from];
  const toRange = ranges[output];
  if (!parts || !fromRange || !toRange) return false;

  const source = scaleOf(fromRange);
  // Bytes can't be less than zero, so the Relu is done with them.
  const target = scaleOf(relu ? [0, toRange[1]] : toRange);
  const { kernel, scales, bias } = integersOf(parts, source.scale);

  const otherReaders = graph.readersAfter(from, node);
  let rounded: string | undefined;
  graph.replace(relu ? [node, relu] : [node], (add) => {
    let bytes = bytesOf.get(from);
    if (bytes === undefined) {
      const numbers = [single(source.scale), byte(source.zero)];
      bytes = add({ op: 'QuantizeLinear', inputs: [from, ...numbers] });
      rounded = add({ op: 'DequantizeLinear', inputs: [bytes, ...numbers] });
      bytesOf.set(from, bytes);
    }
    const computed = add({
      op: 'QLinearConv',
      inputs: [
        ...[bytes, single(source.scale), byte(source.zero)],
        ...[kernel, scales, zeros(scales.values.length)],
        ...[single(target.scale), byte(target.zero), bias],
      ],
      like: node,
    });
    bytesOf.set(output, computed);
    add({
      op: 'DequantizeLinear',
      inputs: [computed, single(target.scale), byte(target.zero)],
      output,
    });
  });

  // Where all that reads a value reads the same bytes, ONNX Runtime adds bytes as well, and converts nothing.
  if (rounded !== undefined) {
    for (const reader of otherReaders) {
      if (reader.operator === 'Conv' && reader.inputs[0] === from) continue;
      const inputs = reader.inputs.map((name) => (name === from ? (rounded as string) : name));
      graph.rewire(reader, inputs);
    }
  }

  return true;
}

/** Weights as integers, by a scale for each channel that is made; the bias in steps of both scales. */
function integersOf({ kernel, bias }: Parts, sourceScale: number) {
  const channels = kernel.dims[0] ?? 0;
  const size = kernel.values.length / channels;
  const scales = new Float32Array(channels);
  const small = new Int8Array(kernel.values.length);
  const offsets = new Int32Array(channels);

  for (let channel = 0; channel < channels; channel++) {
    const weights = kernel.values.subarray(channel * size, (channel + 1) * size);
    const largest = weights.reduce(
      (largestYet, weight) => Math.max(largestYet, Math.abs(weight)),
      0,
    );
    const scale = largest / greatestWeight || 1;
    scales[channel] = scale;
    for (let at = 0; at < size; at++)
      small[channel * size + at] = Math.round((weights[at] as number) / scale);
    offsets[channel] = Math.round((bias[channel] as number) / (scale * sourceScale));
  }

  return {
    kernel: { dims: kernel.dims, small },
    scales: { dims: [channels], values: scales },
    bias: { dims: [channels], small: offsets },
  };
}

const single = (value: number): Weights => ({ dims: [], values: Float32Array.of(value) });
const byte = (value: number): SmallIntegers => ({ dims: [], small: Uint8Array.of(value) });
const zeros = (length: number): SmallIntegers => ({ dims: [length], small: new Int8Array(length) });
