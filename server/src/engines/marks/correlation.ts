/**
 * The second look compares each cell of a reference with the cells around the same cell of a place, at every shift. In
 * PyTorch's export that is one product and one sum for each shift, most of whose time goes into copying. Here one
 * matrix product compares all cells, and the shifts are picked from it; what the network computes stays the same, apart
 * from rounding.
 */
import { EditableGraph, type Integers } from '../onnx-graph.ts';

/** Rows and columns of cells, how many numbers describe one, and how many cells a shift goes at most. */
export interface Correlation {
  readonly cells: number;
  readonly channels: number;
  readonly reach: number;
}

/** Throws Error if the network has no such comparison. */
export function withOneProduct(
  file: Uint8Array,
  { cells, channels, reach }: Correlation,
): Uint8Array {
  const graph = new EditableGraph(file);
  const shifts = (2 * reach + 1) ** 2;
  const joined = graph
    .all('Concat')
    .find(({ inputs }) => inputs.length === shifts && inputs.every(isSum(graph)));
  if (!joined) throw new Error(`the network compares no ${shifts} shifts`);

  const side = cells + 2 * reach;
  graph.replace([joined], (add) => {
    const shaped = (value: string, ...shape: number[]): string =>
      add({ op: 'Reshape', inputs: [value, integers(shape)] });
    const padding = integers([0, 0, reach, reach, 0, 0, reach, reach]);
    const padded = add({ op: 'Pad', inputs: ['place', padding] });
    const places = shaped(padded, 0, channels, side * side);
    const references = add({
      op: 'Transpose',
      inputs: [shaped('reference', 0, channels, cells * cells)],
      attributes: { perm: [0, 2, 1] },
    });

    const products = shaped(add({ op: 'MatMul', inputs: [references, places] }), 0, -1);
    const ofShifts = add({
      op: 'Gather',
      inputs: [products, integers(picksOf(cells, reach))],
      attributes: { axis: 1 },
    });
    const output = joined.outputs[0] as string;
    add({ op: 'Reshape', inputs: [ofShifts, integers([0, shifts, cells, cells])], output });
  });

  return graph.file();
}

const isSum =
  (graph: EditableGraph) =>
  (value: string): boolean =>
    graph.maker(value)?.operator === 'ReduceSum';

const integers = (values: readonly number[]): Integers => ({
  dims: [values.length],
  integers: BigInt64Array.from(values, BigInt),
});

/** For each shift and each cell: where their product stands, shifts row by row. */
function picksOf(cells: number, reach: number): number[] {
  const side = cells + 2 * reach;
  const steps = Array.from({ length: 2 * reach + 1 }, (_, step) => step);
  const positions = Array.from({ length: cells }, (_, position) => position);
  return steps.flatMap((down) =>
    steps.flatMap((across) =>
      positions.flatMap((y) =>
        positions.map((x) => (y * cells + x) * side * side + (y + down) * side + (x + across)),
      ),
    ),
  );
}
