/**
 * For tests: writes real, tiny ONNX models that sherpa-onnx loads: a recogniser that reacts to loudness, a voice
 * embedding, a denoiser that amplifies, and a Whisper.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type OnnxModel,
  type OnnxShape,
  onnxFile,
  onnxTypes,
} from '../../src/engines/onnx-file.ts';
import type { ModelDescription, ModelRole } from '../../src/models/model.ts';

/** The word that the recogniser writes for loud sound. */
export const loudWord = 'loud';

/**
 * A CTC model of the form `zipformer_ctc` with a frame every 40 ms. At every fourth frame, it gives the token of "loud"
 * if the mean log-mel energy is above `threshold`; otherwise it gives the blank token. So loud sound gives a word every
 * 160 ms.
 */
export async function writeLoudnessModel(
  modelsDir: string,
  id: string,
  {
    rank = 10,
    languages,
    threshold = -11,
  }: { rank?: number; languages?: string[]; threshold?: number } = {},
): Promise<void> {
  const graph: OnnxModel = {
    inputs: { x: ['N', 'T', 80], x_lens: { int64: ['N'] } },
    outputs: { log_probs: ['N', 'U', 2], log_probs_len: { int64: ['N'] } },
    constants: [
      { name: 'zero', dims: [1], integers: [0] },
      { name: 'far', dims: [1], integers: [1_000_000] },
      { name: 'time', dims: [1], integers: [1] },
      { name: 'four', dims: [1], integers: [4] },
      { name: 'three', dims: [1], integers: [3] },
      { name: 'none', dims: [1], floats: [0] },
      { name: 'unit', dims: [1], floats: [1] },
      { name: 'cycle', dims: [1], floats: [4] },
      { name: 'half', dims: [1], floats: [0.5] },
      { name: 'never', dims: [1], floats: [-1000] },
      { name: 'slope', dims: [1, 1, 2], floats: [0, 10] },
      { name: 'offset', dims: [1, 1, 2], floats: [0, -10 * threshold] },
      { name: 'loud', dims: [1, 1, 2], floats: [0, 1] },
    ],
    nodes: [
      { op: 'ReduceMean', inputs: ['x'], output: 'energy', attributes: { axes: [2], keepdims: 1 } },
      { op: 'Slice', inputs: ['energy', 'zero', 'far', 'time', 'four'], output: 'frames' },
      { op: 'Mul', inputs: ['frames', 'slope'], output: 'scaled' },
      { op: 'Add', inputs: ['scaled', 'offset'], output: 'scores' },
      // The phase of the frames: 1, 2, 3, 0, 1 and so on. Where it is not 0, a penalty practically forbids the token.
      { op: 'Mul', inputs: ['frames', 'none'], output: 'zeros' },
      { op: 'Add', inputs: ['zeros', 'unit'], output: 'ones' },
      { op: 'CumSum', inputs: ['ones', 'time'], output: 'count' },
      { op: 'Mod', inputs: ['count', 'cycle'], output: 'phase', attributes: { fmod: 1 } },
      { op: 'Greater', inputs: ['phase', 'half'], output: 'skipped' },
      { op: 'Cast', inputs: ['skipped'], output: 'skip', attributes: { to: onnxTypes.float } },
      { op: 'Mul', inputs: ['skip', 'never'], output: 'penalty' },
      { op: 'Mul', inputs: ['penalty', 'loud'], output: 'penalties' },
      { op: 'Add', inputs: ['scores', 'penalties'], output: 'kept' },
      { op: 'LogSoftmax', inputs: ['kept'], output: 'log_probs', attributes: { axis: 2 } },
      { op: 'Add', inputs: ['x_lens', 'three'], output: 'rounded' },
      { op: 'Div', inputs: ['rounded', 'four'], output: 'log_probs_len' },
    ],
    metadata: { model_type: 'zipformer2_ctc', comment: 'test' },
  };
  await writeModel(modelsDir, id, 'speech', rank, {
    loader: {
      engine: 'sherpa-offline',
      kind: 'zipformer_ctc',
      files: { model: 'model.onnx', tokens: 'tokens.txt' },
      ...(languages && { languages }),
    },
    files: { 'model.onnx': onnxFile(graph), 'tokens.txt': `<blk> 0\n▁${loudWord} 1\n` },
  });
}

/**
 * A voice embedding of the differences between neighbouring low mel bands, averaged over time. It can only tell a high
 * voice from a low one, which is all that tests need.
 */
export async function writeEmbeddingModel(modelsDir: string, id: string): Promise<void> {
  const mean = { axes: [1], keepdims: 0 };
  const graph: OnnxModel = {
    inputs: { x: ['N', 'T', 80] },
    outputs: { embedding: ['N', 19] },
    constants: [
      { name: 'zero', dims: [1], integers: [0] },
      { name: 'one', dims: [1], integers: [1] },
      { name: 'nineteen', dims: [1], integers: [19] },
      { name: 'twenty', dims: [1], integers: [20] },
    ],
    nodes: [
      { op: 'ReduceMean', inputs: ['x'], output: 'spectrum', attributes: mean },
      { op: 'Slice', inputs: ['spectrum', 'zero', 'nineteen', 'one'], output: 'lower' },
      { op: 'Slice', inputs: ['spectrum', 'one', 'twenty', 'one'], output: 'upper' },
      { op: 'Sub', inputs: ['upper', 'lower'], output: 'embedding' },
    ],
    metadata: {
      framework: 'wespeaker',
      language: 'English',
      output_dim: '19',
      sample_rate: '16000',
      normalize_samples: '1',
      feature_normalize_type: '',
      comment: 'test',
      url: 'test',
    },
  };
  await writeModel(modelsDir, id, 'embedding', 10, {
    loader: { engine: 'sherpa-embedding', kind: 'wespeaker', files: { model: 'model.onnx' } },
    files: { 'model.onnx': onnxFile(graph) },
  });
}

/** The memory that GTCRN keeps from one piece of sound to the next, by the names of sherpa-onnx. */
const denoiserCaches = {
  conv_cache: [2, 1, 16, 16, 33],
  tra_cache: [2, 3, 1, 1, 16],
  inter_cache: [2, 1, 33, 16],
};

/** A denoiser of the form of GTCRN that makes every sound louder by a factor, and nothing else. */
export async function writeDenoiserModel(
  modelsDir: string,
  id: string,
  { gain }: { gain: number },
): Promise<void> {
  const spectrum: OnnxShape = [1, 257, 1, 2];
  const caches = Object.entries(denoiserCaches);
  const graph: OnnxModel = {
    inputs: { mix: spectrum, ...denoiserCaches },
    outputs: {
      enh: spectrum,
      ...Object.fromEntries(caches.map(([name, shape]) => [`${name}_out`, shape])),
    },
    constants: [{ name: 'gain', dims: [1], floats: [gain] }],
    nodes: [
      { op: 'Mul', inputs: ['mix', 'gain'], output: 'enh' },
      ...caches.map(([name]) => ({ op: 'Identity', inputs: [name], output: `${name}_out` })),
    ],
    metadata: {
      model_type: 'gtcrn',
      version: '1',
      sample_rate: '16000',
      n_fft: '512',
      hop_length: '256',
      window_length: '512',
      window_type: 'hann_sqrt',
      ...Object.fromEntries(caches.map(([name, shape]) => [`${name}_shape`, shape.join(',')])),
    },
  };
  await writeModel(modelsDir, id, 'denoiser', 10, {
    loader: { engine: 'sherpa-denoiser', kind: 'gtcrn', files: { model: 'model.onnx' } },
    files: { 'model.onnx': onnxFile(graph) },
  });
}

/**
 * A Whisper in two files that recognises any sound as `language` and always writes `words`. One table says which token
 * follows which; the caches are passed through unchanged.
 */
export async function writeWhisperModel(
  modelsDir: string,
  id: string,
  { language, words, rank = 10 }: { language: string; words: readonly string[]; rank?: number },
): Promise<void> {
  const others = ['en', 'fr', 'ja'].filter((code) => code !== language);
  const codes = [...others, language];
  const specials = ['eot', 'sot', 'translate', 'transcribe', 'no_speech', 'no_timestamps', 'blank'];
  const vocabulary = [...words, ...codes.map((code) => `<|${code}|>`), ...specials];
  const index = (name: string) => vocabulary.lastIndexOf(name);
  const follows = vocabulary.map((_, token) =>
    token + 1 < words.length ? token + 1 : index('eot'),
  );
  follows[index('sot')] = index(`<|${language}|>`);
  follows[index('no_timestamps')] = 0;

  const tokenOf = Object.fromEntries(specials.map((name) => [name, String(index(name))]));
  const metadata = {
    ...tokenOf,
    blank_id: tokenOf.blank ?? '',
    is_multilingual: '1',
    n_mels: '80',
    model_type: 'whisper-tiny',
    n_text_layer: '1',
    n_text_ctx: '448',
    n_text_state: '1',
    n_vocab: String(follows.length),
    sot_sequence: [index('sot'), index('<|en|>'), index('transcribe')].join(','),
    all_language_tokens: codes.map((code) => index(`<|${code}|>`)).join(','),
    all_language_codes: codes.join(','),
  };
  const tokens = vocabulary.map((token, n) => `${Buffer.from(token).toString('base64')} ${n}\n`);
  await writeModel(modelsDir, id, 'speech', rank, {
    loader: {
      engine: 'sherpa-offline',
      kind: 'whisper',
      files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' },
    },
    files: {
      'encoder.onnx': onnxFile(whisperEncoder(metadata)),
      'decoder.onnx': onnxFile(whisperDecoder(follows)),
      'tokens.txt': tokens.join(''),
    },
  });
}

const cache: OnnxShape = ['L', 'N', 'C', 'S'];

function whisperEncoder(metadata: Readonly<Record<string, string>>): OnnxModel {
  const mean = { axes: [1, 2], keepdims: 1 };
  return {
    inputs: { mel: ['N', 80, 'T'] },
    outputs: { n_layer_cross_k: cache, n_layer_cross_v: cache },
    constants: [{ name: 'first', dims: [1], integers: [0] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['mel'], output: 'level', attributes: mean },
      { op: 'Unsqueeze', inputs: ['level', 'first'], output: 'n_layer_cross_k' },
      { op: 'Identity', inputs: ['n_layer_cross_k'], output: 'n_layer_cross_v' },
    ],
    metadata,
  };
}

function whisperDecoder(follows: readonly number[]): OnnxModel {
  const size = follows.length;
  const table = follows.flatMap((next) => Array.from({ length: size }, (_, n) => +(n === next)));
  return {
    inputs: {
      tokens: { int64: ['N', 'U'] },
      in_n_layer_self_k_cache: cache,
      in_n_layer_self_v_cache: cache,
      n_layer_cross_k: cache,
      n_layer_cross_v: cache,
      offset: { int64: [1] },
    },
    outputs: {
      logits: ['N', 'U', size],
      out_n_layer_self_k_cache: cache,
      out_n_layer_self_v_cache: cache,
    },
    constants: [{ name: 'table', dims: [size, size], floats: table }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'tokens'], output: 'logits' },
      { op: 'Identity', inputs: ['in_n_layer_self_k_cache'], output: 'out_n_layer_self_k_cache' },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], output: 'out_n_layer_self_v_cache' },
    ],
  };
}

/** Writes a model's folder in the form that the model store uses. */
export async function writeModel(
  modelsDir: string,
  id: string,
  role: ModelRole,
  rank: number,
  {
    loader,
    files,
  }: { loader: ModelDescription['loader']; files: Readonly<Record<string, string | Uint8Array>> },
): Promise<void> {
  const folder = join(modelsDir, id);
  await mkdir(folder, { recursive: true });
  const written: ModelDescription['files'][number][] = [];

  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(folder, path), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    written.push({ path, sizeBytes: Buffer.byteLength(content), sha256 });
  }

  const description: ModelDescription = {
    format: 1,
    id,
    title: id,
    role,
    rank,
    licence: 'Apache-2.0',
    loader,
    files: written,
  };
  await writeFile(join(folder, 'model.json'), JSON.stringify(description));
}
