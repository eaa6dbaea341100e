/**
 * Detects things on screen with MB3-CenterNet: scales pictures for the network, and turns its scores into confidences.
 */
import { Fault } from '@reelsight/contract';
import sharp from 'sharp';
import { overlap } from '../../analysis/boxes.ts';
import { logistic, logit } from '../../analysis/log-odds.ts';
import { cocoNames } from '../coco.ts';
import type { CallContext, EngineInfo, RgbImage } from '../engine.ts';
import {
  type DetectedObject,
  type DetectOptions,
  type ObjectEngine,
  withoutGroups,
  withoutOverlaps,
  withoutParts,
} from '../objects.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import { CenterNetwork, sideStep } from './network.ts';

export const centerNetInfo: EngineInfo = {
  name: 'centernet',
  version: 'mb3-512',
  kind: 'embedded',
};

/** Pixels to which the longer side is scaled, for a whole picture and for a close-up of one thing. */
const wholeSide = 512;
const closeUpSide = 320;
/**
 * Minimum score of a detection: lower scores are mostly noise. A rival, which is another name for a thing in the same
 * place, needs only `weakestRival`.
 */
const weakest = 0.12;
const weakestRival = 0.08;
/** Score assumed for rivals if no rival scored at least `weakestRival`. */
const noRival = 0.04;

/** Loads the model; throws Fault ANALYSIS_FAILED if it is missing or broken. */
export async function openCenterNet(options: OnnxOptions = {}): Promise<ObjectEngine> {
  try {
    return new CenterNet(await CenterNetwork.open(options));
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', 'the CenterNet model could not be loaded', { cause });
  }
}

class CenterNet implements ObjectEngine {
  readonly info = centerNetInfo;
  readonly vocabulary = cocoNames;
  readonly costly = false;
  /** Threshold at which nine out of ten detections on real photos are right (measured by bench/real.ts). */
  readonly minConfidence = 0.6;
  readonly missedConfidence = 0.16;
  readonly #network: CenterNetwork;

  constructor(network: CenterNetwork) {
    this.#network = network;
  }

  async detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
    { closeUp = false }: DetectOptions = {},
  ): Promise<readonly DetectedObject[]> {
    context.signal.throwIfAborted();
    const scaled = await shrunk(image, closeUp ? closeUpSide : wholeSide);
    const candidates = await this.#network.look(scaled, weakestRival);
    const detections = withoutGroups(withoutParts(withoutOverlaps(candidates, 0.55)));

    context.meter('object_frames', 1);
    const minConfidence = closeUp ? weakestRival : weakest;

    return detections
      .filter(({ name, confidence }) => confidence >= minConfidence && names.includes(name))
      .map((object) => ({ ...object, confidence: calibrated(object, detections) }));
  }

  async close(): Promise<void> {
    await this.#network.close();
  }
}

/** Shrinks a picture, keeping its aspect ratio as far as possible with sides that are multiples of `sideStep`. */
async function shrunk({ width, height, data }: RgbImage, side: number): Promise<RgbImage> {
  const scale = side / Math.max(width, height);
  const fitted = (length: number) =>
    Math.max(sideStep, Math.round((length * scale) / sideStep) * sideStep);
  const size = { width: fitted(width), height: fitted(height) };
  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();

  return { ...size, data: pixels };
}

const samePlace = 0.5;

/**
 * How likely the thing is really there, from its score and the best score of another name in the same place. Fitted on
 * the tuning part of bench/unseen-things.ts, and then of bench/real.ts, because real photos contain more things that
 * look like something else.
 */
function calibrated(object: DetectedObject, detections: readonly DetectedObject[]): number {
  const rivals = detections.filter(
    ({ name, box }) => name !== object.name && overlap(box, object.box) >= samePlace,
  );
  const rival = Math.max(noRival, ...rivals.map(({ confidence }) => confidence));
  return logistic(2.07 * logit(object.confidence) - 1.2 * logit(rival) + 1.28);
}
