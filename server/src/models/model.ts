/** How Reelsight describes a model: as an entry of the manifest, and as an installed model on disk. */
import { z } from 'zod';

/** The purposes for which engines use models. */
export const modelRoles = [
  'speech',
  'language-id',
  'segmentation',
  'embedding',
  'denoiser',
  'text',
  'objects',
  'detector',
  'outlines',
  'logos',
  'language',
  'text-embedding',
] as const;

export type ModelRole = (typeof modelRoles)[number];

/** The code that can load the files. */
export const loaderEngines = [
  'sherpa-offline',
  'sherpa-language-id',
  'sherpa-segmentation',
  'sherpa-embedding',
  'sherpa-denoiser',
  'transformers',
  'onnx-sam',
  'pp-ocr',
  'yolox',
  'dfine',
  'rfdetr',
] as const;

export type LoaderEngine = (typeof loaderEngines)[number];

/** A path with forward slashes that stays inside the model's folder. */
const innerPath = z.string().refine(isInnerPath, 'must be a path inside the folder');

function isInnerPath(path: string): boolean {
  return (
    !/^\/|[\\:]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits');
const sizeBytes = z.int().nonnegative();

/** Pattern of an id: it names a folder and must not be a path. */
export const modelIdPattern = /^[a-z0-9][a-z0-9._-]{0,99}$/;

const modelLoader = z
  .object({
    engine: z.enum(loaderEngines),
    /** The family inside the engine: `whisper`, `nemo_transducer`, `owlvit`, `siglip` … */
    kind: z.string(),
    /** Maps the name of each part to a path inside the model's folder. */
    files: z.record(z.string(), innerPath).readonly(),
    /** transformers.js: which weights to take (`q8` reads `*_quantized.onnx`). */
    dtype: z.enum(['fp32', 'fp16', 'q8', 'q4']).exactOptional(),
    /** How an embedding model's vectors of tokens become one of a text: `mean` if absent, or `cls`, the first token's. */
    pooling: z.enum(['mean', 'cls']).exactOptional(),
    /** Prefixes that an embedding model was trained to expect before a text. */
    prefixes: z.object({ query: z.string(), passage: z.string() }).readonly().exactOptional(),
    /** Side in pixels of the square picture the model takes. */
    inputSize: z.int().positive().exactOptional(),
    /** BCP 47 primary subtags of the languages the model understands; absent if it accepts any language. */
    languages: z.array(z.string()).readonly().exactOptional(),
  })
  .readonly();

/** `hub`: a repository on a hub that speaks Hugging Face's protocol. `address`: files below a plain web address. */
const modelSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hub'), repository: z.string(), revision: z.string() }).readonly(),
  z.object({ kind: z.literal('address'), base: z.url() }).readonly(),
]);

/**
 * `sizeBytes` is absent if the publisher's page gives only a rounded size; `sha256` is absent if the hash comes from
 * the hub's header.
 */
const modelFile = z
  .object({
    path: innerPath,
    sizeBytes: sizeBytes.exactOptional(),
    sha256: sha256.exactOptional(),
    /** Where this file comes from, if not from the model's source or under another path there. */
    origin: z.object({ source: modelSource, path: innerPath }).readonly().exactOptional(),
  })
  .readonly();

const modelSet = z.enum(['default', 'better', 'gpu']);

/** Fields that the manifest and `model.json` share. */
const common = {
  /** Also the name of the model's folder. */
  id: z.string().regex(modelIdPattern),
  title: z.string(),
  role: z.enum(modelRoles),
  /** Among the installed models of one role, the one with the highest rank is preferred. */
  rank: z.number(),
  /** SPDX identifier. */
  licence: z.string(),
  /** Who must be credited, if the licence asks for it. */
  attribution: z.string().exactOptional(),
};

/** Schema of `manifest.json`. */
export const modelEntry = z
  .strictObject({
    ...common,
    source: modelSource,
    files: z.array(modelFile).nonempty().readonly(),
    /** Rounded size of all files, shown to people. */
    aboutBytes: sizeBytes,
    sets: z.array(modelSet).readonly(),
    loader: modelLoader,
    /** The publisher's pages from which licence, file names and sizes were read. */
    pages: z.array(z.url()).readonly(),
    /** Advice for an operator who is choosing a model. */
    note: z.string().exactOptional(),
  })
  .readonly();

/** `model.json`, written last into a model's folder; it may also be written by hand or come from a mirror. */
export const modelDescription = z
  .object({
    format: z.literal(1),
    ...common,
    /** Absent for a model that was installed by hand. */
    source: modelSource.exactOptional(),
    loader: modelLoader,
    files: z
      .array(z.object({ path: innerPath, sizeBytes, sha256 }).readonly())
      .nonempty()
      .readonly(),
  })
  .readonly();

export type ModelSource = z.infer<typeof modelSource>;
export type ModelFile = z.infer<typeof modelFile>;
export type ModelSet = z.infer<typeof modelSet>;
export type ModelEntry = z.infer<typeof modelEntry>;
export type ModelDescription = z.infer<typeof modelDescription>;

export interface InstalledModel extends ModelDescription {
  /** Absolute path of the model's folder. */
  readonly folder: string;
}
