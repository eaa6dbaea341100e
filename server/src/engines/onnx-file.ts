/** For tests: writes small real ONNX models, so that loaders are tested without downloads. */

export interface TinyTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

export interface TinyNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Lists of integers, single integers. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface TinyModel {
  /** Name → shape; a string is a dimension that is not fixed. Names ending in `_ids` or `_mask` are int64. */
  readonly inputs: Readonly<Record<string, readonly (string | number)[]>>;
  readonly outputs: Readonly<Record<string, readonly (string | number)[]>>;
  readonly constants: readonly TinyTensor[];
  readonly nodes: readonly TinyNode[];
}

/** The bytes of a model that gives `constants` straight out, or what `nodes` make of the inputs. */
export function onnxFile({ inputs, outputs, constants, nodes }: TinyModel): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) => message(1, nodeOf(node))),
    ...text(2, 'tiny'),
    ...constants.flatMap((tensor) => message(5, tensorOf(tensor))),
    ...Object.entries(inputs).flatMap(([name, shape]) => message(11, describedTensor(name, shape))),
    ...Object.entries(outputs).flatMap(([name, shape]) =>
      message(12, describedTensor(name, shape)),
    ),
  ];
  const opset = [...text(1, ''), ...number(2, 13)];
  return Uint8Array.from([...number(1, 8), ...message(8, opset), ...message(7, graph)]);
}

/** A node that hands a constant on under an output's name. */
export const handsOn = (constant: string, output: string): TinyNode => ({
  operator: 'Identity',
  inputs: [constant],
  outputs: [output],
});

function nodeOf({ operator, inputs, outputs, attributes = {} }: TinyNode): number[] {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, operator),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      message(5, [
        ...text(1, name),
        ...(typeof value === 'number'
          ? [...number(3, value), ...number(20, 2)]
          : [...value.flatMap((one) => number(8, one)), ...number(20, 7)]),
      ]),
    ),
  ];
}

function tensorOf({ name, dims, values }: TinyTensor): number[] {
  const raw = new Uint8Array(Float32Array.from(values).buffer);
  return [
    ...dims.flatMap((dim) => number(1, dim)),
    ...number(2, 1),
    ...text(8, name),
    ...bytes(9, raw),
  ];
}

function describedTensor(name: string, shape: readonly (string | number)[]): number[] {
  const type = /_(ids|mask)$/.test(name) ? 7 : 1;
  const dims = shape.flatMap((dim) =>
    message(1, typeof dim === 'string' ? text(2, dim) : number(1, dim)),
  );
  return [...text(1, name), ...message(2, message(1, [...number(1, type), ...message(2, dims)]))];
}

// Protocol buffers: a key (field and kind), then a number, or a length and bytes.
const number = (field: number, value: number): number[] => [
  ...varint(field << 3),
  ...varint(value),
];
const bytes = (field: number, value: Iterable<number>): number[] => {
  const list = [...value];
  return [...varint((field << 3) | 2), ...varint(list.length), ...list];
};
const message = (field: number, content: readonly number[]): number[] => bytes(field, content);
const text = (field: number, value: string): number[] =>
  bytes(field, new TextEncoder().encode(value));

function varint(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low | 128, ...varint(Math.floor(value / 128))];
}
