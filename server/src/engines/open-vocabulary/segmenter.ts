/** Draws outlines in boxes with a SAM-type model (SlimSAM) from the models folder. */
import path from 'node:path';
import { Fault } from '@reelsight/contract';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { InstalledModel } from '../../models/model.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import type { Ring, SegmentEngine } from '../objects.ts';
import { type OnnxOptions, openSession } from '../onnx-session.ts';
import { resize } from '../picture.ts';
import { ringsOf } from '../rings.ts';

/** Throws Fault ANALYSIS_FAILED if the model cannot be loaded or does not accept boxes. */
export async function openSegmenter(
  model: InstalledModel,
  options: OnnxOptions = {},
): Promise<SegmentEngine> {
  const { encoder = '', decoder = '' } = model.loader.files;
  const open = (file: string) => openSession(path.join(model.folder, file), options);
  try {
    const sessions = { encoder: await open(encoder), decoder: await open(decoder) };
    if (!sessions.decoder.inputNames.includes('input_boxes')) throw new Error('it takes no boxes');
    const info: EngineInfo = { name: 'sam', version: model.id, kind: 'local' };
    return new Segmenter(info, sessions, model.loader.inputSize ?? 1024);
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', `the model ${model.id} could not be loaded`, { cause });
  }
}

class Segmenter implements SegmentEngine {
  readonly info: EngineInfo;
  readonly #sessions: { readonly encoder: InferenceSession; readonly decoder: InferenceSession };
  readonly #side: number;

  constructor(
    info: EngineInfo,
    sessions: { readonly encoder: InferenceSession; readonly decoder: InferenceSession },
    side: number,
  ) {
    this.info = info;
    this.#sessions = sessions;
    this.#side = side;
  }

  async outline(
    image: RgbImage,
    boxes: readonly Box[],
    context: CallContext,
  ): Promise<readonly (readonly Ring[] | null)[]> {
    if (boxes.length === 0) return [];

    context.signal.throwIfAborted();
    const scale = this.#side / Math.max(image.width, image.height);
    const width = Math.round(image.width * scale);
    const height = Math.round(image.height * scale);
    const pixels = pixelValues(resize(image, width, height), this.#side);
    const embeddings = await this.#sessions.encoder.run({ pixel_values: pixels });

    context.signal.throwIfAborted();
    const edges = boxes.flatMap(({ x, y, width: w, height: h }) => [
      x * width,
      y * height,
      (x + w) * width,
      (y + h) * height,
    ]);
    const answer = await this.#sessions.decoder.run({
      ...embeddings,
      input_boxes: new Tensor('float32', Float32Array.from(edges), [1, boxes.length, 4]),
    });
    const visibleShare = { across: width / this.#side, down: height / this.#side };

    return boxes.map((_, i) => outlineOf(answer, i, visibleShare));
  }

  async close(): Promise<void> {
    await this.#sessions.encoder.release();
    await this.#sessions.decoder.release();
  }
}

const mean = [123.675, 116.28, 103.53] as const;
const deviation = [58.395, 57.12, 57.375] as const;

/**
 * The network's input as planes of red, green and blue. The picture is at the top left of a square; the rest of the
 * square is 0.
 */
function pixelValues({ width, height, data }: RgbImage, side: number): Tensor {
  const values = new Float32Array(3 * side * side);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const value = data[(y * width + x) * 3 + channel] as number;
        values[(channel * side + y) * side + x] =
          (value - (mean[channel] as number)) / (deviation[channel] as number);
      }
    }
  }

  return new Tensor('float32', values, [1, 3, side, side]);
}

/** The outline of the mask with the highest score for a box, without the padding. */
function outlineOf(
  answer: InferenceSession.ReturnType,
  box: number,
  { across, down }: { across: number; down: number },
): readonly Ring[] | null {
  const scores = answer.iou_scores;
  const masks = answer.pred_masks;
  if (!(scores?.data instanceof Float32Array) || !(masks?.data instanceof Float32Array)) {
    throw new Fault('ANALYSIS_FAILED', 'the model does not answer as SAM does');
  }

  const [, , count = 0, rows = 0, columns = 0] = masks.dims;
  const boxScores = scores.data.subarray(box * count, (box + 1) * count);
  const best = boxScores.indexOf(Math.max(...boxScores));
  const from = (box * count + best) * rows * columns;
  const width = Math.round(columns * across);
  const height = Math.round(rows * down);
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const line = masks.data.subarray(from + y * columns, from + y * columns + width);
    data.set(line, y * width);
  }

  const rings = ringsOf({ width, height, data });
  return rings.length > 0 ? rings : null;
}
