/** Tests recognising logos by likeness with a small real model, and preparing reference pictures. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { installTinyLogos } from '../../../testing/engines/tiny-clip-model.ts';
import type { CallContext, RgbImage } from '../engine.ts';
import {
  drawIcons,
  fileReferences,
  folderLogos,
  iconsOf,
  printedInks,
} from '../logo-references.ts';
import { openClipLogos } from './logos.ts';

/** A grey picture with squares of white and coloured stripes, which are as detailed as logos. */
function pictureWith(width: number, height: number, marks: readonly Mark[]): RgbImage {
  const data = new Uint8Array(width * height * 3).fill(128);

  for (const { x, y, size, colour } of marks) {
    for (let row = y; row < y + size; row++) {
      for (let column = x; column < x + size; column++) {
        const striped = Math.floor((column - x) / 6) % 2 === 0;
        data.set(striped ? colour : [255, 255, 255], (row * width + column) * 3);
      }
    }
  }

  return { width, height, data };
}

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: readonly [number, number, number];
}

const red = [255, 0, 0] as const;
const blue = [0, 0, 255] as const;
const context: CallContext = { signal: new AbortController().signal, meter: () => {} };

async function install(output: 'image_embeds' | 'pooler_output') {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-logos-'));
  const model = await installTinyLogos(folder, output);
  return { model, remove: () => rm(folder, { recursive: true, force: true }) };
}

const references = [
  { name: 'Redd', picture: pictureWith(224, 224, [{ x: 0, y: 0, size: 224, colour: red }]) },
  { name: 'Bluu', picture: pictureWith(224, 224, [{ x: 0, y: 0, size: 224, colour: blue }]) },
];

describe('logos by likeness', () => {
  test('are found where they are, once each, and only the asked ones', async () => {
    const { model, remove } = await install('image_embeds');
    const engine = await openClipLogos(model, { references, minLikeness: 0.97 });
    const image = pictureWith(640, 360, [
      { x: 0, y: 0, size: 180, colour: red },
      { x: 460, y: 180, size: 180, colour: blue },
    ]);
    const found = await engine.find(image, null, context);
    assert.deepEqual(found.map(({ name }) => name).sort(), ['Bluu', 'Redd']);

    const redd = found.find(({ name }) => name === 'Redd');
    assert.ok(redd && redd.box.x < 0.2 && redd.box.y < 0.3 && redd.confidence <= 1);

    const asked = await engine.find(image, ['bluu', 'Other'], context);
    assert.deepEqual(
      asked.map(({ name }) => name),
      ['bluu'],
    );
    assert.deepEqual(await engine.find(image, ['Other'], context), []);
    await engine.close();
    await remove();
  });

  test('an empty wall and a tiny picture hold none', async () => {
    const { model, remove } = await install('pooler_output');
    const engine = await openClipLogos(model, { references, minLikeness: 0.97 });
    assert.deepEqual(await engine.find(pictureWith(320, 180, []), null, context), []);
    assert.deepEqual(await engine.find(pictureWith(1, 1, []), null, context), []);
    await engine.close();
    await remove();
  });

  test('a model that is not there is refused', async () => {
    const { model, remove } = await install('image_embeds');
    await remove();
    await assert.rejects(openClipLogos(model, { references }), { code: 'ANALYSIS_FAILED' });
  });
});

describe('reference pictures', () => {
  test('of the library are drawn in three colours for names it knows', async () => {
    const drawn = await drawIcons(iconsOf(['spotify', 'Nobody Knows']), printedInks);
    assert.deepEqual(
      drawn.map(({ name }) => name),
      ['spotify', 'spotify', 'spotify'],
    );
    const [first, second] = drawn.map(({ picture }) => picture.data);
    assert.ok(first && second && Buffer.compare(first, second) !== 0);
  });

  test('of an operator are named by file or folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-references-'));
    const png = await pngOf(9, 5, '#f00');

    await mkdir(path.join(folder, 'Globex'));
    await writeFile(path.join(folder, 'Acme.png'), png);
    await writeFile(path.join(folder, 'Globex', 'old.png'), png);
    await writeFile(path.join(folder, 'readme.txt'), 'no picture');

    const found = await fileReferences(await folderLogos(folder));
    assert.deepEqual(found.map(({ name }) => name).sort(), ['Acme', 'Globex']);
    await rm(folder, { recursive: true });
  });

  test('without a ground stand on light and dark, where they can be seen', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-references-'));
    const stripe = (colour: string) =>
      sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
        .composite([
          { input: { create: { width: 20, height: 64, channels: 3, background: colour } } },
        ])
        .png()
        .toBuffer();
    const files = await Promise.all(
      (['#ffffff', '#e02020'] as const).map(async (colour) => {
        const file = path.join(folder, `${colour.slice(1)}.png`);
        await writeFile(file, await stripe(colour));
        return { name: colour, path: file };
      }),
    );
    const found = await fileReferences(files);

    assert.deepEqual(
      found.map(({ name, picture }) => [name, [...picture.data.subarray(-3)]]),
      [
        ['#ffffff', [16, 16, 16]],
        ['#e02020', [255, 255, 255]],
        ['#e02020', [16, 16, 16]],
      ],
    );
    await rm(folder, { recursive: true });
  });
});

const pngOf = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
