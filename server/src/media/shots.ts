/** Hard cuts: where a few frames before and a few after are all unlike, more than motion on either side explains. */
import type { Shot } from './media.ts';

/** Size of the pictures compared: planes Y, U and V of 64 x 36. Noise and small motion vanish at this size. */
export const cutPictureWidth = 64;
export const cutPictureHeight = 36;
const planePixels = cutPictureWidth * cutPictureHeight;

// Chosen on 69 random joins of short clips, encoded at three qualities and frame rates (one with blended frames),
// decoded wholly and by reference frames only, and on flashes, pans, shakes and waveforms without any cut: F1 0.97.
/** Frames looked at on each side: more than a flash lasts, fewer than the shortest shot. */
const sideFrames = 5;
/** Frames further away than this say nothing about a cut (slide shows with a frame every few seconds). */
const sideSeconds = 0.5;
/** Least difference of a cut: mean of |Y| plus means of |U| and |V|, in levels of 255. */
const leastDifference = 15;
/** Least part of the histogram that changes, summed over the planes (3 is everything). Motion alone hardly does. */
const leastHistogramChange = 0.3;
/** How many times the motion beside it a cut must differ. */
const unrestFactor = 1.8;
/** Two cuts nearer than this are one, for instance around a frame blended of both shots. */
const leastShotSeconds = 0.2;

interface Moment {
  readonly time: number;
  readonly picture: Uint8Array;
  /** Difference from the frame before. */
  readonly step: number;
}

/** Takes the frames of one video in order of time and keeps only the last few. */
export class CutFinder {
  readonly #window: Moment[] = [];
  readonly #cuts: { time: number; step: number }[] = [];

  /** `picture` holds the planes Y, U, V one after the other and is kept: pass a fresh array each time. */
  add(time: number, picture: Uint8Array): void {
    const before = this.#window.at(-1);
    const step = before ? difference(before.picture, picture) : 0;
    this.#window.push({ time, picture, step });
    if (this.#window.length > 2 * sideFrames) this.#window.shift();
    if (this.#window.length > sideFrames) this.#judge(this.#window.length - sideFrames);
  }

  /** The shots of the whole video, `durationSeconds` long, without gaps. */
  finish(durationSeconds: number): Shot[] {
    const unjudged = Math.max(1, this.#window.length - sideFrames + 1);
    for (let at = unjudged; at < this.#window.length; at += 1) this.#judge(at);
    const inner = this.#cuts.map((cut) => cut.time).filter((time) => time < durationSeconds);
    const edges = [0, ...inner, durationSeconds];
    return edges.slice(1).map((end, index) => ({ start: edges[index] ?? 0, end }));
  }

  /** Decides whether a shot begins with frame `at` of the window. */
  #judge(at: number): void {
    const last = this.#window[at - 1];
    const first = this.#window[at];
    if (!last || !first || first.step < leastDifference) return;
    const before = this.#window
      .slice(Math.max(0, at - sideFrames), at)
      .filter((moment) => last.time - moment.time <= sideSeconds);
    const after = this.#window
      .slice(at, at + sideFrames)
      .filter((moment) => moment.time - first.time <= sideSeconds);
    const least = Math.max(leastDifference, unrestFactor * unrest(before, after));
    if (first.step >= least && allApart(before, after, least)) this.#keep(first);
  }

  #keep(first: Moment): void {
    const last = this.#cuts.at(-1);
    if (last && first.time - last.time < leastShotSeconds) {
      if (first.step <= last.step) return;
      this.#cuts.pop();
    }
    this.#cuts.push({ time: first.time, step: first.step });
  }
}

/** True when every frame before differs from every frame after: a flash reverts, a cut does not. */
function allApart(before: readonly Moment[], after: readonly Moment[], least: number): boolean {
  const histograms = after.map((moment) => histogram(moment.picture));
  return before.every((earlier) => {
    const own = histogram(earlier.picture);
    return after.every(
      (later, index) =>
        difference(earlier.picture, later.picture) >= least &&
        histogramChange(own, histograms[index] ?? own) >= leastHistogramChange,
    );
  });
}

/**
 * The difference motion alone would make across the gap at the cut, from the two steps on each side. The second
 * largest counts, because the largest may lead into a blended frame. If frames are skipped the gaps vary;
 * differences by motion grow about with the root of the gap.
 */
function unrest(before: readonly Moment[], after: readonly Moment[]): number {
  const last = before.at(-1);
  const first = after[0];
  if (!last || !first) return 0;
  const gap = first.time - last.time;
  const steps: number[] = [];
  for (const side of [before.slice(-3), after.slice(0, 3)]) {
    for (let index = 1; index < side.length; index += 1) {
      const moment = side[index] ?? first;
      const seconds = moment.time - (side[index - 1] ?? moment).time;
      steps.push(moment.step * Math.sqrt(gap / Math.max(seconds, 1e-3)));
    }
  }
  steps.sort((a, b) => b - a);
  return steps[1] ?? steps[0] ?? 0;
}

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  }
  return sum / planePixels;
}

const histogramBins = 20;

/** Histograms of the three planes; a value between two bins counts in both, so that noise moves little. */
function histogram(picture: Uint8Array): Float64Array {
  const bins = new Float64Array(3 * histogramBins);
  for (let index = 0; index < picture.length; index += 1) {
    const place = ((picture[index] ?? 0) / 256) * (histogramBins - 1);
    const bin = Math.floor(place) + Math.floor(index / planePixels) * histogramBins;
    const share = place % 1;
    bins[bin] = (bins[bin] ?? 0) + 1 - share;
    bins[bin + 1] = (bins[bin + 1] ?? 0) + share;
  }
  return bins;
}

function histogramChange(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  }
  return sum / (2 * planePixels);
}
