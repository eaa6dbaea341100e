/** MB3-CenterNet (the files of `@vladmandic/human`, COCO-80) on ONNX Runtime: one run on one picture. */
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { between } from '../../analysis/boxes.ts';
import { cocoNames } from '../coco.ts';
import type { RgbImage } from '../engine.ts';
import type { DetectedObject } from '../objects.ts';
import { onnxFile } from '../onnx-file.ts';
import { type OnnxOptions, openSession } from '../onnx-session.ts';
import { Scratch } from '../scratch.ts';
import { readCenterNetGraph } from './graph-model.ts';
import { onnxModelOf } from './onnx-model.ts';

/** The sides of a picture must be multiples of this many pixels. */
export const sideStep = 32;
/** The network gives one result per cell of this many pixels. */
const cellPixels = 4;
/** The heads give distances in units of this many pixels. */
const sizeUnit = 16;

const heads = {
  scores: 'tower_0/CenternetHead/centernet_cls_output/BiasAdd',
  sizes: 'tower_0/CenternetHead/centernet_wh_output/BiasAdd',
} as const;

/** The cells of one run: `scores` are logits by name, row and column, `sizes` distances to the four edges. */
interface Cells {
  readonly scores: Float32Array;
  readonly sizes: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

export class CenterNetwork {
  readonly #session: InferenceSession;
  readonly #scores = new Scratch();

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /**
   * Converts and loads the model. ONNX Runtime rearranges it for the CPU it runs on, so nothing is stored on disk.
   * Throws if its files are missing or have another format.
   */
  static async open(options: OnnxOptions = {}): Promise<CenterNetwork> {
    const graph = await readCenterNetGraph();
    const session = await openSession(onnxFile(onnxModelOf(graph, heads)), options, {
      graphOptimizationLevel: 'all',
    });
    return new CenterNetwork(session);
  }

  /**
   * Detects everything that scores at least `weakest` (0 to 1) in a picture whose sides are multiples of `sideStep`;
   * boxes are fractions of the picture. One thing may be reported under several names, but hardly ever twice under the
   * same name.
   */
  async look({ width, height, data }: RgbImage, weakest: number): Promise<DetectedObject[]> {
    const images = new Tensor('uint8', data, [1, height, width, 3]);
    const rows = height / cellPixels;
    const columns = width / cellPixels;

    return this.#scores.use(cocoNames.length * rows * columns, async (values) => {
      const scores = new Tensor('float32', values, [1, cocoNames.length, rows, columns]);
      const { sizes } = await this.#session.run({ images }, { scores, sizes: null });
      const cells: Cells = { scores: values, sizes: sizes?.data as Float32Array, rows, columns };
      return cocoNames.flatMap((_, label) => peaks(cells, label, weakest));
    });
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/**
 * Objects as Points (Zhou et al. 2019): a thing is at each cell whose score is the highest of the 3 by 3 cells around
 * it.
 */
function peaks(cells: Cells, label: number, weakest: number): DetectedObject[] {
  const { scores, rows, columns } = cells;
  const minScore = Math.log(weakest / (1 - weakest));
  const first = label * rows * columns;
  const peakObjects: DetectedObject[] = [];
  for (let cell = 0; cell < rows * columns; cell++) {
    const score = scores[first + cell] as number;
    if (!(score >= minScore) || !isPeak(cells, first, cell)) continue;
    const name = cocoNames[label] as string;
    peakObjects.push({ name, confidence: 1 / (1 + Math.exp(-score)), box: boxOf(cells, cell) });
  }

  return peakObjects;
}

function isPeak({ scores, rows, columns }: Cells, first: number, cell: number): boolean {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const score = scores[first + cell] as number;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if ((scores[first + y * columns + x] as number) > score) return false;
    }
  }

  return true;
}

/**
 * The four sizes are the distances from the cell's corner to the left, top, right and bottom edges of the box, in this
 * order.
 */
function boxOf({ sizes, rows, columns }: Cells, cell: number) {
  const cellCount = rows * columns;
  const x = cell % columns;
  const y = Math.floor(cell / columns);
  const [left, up, right, down] = [0, 1, 2, 3].map(
    (edge) => ((sizes[edge * cellCount + cell] as number) * sizeUnit) / cellPixels,
  ) as [number, number, number, number];
  return between((x - left) / columns, (y - up) / rows, (x + right) / columns, (y + down) / rows);
}
