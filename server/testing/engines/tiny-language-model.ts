/**
 * For tests: writes a real, tiny language model that always writes the same text, in the files that transformers.js
 * loads.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { onnxFile } from '../../src/engines/onnx-file.ts';
import type { InstalledModel } from '../../src/models/model.ts';

const specials = ['<unk>', '<|assistant|>', '<|end|>'];
const unknown = 0;
const assistant = 1;
const end = 2;

/** Contents of the model's files, by path. */
function filesOf(words: readonly string[], next: readonly number[]) {
  return {
    'config.json': JSON.stringify({
      model_type: 'qwen2',
      architectures: ['Qwen2ForCausalLM'],
      vocab_size: words.length,
      // Without layers, there is nothing to cache: only the last token matters.
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
        "{% for m in messages %}{{ m['content'] + ' ' }}{% endfor %}{{ '<|assistant|>' }}" +
        "{% if enable_thinking is not defined or enable_thinking %}{{ '<unk>' }}{% endif %}",
    }),
    'onnx/model_quantized.onnx': followingModel(next),
  };
}

/**
 * A model that writes `pieces` in order and then ends: a table gives the token that follows each token, so all pieces
 * must differ. Where it may think aloud, it never comes to its text. Returns the model's description, as `models` would.
 */
export async function writeTinyModel(
  folder: string,
  pieces: readonly string[],
): Promise<InstalledModel> {
  const words = [...specials, ...pieces];
  const next = words.map((_, token) => (token >= specials.length ? token + 1 : unknown));
  next[assistant] = specials.length;
  next[words.length - 1] = end;

  const files = filesOf(words, next);
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

/** Logits = Gather(table, input_ids), where row t of the table is 1 at the token that follows t and 0 elsewhere. */
function followingModel(next: readonly number[]): Uint8Array {
  const size = next.length;
  const table = next.flatMap((follower) =>
    Array.from({ length: size }, (_, token) => Number(token === follower)),
  );
  return onnxFile({
    inputs: {
      input_ids: { int64: ['batch', 'length'] },
      attention_mask: { int64: ['batch', 'whole'] },
    },
    outputs: { logits: ['batch', 'length', size] },
    constants: [{ name: 'table', dims: [size, size], floats: table }],
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], output: 'logits' }],
  });
}
