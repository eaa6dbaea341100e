/** Clips with known text: what is written, where and when, drawn over a background and encoded as H.264. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { intersection, widened } from '../../server/src/analysis/boxes.ts';
import type { Box, RgbImage } from '../../server/src/engines/engine.ts';
import type { Lexicon } from '../../server/src/perception/brands/brand-lexicon.ts';
import { mulberry32 } from './random.ts';
import {
  type Background,
  backgrounds,
  clipFps,
  clipSeconds,
  type Drawn,
  drawLettering,
  type Lettering,
  lay,
  pick,
  type Scenery,
  type Size,
  sceneryOf,
  sources,
  type TextSet,
} from './text-pictures.ts';
import { vocabulary } from './text-words.ts';

export const contrasts = ['strong', 'medium', 'faint'] as const;
export type Contrast = (typeof contrasts)[number];
type Motion = 'still' | 'across' | 'up' | 'fade' | 'zoom';

/** One line of text of a clip. */
export interface TruthLine {
  readonly text: string;
  readonly brand: string | null;
  /** Height of a capital letter, in pixels of the picture that is read (longest side at most 1280). */
  readonly capital: number;
  readonly contrast: Contrast;
  /** Box of the letters' ink at a time in seconds; null while the line is not completely visible. */
  readonly boxAt: (seconds: number) => Box | null;
}

export interface TextClip {
  readonly name: string;
  readonly file: string;
  readonly seconds: number;
  readonly lines: readonly TruthLine[];
}

/** Pictures are scaled down to this longest side before they are read. */
const readSide = 1280;

const sizes: readonly Size[] = [
  ...[[1280, 720] as const, [1280, 720] as const, [1920, 1080] as const],
  ...[[720, 1280] as const, [1280, 720] as const, [320, 180] as const],
];
const layouts = [
  ...(['names', 'subtitle', 'names', 'small print', 'lower third'] as const),
  ...(['watermark', 'scroll', 'across', 'fade', 'zoom', 'names', 'none'] as const),
];
type Layout = (typeof layouts)[number];

/** A line as it is laid over the background. */
interface Placed {
  readonly text: string;
  readonly brand: string | null;
  readonly mark: Drawn;
  readonly marks?: readonly Drawn[];
  readonly contrast: Contrast;
  readonly capital: number;
  readonly left: number;
  readonly top: number;
  readonly motion: Motion;
  readonly from: number;
  readonly to: number;
  /** Pixels a second. */
  readonly speed: number;
  readonly share: number;
}

class ClipMaker {
  readonly #set: TextSet;
  readonly #random: () => number;
  readonly #size: Size;
  readonly #short: number;
  readonly #isBig: boolean;
  readonly #brands: readonly string[];
  readonly #words: readonly string[];
  readonly #placed: Placed[] = [];
  #scenery: Scenery = () => ({ width: 0, height: 0, data: new Uint8Array() });

  constructor(
    set: TextSet,
    seed: number,
    size: Size,
    brands: readonly string[],
    words: readonly string[],
  ) {
    this.#set = set;
    this.#random = mulberry32(seed);
    this.#size = size;
    this.#short = Math.min(...size);
    this.#isBig = this.#short >= 700;
    this.#brands = brands;
    this.#words = words;
  }

  async draw(background: Background, layout: Layout): Promise<void> {
    this.#scenery = await sceneryOf(background, this.#set, this.#size, this.#random);
    await this.#layOut[layout]();
  }

  /** Places the lines of each layout. The order matters: every line draws its random numbers when it is placed. */
  readonly #layOut: Readonly<Record<Layout, () => Promise<void>>> = {
    names: async () => {
      for (let i = 0; i < 3 + Math.floor(this.#random() * 3); i++)
        await this.#place(this.#nameOrWords(i), this.#anyCapital(), {
          contrast: contrasts[i % 3],
        });
    },
    subtitle: async () => {
      for (const row of [0.9, 0.82])
        await this.#place(
          this.#sentence(this.#isBig ? 5 : 3),
          this.#short / (this.#isBig ? 30 : 12),
          {
            row,
            outline: '#000000',
            colour: '#ffffff',
            contrast: 'strong',
            center: true,
          },
        );
    },
    'small print': async () => {
      for (let i = 0; i < (this.#isBig ? 6 : 3); i++)
        await this.#place(this.#sentence(this.#isBig ? 5 : 2), this.#unit(14 + (i % 3) * 2), {
          row: 0.5 + i * (this.#isBig ? 0.06 : 0.16),
          contrast: i % 2 ? 'medium' : 'strong',
        });
    },
    'lower third': async () => {
      await this.#place(this.#brand(), this.#short / 18, {
        row: 0.78,
        contrast: 'strong',
        shadow: true,
      });
      await this.#place(this.#sentence(3), Math.max(14, this.#short / 34), {
        row: 0.87,
        contrast: 'strong',
        shadow: true,
      });
    },
    watermark: async () => {
      await this.#place(this.#brand(), this.#unit(22), {
        row: 0.06,
        contrast: 'medium',
        share: 0.75,
      });
      await this.#place(this.#brand(), this.#unit(44), { row: 0.6, contrast: 'faint' });
    },
    scroll: async () => {
      for (let i = 0; i < 5; i++)
        await this.#place(i % 2 ? this.#brand() : this.#sentence(3), this.#unit(24), {
          row: 0.55 + i * 0.17,
          contrast: 'strong',
          motion: 'up',
          center: true,
        });
    },
    across: async () => {
      await this.#place(this.#brand(), this.#short / 14, {
        row: 0.3,
        contrast: 'strong',
        motion: 'across',
      });
      await this.#place(this.#sentence(2), this.#short / 20, {
        row: 0.7,
        contrast: 'medium',
        motion: 'across',
      });
    },
    fade: async () => {
      await this.#place(this.#brand(), this.#short / 10, { contrast: 'strong', motion: 'fade' });
      await this.#place(this.#sentence(3), this.#short / 24, {
        contrast: 'strong',
        motion: 'fade',
      });
    },
    zoom: async () => {
      await this.#place(this.#brand(), this.#short / 9, {
        row: 0.5,
        contrast: 'strong',
        motion: 'zoom',
        center: true,
      });
    },
    none: async () => undefined,
  };

  /** The picture at a time, including the letters. */
  frame(seconds: number): RgbImage {
    const { width, height, data } = this.#scenery(seconds);
    const picture = { width, height, data: Uint8Array.from(data) };
    for (const line of this.#placed) {
      const at = placeAt(line, seconds);
      if (at) lay(picture, at.mark, at.left, at.top, line.share * at.share);
    }
    return picture;
  }

  truth(): TruthLine[] {
    const [width, height] = this.#size;
    const scale = Math.min(1, readSide / Math.max(width, height));
    return this.#placed.map((line) => ({
      text: line.text,
      brand: line.brand,
      contrast: line.contrast,
      capital: line.capital * scale,
      boxAt: (seconds) => {
        const at = placeAt(line, seconds);
        if (!at || at.share < 0.7) return null;

        const { ink } = at.mark;
        const box = {
          x: (at.left + ink.x) / width,
          y: (at.top + ink.y) / height,
          width: ink.width / width,
          height: ink.height / height,
        };
        const whole = box.x >= 0 && box.y >= 0 && box.x + box.width <= 1 && box.y + box.height <= 1;

        return whole ? box : null;
      },
    }));
  }

  async #place(
    { text, brand }: { text: string; brand: string | null },
    capital: number,
    wish: {
      contrast?: Contrast | undefined;
      row?: number;
      center?: boolean;
      colour?: string;
      outline?: string;
      shadow?: boolean;
      motion?: Motion;
      share?: number;
    },
  ): Promise<void> {
    const random = this.#random;
    const [width, height] = this.#size;
    const contrast = wish.contrast ?? 'strong';
    const motion = wish.motion ?? 'still';
    const free = wish.row === undefined && motion === 'still';
    const base: Lettering = {
      text,
      font: pick(sources[this.#set].fonts, random),
      bold: random() < 0.4,
      capital: Math.min(capital, (width * 0.9) / text.length),
      colour: '#ffffff',
      outline:
        wish.outline ?? (free && contrast === 'strong' && random() < 0.25 ? '#101010' : null),
      shadow: wish.shadow ?? (free && contrast === 'strong' && random() < 0.25),
      turn: free && random() < 0.25 ? Math.round(random() * 40 - 20) : 0,
    };
    const size = await drawLettering(base);

    for (let attempt = 0; attempt < 30; attempt++) {
      const left = wish.center
        ? (width - size.width) / 2
        : 8 + random() * (width - size.width - 16);
      const top =
        wish.row === undefined ? 8 + random() * (height - size.height - 16) : wish.row * height;
      const at = {
        x: Math.round(left),
        y: Math.round(top),
        width: size.width,
        height: size.height,
      };
      if (at.x < 0 || at.y < 0 || (motion !== 'up' && at.y + at.height > height)) continue;
      if (this.#placed.some((other) => meets(other, at))) continue;

      const colour = wish.colour ?? this.#ink(at, contrast);
      const mark = await drawLettering({ ...base, colour });
      const marks = motion === 'zoom' ? await zoomed({ ...base, colour }) : undefined;
      const late = free && random() < 0.4 ? 1.5 : 0;
      this.#placed.push({
        text,
        brand,
        mark,
        contrast,
        capital: base.capital,
        motion,
        left: at.x,
        top: at.y,
        ...(marks && { marks }),
        from: late,
        to: late > 0 || random() < 0.6 ? clipSeconds : 4.5,
        speed: motion === 'up' ? -height * 0.09 : ((left > width / 2 ? -1 : 1) * width) / 12,
        share: wish.share ?? 1,
      });

      return;
    }
  }

  /** A colour for letters whose contrast with the mean of the background at this place is as required. */
  #ink(at: Box, contrast: Contrast): string {
    const picture = this.#scenery(0);
    const sum = [0, 0, 0];
    let count = 0;
    for (let y = at.y; y < Math.min(picture.height, at.y + at.height); y += 2)
      for (let x = at.x; x < Math.min(picture.width, at.x + at.width); x += 2, count++)
        for (let c = 0; c < 3; c++)
          sum[c] = (sum[c] as number) + (picture.data[(y * picture.width + x) * 3 + c] as number);

    const mean = sum.map((value) => value / Math.max(1, count));
    const luma =
      0.3 * (mean[0] as number) + 0.59 * (mean[1] as number) + 0.11 * (mean[2] as number);
    const sign = luma > 127 ? -1 : 1;
    const distance = {
      strong: 125,
      medium: 65 + this.#random() * 25,
      faint: 32 + this.#random() * 14,
    };
    const tint = contrast === 'strong' ? () => this.#random() * 40 - 20 : () => 0;
    const value = (c: number) =>
      Math.round(
        Math.min(255, Math.max(0, (mean[c] as number) + sign * distance[contrast] + tint())),
      );

    return `rgb(${value(0)},${value(1)},${value(2)})`;
  }

  /** Converts a height at 1280 x 720 into this clip's pixels; at least 14, for the sake of small pictures. */
  readonly #unit = (pixels: number) => Math.max(14, (pixels * Math.max(...this.#size)) / readSide);

  #anyCapital(): number {
    const largest = Math.min(...this.#size) / 3;
    return Math.max(
      this.#unit(14),
      this.#unit(14) * (largest / this.#unit(14)) ** (this.#random() ** 1.5),
    );
  }

  #brand = () => {
    const brand = pick(this.#brands, this.#random);
    return { text: this.#random() < 0.3 ? brand.toUpperCase() : brand, brand };
  };

  #sentence(count: number) {
    const words = Array.from({ length: count }, () => pick(this.#words, this.#random));
    const text = words.join(' ');
    return { text: text.charAt(0).toUpperCase() + text.slice(1), brand: null };
  }

  #nameOrWords = (i: number) => (i % 3 === 2 ? this.#sentence(2) : this.#brand());
}

function meets(placed: Placed, at: Box): boolean {
  const box = {
    x: placed.left,
    y: placed.top,
    width: placed.mark.width,
    height: placed.mark.height,
  };
  const pad = 0.15;
  const far = {
    x: at.x - at.height * pad,
    y: at.y - at.height * pad,
    width: at.width * (1 + pad),
    height: at.height * (1 + 2 * pad),
  };

  return (
    box.x < far.x + far.width &&
    far.x < box.x + box.width &&
    box.y < far.y + far.height &&
    far.y < box.y + box.height
  );
}

const zoomed = (look: Lettering) =>
  Promise.all(
    Array.from({ length: clipSeconds * clipFps }, (_, i) =>
      drawLettering({
        ...look,
        capital: look.capital * (0.5 + (0.5 * i) / (clipSeconds * clipFps)),
      }),
    ),
  );

/** The position of a line at a time, and its opacity; null outside of the line's time. */
function placeAt(line: Placed, seconds: number) {
  const { motion, mark, left, top, speed, from, to } = line;
  if (seconds < from - 1e-6 || seconds > to) return null;

  switch (motion) {
    case 'across':
      return { mark, left: Math.round(left + speed * seconds), top, share: 1 };
    case 'up':
      return { mark, left, top: Math.round(top + speed * seconds), share: 1 };
    case 'fade':
      return {
        mark,
        left,
        top,
        share: Math.max(0, Math.min(1, seconds / 1.5, (to - seconds) / 1.5)),
      };
    case 'zoom': {
      const now = line.marks?.[Math.round(seconds * clipFps)] ?? mark;
      return {
        mark: now,
        share: 1,
        left: Math.round(left + (mark.width - now.width) / 2),
        top: Math.round(top + (mark.height - now.height) / 2),
      };
    }
    case 'still':
      return { mark, left, top, share: 1 };
  }
}

/** Writes `count` clips of six seconds into `folder`. */
export async function makeTextClips(
  set: TextSet,
  lexicon: Lexicon,
  folder: string,
  count: number,
): Promise<TextClip[]> {
  const { brands, words } = vocabulary(set, lexicon);
  const clips: TextClip[] = [];
  for (let i = 0; i < count; i++) {
    const size = sizes[i % sizes.length] as Size;
    const background = backgrounds[i % backgrounds.length] as Background;
    const layout = layouts[i % layouts.length] as Layout;
    const maker = new ClipMaker(
      set,
      i * 7919 + (set === 'tuning' ? 1 : 500_009),
      size,
      brands,
      words,
    );
    await maker.draw(background, layout);

    const name = `${i} ${layout} on ${background} ${size.join('x')}`;
    const file = join(folder, `${i}.mp4`);
    if (!existsSync(file)) await encode(file, size, (seconds) => maker.frame(seconds));
    clips.push({ name, file, seconds: clipSeconds, lines: maker.truth() });
  }

  return clips;
}

async function encode(file: string, [width, height]: Size, frame: (seconds: number) => RgbImage) {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`],
      ...['-r', String(clipFps), '-i', '-', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22'],
      ...['-pix_fmt', 'yuv420p', '-threads', '1', file],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'close');

  for (let i = 0; i < clipSeconds * clipFps; i++)
    if (!ffmpeg.stdin.write(frame(i / clipFps).data)) await once(ffmpeg.stdin, 'drain');

  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** Whether two boxes overlap so much that they are the same place. */
export const samePlace = (a: Box, b: Box) =>
  intersection(widened(a, 0.1), b) > 0.5 * Math.min(a.width * a.height, b.width * b.height);
