/**
 * Finds where scenes begin: at hard cuts of the whole picture or of a tile of a split screen, at dissolves and at
 * fades.
 */
import {
  blockCount,
  blockDifferences,
  cropped,
  cutPictureHeight,
  cutPictureWidth,
  difference,
  histogram,
  histogramChange,
  type PixelBox,
} from './cut-picture.ts';
import { GradualFinder } from './gradual.ts';
import type { Scene, Shot, Span } from './media.ts';
import { changedTile } from './tiles.ts';

// Tuned on 69 random joins of short clips. These were encoded at three qualities and frame rates (one with blended
// frames), and decoded both completely and by reference frames only. Flashes, pans, shakes and waveforms without any
// cut were included. F1 is 0.97.
/** Number of frames compared on each side of a cut: more than a flash lasts, fewer than the shortest shot has. */
const sideFrames = 5;
/**
 * Frames further than this from a possible cut are not used to judge it (slide shows with a frame every few seconds).
 */
const sideSeconds = 0.5;
/** Smallest difference that counts as a cut; see `difference`. */
const leastDifference = 15;
/** Smallest fraction of the histogram that must change. Motion alone hardly changes it. */
const leastHistogramChange = 0.3;
/** How many times larger than the surrounding motion the difference at a cut must be. */
const unrestFactor = 1.8;
/** Two cuts closer together than this count as one, for instance around a frame blended from both shots. */
const leastShotSeconds = 0.2;
/** A block counts as new if it differs by at least this much. */
const leastBlockDifference = 10;
/**
 * Fraction of the blocks that are new at a cut in the smallest tile, and how many times more new blocks the frame at a
 * cut must have than its neighbouring frames.
 */
const leastNewBlocks = 1 / 20;
const suddenFactor = 1.25;

interface Moment {
  readonly time: number;
  readonly picture: Uint8Array;
  /** Difference from the previous frame. */
  readonly step: number;
}

interface Framed extends Moment {
  /** Number of blocks that differ from the previous frame. */
  readonly newBlocks: number;
}

const noBlocks = new Float32Array(blockCount);

interface Cut {
  readonly time: number;
  readonly step: number;
  /** The tile in which the cut happens; null for the whole picture. */
  readonly tile: PixelBox | null;
}

type Border = Omit<Scene, 'end'>;

/** Finds cuts. Takes the frames of one video in order of time and keeps only the last few. */
export class CutFinder {
  readonly #window: Framed[] = [];
  readonly #cuts: Cut[] = [];
  readonly #gradual = new GradualFinder();

  /** `picture` holds the planes Y, U and V one after the other. The array is kept, so pass a fresh one each time. */
  add(time: number, picture: Uint8Array): void {
    const previous = this.#window.at(-1);
    const blocks = previous ? blockDifferences(previous.picture, picture) : noBlocks;
    const step = blocks.reduce((sum, block) => sum + block, 0) / blocks.length;
    const newBlocks = blocks.filter((block) => block >= leastBlockDifference).length;
    this.#window.push({ time, picture, step, newBlocks });

    if (this.#window.length > 2 * sideFrames) this.#window.shift();
    if (this.#window.length > sideFrames) this.#judge(this.#window.length - sideFrames);
    this.#gradual.add(time, picture);
  }

  /** Returns the scenes of the decoded range of the video, without gaps. */
  finish(range: Span): Scene[] {
    const unjudged = Math.max(1, this.#window.length - sideFrames + 1);
    for (let index = unjudged; index < this.#window.length; index += 1) this.#judge(index);

    const gradual = this.#gradual.finish();
    const isWithin = (time: number) =>
      gradual.stretches.some(({ start, end }) => time >= start && time <= end);
    const hard = this.#cuts.filter(({ time }) => !isWithin(time)).map(borderOf);
    const soft = gradual.borders.map(({ time, transition }) => ({ start: time, transition }));
    const borders = [...hard, ...soft].filter(
      ({ start }) => start > range.start && start < range.end,
    );

    return scenesBetween(
      borders.sort((a, b) => a.start - b.start),
      range,
    );
  }

  /** Decides whether a shot begins with frame `frameIndex` of the window. */
  #judge(frameIndex: number): void {
    const last = this.#window[frameIndex - 1];
    const first = this.#window[frameIndex];
    if (!last || !first) return;

    const mayBeTile = this.#isSudden(frameIndex);
    if (first.step < leastDifference && !mayBeTile) return;

    const framesBefore = this.#window
      .slice(Math.max(0, frameIndex - sideFrames), frameIndex)
      .filter((moment) => last.time - moment.time <= sideSeconds);
    const framesAfter = this.#window
      .slice(frameIndex, frameIndex + sideFrames)
      .filter((moment) => moment.time - first.time <= sideSeconds);

    const tile = mayBeTile ? changedTile(last.picture, first.picture) : null;
    if (tile && isCut(...inTile(framesBefore, framesAfter, tile))) this.#keep({ ...first, tile });
    else if (isCut(framesBefore, framesAfter)) this.#keep({ ...first, tile: null });
  }

  /**
   * Whether part of the picture changes more than in the neighbouring frames. This check is cheaper than the search
   * for a changed tile, so it comes first.
   */
  #isSudden(frameIndex: number): boolean {
    const newBlocks = (index: number) => this.#window[index]?.newBlocks ?? 0;
    const beside = Math.max(newBlocks(frameIndex - 1), newBlocks(frameIndex + 1));
    return newBlocks(frameIndex) >= Math.max(leastNewBlocks * blockCount, suddenFactor * beside);
  }

  #keep(cut: Cut): void {
    const last = this.#cuts.at(-1);
    if (last && cut.time - last.time < leastShotSeconds) {
      if (cut.step <= last.step) return;
      this.#cuts.pop();
    }
    this.#cuts.push({ time: cut.time, step: cut.step, tile: cut.tile });
  }
}

/**
 * Merges the scenes on both sides of a `part_cut` into one shot, because only one tile is cut and the other tiles
 * continue.
 */
export function shotsOf(scenes: readonly Scene[]): Shot[] {
  const shots: Shot[] = [];
  for (const { start, end, transition } of scenes) {
    const last = transition === 'part_cut' ? shots.pop() : null;
    shots.push({ start: last?.start ?? start, end });
  }
  return shots;
}

function scenesBetween(borders: readonly Border[], range: Span): Scene[] {
  const scenes = [{ start: range.start }, ...borders];
  return scenes.map((scene, index) => ({
    ...scene,
    end: scenes[index + 1]?.start ?? range.end,
  }));
}

function borderOf({ time, tile }: Cut): Border {
  if (!tile) return { start: time, transition: 'cut' };

  const part = {
    x: tile.left / cutPictureWidth,
    y: tile.top / cutPictureHeight,
    width: tile.width / cutPictureWidth,
    height: tile.height / cutPictureHeight,
  };
  return { start: time, transition: 'part_cut', part };
}

type Moments = readonly Moment[];

/** Crops the moments before and after a cut to a tile. */
function inTile(framesBefore: Moments, framesAfter: Moments, tile: PixelBox): [Moment[], Moment[]] {
  let last: Uint8Array | null = null;
  const crops = [...framesBefore, ...framesAfter].map(({ time, picture }) => {
    const crop = cropped(picture, tile);
    const step = last ? difference(last, crop) : 0;
    last = crop;
    return { time, picture: crop, step };
  });
  return [crops.slice(0, framesBefore.length), crops.slice(framesBefore.length)];
}

/** Whether the difference between the frames before and after a possible cut is larger than motion explains. */
function isCut(framesBefore: Moments, framesAfter: Moments): boolean {
  const step = framesAfter[0]?.step ?? 0;
  if (step < leastDifference) return false;
  const threshold = Math.max(leastDifference, unrestFactor * unrest(framesBefore, framesAfter));
  return step >= threshold && allApart(framesBefore, framesAfter, threshold);
}

/** True when every frame before differs from every frame after: a flash reverts, a cut does not. */
function allApart(framesBefore: Moments, framesAfter: Moments, threshold: number): boolean {
  const histograms = framesAfter.map((moment) => histogram(moment.picture));
  return framesBefore.every((earlier) => {
    const earlierHistogram = histogram(earlier.picture);
    return framesAfter.every(
      (later, index) =>
        difference(earlier.picture, later.picture) >= threshold &&
        histogramChange(earlierHistogram, histograms[index] ?? earlierHistogram) >=
          leastHistogramChange,
    );
  });
}

/**
 * The difference that motion alone would cause across the gap at the cut, estimated from the two steps on each side.
 * The second largest step is used, because the largest may lead into a blended frame. Skipped frames make the gaps
 * vary, and differences caused by motion grow roughly with the square root of the gap.
 */
function unrest(framesBefore: Moments, framesAfter: Moments): number {
  const last = framesBefore.at(-1);
  const first = framesAfter[0];
  if (!last || !first) return 0;

  const gap = first.time - last.time;
  const steps: number[] = [];

  for (const side of [framesBefore.slice(-3), framesAfter.slice(0, 3)]) {
    for (let index = 1; index < side.length; index += 1) {
      const moment = side[index] ?? first;
      const seconds = moment.time - (side[index - 1] ?? moment).time;
      steps.push(moment.step * Math.sqrt(gap / Math.max(seconds, 1e-3)));
    }
  }

  steps.sort((a, b) => b - a);
  return steps[1] ?? steps[0] ?? 0;
}
