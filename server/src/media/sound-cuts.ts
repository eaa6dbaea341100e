/** Finds positions in streaming sound, in the middle of pauses, where it can be cut without cutting a word. */
import { audioSampleRate } from './sound-pack.ts';

/** Smallest and largest distance between cuts, in seconds. */
const leastSeconds = 20;
const mostSeconds = 40;

/** Levels per second. */
const levelRate = 100;
const levelSamples = audioSampleRate / levelRate;
/** Number of silent samples after which the filters have settled. */
const settlingSamples = audioSampleRate / 4;
/**
 * A cut may only be at a multiple of this many levels. That many levels make up whole windows of the speech detector
 * (512 samples), so the detector gets the same windows with and without the cut.
 */
const cutGrid = 16;
/** Any lower level counts as silence, in dB of full scale. */
const silence = -70;
/** Voices are in this band; hum below it and hiss above it would hide pauses. */
const bandHertz = { from: 150, to: 4000 };
/** Factor of a one-pole filter. */
const passing = (hertz: number): number => 1 - Math.exp((-2 * Math.PI * hertz) / audioSampleRate);
const fromFactor = passing(bandHertz.from);
const toFactor = passing(bandHertz.to);

/** Levels are compared as means over this many values, so that a click does not split a pause. */
const smoothedLevels = 5;
/** Lengths in seconds, tried in this order: a cut is placed in the longest pause if that is at least this long. */
const pauseSeconds = [0.8, 0.5, 0.3];
/** Fractions of all levels, tried in this order: the quietest levels up to this fraction count as quiet. */
const quietShares = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3];

/** Finds the cuts. Takes 16 kHz mono samples in order of time and keeps the levels of at most 40 s. */
export class SoundCuts {
  /** Times of the cuts in seconds, ascending, rounded to hundredths. */
  readonly cuts: number[] = [];
  /** Levels since the last cut, in dB. */
  #levels: number[] = [];
  #base = 0;
  #sample = 0;
  #sum = 0;
  #low = 0;
  #band = 0;

  /** `pcm`: 16-bit little-endian samples, the first of which is sample `from`; a gap before it counts as silence. */
  add(from: number, pcm: Buffer): void {
    this.#passSilence(from);
    for (let offset = 0; offset < pcm.length; offset += 2)
      this.#take(pcm.readInt16LE(offset) / 32768);
  }

  /** Skips silence quickly, because there may be hours of it between two sounds. */
  #passSilence(until: number): void {
    const atRest = Math.min(until, this.#sample + settlingSamples);
    while (this.#sample < atRest || (this.#sample < until && this.#sample % levelSamples > 0)) {
      this.#take(0);
    }

    while (this.#sample + levelSamples <= until) {
      this.#sample += levelSamples;
      this.#addLevel(silence);
    }

    while (this.#sample < until) this.#take(0);
  }

  #take(value: number): void {
    this.#low += fromFactor * (value - this.#low);
    this.#band += toFactor * (value - this.#low - this.#band);
    this.#sum += this.#band * this.#band;
    this.#sample += 1;
    if (this.#sample % levelSamples !== 0) return;
    this.#addLevel(Math.max(silence, 10 * Math.log10(this.#sum / levelSamples)));
    this.#sum = 0;
  }

  #addLevel(level: number): void {
    this.#levels.push(level);
    if (this.#levels.length >= mostSeconds * levelRate) this.#cut();
  }

  #cut(): void {
    const place = quietPlace(smoothed(this.#levels), leastSeconds * levelRate);
    const cutPlace = Math.round(place / cutGrid) * cutGrid;
    this.cuts.push((this.#base + cutPlace) / levelRate);
    this.#base += cutPlace;
    this.#levels = this.#levels.slice(cutPlace);
  }
}

function smoothed(levels: readonly number[]): number[] {
  const half = smoothedLevels >> 1;
  return levels.map((_, index) => {
    const neighbours = levels.slice(Math.max(0, index - half), index + half + 1);
    return neighbours.reduce((sum, level) => sum + level, 0) / neighbours.length;
  });
}

/** Index of the middle of a pause at or after `from`. */
function quietPlace(levels: readonly number[], from: number): number {
  const sorted = [...levels].sort((a, b) => a - b);

  for (const seconds of pauseSeconds) {
    for (const share of quietShares) {
      const maxLevel = (sorted[Math.floor(share * sorted.length)] ?? silence) + 1;
      const run = longestRun(levels, from, maxLevel);
      if (run.length >= seconds * levelRate) return run.start + (run.length >> 1);
    }
  }

  return quietest(levels, from, 0.3 * levelRate);
}

function longestRun(levels: readonly number[], from: number, maxLevel: number) {
  let best = { start: from, length: 0 };
  let start = from;
  for (let index = from; index <= levels.length; index++) {
    if (index < levels.length && (levels[index] as number) <= maxLevel) continue;
    if (index - start > best.length) best = { start, length: index - start };
    start = index + 1;
  }

  return best;
}

/** Used if there is no pause: the middle of the quietest stretch that is `width` levels long. */
function quietest(levels: readonly number[], from: number, width: number): number {
  let best = { at: from, sum: Number.POSITIVE_INFINITY };
  for (let index = from; index + width <= levels.length; index++) {
    const sum = levels.slice(index, index + width).reduce((total, level) => total + level, 0);
    if (sum < best.sum) best = { at: index, sum };
  }
  return best.at + (width >> 1);
}
