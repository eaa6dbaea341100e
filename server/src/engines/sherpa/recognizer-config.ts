/** Turns a model's description into the configuration that sherpa-onnx needs for its family. */
import { Fault } from '@reelsight/contract';
import { modelPart } from '../../models/folder.ts';
import type { InstalledModel } from '../../models/model.ts';
import { sampleRate } from '../wav.ts';

interface Family {
  /** Field of sherpa-onnx's model configuration. */
  readonly field: string;
  /** Names of the loader's parts that belong in this field; `tokens` is always added. */
  readonly parts: readonly string[];
  readonly modelType?: string;
  /** Name of the field that fixes the language, if the family has one. */
  readonly languageField?: 'language';
  readonly more?: Readonly<Record<string, unknown>>;
}

const singleFile = ['model'];
const transducer = ['encoder', 'decoder', 'joiner'];

/** Keyed by `loader.kind`. Part names are sherpa-onnx's own. */
const families: Readonly<Record<string, Family>> = {
  whisper: {
    field: 'whisper',
    parts: ['encoder', 'decoder'],
    languageField: 'language',
    // Gives word times if the decoder was exported with its attention; if not, the words have none.
    more: { task: 'transcribe', tailPaddings: -1, enableTokenTimestamps: true },
  },
  nemo_transducer: { field: 'transducer', parts: transducer, modelType: 'nemo_transducer' },
  transducer: { field: 'transducer', parts: transducer },
  nemo_ctc: { field: 'nemoCtc', parts: singleFile },
  zipformer_ctc: { field: 'zipformerCtc', parts: singleFile },
  wenet_ctc: { field: 'wenetCtc', parts: singleFile },
  omnilingual: { field: 'omnilingual', parts: singleFile },
  paraformer: { field: 'paraformer', parts: singleFile },
  dolphin: { field: 'dolphin', parts: singleFile },
  sense_voice: {
    field: 'senseVoice',
    parts: singleFile,
    languageField: 'language',
    more: { useInverseTextNormalization: 1 },
  },
  moonshine: {
    field: 'moonshine',
    parts: ['preprocessor', 'encoder', 'uncachedDecoder', 'cachedDecoder'],
  },
  fire_red_asr: { field: 'fireRedAsr', parts: ['encoder', 'decoder'] },
};

/**
 * `language`: primary subtag of the language to transcribe; null lets the model detect it. Throws Fault
 * TRANSCRIPTION_FAILED.
 */
export function recognizerConfig(
  model: InstalledModel,
  language: string | null,
  threads: number,
): object {
  const family = families[model.loader.kind];
  if (!family) {
    throw new Fault(
      'TRANSCRIPTION_FAILED',
      `model ${model.id}: loader.kind "${model.loader.kind}" is none of ${Object.keys(families).join(', ')}`,
    );
  }

  const paths = family.parts.map((part) => [part, modelPart(model, part)] as const);
  return {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      [family.field]: {
        ...Object.fromEntries(paths),
        ...family.more,
        ...(family.languageField && { [family.languageField]: language ?? '' }),
      },
      ...(family.modelType && { modelType: family.modelType }),
      tokens: modelPart(model, 'tokens'),
      ...native(threads),
    },
  };
}

/** The detector of spoken language is Whisper's encoder and decoder. */
export function languageConfig(model: InstalledModel, threads: number): object {
  return {
    whisper: { encoder: modelPart(model, 'encoder'), decoder: modelPart(model, 'decoder') },
    ...native(threads),
  };
}

/**
 * If the number of speakers is unknown, voices closer than this cosine distance count as one: sherpa-onnx's own
 * default.
 */
const clusterThreshold = 0.5;

/** `speakers`: how many groups the voices are put into; null lets their distances decide. */
export function diarizationConfig(
  segmentation: InstalledModel,
  embedding: InstalledModel,
  { threads, speakers }: { readonly threads: number; readonly speakers: number | null },
): object {
  return {
    segmentation: { pyannote: { model: modelPart(segmentation, 'model') }, ...native(threads) },
    embedding: { model: modelPart(embedding, 'model'), ...native(threads) },
    clustering: { numClusters: speakers ?? -1, threshold: clusterThreshold },
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  };
}

/**
 * One thread, because the network of a denoiser is run on every 16 ms of sound by itself, which is too little to be
 * divided. Throws Fault TRANSCRIPTION_FAILED.
 */
export function denoiserConfig(model: InstalledModel): object {
  const { kind } = model.loader;
  if (kind !== 'gtcrn') {
    throw new Fault(
      'TRANSCRIPTION_FAILED',
      `model ${model.id}: loader.kind "${kind}" is not gtcrn`,
    );
  }

  return { model: { gtcrn: { model: modelPart(model, 'model') }, ...native(1) } };
}

const native = (threads: number) => ({ numThreads: threads, provider: 'cpu', debug: 0 });
