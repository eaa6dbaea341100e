/**
 * Detects things on screen with a D-FINE model (arXiv 2410.13842, COCO-80) from the models folder, in the form in which
 * Hugging Face exports it.
 */
import { Fault } from '@reelsight/contract';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { logistic } from '../../analysis/log-odds.ts';
import type { InstalledModel } from '../../models/model.ts';
import { cocoNames } from '../coco.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { type DetectedObject, type ObjectEngine, withoutOverlaps } from '../objects.ts';
import { type OnnxOptions, openModelPart } from '../onnx-session.ts';
import { rescale } from '../picture.ts';

const usualSide = 640;
const weakest = 0.2;

export const dfineInfo = ({ id }: InstalledModel): EngineInfo => ({
  name: 'd-fine',
  version: id,
  kind: 'local',
});

/** Throws Fault ANALYSIS_FAILED if the file is missing, broken or of another kind. */
export async function openDfine(
  model: InstalledModel,
  options: OnnxOptions = {},
): Promise<ObjectEngine> {
  const session = await openModelPart(model, 'model', options);
  return new Dfine(dfineInfo(model), session, model.loader.inputSize ?? usualSide);
}

class Dfine implements ObjectEngine {
  readonly info: EngineInfo;
  readonly vocabulary = cocoNames;
  readonly costly = false;
  /** The publisher's threshold: its scores were never compared with what is there. */
  readonly minConfidence = 0.5;
  readonly #session: InferenceSession;
  readonly #side: number;

  constructor(info: EngineInfo, session: InferenceSession, side: number) {
    this.info = info;
    this.#session = session;
    this.#side = side;
  }

  async detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
  ): Promise<readonly DetectedObject[]> {
    context.signal.throwIfAborted();
    const picture = await rescale(image, this.#side, this.#side);
    const { logits, pred_boxes: boxes } = await this.#session.run({
      pixel_values: inputOf(picture),
    });
    context.meter('object_frames', 1);

    const isExpected =
      logits?.data instanceof Float32Array &&
      boxes?.data instanceof Float32Array &&
      logits.dims[2] === cocoNames.length &&
      boxes.dims[2] === 4;
    if (!isExpected) throw new Fault('ANALYSIS_FAILED', 'the model does not answer as D-FINE does');

    const scores = logits.data as Float32Array;
    const places = boxes.data as Float32Array;
    return withoutOverlaps(decode(scores, places, names), 0.5);
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** The network's input: planes of red, green and blue, 0 to 1. */
function inputOf({ width, height, data }: RgbImage): Tensor {
  const plane = width * height;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++)
    for (let i = 0; i < plane; i++)
      values[channel * plane + i] = (data[i * 3 + channel] as number) / 255;

  return new Tensor('float32', values, [1, 3, height, width]);
}

/**
 * Decodes the answers of the network's queries.
 *
 * @param logits log-odds of the 80 names, for each query
 * @param boxes centre, width and height of each query's box, as fractions of the picture
 */
function decode(
  logits: Float32Array,
  boxes: Float32Array,
  names: readonly string[],
): DetectedObject[] {
  const targets = names.map((name) => ({ name, label: cocoNames.indexOf(name) }));
  const detections: DetectedObject[] = [];

  for (let query = 0; query * 4 < boxes.length; query++) {
    for (const { name, label } of targets) {
      if (label < 0) continue;

      const confidence = logistic(logits[query * cocoNames.length + label] as number);
      const box = boxAt(boxes, query);
      if (confidence >= weakest && box) detections.push({ name, confidence, box });
    }
  }

  return detections;
}

/** The part of a query's box that lies in the picture; null if none does. */
function boxAt(boxes: Float32Array, query: number): Box | null {
  const [centreX = 0, centreY = 0, width = 0, height = 0] = boxes.slice(query * 4, query * 4 + 4);
  const left = Math.max(0, centreX - width / 2);
  const top = Math.max(0, centreY - height / 2);
  const right = Math.min(1, centreX + width / 2);
  const bottom = Math.min(1, centreY + height / 2);

  return right > left && bottom > top
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : null;
}
