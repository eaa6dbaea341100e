/** Things on screen by MB3-CenterNet (the files of `@vladmandic/human`) on the WebAssembly backend of TensorFlow.js. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Fault } from '@reelsight/contract';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';
import { overlap } from '../../analysis/boxes.ts';
import { cocoNames } from '../coco.ts';
import type { CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { type DetectedObject, type ObjectEngine, withoutOverlaps } from '../objects.ts';
import { type Letterbox, letterbox, resize, unletterbox } from '../picture.ts';

export const centerNetInfo: EngineInfo = {
  name: 'centernet',
  version: 'mb3-512',
  kind: 'embedded',
};

const inputSide = 512;
const output = 'tower_0/detections';
/** The network gives its 100 best guesses however weak. */
const weakest = 0.15;

/** Loads model and backend; throws Fault ANALYSIS_FAILED where they are missing or broken. */
export async function openCenterNet(): Promise<ObjectEngine> {
  try {
    const require = createRequire(import.meta.url);
    const tf = await import('@tensorflow/tfjs-core');
    const wasm = await import('@tensorflow/tfjs-backend-wasm');
    const { loadGraphModel } = await import('@tensorflow/tfjs-converter');
    const dist = path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'));
    wasm.setWasmPaths(`${dist}${path.sep}`);
    wasm.setThreadsCount(1);
    await tf.setBackend('wasm');
    await tf.ready();
    const model = await loadGraphModel({ load: readModel });
    return new CenterNet(tf, model);
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', 'the CenterNet model could not be loaded', { cause });
  }
}

async function readModel() {
  const require = createRequire(import.meta.url);
  const folder = path.join(path.dirname(require.resolve('@vladmandic/human')), '../models');
  const json = JSON.parse(await readFile(path.join(folder, 'centernet.json'), 'utf8'));
  const weights = await readFile(path.join(folder, 'centernet.bin'));
  return {
    modelTopology: json.modelTopology,
    weightSpecs: json.weightsManifest[0].weights,
    weightData: new Uint8Array(weights).buffer,
    format: json.format,
    signature: json.signature,
  };
}

class CenterNet implements ObjectEngine {
  readonly info = centerNetInfo;
  readonly vocabulary = cocoNames;
  readonly costly = false;
  readonly minConfidence = calibrated(0.35);
  readonly confirmConfidence = calibrated(0.2);
  readonly #tf: typeof import('@tensorflow/tfjs-core');
  readonly #model: GraphModel;

  constructor(tf: typeof import('@tensorflow/tfjs-core'), model: GraphModel) {
    this.#tf = tf;
    this.#model = model;
  }

  /** Looks twice: at the picture stretched to a square (small things) and in its own shape (true forms). */
  async detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
  ): Promise<readonly DetectedObject[]> {
    context.signal.throwIfAborted();
    const square = resize(image, inputSide, inputSide);
    const stretched = await this.#look(square, { picture: square, across: 1, down: 1 });
    const framed = letterbox(image, inputSide);
    const shaped = await this.#look(framed.picture, framed);
    context.meter('object_frames', 1);
    const agreed = withoutOverlaps(agree(shaped, stretched), 0.55);
    return agreed.flatMap((object) =>
      names.includes(object.name) ? [{ ...object, confidence: calibrated(object.confidence) }] : [],
    );
  }

  async #look(square: RgbImage, framed: Letterbox): Promise<DetectedObject[]> {
    const tf = this.#tf;
    const input = tf.tensor4d(Float32Array.from(square.data), [1, inputSide, inputSide, 3]);
    const rows = this.#model.execute(input, output) as Tensor;
    const data = await rows.data();
    tf.dispose([input, rows]);
    const found: DetectedObject[] = [];
    for (let i = 0; i + 5 < data.length; i += 6) {
      const [x1, y1, x2, y2, confidence, label] = Array.from(data.slice(i, i + 6)) as Row;
      const name = cocoNames[label];
      if (name === undefined || confidence < weakest) continue;
      const edges = [x1, y1, x2, y2].map((edge) => edge / inputSide) as Edges;
      const box = unletterbox(framed, edges);
      if (box) found.push({ name, confidence: Math.min(1, confidence), box });
    }
    return withoutOverlaps(found, 0.55);
  }

  async close(): Promise<void> {
    this.#model.dispose();
  }
}

type Row = [number, number, number, number, number, number];
type Edges = [number, number, number, number];

/** The network's scores are shy: what it gives 0.5 is right four times in five. */
const calibrated = (score: number) => 1 / (1 + Math.exp(-8 * (score - 0.33)));

/** What only one of the two looks shows counts this much; toys and red pandas look like a giraffe once. */
const oneLookTrust = 0.65;
const unsure = 0.5;
const rivalShare = 0.8;

/** Boxes come from the look that keeps the shape, where it saw the thing too. */
function agree(
  shaped: readonly DetectedObject[],
  stretched: readonly DetectedObject[],
): DetectedObject[] {
  const same = (a: DetectedObject, b: DetectedObject) =>
    a.name === b.name && overlap(a.box, b.box) > 0.4;
  const joined = shaped.map((object) => {
    const other = stretched.find((candidate) => same(candidate, object));
    const confidence = other
      ? Math.max(object.confidence, other.confidence)
      : object.confidence * oneLookTrust;
    return { ...object, confidence };
  });
  const rest = stretched
    .filter((object) => !shaped.some((other) => same(object, other)))
    .map((object) => ({ ...object, confidence: object.confidence * oneLookTrust }));
  const all = [...joined, ...rest];
  return all.filter((object) => !all.some((rival) => beats(rival, object)));
}

/** Another name for the same place: it wins where it is surer, and where neither is sure none of them counts. */
function beats(rival: DetectedObject, object: DetectedObject): boolean {
  if (rival.name === object.name || overlap(rival.box, object.box) < 0.6) return false;
  if (rival.confidence > object.confidence) return true;
  return object.confidence < unsure && rival.confidence > object.confidence * rivalShare;
}
