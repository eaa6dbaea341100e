/** The storyboard: sampled frames side by side on JPEG sheets, made from the stored pictures. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Frames } from './frames.ts';
import { decodedRange, type FrameSample, type MediaPass } from './media.ts';
import { lengthOf } from './range.ts';

const grid = { cols: 8, rows: 8 } as const;
const tilesPerSheet = grid.cols * grid.rows;
const tileSidePixels = 580;
const mostTiles = 150;
const sheetQuality = 80;
const channels = 3;

/** The storyboard as in `results`, except for the addresses of its sheets. */
export interface Storyboard {
  /** In version 2, a timestamp is the middle of the interval that its tile represents. */
  readonly version: 2;
  readonly interval_ms: number;
  /** Actual time of each tile, ascending. */
  readonly timestamps_ms: readonly number[];
  readonly tile: { readonly w: number; readonly h: number };
  readonly grid: typeof grid;
  readonly count: number;
  readonly duration_ms: number;
  /** Names of the sheets in `outDir`, in order. */
  readonly sheetFiles: readonly string[];
}

export interface StoryboardOptions {
  readonly frames: Pick<Frames, 'jpeg'>;
  readonly pass: MediaPass;
  /** Existing folder to which the sheets are written. */
  readonly outDir: string;
  /** Default 150. */
  readonly maxTiles?: number;
  readonly signal: AbortSignal;
}

/** Draws the sheets of a pass that has frames. Throws the signal's reason if aborted. */
export async function buildStoryboard(options: StoryboardOptions): Promise<Storyboard> {
  const { frames, pass, outDir, maxTiles = mostTiles, signal } = options;
  const samples = spread(pass.frames, maxTiles);
  const shape = pass.images[0];
  if (!shape) throw new RangeError('a storyboard needs frames');

  const scale = tileSidePixels / Math.max(shape.width, shape.height);
  const tile = { w: Math.round(shape.width * scale), h: Math.round(shape.height * scale) };
  const sheetFiles: string[] = [];
  for (let from = 0; from < samples.length; from += tilesPerSheet) {
    const name = `sheet-${String(sheetFiles.length).padStart(3, '0')}.jpg`;
    const jpeg = await drawSheet(frames, samples.slice(from, from + tilesPerSheet), tile, signal);
    await writeFile(join(outDir, name), jpeg);
    sheetFiles.push(name);
  }

  const durationMs = 1000 * pass.probe.durationSeconds;
  return {
    version: 2,
    interval_ms: Math.round((1000 * lengthOf(decodedRange(pass))) / samples.length),
    timestamps_ms: samples.map((sample) => Math.round(1000 * sample.timestamp)),
    tile,
    grid,
    count: samples.length,
    duration_ms: durationMs,
    sheetFiles,
  };
}

/**
 * Picks at most `limit` evenly spaced samples: the samples are divided into that many groups, and the middle one of
 * each is picked.
 */
function spread(samples: readonly FrameSample[], limit: number): FrameSample[] {
  const count = Math.min(limit, samples.length);
  return Array.from({ length: count }, (_, index) => {
    return samples[Math.floor(((index + 0.5) * samples.length) / count)] as FrameSample;
  });
}

async function drawSheet(
  frames: Pick<Frames, 'jpeg'>,
  samples: readonly FrameSample[],
  tile: { readonly w: number; readonly h: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const width = grid.cols * tile.w;
  const height = grid.rows * tile.h;
  const sheet = Buffer.alloc(width * height * channels);
  let lastImage = -1;
  let pixels: Buffer = Buffer.alloc(0);

  for (const [index, sample] of samples.entries()) {
    signal.throwIfAborted();

    if (sample.image !== lastImage) pixels = await drawTile(await frames.jpeg(sample.image), tile);
    lastImage = sample.image;

    const left = (index % grid.cols) * tile.w;
    const top = Math.floor(index / grid.cols) * tile.h;
    for (let row = 0; row < tile.h; row += 1) {
      const from = row * tile.w * channels;
      const to = ((top + row) * width + left) * channels;
      pixels.copy(sheet, to, from, from + tile.w * channels);
    }
  }

  const image = sharp(sheet, {
    raw: { width, height, channels },
    limitInputPixels: width * height,
  });

  return image.jpeg({ quality: sheetQuality }).toBuffer();
}

function drawTile(jpeg: Buffer, tile: { readonly w: number; readonly h: number }): Promise<Buffer> {
  return sharp(jpeg).resize(tile.w, tile.h, { fit: 'fill', kernel: 'mitchell' }).raw().toBuffer();
}
