/** For tests: writes a real, tiny language model that says one fixed text, in the files transformers.js loads. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { InstalledModel } from '../models/model.ts';

const specials = ['<unk>', '<|assistant|>', '<|end|>'];
const [unknown, assistant, end] = [0, 1, 2] as const;

/**
 * Each token of `pieces` is followed by the next, the last by the end; the model is one table of what follows what.
 * Pieces must differ from each other. Returns what the models room would say of the folder.
 */
export async function writeTinyModel(
  folder: string,
  pieces: readonly string[],
): Promise<InstalledModel> {
  const words = [...specials, ...pieces];
  const next = words.map((_, token) => (token >= specials.length ? token + 1 : unknown));
  next[assistant] = specials.length;
  next[words.length - 1] = end;
  const files = {
    'config.json': JSON.stringify({
      model_type: 'qwen2',
      architectures: ['Qwen2ForCausalLM'],
      vocab_size: words.length,
      // Without layers there is nothing to cache: only the last token matters.
      num_hidden_layers: 0,
      num_attention_heads: 1,
      num_key_value_heads: 1,
      hidden_size: 1,
      max_position_embeddings: 2000,
      eos_token_id: end,
      bos_token_id: null,
    }),
    'generation_config.json': JSON.stringify({ eos_token_id: end, pad_token_id: end }),
    'tokenizer.json': JSON.stringify(tokenizer(words)),
    'tokenizer_config.json': JSON.stringify({
      tokenizer_class: 'PreTrainedTokenizerFast',
      unk_token: '<unk>',
      eos_token: '<|end|>',
      chat_template:
        "{% for m in messages %}{{ m['content'] + ' ' }}{% endfor %}{{ '<|assistant|>' }}",
    }),
    'onnx/model_quantized.onnx': followingModel(next),
  };
  await mkdir(join(folder, 'onnx'), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  const id = basename(folder);
  return {
    format: 1,
    id,
    title: 'Tiny',
    role: 'language',
    rank: 1,
    licence: 'Apache-2.0',
    folder,
    loader: {
      engine: 'transformers',
      kind: 'text-generation',
      files: { model: 'onnx/model_quantized.onnx' },
      dtype: 'q8',
    },
    files: [],
  };
}

function tokenizer(words: readonly string[]) {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    normalizer: null,
    added_tokens: specials.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: true,
      rstrip: true,
      normalized: false,
    })),
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: null,
    decoder: { type: 'Fuse' },
    model: {
      type: 'WordLevel',
      unk_token: specials[unknown],
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };
}

/** ONNX: logits = Gather(table, input_ids), where row t of the table is 1 at the token that follows t. */
function followingModel(next: readonly number[]): Uint8Array {
  const size = next.length;
  const table = new Float32Array(size * size);
  for (const [token, follower] of next.entries()) table[token * size + follower] = 1;
  const graph = [
    ...message(1, [
      ...text(1, 'table'),
      ...text(1, 'input_ids'),
      ...text(2, 'logits'),
      ...text(4, 'Gather'),
    ]),
    ...text(2, 'following'),
    ...message(5, [
      ...[...number(1, size), ...number(1, size), ...number(2, 1), ...text(8, 'table')],
      ...bytes(9, new Uint8Array(table.buffer)),
    ]),
    ...message(11, tensorOf('input_ids', 7, ['batch', 'length'])),
    ...message(11, tensorOf('attention_mask', 7, ['batch', 'whole'])),
    ...message(12, tensorOf('logits', 1, ['batch', 'length', size])),
  ];
  const opset = [...text(1, ''), ...number(2, 13)];
  return Uint8Array.from([...number(1, 8), ...message(8, opset), ...message(7, graph)]);
}

function tensorOf(name: string, type: number, shape: readonly (string | number)[]): number[] {
  const dims = shape.flatMap((dim) =>
    message(1, typeof dim === 'string' ? text(2, dim) : number(1, dim)),
  );
  return [...text(1, name), ...message(2, message(1, [...number(1, type), ...message(2, dims)]))];
}

// Protocol buffers: a key (field and kind), then a number, or a length and bytes.
const number = (field: number, value: number): number[] => [
  ...varint(field << 3),
  ...varint(value),
];
const bytes = (field: number, value: Iterable<number>): number[] => {
  const list = [...value];
  return [...varint((field << 3) | 2), ...varint(list.length), ...list];
};
const message = (field: number, content: readonly number[]): number[] => bytes(field, content);
const text = (field: number, value: string): number[] =>
  bytes(field, new TextEncoder().encode(value));

function varint(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low | 128, ...varint(Math.floor(value / 128))];
}
