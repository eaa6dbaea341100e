/**
 * Detects any named thing on screen with a zero-shot detector (OWL-ViT, OWLv2, Grounding DINO) from the models folder.
 */
import { Fault } from '@reelsight/contract';
import type { InstalledModel } from '../../models/model.ts';
import type { CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { loadTransformers } from '../local-transformers.ts';
import { type DetectedObject, type ObjectEngine, withoutOverlaps } from '../objects.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import { unletterbox } from '../picture.ts';

const weakest = 0.08;
const maxFound = 50;

interface Found {
  readonly score: number;
  readonly label: string;
  readonly box: { xmin: number; ymin: number; xmax: number; ymax: number };
}

type Detector = ((
  images: unknown,
  labels: string[],
  options: { threshold: number; top_k: number; percentage: boolean },
) => Promise<Found[] | Found[][]>) & { dispose(): Promise<unknown> };

export const openVocabularyInfo = ({ id }: InstalledModel): EngineInfo => ({
  name: 'transformers',
  version: id,
  kind: 'local',
});

/** Throws Fault ANALYSIS_FAILED if the model cannot be loaded. */
export async function openOpenVocabulary(
  model: InstalledModel,
  options: OnnxOptions = {},
): Promise<ObjectEngine> {
  try {
    const { pipeline, RawImage } = await loadTransformers();
    const detector = (await pipeline('zero-shot-object-detection', model.folder, {
      local_files_only: true,
      dtype: model.loader.dtype ?? 'q8',
      device: options.device ?? 'cpu',
      session_options: { intraOpNumThreads: options.threads ?? 1, interOpNumThreads: 1 },
    })) as unknown as Detector;
    const picture = (image: RgbImage) =>
      new RawImage(new Uint8ClampedArray(image.data), image.width, image.height, 3);

    return new OpenVocabulary(openVocabularyInfo(model), detector, picture);
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', `the model ${model.id} could not be loaded`, { cause });
  }
}

class OpenVocabulary implements ObjectEngine {
  readonly info: EngineInfo;
  readonly vocabulary = null;
  readonly costly = true;
  readonly minConfidence = 0.35;
  readonly #detector: Detector;
  readonly #picture: (image: RgbImage) => unknown;

  constructor(info: EngineInfo, detector: Detector, picture: (image: RgbImage) => unknown) {
    this.info = info;
    this.#detector = detector;
    this.#picture = picture;
  }

  async detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
  ): Promise<readonly DetectedObject[]> {
    context.signal.throwIfAborted();
    // The networks were trained on captions: "a photo of a …" finds more than the bare word.
    const captions = new Map(names.map((name) => [`a photo of a ${name.toLowerCase()}`, name]));
    const options = { threshold: weakest, top_k: maxFound, percentage: true };
    const detections = await this.#detector(this.#picture(image), [...captions.keys()], options);

    context.meter('object_frames', 1);
    const objects = detections.flat().flatMap(({ score, label, box }) => {
      const name = captions.get(label);
      const place = placeOf(box);
      return name === undefined || !place
        ? []
        : [{ name, confidence: calibrated(score), box: place }];
    });

    return withoutOverlaps(objects, 0.5);
  }

  async close(): Promise<void> {
    await this.#detector.dispose();
  }
}

/** The scores of these networks are low (0.1 is a usual threshold), so they are mapped to confidences. */
const calibrated = (score: number) => 1 / (1 + Math.exp(-12 * (score - 0.16)));

/** The pipeline has already removed the padding. */
const unpadded = { across: 1, down: 1 };
const placeOf = ({ xmin, ymin, xmax, ymax }: Found['box']) =>
  unletterbox(unpadded, [xmin, ymin, xmax, ymax]);
