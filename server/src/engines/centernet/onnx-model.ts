/** Turns the graph of CenterNet, as TensorFlow.js stores it, into an ONNX model. */
import {
  type OnnxAttribute,
  type OnnxConstant,
  type OnnxModel,
  type OnnxNode,
  onnxTypes,
} from '../onnx-file.ts';
import type { GraphModel, GraphNode, HalfWeights } from './graph-model.ts';

/** hard_sigmoid(x) = relu6(x + 3) / 6 */
const hardSigmoid = { alpha: { float: 1 / 6 }, beta: { float: 0.5 } };

/** The ONNX name of each output, and the node of the graph that produces it. */
export type Heads = Readonly<Record<string, string>>;

/**
 * A model with the input `images` (bytes, [pictures, height, width, 3], sides multiples of 32) and the `heads` as
 * outputs ([pictures, channels, height / 4, width / 4]). Throws on an operation it cannot translate.
 */
export function onnxModelOf(graph: GraphModel, heads: Heads): OnnxModel {
  const converter = new Converter(graph);
  for (const [output, node] of Object.entries(heads)) converter.give(output, node);

  return {
    inputs: { images: { uint8: ['pictures', 'height', 'width', 3] } },
    outputs: Object.fromEntries(
      Object.keys(heads).map((name) => [name, ['pictures', `${name}_channels`, 'rows', 'columns']]),
    ),
    constants: converter.constants,
    nodes: converter.nodes,
  };
}

class Converter {
  readonly nodes: OnnxNode[] = [];
  readonly constants: OnnxConstant[] = [];
  readonly #graph: GraphModel;
  /** Nodes of the graph that are already translated, with the names of their results. */
  readonly #done = new Map<string, string>();

  constructor(graph: GraphModel) {
    this.#graph = graph;
  }

  give(output: string, node: string): void {
    this.nodes.push({ op: 'Identity', inputs: [this.#get(node)], output });
  }

  #add(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): string {
    const output = `${op}_${this.nodes.length}`;
    this.nodes.push({ op, inputs, output, attributes });
    return output;
  }

  /** The scales of an enlargement to twice the size; only models that enlarge something hold them. */
  #twice(): string {
    const name = 'twice';
    if (!this.constants.some((constant) => constant.name === name))
      this.constants.push({ name, dims: [4], floats: [1, 1, 2, 2] });
    return name;
  }

  #node(name: string | undefined): GraphNode {
    const node = this.#graph.nodes.get(name ?? '');
    if (!node) throw new Error(`the graph has no node ${name}`);
    return node;
  }

  #get(name: string | undefined): string {
    const node = this.#node(name);
    const knownOutput = this.#done.get(node.name);
    if (knownOutput !== undefined) return knownOutput;
    const output = this.#translate(node);
    this.#done.set(node.name, output);
    return output;
  }

  #translate(node: GraphNode): string {
    const [first, second] = node.input;
    switch (node.op) {
      case 'Placeholder': {
        const floats = this.#add('Cast', ['images'], { to: onnxTypes.float });
        return this.#add('Transpose', [floats], { perm: [0, 3, 1, 2] });
      }
      case '_FusedConv2D':
      case 'Conv2D':
      case 'FusedDepthwiseConv2dNative':
      case 'DepthwiseConv2dNative':
        return this.#convolution(node);
      case 'Relu':
      case 'Sigmoid':
        return this.#add(node.op, [this.#get(first)]);
      case 'Add':
        return this.#add('Add', [this.#get(first), this.#get(second)]);
      case 'Mean':
        return this.#add('GlobalAveragePool', [this.#get(first)]);
      case 'ConcatV2':
        return this.#add('Concat', [this.#get(first), this.#get(second)], { axis: 1 });
      case 'ResizeBilinear': {
        const attributes = { mode: 'linear', coordinate_transformation_mode: 'asymmetric' };
        return this.#add('Resize', [this.#get(first), '', this.#twice()], attributes);
      }
      case 'Mul':
        return this.#product(node);
      default:
        throw new Error(`no translation of ${node.op}`);
    }
  }

  /** Most products are the last step of a hard swish or a hard sigmoid, each of which is a single operation in ONNX. */
  #product({ input: [first, second] }: GraphNode): string {
    const clipped = this.#graph.nodes.get(second ?? '');
    if (clipped?.op !== 'Relu6') return this.#add('Mul', [this.#get(first), this.#get(second)]);
    const shifted = this.#node(clipped.input[0]);
    const x = this.#get(shifted.input[0]);
    const swish = this.#node(first).op === 'Mul';
    return swish ? this.#add('HardSwish', [x]) : this.#add('HardSigmoid', [x], hardSigmoid);
  }

  #convolution({ name, op, input: [from, kernel, bias], attr }: GraphNode): string {
    const depthwise = op.includes('Depthwise');
    const fused = (attr.fused_ops?.list?.s ?? []).map((word) =>
      Buffer.from(word, 'base64').toString(),
    );
    const weights = this.#weights(kernel);
    const [size = 1, , channels = 1] = weights.shape;
    const inputs = [this.#get(from), this.#half(`${name}/kernel`, turned(weights, depthwise))];
    if (fused.includes('BiasAdd')) inputs.push(this.#half(`${name}/bias`, this.#weights(bias)));

    // TensorFlow's SAME padding: if the number of padding pixels is odd, the extra pixel comes last.
    const stride = Number(attr.strides?.list?.i?.[1] ?? 1);
    const padding = Math.max(0, size - stride);
    const leadingPad = padding >> 1;
    const sum = this.#add('Conv', inputs, {
      strides: [stride, stride],
      pads: [leadingPad, leadingPad, padding - leadingPad, padding - leadingPad],
      group: depthwise ? channels : 1,
    });

    return fused.includes('Relu') ? this.#add('Relu', [sum]) : sum;
  }

  #weights(name: string | undefined): HalfWeights {
    const weights = this.#graph.weights.get(name ?? '');
    if (!weights) throw new Error(`the graph has no weights ${name}`);
    return weights;
  }

  /** Adds weights as float16; the runtime converts them to float32 once, when it loads the model. */
  #half(name: string, { shape, values }: HalfWeights): string {
    this.constants.push({ name, dims: shape, halves: values });
    return this.#add('Cast', [name], { to: onnxTypes.float });
  }
}

/**
 * Reorders a kernel for ONNX: [y, x, in, out] becomes [out, in, y, x], and a depthwise kernel becomes [in, 1, y, x].
 */
function turned({ shape, values }: HalfWeights, depthwise: boolean): HalfWeights {
  const [height = 1, width = 1, from = 1, to = 1] = shape;
  if (depthwise && to !== 1) throw new Error('no translation of a channel multiplier');

  const area = height * width;
  const out = new Uint16Array(values.length);
  for (let k = 0, source = 0; k < area; k++) {
    for (let channel = 0; channel < from * to; channel++, source++) {
      const place = (channel % to) * from + Math.floor(channel / to);
      out[place * area + k] = values[source] as number;
    }
  }

  return { shape: depthwise ? [from, 1, height, width] : [to, from, height, width], values: out };
}
