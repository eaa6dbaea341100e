/** Tests turning pictures into vectors, with a model that is real in form but tiny: it gives the mean colour. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { installTinyLogos } from '../../../testing/engines/tiny-clip-model.ts';
import type { RgbImage } from '../engine.ts';
import { ImageModel } from './image-model.ts';

const { signal } = new AbortController();
const onnx = { threads: 1 };

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reelsight-image-model-'));
});
after(() => rm(folder, { recursive: true, force: true }));

function plain(width: number, height: number, colour: readonly number[]): RgbImage {
  const data = Uint8Array.from(
    { length: width * height * 3 },
    (_, index) => colour[index % 3] as number,
  );
  return { width, height, data };
}

describe('an image model', () => {
  for (const output of ['image_embeds', 'pooler_output'] as const) {
    test(`describes pictures by vectors of length 1 (${output})`, async () => {
      const model = await ImageModel.open(await installTinyLogos(folder, output), onnx);
      // More pictures than one batch, with a grey one at the end, whose three numbers are equal.
      const red = Array.from({ length: 9 }, () => plain(30, 30, [255, 0, 0]));
      const vectors = await model.embed([...red, plain(1, 1, [200, 200, 200])], signal);
      await model.close();

      assert.equal(vectors.length, 10);
      for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
      const third = 1 / Math.sqrt(3);
      for (const [index, expected] of [third, -third, -third].entries())
        assert.ok(Math.abs((vectors[8]?.[index] as number) - expected) < 1e-3);
      for (const value of vectors[9] as Float32Array) assert.ok(Math.abs(value - third) < 1e-3);
    });
  }

  test('whose file is not there is a fault', async () => {
    const model = await installTinyLogos(folder);
    await rm(model.folder, { recursive: true });
    await assert.rejects(ImageModel.open(model, onnx), { code: 'ANALYSIS_FAILED' });
  });
});
