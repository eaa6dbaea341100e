/** For tests: a logo model that is real in form but tiny. Its vector of a picture is the mean colour. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onnxFile } from '../../src/engines/onnx-file.ts';
import { writeDescription } from '../../src/models/folder.ts';
import type { InstalledModel, ModelDescription } from '../../src/models/model.ts';

const file = 'vision.onnx';

/** Installs the model in a models folder. `output`: the name that the network gives to the vector. */
export async function installTinyLogos(
  modelsDir: string,
  output: 'image_embeds' | 'pooler_output' = 'image_embeds',
): Promise<InstalledModel> {
  const folder = path.join(modelsDir, 'tiny-clip');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, file), meanColour(output));

  const { size: sizeBytes } = await stat(path.join(folder, file));
  const description: ModelDescription = {
    format: 1,
    id: 'tiny-clip',
    title: 'Tiny',
    role: 'logos',
    rank: 1,
    licence: 'MIT',
    loader: { engine: 'transformers', kind: 'siglip', files: { vision: file } },
    files: [{ path: file, sizeBytes, sha256: '0'.repeat(64) }],
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
