/**
 * For tests: writes a real, tiny embedding model in the files that transformers.js loads. Its vectors are those of
 * `meaningOf`.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { onnxFile } from '../../src/engines/onnx-file.ts';
import { descriptionFile } from '../../src/models/description.ts';
import type { InstalledModel, ModelDescription } from '../../src/models/model.ts';
import { isCommon, meaningOf } from './embedding-server.ts';
import { isSpecial, tinyTokenizer, tinyVocabulary } from './tiny-tokenizer.ts';

const weightsPath = 'onnx/model_quantized.onnx';
/** Maximum number of tokens in a text. */
export const tinyContext = 64;

/**
 * Writes the folder as the command `models` would, and returns the model's description. The vocabulary are the words of
 * `texts` and `prefixes`, each with the vector of its meaning; common words have no vector.
 */
export async function writeTinyEmbeddingModel(
  folder: string,
  texts: readonly string[],
  prefixes?: { readonly query: string; readonly passage: string },
  pooling?: 'mean' | 'cls',
): Promise<InstalledModel> {
  const all = [...texts, ...Object.values(prefixes ?? {})].join(' ').toLowerCase();
  const words = tinyVocabulary(all.match(/\p{L}+/gu) ?? []);
  const vectors = words.map((word) => (isSpecial(word) || isCommon(word) ? null : meaningOf(word)));
  const contents: Readonly<Record<string, string | Uint8Array>> = {
    'config.json': JSON.stringify({
      model_type: 'bert',
      architectures: ['BertModel'],
      vocab_size: words.length,
      hidden_size: 1,
      num_hidden_layers: 0,
      num_attention_heads: 1,
      max_position_embeddings: tinyContext,
    }),
    ...tinyTokenizer(words),
    [weightsPath]: tableModel(vectors),
  };

  await mkdir(join(folder, 'onnx'), { recursive: true });
  const files = Object.entries(contents).map(([path, content]) => ({
    path,
    sizeBytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));

  for (const [path, content] of Object.entries(contents))
    await writeFile(join(folder, path), content);

  const description: ModelDescription = {
    format: 1,
    id: basename(folder),
    title: 'Tiny',
    role: 'text-embedding',
    rank: 1,
    licence: 'Apache-2.0',
    loader: {
      engine: 'transformers',
      kind: 'feature-extraction',
      files: { model: weightsPath },
      dtype: 'q8',
      ...(prefixes && { prefixes }),
      ...(pooling && { pooling }),
    },
    files: files as [(typeof files)[number], ...typeof files],
  };
  await writeFile(join(folder, descriptionFile), JSON.stringify(description));

  return { ...description, folder };
}

/** A model that looks up token t in row t of a table. Padding has a vector too, which must not affect results. */
function tableModel(vectors: readonly (readonly number[] | null)[]): Uint8Array {
  const width = vectors.find((vector) => vector !== null)?.length ?? 1;
  const nothing = Array.from({ length: width }, () => 0);
  const padding = nothing.map((_, index) => (index % 2 === 0 ? 100 : -100));
  const table = vectors.flatMap((vector, token) =>
    token === 0 ? padding : (vector ?? nothing.map(() => 1e-6)),
  );

  return onnxFile({
    inputs: {
      input_ids: { int64: ['batch', 'length'] },
      attention_mask: { int64: ['batch', 'whole'] },
    },
    outputs: { last_hidden_state: ['batch', 'length', width] },
    constants: [{ name: 'table', dims: [vectors.length, width], floats: table }],
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], output: 'last_hidden_state' }],
  });
}
