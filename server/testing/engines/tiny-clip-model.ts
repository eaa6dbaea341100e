/**
 * For tests: a model of pictures, and if asked for of words, that is real in form but tiny. Its vector of a picture is
 * the mean colour, and its vector of words the mean of the colours that they name.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onnxFile } from '../../src/engines/onnx-file.ts';
import { writeDescription } from '../../src/models/folder.ts';
import type { InstalledModel, ModelDescription } from '../../src/models/model.ts';
import { tinyTokenizer, tinyVocabulary } from './tiny-tokenizer.ts';

/** Red, green and blue from -1 to 1, as the network sees the colours of pictures. */
const colours: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [1, -1, -1],
  green: [-1, 1, -1],
  blue: [-1, -1, 1],
  white: [1, 1, 1],
  black: [-1, -1, -1],
};

/** Installs a model of pictures in a models folder. `output`: the name that the network gives to the vector. */
export const installTinyLogos = (
  modelsDir: string,
  output: 'image_embeds' | 'pooler_output' = 'image_embeds',
): Promise<InstalledModel> =>
  install(modelsDir, 'tiny-clip', 'siglip', { 'vision.onnx': meanColour(output) });

/** Installs a model of pictures and words, of either kind; `id` is also its folder. */
export function installTinyPictureText(
  modelsDir: string,
  { id = 'tiny-both', kind = 'siglip' }: { id?: string; kind?: 'clip' | 'siglip' } = {},
): Promise<InstalledModel> {
  const vocabulary = tinyVocabulary(Object.keys(colours));
  return install(modelsDir, id, kind, {
    'vision.onnx': meanColour(kind === 'clip' ? 'image_embeds' : 'pooler_output'),
    'text.onnx': namedColours(kind === 'clip' ? 'text_embeds' : 'pooler_output', vocabulary),
    ...tinyTokenizer(vocabulary),
  });
}

async function install(
  modelsDir: string,
  id: string,
  kind: 'clip' | 'siglip',
  contents: Readonly<Record<string, string | Uint8Array>>,
): Promise<InstalledModel> {
  const folder = path.join(modelsDir, id);
  await mkdir(folder, { recursive: true });
  for (const [file, content] of Object.entries(contents))
    await writeFile(path.join(folder, file), content);

  const files = Object.entries(contents).map(([file, content]) => ({
    path: file,
    sizeBytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  const description: ModelDescription = {
    format: 1,
    id,
    title: 'Tiny',
    role: 'logos',
    rank: 1,
    licence: 'MIT',
    loader: {
      engine: 'transformers',
      kind,
      files: { vision: 'vision.onnx', ...(contents['text.onnx'] && { text: 'text.onnx' }) },
    },
    files: files as [(typeof files)[number], ...typeof files],
  };
  await writeDescription(folder, description);

  return { ...description, folder };
}

const meanColour = (output: string) =>
  onnxFile({
    inputs: { pixel_values: ['pictures', 3, 224, 224] },
    outputs: { [output]: ['pictures', 3] },
    constants: [],
    nodes: [
      {
        op: 'ReduceMean',
        inputs: ['pixel_values'],
        output,
        attributes: { axes: [2, 3], keepdims: 0 },
      },
    ],
  });

/** Has no input for a mask, as some exports of real models: what fills up a text has no colour, as unknown words. */
function namedColours(output: string, vocabulary: readonly string[]): Uint8Array {
  const table = vocabulary.flatMap((word) => colours[word] ?? [0, 0, 0]);
  return onnxFile({
    inputs: { input_ids: { int64: ['texts', 'tokens'] } },
    outputs: { [output]: ['texts', 3] },
    constants: [{ name: 'table', dims: [vocabulary.length, 3], floats: table }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], output: 'tokens_of_text' },
      {
        op: 'ReduceMean',
        inputs: ['tokens_of_text'],
        output,
        attributes: { axes: [1], keepdims: 0 },
      },
    ],
  });
}
