/**
 * Recognises logos by likeness: one image model (CLIP, SigLIP) turns parts of a picture and reference pictures of logos
 * into vectors.
 */
import path from 'node:path';
import { Fault } from '@reelsight/contract';
import { identityOf } from '@reelsight/contract/name-identity';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { InstalledModel } from '../../models/model.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { detailOf, type LogoReference, minDetail } from '../logo-references.ts';
import type { LogoEngine, SeenLogo } from '../logos.ts';
import { type OnnxOptions, openSession } from '../onnx-session.ts';
import { crop, letterbox } from '../picture.ts';

export interface ClipLogoOptions extends OnnxOptions {
  readonly references: readonly LogoReference[];
  /** Minimum cosine of two vectors at which a part counts as the logo. */
  readonly minLikeness?: number;
}

/** Vectors of unlike pictures have a cosine of 0.5 to 0.7 in CLIP; copies of a logo reach 0.85 and more. */
const defaultLikeness = 0.84;
/** Minimum lead of the best brand over the second best in likeness to the part. */
const minLead = 0.02;
const batchSize = 8;

export const clipLogosInfo = ({ id, loader }: InstalledModel): EngineInfo => ({
  name: loader.kind,
  version: id,
  kind: 'local',
});

/** Throws Fault ANALYSIS_FAILED if the model cannot be loaded. */
export async function openClipLogos(
  model: InstalledModel,
  options: ClipLogoOptions,
): Promise<LogoEngine> {
  let session: InferenceSession;
  try {
    session = await openSession(path.join(model.folder, model.loader.files.vision ?? ''), options);
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', `the model ${model.id} could not be loaded`, { cause });
  }
  return new ClipLogos(clipLogosInfo(model), session, model.loader, options);
}

class ClipLogos implements LogoEngine {
  readonly info: EngineInfo;
  readonly source = 'logo';
  readonly #session: InferenceSession;
  readonly #side: number;
  readonly #centred: boolean;
  readonly #options: ClipLogoOptions;
  #known: Promise<readonly { name: string; vector: Float32Array }[]> | null = null;

  constructor(
    info: EngineInfo,
    session: InferenceSession,
    loader: InstalledModel['loader'],
    options: ClipLogoOptions,
  ) {
    this.info = info;
    this.#session = session;
    this.#side = loader.inputSize ?? 224;
    this.#centred = loader.kind !== 'clip';
    this.#options = options;
  }

  async find(
    image: RgbImage,
    names: readonly string[] | null,
    context: CallContext,
  ): Promise<readonly SeenLogo[]> {
    this.#known ??= this.#embedReferences(context);
    const namesByIdentity = names && new Map(names.map((name) => [identityOf(name), name]));
    const references = (await this.#known).flatMap(({ name, vector }) => {
      const brandName = namesByIdentity ? namesByIdentity.get(identityOf(name)) : name;
      return brandName === undefined ? [] : [{ name: brandName, vector }];
    });
    if (references.length === 0) return [];

    const parts = partsOf(image);
    const vectors = await this.#embed(
      parts.map(({ picture }) => picture),
      context,
    );

    context.meter('logo_frames', 1);
    const logos = parts.flatMap(({ box }, i) => this.#recognise(vectors[i], box, references));

    return strongest(logos);
  }

  #recognise(
    vector: Float32Array | undefined,
    box: Box,
    references: readonly { name: string; vector: Float32Array }[],
  ): SeenLogo[] {
    if (!vector) return [];

    const ranked = references
      .map(({ name, vector: reference }) => ({ name, likeness: dot(vector, reference) }))
      .sort((a, b) => b.likeness - a.likeness);
    const [best] = ranked;
    const next = ranked.find(({ name }) => name !== best?.name);
    const minLikeness = this.#options.minLikeness ?? defaultLikeness;
    if (!best || best.likeness < minLikeness) return [];
    if (next && best.likeness - next.likeness < minLead) return [];

    // The confidence runs from 0.6 at the threshold to 1 for an exact copy.
    const confidence = Math.min(
      1,
      0.6 + (0.4 * (best.likeness - minLikeness)) / Math.max(0.01, 1 - minLikeness),
    );

    return [{ name: best.name, confidence, box }];
  }

  async #embedReferences(context: CallContext) {
    const { references } = this.#options;
    const vectors = await this.#embed(
      references.map(({ picture }) => picture),
      context,
    );
    return references.flatMap(({ name }, i) => {
      const vector = vectors[i];
      return vector ? [{ name, vector }] : [];
    });
  }

  async #embed(pictures: readonly RgbImage[], context: CallContext): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let i = 0; i < pictures.length; i += batchSize) {
      context.signal.throwIfAborted();
      const batch = pictures.slice(i, i + batchSize);
      const outputs = await this.#session.run({
        pixel_values: pixelValues(batch, this.#side, this.#centred),
      });
      const output = outputs.image_embeds ?? outputs.pooler_output;
      if (!(output?.data instanceof Float32Array)) {
        throw new Fault('ANALYSIS_FAILED', 'the image model gives no vectors');
      }

      const length = output.data.length / batch.length;
      for (let k = 0; k < batch.length; k++) {
        vectors.push(unit(output.data.slice(k * length, (k + 1) * length)));
      }
    }

    return vectors;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

const clipMean = [0.4815, 0.4578, 0.4082] as const;
const clipDeviation = [0.2686, 0.2613, 0.2758] as const;

function pixelValues(pictures: readonly RgbImage[], side: number, centred: boolean): Tensor {
  const plane = side * side;
  const values = new Float32Array(pictures.length * 3 * plane);

  for (const [n, original] of pictures.entries()) {
    const { picture } = letterbox(original, side);
    for (let channel = 0; channel < 3; channel++) {
      const mean = centred ? 0.5 : (clipMean[channel] as number);
      const deviation = centred ? 0.5 : (clipDeviation[channel] as number);
      const base = (n * 3 + channel) * plane;
      for (let i = 0; i < plane; i++) {
        values[base + i] = ((picture.data[i * 3 + channel] as number) / 255 - mean) / deviation;
      }
    }
  }

  return new Tensor('float32', values, [pictures.length, 3, side, side]);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/**
 * Sides of the squares as fractions of the picture's shorter side. Each square starts three quarters of a side after
 * the one before.
 */
const partShares = [0.5, 0.28] as const;
const stepShare = 0.75;

function partsOf(image: RgbImage): { box: Box; picture: RgbImage }[] {
  const { width, height } = image;
  return partShares.flatMap((share) => {
    const size = Math.max(16, Math.round(Math.min(width, height) * share));
    return placesAlong(height, size).flatMap((y) =>
      placesAlong(width, size).flatMap((x) => {
        const picture = crop(image, { x, y, width: size, height: size });
        if (!picture || detailOf(picture) < minDetail) return [];

        const box = {
          x: x / width,
          y: y / height,
          width: picture.width / width,
          height: picture.height / height,
        };

        return [{ box, picture }];
      }),
    );
  });
}

function placesAlong(length: number, size: number): number[] {
  if (length <= size) return [0];
  const count = Math.ceil((length - size) / (size * stepShare)) + 1;
  return Array.from({ length: count }, (_, i) => Math.round(((length - size) * i) / (count - 1)));
}

/** Overlapping squares of one brand are one logo; the square most like the logo represents it. */
function strongest(logos: readonly SeenLogo[]): SeenLogo[] {
  const strongestLogos: SeenLogo[] = [];
  for (const logo of [...logos].sort((a, b) => b.confidence - a.confidence)) {
    if (
      !strongestLogos.some((rival) => rival.name === logo.name && touching(rival.box, logo.box))
    ) {
      strongestLogos.push(logo);
    }
  }
  return strongestLogos;
}

const touching = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
