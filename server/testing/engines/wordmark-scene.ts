/**
 * For tests: pictures with brand names in them, drawn from the lettering in `simple-icons`, so that no font is needed.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import type { RgbImage } from '../../src/engines/engine.ts';

export interface Wordmark {
  /** The slug of an icon that consists of letters: panasonic, toshiba, siemens, lenovo, hitachi or samsung. */
  readonly slug: string;
  /** Top left corner and width in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly ink: string;
  readonly marks: readonly Wordmark[];
}

export async function drawScene({
  width,
  height,
  background,
  ink,
  marks,
}: Scene): Promise<RgbImage> {
  const layers = await Promise.all(
    marks.map(async ({ slug, x, y, width: wide, turn }) => {
      const lettering = await drawnOnce(slug, wide, ink);
      const input = turn ? await sharp(lettering).rotate(turn, clear).png().toBuffer() : lettering;
      return { input, left: x, top: y };
    }),
  );
  const { data, info } = await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

const clear = { background: '#00000000' };

const drawn = new Map<string, Promise<Buffer>>();

/** Caches drawn lettering: drawing takes a while, and tests use the same lettering many times. */
function drawnOnce(slug: string, width: number, ink: string): Promise<Buffer> {
  const key = `${slug} ${width} ${ink}`;
  const known = drawn.get(key) ?? letters(slug, width, ink);
  drawn.set(key, known);
  return known;
}

async function letters(slug: string, width: number, ink: string): Promise<Buffer> {
  const extraPackage = path.dirname(createRequire(import.meta.url).resolve('simple-icons'));
  const icon = path.join(extraPackage, 'icons', `${slug}.svg`);
  const large = await sharp(icon, { density: 1500 }).png().toBuffer();
  const trimmed = await sharp(large).trim().toBuffer();
  const { data, info } = await sharp(trimmed)
    .resize({ width })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };

  return sharp({ create: { ...size, channels: 3, background: ink } })
    .joinChannel(data, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
}
