/** For tests: writes real, tiny ONNX models that sherpa-onnx loads: a recogniser of loudness, and a voice embedding. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelDescription, ModelLoader, ModelRole } from '../models/model.ts';

/** What the recogniser writes when it gets loud. */
export const loudWord = 'loud';

/**
 * A CTC model of the form `zipformer_ctc`, with a frame each 40 ms: at every fourth it gives the token of "loud"
 * where the mean log-mel energy is above `threshold`, else the blank token. So there is a word each 160 ms of sound.
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
  const graph: Graph = {
    inputs: [
      { name: 'x', type: 'float', shape: ['N', 'T', 80] },
      { name: 'x_lens', type: 'int64', shape: ['N'] },
    ],
    outputs: [
      { name: 'log_probs', type: 'float', shape: ['N', 'U', 2] },
      { name: 'log_probs_len', type: 'int64', shape: ['N'] },
    ],
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
      // 1, 2, 3, 0, 1 … along the frames; where it is not 0, the token is as good as forbidden.
      { op: 'Mul', inputs: ['frames', 'none'], output: 'zeros' },
      { op: 'Add', inputs: ['zeros', 'unit'], output: 'ones' },
      { op: 'CumSum', inputs: ['ones', 'time'], output: 'count' },
      { op: 'Mod', inputs: ['count', 'cycle'], output: 'phase', attributes: { fmod: 1 } },
      { op: 'Greater', inputs: ['phase', 'half'], output: 'skipped' },
      { op: 'Cast', inputs: ['skipped'], output: 'skip', attributes: { to: typeCodes.float } },
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
    files: { 'model.onnx': onnx(graph), 'tokens.txt': `<blk> 0\n▁${loudWord} 1\n` },
  });
}

/**
 * The shape of a voice's lowest bands: mean log-mel energies over time, each less its neighbour. Tells apart what a
 * test needs, a high voice from a low one, and no more.
 */
export async function writeEmbeddingModel(modelsDir: string, id: string): Promise<void> {
  const mean = { axes: [1], keepdims: 0 };
  const graph: Graph = {
    inputs: [{ name: 'x', type: 'float', shape: ['N', 'T', 80] }],
    outputs: [{ name: 'embedding', type: 'float', shape: ['N', 19] }],
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
    files: { 'model.onnx': onnx(graph) },
  });
}

/**
 * A Whisper of two files that takes any sound for `language` and always says `words`: what follows what is one table,
 * the caches go through untouched.
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
  const at = (name: string) => vocabulary.lastIndexOf(name);
  const follows = vocabulary.map((_, token) => (token + 1 < words.length ? token + 1 : at('eot')));
  follows[at('sot')] = at(`<|${language}|>`);
  follows[at('no_timestamps')] = 0;
  const tokenOf = Object.fromEntries(specials.map((name) => [name, String(at(name))]));
  const metadata = {
    ...{
      ...tokenOf,
      blank_id: tokenOf.blank ?? '',
      is_multilingual: '1',
      n_mels: '80',
      model_type: 'whisper-tiny',
    },
    ...{ n_text_layer: '1', n_text_ctx: '448', n_text_state: '1', n_vocab: String(follows.length) },
    sot_sequence: [at('sot'), at('<|en|>'), at('transcribe')].join(','),
    all_language_tokens: codes.map((code) => at(`<|${code}|>`)).join(','),
    all_language_codes: codes.join(','),
  };
  const tokens = vocabulary.map((token, n) => `${Buffer.from(token).toString('base64')} ${n}\n`);
  await writeModel(modelsDir, id, 'speech', rank, {
    loader: {
      ...{ engine: 'sherpa-offline', kind: 'whisper' },
      files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' },
    },
    files: {
      'encoder.onnx': onnx(whisperEncoder(metadata)),
      'decoder.onnx': onnx(whisperDecoder(follows)),
      'tokens.txt': tokens.join(''),
    },
  });
}

const cache: Value['shape'] = ['L', 'N', 'C', 'S'];

function whisperEncoder(metadata: Graph['metadata']): Graph {
  const mean = { axes: [1, 2], keepdims: 1 };
  return {
    inputs: [{ name: 'mel', type: 'float', shape: ['N', 80, 'T'] }],
    outputs: ['n_layer_cross_k', 'n_layer_cross_v'].map((name) => ({
      ...{ name, type: 'float', shape: cache },
    })),
    constants: [{ name: 'first', dims: [1], integers: [0] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['mel'], output: 'level', attributes: mean },
      { op: 'Unsqueeze', inputs: ['level', 'first'], output: 'n_layer_cross_k' },
      { op: 'Identity', inputs: ['n_layer_cross_k'], output: 'n_layer_cross_v' },
    ],
    metadata,
  };
}

function whisperDecoder(follows: readonly number[]): Graph {
  const size = follows.length;
  const table = follows.flatMap((next) => Array.from({ length: size }, (_, n) => +(n === next)));
  const caches = (names: readonly string[]) =>
    names.map((name): Value => ({ name, type: 'float', shape: cache }));
  return {
    inputs: [
      { name: 'tokens', type: 'int64', shape: ['N', 'U'] },
      ...caches(['in_n_layer_self_k_cache', 'in_n_layer_self_v_cache']),
      ...caches(['n_layer_cross_k', 'n_layer_cross_v']),
      { name: 'offset', type: 'int64', shape: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', shape: ['N', 'U', size] },
      ...caches(['out_n_layer_self_k_cache', 'out_n_layer_self_v_cache']),
    ],
    constants: [{ name: 'table', dims: [size, size], floats: table }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'tokens'], output: 'logits' },
      { op: 'Identity', inputs: ['in_n_layer_self_k_cache'], output: 'out_n_layer_self_k_cache' },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], output: 'out_n_layer_self_v_cache' },
    ],
    metadata: {},
  };
}

/** A model's folder as the model store writes it. */
export async function writeModel(
  modelsDir: string,
  id: string,
  role: ModelRole,
  rank: number,
  { loader, files }: { loader: ModelLoader; files: Readonly<Record<string, string | Uint8Array>> },
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
    ...{ format: 1, id, title: id, role, rank, licence: 'Apache-2.0' },
    ...{ loader, files: written },
  };
  await writeFile(join(folder, 'model.json'), JSON.stringify(description));
}

interface Value {
  readonly name: string;
  readonly type: 'float' | 'int64';
  readonly shape: readonly (string | number)[];
}

interface Graph {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  readonly constants: readonly {
    readonly name: string;
    readonly dims: readonly number[];
    readonly floats?: readonly number[];
    readonly integers?: readonly number[];
  }[];
  readonly nodes: readonly {
    readonly op: string;
    readonly inputs: readonly string[];
    readonly output: string;
    readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
  }[];
  readonly metadata: Readonly<Record<string, string>>;
}

const typeCodes = { float: 1, int64: 7 } as const;

// Field numbers are those of onnx.proto.
function onnx({ inputs, outputs, constants, nodes, metadata }: Graph): Uint8Array {
  const graph = [
    ...nodes.map(({ op, inputs: from, output, attributes = {} }) =>
      message(1, [
        ...from.map((name) => text(1, name)),
        text(2, output),
        text(4, op),
        ...Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value))),
      ]),
    ),
    text(2, 'test'),
    ...constants.map(({ name, dims, floats, integers }) =>
      message(5, [
        ...dims.map((dim) => number(1, dim)),
        number(2, floats ? typeCodes.float : typeCodes.int64),
        text(8, name),
        bytes(
          9,
          new Uint8Array(
            floats
              ? new Float32Array(floats).buffer
              : new BigInt64Array((integers ?? []).map(BigInt)).buffer,
          ),
        ),
      ]),
    ),
    ...inputs.map((value) => message(11, valueInfo(value))),
    ...outputs.map((value) => message(12, valueInfo(value))),
  ];
  return Buffer.concat([
    number(1, 8),
    message(8, [text(1, ''), number(2, 13)]),
    message(7, graph),
    ...Object.entries(metadata).map(([key, value]) => message(14, [text(1, key), text(2, value)])),
  ]);
}

function attribute(name: string, value: number | readonly number[]): Buffer[] {
  return typeof value === 'number'
    ? [text(1, name), number(3, value), number(20, 2)]
    : [text(1, name), ...value.map((one) => number(8, one)), number(20, 7)];
}

function valueInfo({ name, type, shape }: Value): Buffer[] {
  const dims = shape.map((dim) =>
    message(1, [typeof dim === 'string' ? text(2, dim) : number(1, dim)]),
  );
  return [text(1, name), message(2, [message(1, [number(1, typeCodes[type]), message(2, dims)])])];
}

// Protocol buffers: a key (field and kind), then a number, or a length and bytes.
const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field << 3), ...varint(value)]);
const bytes = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(value.length)]), value]);
const message = (field: number, content: readonly Uint8Array[]): Buffer =>
  bytes(field, Buffer.concat(content));
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

function varint(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low | 128, ...varint(Math.floor(value / 128))];
}
