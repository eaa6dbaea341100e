/** For tests: writes small real ONNX models, so that loaders are tested without downloads. */

/** A string is a dimension that is not fixed. */
export type OnnxShape = readonly (string | number)[];
/** Of floats where it does not say otherwise. */
export type OnnxValue = OnnxShape | { readonly int64: OnnxShape };

export interface OnnxConstant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly floats?: readonly number[];
  readonly integers?: readonly number[];
}

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Lists of integers, single integers. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxModel {
  readonly inputs: Readonly<Record<string, OnnxValue>>;
  readonly outputs: Readonly<Record<string, OnnxValue>>;
  readonly constants: readonly OnnxConstant[];
  readonly nodes: readonly OnnxNode[];
  readonly metadata?: Readonly<Record<string, string>>;
}

export const onnxTypes = { float: 1, int64: 7 } as const;

/**
 * The bytes of a model that gives `constants` straight out, or what `nodes` make of the inputs. Field numbers are those
 * of onnx.proto.
 */
export function onnxFile(model: OnnxModel): Uint8Array {
  const { inputs, outputs, constants, nodes, metadata = {} } = model;
  const graph = [
    ...nodes.map((node) => message(1, nodeOf(node))),
    text(2, 'tiny'),
    ...constants.map((constant) => message(5, constantOf(constant))),
    ...Object.entries(inputs).map(([name, value]) => message(11, described(name, value))),
    ...Object.entries(outputs).map(([name, value]) => message(12, described(name, value))),
  ];
  return Buffer.concat([
    number(1, 8),
    message(8, [text(1, ''), number(2, 13)]),
    message(7, graph),
    ...Object.entries(metadata).map(([key, value]) => message(14, [text(1, key), text(2, value)])),
  ]);
}

/** A node that hands a constant on under an output's name. */
export const handsOn = (constant: string, output: string): OnnxNode => ({
  op: 'Identity',
  inputs: [constant],
  output,
});

function nodeOf({ op, inputs, output, attributes = {} }: OnnxNode): Buffer[] {
  return [
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeOf(name, value))),
  ];
}

function attributeOf(name: string, value: number | readonly number[]): Buffer[] {
  return typeof value === 'number'
    ? [text(1, name), number(3, value), number(20, 2)]
    : [text(1, name), ...value.map((one) => number(8, one)), number(20, 7)];
}

function constantOf({ name, dims, floats, integers = [] }: OnnxConstant): Buffer[] {
  const raw = floats ? new Float32Array(floats) : new BigInt64Array(integers.map(BigInt));
  return [
    ...dims.map((dim) => number(1, dim)),
    number(2, floats ? onnxTypes.float : onnxTypes.int64),
    text(8, name),
    bytes(9, new Uint8Array(raw.buffer)),
  ];
}

function described(name: string, value: OnnxValue): Buffer[] {
  const [type, shape] =
    'int64' in value ? [onnxTypes.int64, value.int64] : [onnxTypes.float, value];
  const dims = shape.map((dim) =>
    message(1, [typeof dim === 'string' ? text(2, dim) : number(1, dim)]),
  );
  return [text(1, name), message(2, [message(1, [number(1, type), message(2, dims)])])];
}

// Protocol buffers: a key (field and kind), then a number, or a length and bytes.
const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field << 3), ...varint(value)]);
const bytes = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(value.length)]), value]);
const message = (field: number, content: readonly Uint8Array[]): Buffer =>
  bytes(field, Buffer.concat(content));
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

function varint(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low | 128, ...varint(Math.floor(value / 128))];
}
