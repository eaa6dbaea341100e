/**
 * Describes what a picture looks like by a vector: pictures that look alike, or show the same kinds of things, have
 * vectors with a small angle between them. The vector is made from an inner layer of MB3-CenterNet (the files of
 * `@vladmandic/human`), whose values are averaged over the picture and projected to fewer dimensions.
 * `training/sight` makes the projection and says what it was fitted to; bench/sight.ts measures the vectors.
 */
import { readFile } from 'node:fs/promises';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { sightModel } from '../../analysis/sight-pack.ts';
import { quantised } from '../../analysis/vectors.ts';
import { readCenterNetGraph } from '../centernet/graph-model.ts';
import { onnxModelOf } from '../centernet/onnx-model.ts';
import type { CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { onnxFile } from '../onnx-file.ts';
import { openSession } from '../onnx-session.ts';
import { comparablePicture } from './comparable-picture.ts';

export const sightInfo: EngineInfo = { name: 'sight', version: sightModel, kind: 'embedded' };

/** Sides in pixels of the square picture that the network looks at, whatever the sides of the original. */
export const sightSide = 320;
/** Channels of the network's last layer before its heads. */
export const layerChannels = 480;
const layer = { values: 'tower_0/extern1/hard_swish/mul_1' } as const;
const weights = new URL('./weights/projection.bin', import.meta.url);

export interface SightEngine {
  readonly info: EngineInfo;
  /** Null if the picture shows nothing that could be compared: one colour alone, or noise. */
  describe(image: RgbImage, context: Pick<CallContext, 'signal'>): Promise<Int8Array | null>;
  /** Describes what `comparablePicture` made of a picture, with sides of `sightSide`. */
  describeComparable(picture: RgbImage, context: Pick<CallContext, 'signal'>): Promise<Int8Array>;
  close(): Promise<void>;
}

/** Runs the network up to the layer whose mean is projected. */
export class LayerNetwork {
  readonly #session: InferenceSession;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** Runs on the CPU, so that vectors of different machines can be compared. Throws if the model is missing. */
  static async open(threads: number): Promise<LayerNetwork> {
    const model = onnxFile(onnxModelOf(await readCenterNetGraph(), layer));
    return new LayerNetwork(
      await openSession(model, { threads }, { graphOptimizationLevel: 'all' }),
    );
  }

  /** The mean of each channel over a picture whose sides are `sightSide`. */
  async means(pixels: Uint8Array): Promise<Float32Array> {
    const images = new Tensor('uint8', pixels, [1, sightSide, sightSide, 3]);
    const { values } = await this.#session.run({ images });
    const cells = values?.data as Float32Array;
    const cellCount = cells.length / layerChannels;

    return Float32Array.from({ length: layerChannels }, (_, channel) => {
      const start = channel * cellCount;
      return (
        cells.subarray(start, start + cellCount).reduce((sum, value) => sum + value, 0) / cellCount
      );
    });
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** Throws if a file of the network is missing or broken. */
export async function openSight(threads = 1): Promise<SightEngine> {
  return new Sight(await LayerNetwork.open(threads), projectionOf(await readFile(weights)));
}

class Sight implements SightEngine {
  readonly info = sightInfo;
  readonly #network: LayerNetwork;
  readonly #projection: Projection;

  constructor(network: LayerNetwork, projection: Projection) {
    this.#network = network;
    this.#projection = projection;
  }

  async describe(
    image: RgbImage,
    { signal }: Pick<CallContext, 'signal'>,
  ): Promise<Int8Array | null> {
    signal.throwIfAborted();
    const picture = await comparablePicture(image, sightSide);
    return picture && this.describeComparable(picture, { signal });
  }

  async describeComparable(
    { data }: RgbImage,
    { signal }: Pick<CallContext, 'signal'>,
  ): Promise<Int8Array> {
    signal.throwIfAborted();
    return quantised(projected(await this.#network.means(data), this.#projection));
  }

  async close(): Promise<void> {
    await this.#network.close();
  }
}

/** `rows` has one row of `layerChannels` numbers for each dimension of a vector. */
export interface Projection {
  readonly mean: Float32Array;
  readonly rows: Float32Array;
}

/** The file holds the mean and then the rows, as 32-bit floats, little-endian. */
export function projectionOf(bytes: Uint8Array): Projection {
  const values = new Float32Array(new Uint8Array(bytes).buffer);
  return { mean: values.slice(0, layerChannels), rows: values.slice(layerChannels) };
}

function projected(means: Float32Array, { mean, rows }: Projection): Float32Array {
  return Float32Array.from({ length: rows.length / layerChannels }, (_, row) => {
    let sum = 0;
    for (let channel = 0; channel < layerChannels; channel++)
      sum +=
        ((means[channel] as number) - (mean[channel] as number)) *
        (rows[row * layerChannels + channel] as number);
    return sum;
  });
}
