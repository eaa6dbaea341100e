/** Reference pictures of logos: image files of a workspace or the operator, and the shapes of `simple-icons`. */
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { identityOf } from '@reelsight/contract/name-identity';
import sharp, { type Sharp } from 'sharp';
import type { RgbImage } from './engine.ts';
import type { LogoFile } from './logos.ts';

/** A picture that shows one logo and little else. */
export interface LogoReference {
  readonly name: string;
  readonly picture: RgbImage;
  /** Whether it is of a well-known brand that nobody asked for. */
  readonly isUnasked?: boolean;
}

const side = 224;
const maxReferences = 500;
const maxFileSidePixels = 4096;
const light = '#ffffff';
const dark = '#101010';

/**
 * The logos in a folder, from `<brand>.png` or `<brand>/<anything>.png` (also jpg, webp, svg). The brand is the name of
 * the file or folder.
 */
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
 * One reference per file; a shape without a background gets two, on a light and on a dark background, each only if its
 * contrast is sufficient.
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

/** A shape of `simple-icons`. */
export interface Icon {
  /** Name of the brand, spelt as in the request. */
  readonly name: string;
  readonly file: string;
}

const require = createRequire(import.meta.url);

/** The SVG files of `simple-icons`. */
export const iconsFolder = (): string =>
  path.join(path.dirname(require.resolve('simple-icons')), 'icons');

/** The icons for those of the names that `simple-icons` contains. */
export function iconsOf(names: readonly string[]): Icon[] {
  const list: { title: string; slug: string }[] = require('simple-icons/icons.json');
  const folder = iconsFolder();
  const namesByIdentity = new Map(names.map((name) => [identityOf(name), name]));

  return list.flatMap(({ title, slug }) => {
    const name = namesByIdentity.get(identityOf(title));
    const file = path.join(folder, `${slug}.svg`);
    return name === undefined ? [] : [{ name, file }];
  });
}

/** Draws the icons, at most 500 of them, dark on light. */
export async function drawIcons(icons: readonly Icon[]): Promise<LogoReference[]> {
  const references: LogoReference[] = [];
  for (const { name, file } of icons.slice(0, maxReferences))
    references.push({ name, picture: await drawLogo(file, dark, light) });
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

/** A part of a picture with less detail than this (see `detailOf`) is empty, such as a wall. */
export const minDetail = 10;

/** The largest standard deviation among the red, green and blue values: red on black varies in only one of them. */
export function detailOf({ data }: RgbImage): number {
  return Math.max(...[0, 1, 2].map((channel) => deviationOf(data, channel)));
}

function deviationOf(data: Uint8Array, channel: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let i = channel; i < data.length; i += 3 * 7) {
    const value = data[i] as number;
    sum += value;
    squares += value * value;
    count += 1;
  }

  const mean = sum / Math.max(1, count);
  return Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean));
}
