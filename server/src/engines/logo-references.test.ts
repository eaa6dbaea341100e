/** Tests preparing reference pictures of logos. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { drawIcons, fileReferences, folderLogos, iconsOf } from './logo-references.ts';

describe('reference pictures', () => {
  test('of the library are drawn for names it knows', async () => {
    const drawn = await drawIcons(iconsOf(['spotify', 'Nobody Knows']));
    assert.deepEqual(
      drawn.map(({ name }) => name),
      ['spotify'],
    );
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
