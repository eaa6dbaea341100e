/**
 * Reads the graph of an ONNX file, and writes it again with other operations. Field numbers come from onnx.proto
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
 */
import { nodeOf, type OnnxAttribute, onnxTypes } from './onnx-file.ts';
import {
  messageField,
  messageParts,
  numberField,
  textField,
  type WireField,
  wireFields,
} from './protobuf.ts';

export const onnxField = {
  model: { graph: 7 },
  graph: { node: 1, initializer: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, name: 3, operator: 4, attribute: 5 },
  attribute: { name: 1, float: 2, integer: 3, tensor: 5, graph: 6, integers: 8, graphs: 11 },
  tensor: { dims: 1, type: 2, name: 8, raw: 9, location: 14 },
  value: { name: 1, type: 2 },
} as const;

/** A NodeProto: one operation of a graph. */
export interface GraphNode {
  readonly name: string;
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly field: WireField;
}

/** The operations of a GraphProto, in the order they run. */
export function nodesOf(graph: Uint8Array): GraphNode[] {
  return fieldsOf(graph, onnxField.graph.node).map((entry) => {
    const parts = [...wireFields(entry.bytes)];
    const texts = (number: number) =>
      parts.filter((part) => part.number === number).map(({ bytes }) => string(bytes));
    return {
      name: texts(onnxField.node.name)[0] ?? '',
      operator: texts(onnxField.node.operator)[0] ?? '',
      inputs: texts(onnxField.node.input),
      outputs: texts(onnxField.node.output),
      field: entry,
    };
  });
}

export const fieldsOf = (message: Uint8Array, number: number): WireField[] =>
  [...wireFields(message)].filter((candidate) => candidate.number === number);

/** Throws Error unless there is exactly one field with this number. */
export function only(fields: readonly WireField[], number: number): WireField {
  const [match, extra] = fields.filter((field) => field.number === number);
  if (!match || extra) throw new Error(`not one field ${number}`);
  return match;
}

/** The first field with this number as text. */
export function textOf(message: Uint8Array, number: number): string | undefined {
  const [match] = fieldsOf(message, number);
  return match && string(match.bytes);
}

const string = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Weights of a network, as 32-bit floats. */
export interface Weights {
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

/** Integers of 64 bits that an operation reads, such as a shape. */
export interface Integers {
  readonly dims: readonly number[];
  readonly integers: BigInt64Array;
}

/** Numbers of 8 or 32 bits of a network that computes with integers. */
export interface SmallIntegers {
  readonly dims: readonly number[];
  readonly small: Uint8Array | Int8Array | Int32Array;
}

type NewTensor = Weights | Integers | SmallIntegers;

/** The name of a value, or numbers that are added to the graph. */
export type NewInput = string | NewTensor;

export interface NewNode {
  readonly op: string;
  readonly inputs: readonly NewInput[];
  /** If absent, the value gets a new name. */
  readonly output?: string;
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
  /** An operation whose attributes it has too. */
  readonly like?: GraphNode;
}

/** The graph of a model, whose operations can be replaced by others that compute the same values. */
export class EditableGraph {
  readonly #rest: readonly WireField[];
  readonly #graph: readonly WireField[];
  /** In the order they run. */
  readonly #nodes: GraphNode[] = [];
  readonly #makers = new Map<string, GraphNode>();
  readonly #readers = new Map<string, Set<GraphNode>>();
  /** TensorProtos by name, of constants and of initial values. */
  readonly #tensors = new Map<string, Uint8Array>();
  readonly #newTensors = new Map<string, NewTensor>();
  readonly #outputs: ReadonlySet<string>;
  #names = 0;

  /** Throws Error if `file` is not a model. */
  constructor(file: Uint8Array) {
    const model = [...wireFields(file)];
    const graph = only(model, onnxField.model.graph).bytes;
    this.#rest = model.filter(({ number }) => number !== onnxField.model.graph);
    this.#graph = [...wireFields(graph)].filter(({ number }) => number !== onnxField.graph.node);
    this.#outputs = new Set(
      this.#named(onnxField.graph.output, onnxField.value.name).map(([name]) => name),
    );
    for (const [name, tensor] of this.#named(onnxField.graph.initializer, onnxField.tensor.name))
      this.#tensors.set(name, tensor);
    for (const node of nodesOf(graph)) {
      this.#nodes.push(node);
      this.#note(node);
      if (node.operator === 'Constant') this.#knowConstant(node);
    }
  }

  /**
   * Whether all that the model computes with is in this graph. Otherwise it can't be written again: graphs within
   * operations read values that nothing here seems to need, and weights in other files are found by the model's path.
   */
  get isSelfContained(): boolean {
    const { graph, graphs } = onnxField.attribute;
    const hasGraphs = this.#nodes.some(({ field }) =>
      fieldsOf(field.bytes, onnxField.node.attribute).some(({ bytes }) =>
        [...wireFields(bytes)].some(({ number }) => number === graph || number === graphs),
      ),
    );
    const isElsewhere = (tensor: Uint8Array): boolean =>
      fieldsOf(tensor, onnxField.tensor.location).some((location) => integerOf(location) !== 0);
    return !hasGraphs && ![...this.#tensors.values()].some(isElsewhere);
  }

  /** The operations of one kind, in the order they run. */
  all(operator: string): GraphNode[] {
    return this.#nodes.filter((node) => node.operator === operator);
  }

  /** Weights by name; undefined if they are not floats, or are computed. */
  weights(name = ''): Weights | undefined {
    const newTensor = this.#newTensors.get(name);
    if (newTensor) return 'values' in newTensor ? newTensor : undefined;
    const tensor = this.#tensors.get(name);
    return tensor && weightsOf(tensor);
  }

  /** The operation that computes a value. */
  maker(value = ''): GraphNode | undefined {
    return this.#makers.get(value);
  }

  /** The operations that read what a node computes; null if it is also an output of the whole network. */
  readers({ outputs: [value = ''] }: GraphNode): GraphNode[] | null {
    return this.#outputs.has(value) ? null : [...(this.#readers.get(value) ?? [])];
  }

  /** The operations that read a value and run after a node. */
  readersAfter(value: string, node: GraphNode): GraphNode[] {
    const place = this.#nodes.indexOf(node);
    return [...(this.#readers.get(value) ?? [])].filter(
      (reader) => this.#nodes.indexOf(reader) > place,
    );
  }

  /** The only operation that reads what a node computes, if it is of this kind. */
  onlyReader(node: GraphNode | undefined, operator: string): GraphNode | undefined {
    const readers = (node && this.readers(node)) ?? [];
    return readers.length === 1
      ? readers.find((reader) => reader.operator === operator)
      : undefined;
  }

  /**
   * Puts new operations in the place of the last of `nodes`, all of which are removed. `add` returns the name of the
   * value that an operation computes.
   */
  replace(nodes: readonly GraphNode[], make: (add: (node: NewNode) => string) => void): void {
    const added: GraphNode[] = [];
    const place = this.#nodes.indexOf(nodes.at(-1) as GraphNode) + 1;
    make((node) => {
      const newNode = this.#made(node);
      added.push(newNode);
      return newNode.outputs[0] as string;
    });
    this.#nodes.splice(place, 0, ...added);
    this.remove(nodes);
    for (const node of added) this.#note(node);
  }

  /** Removes operations whose values nothing reads any more. */
  remove(nodes: readonly GraphNode[]): void {
    for (const node of nodes) {
      this.#nodes.splice(this.#nodes.indexOf(node), 1);
      this.#forget(node);
    }
  }

  /** Lets an operation read other inputs; what it computes keeps its name, or takes `output`. */
  rewire(node: GraphNode, inputs: readonly NewInput[], output = node.outputs[0] as string): void {
    const otherFields = [...wireFields(node.field.bytes)].filter(
      ({ number }) => number !== onnxField.node.input && number !== onnxField.node.output,
    );
    const rewired = nodeFrom([
      ...inputs.map((input) => textField(onnxField.node.input, this.#nameOf(input))),
      textField(onnxField.node.output, output),
      ...otherFields.map(({ raw }) => raw),
    ]);
    this.#nodes[this.#nodes.indexOf(node)] = rewired;
    this.#forget(node);
    this.#note(rewired);
  }

  /** The bytes of the model, without operations and weights that no output depends on. */
  file(): Uint8Array {
    const needed = new Set(this.#outputs);
    const nodes = this.#nodes.toReversed().filter(({ inputs, outputs }) => {
      const leads = outputs.some((name) => needed.has(name));
      if (leads) for (const name of inputs) needed.add(name);
      return leads;
    });
    const rest = this.#graph.filter(
      ({ number, bytes }) =>
        number !== onnxField.graph.initializer ||
        needed.has(textOf(bytes, onnxField.tensor.name) ?? ''),
    );
    const newTensors = [...this.#newTensors].filter(([name]) => needed.has(name));

    return Buffer.concat([
      ...this.#rest.map(({ raw }) => raw),
      ...messageParts(onnxField.model.graph, [
        ...nodes.reverse().map(({ field }) => field.raw),
        ...newTensors.flatMap(([name, tensor]) => initializerOf(name, tensor)),
        ...rest.map(({ raw }) => raw),
      ]),
    ]);
  }

  /** The messages of one kind in the graph, by the name in their field `nameField`. */
  #named(number: number, nameField: number): [name: string, message: Uint8Array][] {
    return this.#graph
      .filter((field) => field.number === number)
      .map(({ bytes }) => [textOf(bytes, nameField) ?? '', bytes]);
  }

  #made({ op, inputs, output, attributes = {}, like }: NewNode): GraphNode {
    const names = inputs.map((input) => this.#nameOf(input));
    const copied = like ? fieldsOf(like.field.bytes, onnxField.node.attribute) : [];
    return nodeFrom([
      ...nodeOf({ op, inputs: names, output: output ?? this.#newName(), attributes }),
      ...copied.map(({ raw }) => raw),
    ]);
  }

  #nameOf(input: NewInput): string {
    if (typeof input === 'string') return input;
    const name = this.#newName();
    this.#newTensors.set(name, input);
    return name;
  }

  /** A file that was edited before has such names already. */
  #newName(): string {
    for (;;) {
      this.#names += 1;
      const name = `edited/${this.#names}`;
      if (!this.#makers.has(name) && !this.#tensors.has(name)) return name;
    }
  }

  #knowConstant(node: GraphNode): void {
    const value = attributeOf(node, 'value');
    const [tensor] = value ? fieldsOf(value, onnxField.attribute.tensor) : [];
    if (tensor) this.#tensors.set(node.outputs[0] ?? '', tensor.bytes);
  }

  #note(node: GraphNode): void {
    for (const name of node.outputs) this.#makers.set(name, node);
    for (const name of node.inputs) {
      const readers = this.#readers.get(name) ?? new Set();
      this.#readers.set(name, readers.add(node));
    }
  }

  #forget(node: GraphNode): void {
    for (const name of node.outputs) if (this.#makers.get(name) === node) this.#makers.delete(name);
    for (const name of node.inputs) this.#readers.get(name)?.delete(node);
  }
}

const nodeFrom = (content: readonly Uint8Array[]): GraphNode =>
  nodesOf(messageField(onnxField.graph.node, content))[0] as GraphNode;

/** A TensorProto in parts, as copies of large ones would be costly. */
function initializerOf(name: string, tensor: NewTensor): Uint8Array[] {
  const [type, { buffer, byteOffset, byteLength }] = storedAs(tensor);
  return messageParts(onnxField.graph.initializer, [
    ...tensor.dims.map((dim) => numberField(onnxField.tensor.dims, dim)),
    numberField(onnxField.tensor.type, type),
    textField(onnxField.tensor.name, name),
    ...messageParts(onnxField.tensor.raw, [new Uint8Array(buffer, byteOffset, byteLength)]),
  ]);
}

function storedAs(tensor: NewTensor): [type: number, numbers: ArrayBufferView<ArrayBuffer>] {
  if ('values' in tensor) return [onnxTypes.float, tensor.values as Float32Array<ArrayBuffer>];
  if ('integers' in tensor) return [onnxTypes.int64, tensor.integers as BigInt64Array<ArrayBuffer>];
  const small = tensor.small as Uint8Array<ArrayBuffer> | Int8Array<ArrayBuffer>;
  if (tensor.small instanceof Int32Array) return [onnxTypes.int32, small];
  return [tensor.small instanceof Int8Array ? onnxTypes.int8 : onnxTypes.uint8, small];
}

/** The weights of a TensorProto; undefined unless it has floats stored as raw bytes. */
function weightsOf(tensor: Uint8Array): Weights | undefined {
  const fields = [...wireFields(tensor)];
  const type = fields.find(({ number }) => number === onnxField.tensor.type);
  const raw = fields.find(({ number }) => number === onnxField.tensor.raw);
  if (!type || integerOf(type) !== onnxTypes.float || !raw) return undefined;
  const dims = fields.filter(({ number }) => number === onnxField.tensor.dims).map(integerOf);
  // The bytes of a tensor may begin anywhere in the file, but floats must begin at a multiple of four.
  return { dims, values: new Float32Array(new Uint8Array(raw.bytes).buffer) };
}

/** The AttributeProto of this name. */
function attributeOf({ field }: GraphNode, name: string): Uint8Array | undefined {
  return fieldsOf(field.bytes, onnxField.node.attribute).find(
    ({ bytes }) => textOf(bytes, onnxField.attribute.name) === name,
  )?.bytes;
}

/** A float attribute of an operation. */
export function floatAttribute(node: GraphNode, name: string): number | undefined {
  const attribute = attributeOf(node, name);
  const [float] = attribute ? fieldsOf(attribute, onnxField.attribute.float) : [];
  return float && Buffer.from(float.bytes).readFloatLE();
}

/** An attribute of an operation that lists integers; undefined if it has none, or stores them in another way. */
export function integersAttribute(node: GraphNode, name: string): number[] | undefined {
  const attribute = attributeOf(node, name);
  const integers = attribute ? fieldsOf(attribute, onnxField.attribute.integers) : [];
  if (integers.length === 0 || integers.some(({ type }) => type !== 0)) return undefined;
  return integers.map(integerOf);
}

/** An attribute of an operation that is one integer. */
export function integerAttribute(node: GraphNode, name: string): number | undefined {
  const attribute = attributeOf(node, name);
  const [integer] = attribute ? fieldsOf(attribute, onnxField.attribute.integer) : [];
  return integer && integerOf(integer);
}

/** The value of a varint field. */
const integerOf = ({ bytes }: WireField): number =>
  bytes.reduceRight((value, byte) => value * 128 + (byte & 127), 0);
