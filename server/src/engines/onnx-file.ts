/** Writes ONNX models: networks that are converted when they are loaded, and the tiny ones of tests. */

import { bytesField, floatField, messageField, numberField, textField } from './protobuf.ts';

/** A string is a dimension that is not fixed. */
export type OnnxShape = readonly (string | number)[];
/** Floats by default. */
export type OnnxValue = OnnxShape | { readonly int64: OnnxShape } | { readonly uint8: OnnxShape };

export interface OnnxConstant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly floats?: readonly number[];
  /** Bits of float16. */
  readonly halves?: Uint16Array;
  readonly integers?: readonly number[];
}

/** Numbers are integers, except for a number marked by `float`. */
export type OnnxAttribute = number | readonly number[] | string | { readonly float: number };

export interface OnnxNode {
  readonly op: string;
  /** An empty string stands for an optional input that is left out. */
  readonly inputs: readonly string[];
  /** Several if the operation has several outputs. */
  readonly output: string | readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

export interface OnnxModel {
  readonly inputs: Readonly<Record<string, OnnxValue>>;
  readonly outputs: Readonly<Record<string, OnnxValue>>;
  readonly constants: readonly OnnxConstant[];
  readonly nodes: readonly OnnxNode[];
  readonly metadata?: Readonly<Record<string, string>>;
}

/** TensorProto.DataType */
export const onnxTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const;
/** AttributeProto.AttributeType */
const attributeTypes = { float: 1, int: 2, string: 3, ints: 7 } as const;
const irVersion = 8;
const opset = 17;

/**
 * The bytes of a model that outputs `constants` directly, or what `nodes` compute from the inputs. Field numbers come
 * from onnx.proto.
 */
export function onnxFile(model: OnnxModel): Uint8Array {
  const { inputs, outputs, constants, nodes, metadata = {} } = model;
  const graph = [
    ...nodes.map((node) => messageField(1, nodeOf(node))),
    textField(2, 'graph'),
    ...constants.map((constant) => messageField(5, constantOf(constant))),
    ...Object.entries(inputs).map(([name, value]) => messageField(11, described(name, value))),
    ...Object.entries(outputs).map(([name, value]) => messageField(12, described(name, value))),
  ];
  return Buffer.concat([
    numberField(1, irVersion),
    messageField(8, [textField(1, ''), numberField(2, opset)]),
    messageField(7, graph),
    ...Object.entries(metadata).map(([key, value]) =>
      messageField(14, [textField(1, key), textField(2, value)]),
    ),
  ]);
}

/** The fields of a NodeProto. */
export function nodeOf({ op, inputs, output, attributes = {} }: OnnxNode): Uint8Array[] {
  return [
    ...inputs.map((name) => textField(1, name)),
    ...[output].flat().map((name) => textField(2, name)),
    textField(4, op),
    ...Object.entries(attributes).map(([name, value]) => messageField(5, attributeOf(name, value))),
  ];
}

function attributeOf(name: string, value: OnnxAttribute): Uint8Array[] {
  const kind = (type: keyof typeof attributeTypes) => numberField(20, attributeTypes[type]);
  if (typeof value === 'number') return [textField(1, name), numberField(3, value), kind('int')];
  if (typeof value === 'string') return [textField(1, name), textField(4, value), kind('string')];
  if ('float' in value) return [textField(1, name), floatField(2, value.float), kind('float')];
  return [textField(1, name), ...value.map((integer) => numberField(8, integer)), kind('ints')];
}

function constantOf({ name, dims, floats, halves, integers = [] }: OnnxConstant): Uint8Array[] {
  const [type, raw] = floats
    ? [onnxTypes.float, new Float32Array(floats)]
    : halves
      ? [onnxTypes.float16, halves]
      : [onnxTypes.int64, new BigInt64Array(integers.map(BigInt))];
  return [
    ...dims.map((dim) => numberField(1, dim)),
    numberField(2, type),
    textField(8, name),
    bytesField(9, new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength)),
  ];
}

function described(name: string, value: OnnxValue): Uint8Array[] {
  const [type, shape] =
    'int64' in value
      ? [onnxTypes.int64, value.int64]
      : 'uint8' in value
        ? [onnxTypes.uint8, value.uint8]
        : [onnxTypes.float, value];
  const dims = shape.map((dim) =>
    messageField(1, [typeof dim === 'string' ? textField(2, dim) : numberField(1, dim)]),
  );
  return [
    textField(1, name),
    messageField(2, [messageField(1, [numberField(1, type), messageField(2, dims)])]),
  ];
}
