/**
 * Detects things on screen with a detection transformer from the models folder, in the form in which Hugging Face
 * exports it: D-FINE (arXiv 2410.13842) or RF-DETR (arXiv 2511.09554), both trained on COCO.
 */
import { Fault } from '@reelsight/contract';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { logistic } from '../../analysis/log-odds.ts';
import type { InstalledModel } from '../../models/model.ts';
import { cocoNames, cocoNumbers } from '../coco.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { type DetectedObject, type ObjectEngine, withoutOverlaps } from '../objects.ts';
import { type OnnxOptions, openModelPart } from '../onnx-session.ts';
import { rescale } from '../picture.ts';

/** What differs between the families. */
interface Family {
  readonly name: string;
  /** Side in pixels of the square picture, where the model's description gives none. */
  readonly side: number;
  /** Means and standard deviations of red, green and blue by which values of 0 to 1 are normalised. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
  /** Number of log-odds that each query has. */
  readonly labels: number;
  /** Places of the 80 names of COCO among these log-odds. */
  readonly places: readonly number[];
}

const dfine: Family = {
  name: 'd-fine',
  side: 640,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
  labels: cocoNames.length,
  places: cocoNames.map((_, place) => place),
};

const rfdetr: Family = {
  name: 'rf-detr',
  side: 384,
  // Those of ImageNet, on which its backbone was trained.
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  labels: 91,
  places: cocoNumbers,
};

const weakest = 0.2;

const familyOf = ({ loader }: InstalledModel): Family =>
  loader.engine === 'rfdetr' ? rfdetr : dfine;

export const detrInfo = (model: InstalledModel): EngineInfo => ({
  name: familyOf(model).name,
  version: model.id,
  kind: 'local',
});

/** Throws Fault ANALYSIS_FAILED if the file is missing, broken or of another kind. */
export async function openDetr(
  model: InstalledModel,
  options: OnnxOptions = {},
): Promise<ObjectEngine> {
  const session = await openModelPart(model, 'model', options);
  return new Detr(model, session);
}

class Detr implements ObjectEngine {
  readonly info: EngineInfo;
  readonly vocabulary = cocoNames;
  readonly costly = false;
  /** The publishers' threshold: their scores were never compared with what is there. */
  readonly minConfidence = 0.5;
  readonly #family: Family;
  readonly #session: InferenceSession;
  readonly #side: number;

  constructor(model: InstalledModel, session: InferenceSession) {
    this.info = detrInfo(model);
    this.#family = familyOf(model);
    this.#session = session;
    this.#side = model.loader.inputSize ?? this.#family.side;
  }

  async detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
  ): Promise<readonly DetectedObject[]> {
    context.signal.throwIfAborted();
    const picture = await rescale(image, this.#side, this.#side);
    const { logits, pred_boxes: boxes } = await this.#session.run({
      pixel_values: inputOf(picture, this.#family),
    });
    context.meter('object_frames', 1);

    const isExpected =
      logits?.data instanceof Float32Array &&
      boxes?.data instanceof Float32Array &&
      logits.dims[2] === this.#family.labels &&
      boxes.dims[2] === 4;
    if (!isExpected) {
      const { name } = this.#family;
      throw new Fault('ANALYSIS_FAILED', `the model does not answer as ${name} does`);
    }

    const scores = logits.data as Float32Array;
    const places = boxes.data as Float32Array;
    return withoutOverlaps(decode(scores, places, names, this.#family), 0.5);
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** The network's input: planes of red, green and blue. */
function inputOf({ width, height, data }: RgbImage, { mean, deviation }: Family): Tensor {
  const plane = width * height;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (deviation[channel] as number));
    const shift = (mean[channel] as number) / (deviation[channel] as number);
    for (let i = 0; i < plane; i++)
      values[channel * plane + i] = (data[i * 3 + channel] as number) * scale - shift;
  }

  return new Tensor('float32', values, [1, 3, height, width]);
}

/**
 * Decodes the answers of the network's queries.
 *
 * @param logits log-odds of the family's labels, for each query
 * @param boxes centre, width and height of each query's box, as fractions of the picture
 */
function decode(
  logits: Float32Array,
  boxes: Float32Array,
  names: readonly string[],
  { labels, places }: Family,
): DetectedObject[] {
  const targets = names.map((name) => ({ name, place: places[cocoNames.indexOf(name)] }));
  const detections: DetectedObject[] = [];

  for (let query = 0; query * 4 < boxes.length; query++) {
    for (const { name, place } of targets) {
      if (place === undefined) continue;

      const confidence = logistic(logits[query * labels + place] as number);
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
