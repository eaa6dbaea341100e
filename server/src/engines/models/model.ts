/** What a model is to Reelsight: an entry of the manifest, and the same thing once it is on disk. */

/** What an engine uses the model for. */
export const modelRoles = [
  'speech',
  'language-id',
  'segmentation',
  'embedding',
  'text',
  'objects',
  'detector',
  'outlines',
  'logos',
  'language',
] as const;

export type ModelRole = (typeof modelRoles)[number];

/** The code that can load the files. */
export const loaderEngines = [
  'sherpa-offline',
  'sherpa-language-id',
  'sherpa-segmentation',
  'sherpa-embedding',
  'transformers',
  'onnx-sam',
  'pp-ocr',
  'yolox',
] as const;

export type LoaderEngine = (typeof loaderEngines)[number];

/** All an engine needs to know to load a model; read from `model.json`. */
export interface ModelLoader {
  readonly engine: LoaderEngine;
  /** The family inside the engine: `whisper`, `nemo_transducer`, `owlvit`, `siglip` … */
  readonly kind: string;
  /** Part by name → path inside the model's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** transformers.js: which weights to take (`q8` reads `*_quantized.onnx`). */
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'q4';
  /** Side in pixels of the square picture the model takes. */
  readonly inputSize?: number;
  /** BCP 47 primary subtags the model understands; absent where it understands any it was asked. */
  readonly languages?: readonly string[];
}

/** `hub`: a repository on a hub that speaks Hugging Face's protocol. `address`: files below a plain web address. */
export type ModelSource =
  | { readonly kind: 'hub'; readonly repository: string; readonly revision: string }
  | { readonly kind: 'address'; readonly base: string };

export interface ModelFile {
  /** Path in the repository and inside the model's folder, forward slashes. */
  readonly path: string;
  /** Exact; absent where the publisher's page gives only a rounded size. */
  readonly sizeBytes?: number;
  /** Lower-case hex; absent where the hub's own header has to tell. */
  readonly sha256?: string;
}

export type ModelSet = 'default' | 'better' | 'gpu';

export interface ModelEntry {
  /** Also the folder's name. */
  readonly id: string;
  readonly title: string;
  readonly role: ModelRole;
  /** Of installed models with one role, the highest is preferred. */
  readonly rank: number;
  /** SPDX identifier. */
  readonly licence: string;
  /** Who has to be named, where the licence asks for it. */
  readonly attribution?: string;
  readonly source: ModelSource;
  readonly files: readonly ModelFile[];
  /** Rounded size of all files, for people. */
  readonly aboutBytes: number;
  readonly sets: readonly ModelSet[];
  readonly loader: ModelLoader;
  /** The publisher's pages that licence, file names and sizes were read from. */
  readonly pages: readonly string[];
  /** What an operator should know before choosing it. */
  readonly note?: string;
}

/** `model.json`, written last into a model's folder. */
export interface ModelDescription {
  readonly format: 1;
  readonly id: string;
  readonly title: string;
  readonly role: ModelRole;
  readonly rank: number;
  readonly licence: string;
  readonly attribution?: string;
  /** Absent from a model that was put there by hand. */
  readonly source?: ModelSource;
  readonly loader: ModelLoader;
  readonly files: readonly Required<ModelFile>[];
}

export interface InstalledModel extends ModelDescription {
  /** Absolute path of the model's folder. */
  readonly folder: string;
}
