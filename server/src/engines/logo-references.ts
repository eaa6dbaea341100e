/** Reference pictures of logos: a workspace's and an operator's images, and the shapes of `simple-icons`. */
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { identityOf } from '@reelsight/contract/name-identity';
import sharp, { type Sharp } from 'sharp';
import type { RgbImage } from '../engine.ts';
import type { LogoFile } from '../logos.ts';
import { detailOf, type LogoReference, minDetail } from './logos.ts';

const side = 224;
const maxReferences = 500;
const maxFileSidePixels = 4096;
const light = '#ffffff';
const dark = '#101010';

/** `<brand>.png` or `<brand>/<anything>.png` (also jpg, webp, svg); the brand is the name of the file or folder. */
export async function folderLogos(folder: string): Promise<LogoFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const logos: LogoFile[] = [];

  for (const entry of entries) {
    if (!entry.isFile() || !/\.(png|jpe?g|webp|svg)$/i.test(entry.name)) continue;
    if (logos.length >= maxReferences) break;
    const subfolder = path.relative(folder, entry.parentPath).split(path.sep)[0];
    const name = subfolder || path.parse(entry.name).name;
    logos.push({ name, path: path.join(entry.parentPath, entry.name) });
  }

  return logos;
}

/**
 * One reference per file. A shape without a background gets two, one on a light and one on a dark background, each only
 * if its contrast is sufficient.
 */
export async function fileReferences(files: readonly LogoFile[]): Promise<LogoReference[]> {
  const references: LogoReference[] = [];

  for (const { name, path: file } of files) {
    const { isOpaque } = await openImage(file).stats();
    const grounds = isOpaque ? [light] : [light, dark];
    for (const ground of grounds) {
      const picture = await pictureOf(file, ground);
      if (isOpaque || detailOf(picture) >= minDetail) references.push({ name, picture });
    }
  }

  return references;
}

/**
 * Pictures of each name for which `simple-icons` has a shape: the brand's colour on a light background, light on the
 * brand's colour, and light on a dark background.
 */
export async function iconReferences(names: readonly string[]): Promise<LogoReference[]> {
  const require = createRequire(import.meta.url);
  const list: { title: string; slug: string; hex: string }[] = require('simple-icons/icons.json');
  const entry = require.resolve('simple-icons');
  const namesByIdentity = new Map(names.map((name) => [identityOf(name), name]));
  const references: LogoReference[] = [];

  for (const { title, slug, hex } of list) {
    const name = namesByIdentity.get(identityOf(title));
    if (name === undefined || references.length >= maxReferences) continue;
    const file = path.join(path.dirname(entry), 'icons', `${slug}.svg`);

    for (const [ink, ground] of [
      [`#${hex}`, light],
      [light, `#${hex}`],
      [light, dark],
    ] as const) {
      references.push({ name, picture: await drawLogo(file, ink, ground) });
    }
  }

  return references;
}

async function drawLogo(file: string, ink: string, ground: string): Promise<RgbImage> {
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

const openImage = (file: string) => sharp(file, { limitInputPixels: maxFileSidePixels ** 2 });

const pictureOf = (file: string, background: string) =>
  rgbOf(openImage(file).flatten({ background }).resize(side, side, { fit: 'inside' }));

async function rgbOf(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
