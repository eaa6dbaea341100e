/**
 * Moonshine tiny for English (arXiv 2410.15608): 27 million weights in 8 bits, the ONNX files of the npm package
 * `@moonshine-ai/moonshine-js`, MIT.
 */
import { readFile } from 'node:fs/promises';
import { Fault } from '@reelsight/contract';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type OnnxOptions, openSession } from '../onnx-session.ts';
import { decoderGraphs } from './decoder-graphs.ts';

/** Sound as encoded by the model: [1, frames, 288], about 41 frames a second. */
export type Encoded = Tensor;

/**
 * Keys and values by input name. The sound's keys and values exist once; those of the tokens so far have one row per
 * line of tokens.
 */
export type Cache = Readonly<Record<string, Tensor>>;

/** The result of adding one more token to each of several lines of tokens. */
export interface Step {
  /** One row per line of tokens: the logit of each vocabulary entry as the next token. */
  readonly logits: readonly Float32Array[];
  /** One row per line of tokens: how much the line's last token attends to each frame, summed over layers and heads. */
  readonly attention: readonly Float32Array[];
  readonly cache: Cache;
}

const files = './model/tiny/quantized/';
export const startToken = 1;
export const endToken = 2;

export class MoonshineModel {
  readonly #encoder: InferenceSession;
  readonly #first: InferenceSession;
  readonly #next: InferenceSession;
  readonly #head: InferenceSession;
  readonly #hidden: string;
  readonly #attention: readonly string[];

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(
    sessions: readonly [InferenceSession, InferenceSession, InferenceSession, InferenceSession],
    names: { readonly hidden: string; readonly attention: readonly string[] },
  ) {
    [this.#encoder, this.#first, this.#next, this.#head] = sessions;
    this.#hidden = names.hidden;
    this.#attention = names.attention;
  }

  /** Throws Fault TRANSCRIPTION_FAILED if the files are missing or broken. */
  static async open(options: OnnxOptions = {}): Promise<MoonshineModel> {
    try {
      const folder = new URL(files, import.meta.resolve('@moonshine-ai/moonshine-js'));
      const read = (name: string) => readFile(new URL(name, folder));
      const graphs = decoderGraphs(await read('decoder_model_merged.onnx'));
      const open = (model: Uint8Array) => openSession(model, options);

      return new MoonshineModel(
        [
          await open(await read('encoder_model.onnx')),
          await open(graphs.first),
          await open(graphs.next),
          await open(graphs.head),
        ],
        graphs,
      );
    } catch (cause) {
      throw new Fault('TRANSCRIPTION_FAILED', 'the Moonshine model could not be loaded', { cause });
    }
  }

  async close(): Promise<void> {
    for (const session of [this.#encoder, this.#first, this.#next, this.#head])
      await session.release();
  }

  /** `samples`: 16 kHz mono, -1 to 1, a tenth of a second or more. */
  async encode(samples: Float32Array): Promise<Encoded> {
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { last_hidden_state: encoded } = await this.#encoder.run({ input_values: input });
    return encoded as Encoded;
  }

  /** Possible first tokens. */
  async start(encoded: Encoded): Promise<Step> {
    const input = { input_ids: lineOf([startToken]), encoder_hidden_states: encoded };
    return this.#step(await this.#first.run(input), {});
  }

  /**
   * Logits of the tokens that may follow `tokens`, which holds one token per line. `lines` gives, for each of them, the
   * line of the cache that it continues.
   */
  async next(tokens: readonly number[], cache: Cache, lines: readonly number[]): Promise<Step> {
    const pastCache = chosenLines(cache, lines);
    const input_ids = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [tokens.length, 1]);
    return this.#step(await this.#next.run({ input_ids, ...pastCache }), pastCache);
  }

  /**
   * For each position in `tokens`, starting at `from`: the logits of the tokens possible there, given the tokens before
   * it.
   */
  async logitsOf(
    encoded: Encoded,
    tokens: readonly number[],
    from: number,
  ): Promise<Float32Array[]> {
    const input = {
      input_ids: lineOf([startToken, ...tokens.slice(0, -1)]),
      encoder_hidden_states: encoded,
    };
    const { [this.#hidden]: hidden } = await this.#first.run(input, [this.#hidden]);
    const { data, dims } = hidden as Tensor;
    const size = dims[2] as number;
    const rest = (data as Float32Array).slice(from * size);
    const count = tokens.length - from;

    return rowsOf(await this.#logits(new Tensor('float32', rest, [1, count, size])), count);
  }

  async #step(outputs: InferenceSession.OnnxValueMapType, pastCache: Cache): Promise<Step> {
    const cache: Record<string, Tensor> = { ...pastCache };

    for (const [name, value] of Object.entries(outputs))
      if (name.startsWith('present.'))
        cache[name.replace('present', 'past_key_values')] = value as Tensor;

    const hidden = outputs[this.#hidden] as Tensor;
    const lines = hidden.dims[0] as number;
    const attention = sumOfHeads(this.#attention.map((name) => outputs[name] as Tensor));

    return {
      logits: rowsOf(await this.#logits(hidden), lines),
      attention: rowsOf(attention, lines),
      cache,
    };
  }

  async #logits(hidden: Tensor): Promise<Float32Array> {
    const { logits } = await this.#head.run({ hidden });
    return (logits as Tensor).data as Float32Array;
  }
}

const lineOf = (tokens: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);

function rowsOf(values: Float32Array, count: number): Float32Array[] {
  const size = values.length / count;
  return Array.from({ length: count }, (_, row) => values.subarray(row * size, (row + 1) * size));
}

/**
 * The cache with the chosen lines. The sound's keys and values are not copied, because the model uses them for every
 * line.
 */
function chosenLines(cache: Cache, lines: readonly number[]): Cache {
  const count = Object.values(cache).reduce(
    (largest, { dims }) => Math.max(largest, dims[0] ?? 0),
    1,
  );
  if (lines.length === count && lines.every((line, index) => line === index)) return cache;

  return Object.fromEntries(
    Object.entries(cache).map(([name, tensor]) => {
      if (name.includes('.encoder.')) return [name, tensor];
      const size = tensor.size / count;
      const data = new Float32Array(size * lines.length);
      for (const [index, line] of lines.entries())
        data.set(
          (tensor.data as Float32Array).subarray(line * size, (line + 1) * size),
          index * size,
        );
      return [name, new Tensor('float32', data, [lines.length, ...tensor.dims.slice(1)])];
    }),
  );
}

/** `layers`: [lines, heads, 1, frames] each; returns [lines, frames]. */
function sumOfHeads(layers: readonly Tensor[]): Float32Array {
  const [lines = 0, heads = 0, , frames = 0] = layers[0]?.dims ?? [];
  const sum = new Float32Array(lines * frames);

  for (const { data } of layers)
    for (let index = 0; index < data.length; index++) {
      const place = Math.floor(index / (heads * frames)) * frames + (index % frames);
      sum[place] = (sum[place] as number) + (data[index] as number);
    }

  return sum;
}

/**
 * Logarithm of the sum of the exponentials, the normaliser of a softmax. Loops count, because an iterator over the whole
 * vocabulary would leave a megabyte of garbage for each token.
 */
export function logSumExp(logits: Float32Array): number {
  const count = logits.length;
  let maximum = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++)
    if ((logits[index] as number) > maximum) maximum = logits[index] as number;

  let sum = 0;

  for (let index = 0; index < count; index++) {
    const difference = (logits[index] as number) - maximum;
    // A value at most e^-16 times the largest adds less than a float can show.
    if (difference > -16) sum += Math.exp(difference);
  }

  return maximum + Math.log(sum);
}
