/** Image models (CLIP, SigLIP), which turn pictures into vectors: the more alike two pictures, the smaller the angle. */
import { Fault } from '@reelsight/contract';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { InstalledModel } from '../../models/model.ts';
import type { EngineInfo, RgbImage } from '../engine.ts';
import { type OnnxOptions, openModelPart } from '../onnx-session.ts';
import { letterbox } from '../picture.ts';

const batchSize = 8;
const usualSide = 224;

export const imageModelInfo = ({ id, loader }: InstalledModel): EngineInfo => ({
  name: loader.kind,
  version: id,
  kind: 'local',
});

export class ImageModel {
  readonly info: EngineInfo;
  /** Side in pixels of the square pictures that the model looks at. */
  readonly side: number;
  readonly #session: InferenceSession;
  readonly #normalisation: Normalisation;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(model: InstalledModel, session: InferenceSession) {
    this.info = imageModelInfo(model);
    this.side = model.loader.inputSize ?? usualSide;
    this.#session = session;
    this.#normalisation = model.loader.kind === 'clip' ? ofClip : centred;
  }

  /** Throws Fault ANALYSIS_FAILED if the model cannot be loaded. */
  static async open(model: InstalledModel, options: OnnxOptions): Promise<ImageModel> {
    return new ImageModel(model, await openModelPart(model, 'vision', options));
  }

  /** Returns a vector of length 1 for each picture. Throws Fault ANALYSIS_FAILED if the model gives none. */
  async embed(pictures: readonly RgbImage[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let first = 0; first < pictures.length; first += batchSize) {
      signal.throwIfAborted();
      vectors.push(...(await this.#embedBatch(pictures.slice(first, first + batchSize))));
    }
    return vectors;
  }

  async #embedBatch(pictures: readonly RgbImage[]): Promise<Float32Array[]> {
    const outputs = await this.#session.run({
      pixel_values: pixelValues(pictures, this.side, this.#normalisation),
    });
    const output = outputs.image_embeds ?? outputs.pooler_output;
    if (!(output?.data instanceof Float32Array))
      throw new Fault('ANALYSIS_FAILED', 'the image model gives no vectors');

    const values = output.data;
    const length = values.length / pictures.length;
    return pictures.map((_, index) => unit(values.slice(index * length, (index + 1) * length)));
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** For red, green and blue: what is subtracted from a value between 0 and 1, and what the rest is divided by. */
interface Normalisation {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** From `preprocessor_config.json` of openai/clip-vit-base-patch32. */
const ofClip: Normalisation = {
  mean: [0.4815, 0.4578, 0.4082],
  deviation: [0.2686, 0.2613, 0.2758],
};
const centred: Normalisation = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

function pixelValues(
  pictures: readonly RgbImage[],
  side: number,
  { mean, deviation }: Normalisation,
): Tensor {
  const plane = side * side;
  const values = new Float32Array(pictures.length * 3 * plane);

  for (const [index, original] of pictures.entries()) {
    const { picture } = letterbox(original, side);
    for (const channel of [0, 1, 2] as const) {
      const base = (index * 3 + channel) * plane;
      for (let pixel = 0; pixel < plane; pixel++) {
        const value = (picture.data[pixel * 3 + channel] as number) / 255;
        values[base + pixel] = (value - mean[channel]) / deviation[channel];
      }
    }
  }

  return new Tensor('float32', values, [pictures.length, 3, side, side]);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
