/** Words and pictures in one space, with models that are real in form but tiny: they know five colours. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  installTinyLogos,
  installTinyPictureText,
} from '../../../testing/engines/tiny-clip-model.ts';
import { likeness, quantised } from '../../analysis/vectors.ts';
import { openPictureEngine } from './picture-engine.ts';
import { findPictureTextModel, pictureTextName } from './picture-text-model.ts';
import { TextModel } from './text-model.ts';

const { signal } = new AbortController();
const onnx = { threads: 1 };

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reelsight-picture-text-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const plain = (colour: readonly number[]) => ({
  width: 40,
  height: 40,
  data: Uint8Array.from({ length: 40 * 40 * 3 }, (_, index) => colour[index % 3] as number),
});

describe('a model of pictures and words', () => {
  for (const kind of ['clip', 'siglip'] as const) {
    test(`puts words near the pictures that show them (${kind})`, async () => {
      const model = await installTinyPictureText(folder, { id: kind, kind });
      const text = await TextModel.open(model, onnx);
      const pictures = await openPictureEngine(model, 1);
      const red = await pictures.describeComparable(plain([255, 0, 0]), { signal });
      const blue = await pictures.describeComparable(plain([0, 0, 255]), { signal });
      const words = quantised(await text.embed('a RED car'));

      assert.equal(pictures.model, pictureTextName(model));
      assert.ok(likeness(words, red) > 0.95, `${likeness(words, red)}`);
      assert.ok(likeness(words, blue) < 0.5, `${likeness(words, blue)}`);
      await Promise.all([text.close(), pictures.close()]);
    });

    test(`reads a text that is too long as far as it can (${kind})`, async () => {
      const text = await TextModel.open(await installTinyPictureText(folder, { kind }), onnx);
      const all = await text.embed(`${'green '.repeat(100)}${'red '.repeat(100)}`);
      assert.ok(likeness(quantised(all), Int8Array.of(-1, 1, -1)) > 0.99);
      await text.close();
    });
  }

  test('words of which it knows none have no vector', async () => {
    const text = await TextModel.open(await installTinyPictureText(folder), onnx);
    await assert.rejects(text.embed('xylophone'), { code: 'ANALYSIS_FAILED' });
    await text.close();
  });

  test('that is broken is a fault', async () => {
    const model = await installTinyPictureText(folder, { id: 'broken' });
    await writeFile(path.join(model.folder, 'tokenizer.json'), 'no JSON');
    await assert.rejects(TextModel.open(model, onnx), {
      code: 'ANALYSIS_FAILED',
      detail: /the tokens of broken could not be loaded/,
    });
    await rm(path.join(model.folder, 'text.onnx'));
    await assert.rejects(TextModel.open(model, onnx), { code: 'ANALYSIS_FAILED' });
  });

  test('is found among those that know only pictures, and named by its files', async () => {
    const models = path.join(folder, 'models');
    assert.equal(await findPictureTextModel(models), null);
    await installTinyLogos(models);
    assert.equal(await findPictureTextModel(models), null);

    const model = await installTinyPictureText(models);
    assert.equal((await findPictureTextModel(models))?.id, model.id);
    const changed = model.files.map((file) => ({ ...file, sha256: 'f'.repeat(64) }));
    const name = pictureTextName(model);
    assert.match(name, /^tiny-both [0-9a-f]{16}$/);
    assert.notEqual(pictureTextName({ ...model, files: changed as never }), name);
    assert.notEqual(
      pictureTextName({ ...model, loader: { ...model.loader, inputSize: 384 } }),
      name,
    );
  });
});
