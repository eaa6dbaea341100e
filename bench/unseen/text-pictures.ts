/** Backgrounds and lettering of the generated text set: pictures from Debian packages, drawn textures, fonts. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import type { Box, RgbImage } from '../../server/src/engines/engine.ts';
import { crop } from '../../server/src/engines/picture.ts';

/** Length of a clip in seconds, and its frames per second. */
export const clipSeconds = 6;
export const clipFps = 5;

export type TextSet = 'tuning' | 'final';
export type Size = readonly [width: number, height: number];
/** The background at a time in seconds. */
export type Scenery = (seconds: number) => RgbImage;

const samples = '/usr/share/doc/opencv-doc/examples/data';
const wallpaper = (name: string, file = '2560x1600.jpg') =>
  `/usr/share/wallpapers/${name}/contents/images/${file}`;

interface Sources {
  readonly photos: readonly string[];
  readonly film: string;
  readonly fonts: readonly string[];
}

/** The two sets share no photo, film or font. */
export const sources: Readonly<Record<TextSet, Sources>> = {
  tuning: {
    photos: 'aloeL baboon butterfly fruits home squirrel_cls orange'
      .split(' ')
      .map((name) => `${samples}/${name}.jpg`),
    film: `${samples}/tree.avi`,
    fonts: [
      ...['DejaVu Sans', 'Liberation Serif', 'Open Sans', 'Roboto Condensed', 'Comic Neue'],
      ...['FreeSerif', 'Liberation Mono', 'Noto Sans Display'],
    ],
  },
  final: {
    photos: [
      ...'FallenLeaf OneStandsOut Path EveningGlow BytheWater Grey ColorfulCups'
        .split(' ')
        .map((name) => wallpaper(name)),
      wallpaper('Volna', '5120x2880.jpg'),
    ],
    film: `${samples}/Megamind.avi`,
    fonts: [
      ...['Lato', 'Cantarell', 'Lobster Two', 'Carlito', 'Quicksand', 'Play'],
      ...['Linux Libertine O', 'Fira Code', 'FreeSans'],
    ],
  },
};

export const textPackages =
  'opencv-doc plasma-workspace-wallpapers ffmpeg fonts-dejavu fonts-liberation2 fonts-open-sans fonts-roboto ' +
  'fonts-comic-neue fonts-freefont-ttf fonts-noto-core fonts-lato fonts-cantarell fonts-lobster fonts-lobstertwo ' +
  'fonts-crosextra-carlito fonts-quicksand fonts-play fonts-linuxlibertine fonts-firacode';

/** The files and fonts that a set needs and that are not installed. */
export function missingSources(set: TextSet): string[] {
  const { photos, film, fonts } = sources[set];
  const known = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  return [
    ...[...photos, film].filter((file) => !existsSync(file)),
    ...fonts.filter((font) => !known.includes(font)),
  ];
}

export const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

async function cover(file: string, [width, height]: Size): Promise<RgbImage> {
  const picture = sharp(file).resize({ width, height, fit: 'cover' }).removeAlpha();
  const data = await picture.toColourspace('srgb').raw().toBuffer();
  return { width, height, data };
}

async function photo(file: string, size: Size, pan: number): Promise<Scenery> {
  const [width, height] = size;

  if (pan === 0) {
    const still = await cover(file, size);
    return () => still;
  }

  const wide = await cover(file, [Math.round(width * 1.4), height]);
  return (seconds) => {
    const x = Math.min(wide.width - width, Math.round(seconds * pan * width));
    return crop(wide, { x, y: 0, width, height }) as RgbImage;
  };
}

/** The beginning of a video, as long as a clip; a shorter video is repeated. */
function film(file: string, [width, height]: Size): Scenery {
  const scale = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},fps=${clipFps}`;
  const data = execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-ss', '1', '-i', file, '-t', String(clipSeconds)],
      ...['-vf', scale, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    ],
    { maxBuffer: 2 ** 31 - 1 },
  );
  const bytes = width * height * 3;
  const count = Math.floor(data.length / bytes);

  return (at) => {
    const frame = Math.floor(at * clipFps) % count;
    return { width, height, data: data.subarray(frame * bytes, (frame + 1) * bytes) };
  };
}

/** A picture whose colours are calculated pixel by pixel. */
function drawn(
  [width, height]: Size,
  colour: (x: number, y: number) => readonly [number, number, number],
): Scenery {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) data.set(colour(x, y), at);
  return () => ({ width, height, data });
}

function gradient(size: Size, random: () => number): Scenery {
  const [a, b] = [0, 1].map(() => [random() * 200, random() * 200, random() * 200]) as [
    number[],
    number[],
  ];
  const mix = (c: number, t: number) => (a[c] as number) * (1 - t) + (b[c] as number) * t;
  return drawn(size, (x, y) => {
    const t = (x / size[0] + y / size[1]) / 2;
    return [mix(0, t), mix(1, t), mix(2, t)];
  });
}

function plain(size: Size, random: () => number): Scenery {
  const level = random() < 0.5 ? 18 + random() * 40 : 205 + random() * 45;
  const colour = [level, level + random() * 8 - 4, level + random() * 8 - 4] as const;
  return drawn(size, () => colour);
}

function noise(size: Size, random: () => number): Scenery {
  const level = 60 + random() * 120;
  const spread = 12 + random() * 30;
  return drawn(size, () => {
    const value = Math.min(255, Math.max(0, level + (random() - 0.5) * 2 * spread));
    return [value, value, value];
  });
}

function texture(size: Size, random: () => number): Scenery {
  const period = 6 + random() * 24;
  const level = 70 + random() * 110;
  const depth = 10 + random() * 25;
  const slope = random() * 2 - 1;

  return drawn(size, (x, y) => {
    const wave = Math.sin((x + y * slope) / period) * Math.cos(y / (period * 0.7));
    const value = level + depth * Math.sign(wave) * Math.sqrt(Math.abs(wave));
    return [value, value * 0.92, value * 0.85];
  });
}

/** A video in the lower right corner of a plain picture. */
function corner(file: string, size: Size, random: () => number): Scenery {
  const [width, height] = size;
  const still = plain(size, random)(0);
  const inset = film(file, [Math.round(width / 4), Math.round(height / 4)]);

  return (seconds) => {
    const data = Uint8Array.from(still.data);
    const part = inset(seconds);
    for (let y = 0; y < part.height; y++)
      data.set(
        part.data.subarray(y * part.width * 3, (y + 1) * part.width * 3),
        ((y + height - part.height) * width + width - part.width) * 3,
      );

    return { width, height, data };
  };
}

export const backgrounds = [
  ...(['photo', 'film', 'pan', 'plain', 'gradient', 'photo', 'noise'] as const),
  ...(['film', 'texture', 'corner', 'pan'] as const),
];
export type Background = (typeof backgrounds)[number];

export async function sceneryOf(
  kind: Background,
  set: TextSet,
  size: Size,
  random: () => number,
): Promise<Scenery> {
  const { photos, film: file } = sources[set];
  switch (kind) {
    case 'photo':
      return photo(pick(photos, random), size, 0);
    case 'pan':
      return photo(pick(photos, random), size, 0.02 + random() * 0.03);
    case 'film':
      return film(file, size);
    case 'plain':
      return plain(size, random);
    case 'gradient':
      return gradient(size, random);
    case 'noise':
      return noise(size, random);
    case 'texture':
      return texture(size, random);
    case 'corner':
      return corner(file, size, random);
  }
}

/** How a line of text looks. */
export interface Lettering {
  readonly text: string;
  readonly font: string;
  readonly bold: boolean;
  /** Height of a capital letter, in pixels. */
  readonly capital: number;
  readonly colour: string;
  readonly outline: string | null;
  readonly shadow: boolean;
  /** Degrees clockwise. */
  readonly turn: number;
}

/** A drawn piece of lettering, transparent around the letters. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** Box of the letters without outline and shadow, in pixels of the drawing. */
  readonly ink: Box;
}

/** Height of a capital letter as a share of the font size; about the same in all fonts of these sets. */
const capitalShare = 0.7;
const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export async function drawLettering(look: Lettering): Promise<Drawn> {
  const full = await rendered(look, true);
  const bare = look.outline || look.shadow ? await rendered(look, false) : full;
  const around = bounds(full);
  const ink = bounds(bare);
  const part = await sharp(full.data, { raw: { ...full, channels: 4 } })
    .extract({ left: around.x, top: around.y, width: around.width, height: around.height })
    .raw()
    .toBuffer();

  return {
    width: around.width,
    height: around.height,
    rgba: part,
    ink: { x: ink.x - around.x, y: ink.y - around.y, width: ink.width, height: ink.height },
  };
}

interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

async function rendered(look: Lettering, effects: boolean): Promise<Rgba> {
  const size = look.capital / capitalShare;
  const length = size * (look.text.length * 0.8 + 2);
  const side = Math.ceil(length);
  const height = Math.ceil(look.turn === 0 ? size * 2.2 : side);
  const weight = look.bold ? 'bold' : 'normal';
  const text = (fill: string, dx: number, more = '') =>
    `<text x="${side / 2 + dx}" y="${height / 2 + size * 0.35 + dx}" text-anchor="middle" font-family="${look.font}" ` +
    `font-size="${size}" font-weight="${weight}" fill="${fill}" ${more} ` +
    `transform="rotate(${look.turn} ${side / 2} ${height / 2})">${escaped(look.text)}</text>`;
  const outline = `stroke="${look.outline}" stroke-width="${Math.max(1.5, size * 0.08)}" stroke-linejoin="round"`;
  const under = [
    effects && look.shadow ? text('#000000', Math.max(1, size * 0.06), 'opacity="0.6"') : '',
    effects && look.outline ? text(look.outline, 0, outline) : '',
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${height}">${under}${text(look.colour, 0)}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

  return { width: info.width, height: info.height, data };
}

/** The box around everything that is at least a third opaque. */
function bounds({ width, height, data }: Rgba): Box {
  let left = width;
  let top = height;
  let right = 0;
  let bottom = 0;
  for (let i = 3, x = 0, y = 0; i < data.length; i += 4) {
    if ((data[i] as number) > 85) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    if (++x === width) [x, y] = [0, y + 1];
  }

  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Lays a drawing over `picture` in place, at whole pixels; `share` scales the opacity of the drawing. */
export function lay(
  picture: RgbImage,
  mark: Drawn,
  left: number,
  top: number,
  share: number,
): void {
  const { data, width, height } = picture as { data: Uint8Array; width: number; height: number };
  for (let y = Math.max(0, -top); y < mark.height && y + top < height; y++) {
    for (let x = Math.max(0, -left); x < mark.width && x + left < width; x++) {
      const from = (y * mark.width + x) * 4;
      const alpha = ((mark.rgba[from + 3] as number) / 255) * share;
      if (alpha === 0) continue;

      const to = ((y + top) * width + x + left) * 3;
      for (let c = 0; c < 3; c++)
        data[to + c] =
          (data[to + c] as number) * (1 - alpha) + (mark.rgba[from + c] as number) * alpha;
    }
  }
}
