/** Reads a TensorFlow.js graph model whose weights are stored as float16. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const attribute = z.object({
  list: z
    .object({ i: z.array(z.string()).optional(), s: z.array(z.string()).optional() })
    .optional(),
});

const graphFile = z.object({
  modelTopology: z.object({
    node: z.array(
      z.object({
        name: z.string(),
        op: z.string(),
        input: z.array(z.string()).default([]),
        attr: z.record(z.string(), attribute).default({}),
      }),
    ),
  }),
  weightsManifest: z.tuple([
    z.object({
      paths: z.tuple([z.string()]),
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.number().int().nonnegative()),
          dtype: z.enum(['float32', 'int32']),
        }),
      ),
    }),
  ]),
});

export type GraphNode = z.infer<typeof graphFile>['modelTopology']['node'][number];

export interface HalfWeights {
  readonly shape: readonly number[];
  /** The bits of float16 values. */
  readonly values: Uint16Array;
}

export interface GraphModel {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** The weights of float type; others are left out. */
  readonly weights: ReadonlyMap<string, HalfWeights>;
}

/** The graph of MB3-CenterNet, from the files of `@vladmandic/human`. Throws as `readGraphModel`. */
export function readCenterNetGraph(): Promise<GraphModel> {
  const require = createRequire(import.meta.url);
  const folder = path.join(path.dirname(require.resolve('@vladmandic/human')), '../models');
  return readGraphModel(path.join(folder, 'centernet.json'));
}

/**
 * `file` is the model's JSON; the weights are in the same folder. Throws if a file is missing or has another format.
 */
export async function readGraphModel(file: string): Promise<GraphModel> {
  const { modelTopology, weightsManifest } = graphFile.parse(
    JSON.parse(await readFile(file, 'utf8')),
  );
  const [{ paths, weights: described }] = weightsManifest;
  const data = await readFile(path.join(path.dirname(file), paths[0]));
  const weights = new Map<string, HalfWeights>();
  let offset = 0;

  for (const { name, shape, dtype } of described) {
    const count = shape.reduce((product, side) => product * side, 1);
    const end = offset + count * (dtype === 'int32' ? 4 : 2);
    if (end > data.length) throw new Error(`${paths[0]} is too short`);

    if (dtype === 'float32') {
      weights.set(name, {
        shape,
        values: new Uint16Array(new Uint8Array(data.subarray(offset, end)).buffer),
      });
    }

    offset = end;
  }

  return { nodes: new Map(modelTopology.node.map((node) => [node.name, node])), weights };
}
