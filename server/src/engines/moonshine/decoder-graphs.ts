/**
 * Moonshine's merged decoder file is one `If` over two graphs: one without a cache of keys and values, for the first
 * tokens, and one with such a cache. Both end in the same product with the embedding of all 32,768 tokens, and spend
 * two thirds of their time on dequantising that embedding again at every step. Here each graph becomes a separate model
 * that ends before the product and outputs its cross-attention; the product becomes a third model that stays in 8 bits.
 */
import { nodeOf, type OnnxNode, onnxTypes } from '../onnx-file.ts';
import {
  onnxField as field,
  fieldsOf,
  type GraphNode,
  nodesOf,
  only,
  textOf,
} from '../onnx-graph.ts';
import {
  messageField,
  messageParts,
  numberField,
  textField,
  type WireField,
  wireFields,
} from '../protobuf.ts';

export interface DecoderGraphs {
  /**
   * Inputs: `input_ids` [1, n], `encoder_hidden_states`. Outputs: the last hidden states [1, n, 288], all keys and
   * values, attention.
   */
  readonly first: Uint8Array;
  /** Inputs: `input_ids` [1, 1], `past_key_values.*`. Outputs: those of `first`, for one more token. */
  readonly next: Uint8Array;
  /** Input: `hidden` [1, n, 288]. Output: `logits` [1, n, 32768]. */
  readonly head: Uint8Array;
  /** Name of the hidden states among the outputs of `first` and `next`. */
  readonly hidden: string;
  /** Output names of cross-attention, one per layer, [1, heads, tokens, frames]. */
  readonly attention: readonly string[];
}

/** Throws Error if the file has an unexpected structure. */
export function decoderGraphs(file: Uint8Array): DecoderGraphs {
  const model = [...wireFields(file)];
  const main = only(model, field.model.graph).bytes;
  const [choice, extraNode] = nodesOf(main);
  if (!choice || extraNode || choice.operator !== 'If')
    throw new Error('the decoder is no single If');

  const first = branchOf(choice, 'else_branch');
  const next = branchOf(choice, 'then_branch');
  const nodes = nodesOf(first);
  const product = nodes.find(({ outputs }) => outputs.includes('logits'));
  const [hidden, embedding] = product?.inputs ?? [];
  const widened = nodes.find(({ outputs }) => outputs[0] === embedding);
  const turned = nodes.find(({ outputs }) => outputs[0] === widened?.inputs[0]);
  const attention = nodes.flatMap(({ operator, name, outputs }) =>
    operator === 'Softmax' && name.includes('encoder_attn') ? outputs : [],
  );
  if (!hidden || !widened || !turned || attention.length === 0)
    throw new Error('the decoder has another end, or no cross-attention');

  const rest = model.filter(({ number }) => number !== field.model.graph).map(({ raw }) => raw);
  const withGraph = (graph: readonly Uint8Array[]) =>
    Buffer.concat([...rest, ...messageParts(field.model.graph, graph)]);
  const outputs = [hidden, ...attention];

  return {
    first: withGraph(standAlone(main, first, outputs)),
    next: withGraph(standAlone(main, next, outputs)),
    head: withGraph(headOf(main, turned, widened)),
    hidden,
    attention,
  };
}

function branchOf(choice: GraphNode, name: string): Uint8Array {
  const attribute = fieldsOf(choice.field.bytes, field.node.attribute).find(
    (candidate) => textOf(candidate.bytes, field.attribute.name) === name,
  );
  if (!attribute) throw new Error(`the decoder has no ${name}`);
  return only([...wireFields(attribute.bytes)], field.attribute.graph).bytes;
}

/**
 * Turns a branch into a graph of its own, with the weights and inputs of the main graph. Its outputs are the branch's
 * keys and values, and `outputs`.
 */
function standAlone(
  main: Uint8Array,
  branch: Uint8Array,
  outputs: readonly string[],
): Uint8Array[] {
  const cacheOutputs = fieldsOf(branch, field.graph.output).filter(isKeyOrValue);
  const outputNames = [
    ...outputs,
    ...cacheOutputs.map(({ bytes }) => textOf(bytes, field.value.name) ?? ''),
  ];
  const { nodes, needed: neededNames } = leadingTo(nodesOf(branch), outputNames);

  return [
    ...nodes.map((node) => node.field.raw),
    ...weightsOf(main, neededNames),
    ...fieldsOf(main, field.graph.input)
      .filter(({ bytes }) => neededNames.has(textOf(bytes, field.value.name) ?? ''))
      .map(({ raw }) => raw),
    ...cacheOutputs.map(({ raw }) => raw),
    ...outputs.map((name) => floatValue(field.graph.output, name)),
  ];
}

/**
 * The nodes that the outputs depend on, directly or indirectly. The nodes of a graph are listed in the order they run.
 */
function leadingTo(graphNodes: readonly GraphNode[], outputs: readonly string[]) {
  const neededNames = new Set(outputs);
  const nodes = graphNodes.toReversed().filter((node) => {
    const leads = node.outputs.some((name) => neededNames.has(name));
    if (leads) for (const name of node.inputs) neededNames.add(name);
    return leads;
  });
  return { nodes: nodes.reverse(), needed: neededNames };
}

const weightsOf = (main: Uint8Array, names: ReadonlySet<string>): Uint8Array[] =>
  fieldsOf(main, field.graph.initializer)
    .filter(({ bytes }) => names.has(textOf(bytes, field.tensor.name) ?? ''))
    .map(({ raw }) => raw);

/**
 * The nodes that compute hidden · embeddingᵀ with `hidden` quantised as well: `DynamicQuantizeLinear`, `MatMulInteger`,
 * and a multiplication by both scales.
 */
function headOf(main: Uint8Array, turned: GraphNode, widened: GraphNode): Uint8Array[] {
  const [weights = '', scale = '', zero = ''] = widened.inputs;
  return [
    turned.field.raw,
    nodeField('DynamicQuantizeLinear', ['hidden'], ['whole', 'step', 'middle']),
    nodeField('MatMulInteger', ['whole', weights, 'middle', zero], 'sums'),
    nodeField('Cast', ['sums'], 'float_sums', { to: onnxTypes.float }),
    nodeField('Mul', ['step', scale], 'both'),
    nodeField('Mul', ['float_sums', 'both'], 'logits'),
    ...weightsOf(main, new Set([...turned.inputs, scale, zero])),
    floatValue(field.graph.input, 'hidden'),
    floatValue(field.graph.output, 'logits'),
  ];
}

const nodeField = (
  op: string,
  inputs: readonly string[],
  output: string | readonly string[],
  attributes: OnnxNode['attributes'] = {},
): Uint8Array => messageField(field.graph.node, nodeOf({ op, inputs, output, attributes }));

const floatValue = (number: number, name: string): Uint8Array =>
  messageField(number, [
    textField(field.value.name, name),
    messageField(field.value.type, [messageField(1, [numberField(1, onnxTypes.float)])]),
  ]);

/**
 * Whether an output holds keys or values. The encoder's keys and values are also outputs of the graph with a cache, but
 * only so that both graphs have the same number of outputs; their batch size is 0, and they do not count.
 */
function isKeyOrValue({ bytes }: WireField): boolean {
  if (!textOf(bytes, field.value.name)?.startsWith('present.')) return false;
  const type = only([...wireFields(bytes)], field.value.type).bytes;
  const tensor = only([...wireFields(type)], 1).bytes;
  const [batch] = fieldsOf(only([...wireFields(tensor)], 2).bytes, 1);
  return !fieldsOf(batch?.bytes ?? new Uint8Array(), 1).some((size) => size.bytes[0] === 0);
}
