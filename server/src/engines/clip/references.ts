/** Reference pictures of logos: an operator's folder of images, and the shapes of `simple-icons`. */
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { RgbImage } from '../engine.ts';
import type { LogoReference } from './logos.ts';

const side = 224;
const maxReferences = 500;
const maxFileSidePixels = 4096;

/** `<brand>.png` or `<brand>/<anything>.png` (also jpg, webp, svg); the brand is the name of the file or folder. */
export async function folderReferences(folder: string): Promise<LogoReference[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const references: LogoReference[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(png|jpe?g|webp|svg)$/i.test(entry.name)) continue;
    if (references.length >= maxReferences) break;
    const own = path.relative(folder, entry.parentPath).split(path.sep)[0];
    const name = own || path.parse(entry.name).name;
    references.push({ name, picture: await pictureOf(path.join(entry.parentPath, entry.name)) });
  }
  return references;
}

/** Dark on light and light on dark, in the brand's colour, of each name the library draws. */
export async function iconReferences(names: readonly string[]): Promise<LogoReference[]> {
  const require = createRequire(import.meta.url);
  const list: { title: string; slug: string; hex: string }[] = require('simple-icons/icons.json');
  const entry = require.resolve('simple-icons');
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const wanted = new Map(names.map((name) => [plain(name), name]));
  const references: LogoReference[] = [];
  for (const { title, slug, hex } of list) {
    const name = wanted.get(plain(title));
    if (name === undefined || references.length >= maxReferences) continue;
    const file = path.join(path.dirname(entry), 'icons', `${slug}.svg`);
    for (const [ink, ground] of [
      [`#${hex}`, '#ffffff'],
      ['#ffffff', `#${hex}`],
      ['#ffffff', '#101010'],
    ] as const) {
      references.push({ name, picture: await drawn(file, ink, ground) });
    }
  }
  return references;
}

async function drawn(file: string, ink: string, ground: string): Promise<RgbImage> {
  const inner = Math.round(side * 0.7);
  const shape = await sharp(file, { density: 600, limitInputPixels: maxFileSidePixels ** 2 })
    .resize(inner, inner, { fit: 'contain', background: '#00000000' })
    .ensureAlpha()
    .extractChannel('alpha')
    .toBuffer();
  const inked = await sharp({
    create: { width: inner, height: inner, channels: 3, background: ink },
  })
    .joinChannel(shape)
    .png()
    .toBuffer();
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: ground } });
  return rgbOf(picture.composite([{ input: inked, gravity: 'centre' }]));
}

const pictureOf = (file: string) =>
  rgbOf(
    sharp(file, { limitInputPixels: maxFileSidePixels ** 2 })
      .flatten({ background: '#ffffff' })
      .resize(side, side, { fit: 'inside' }),
  );

async function rgbOf(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
