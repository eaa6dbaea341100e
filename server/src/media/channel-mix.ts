/**
 * Mixes two channels into one without losing sound that they hold in opposite phase, as happens with wrongly wired
 * cables and some phone rigs.
 */
import { VoiceChannels } from './voice-channels.ts';

/** 100 ms at 16 kHz: the mix is chosen once for each such block, and changes gradually over its length. */
const blockSamples = 1600;
/** Factor by which the weight of earlier sound falls with each block: it halves every second. */
const memory = 0.5 ** 0.1;
/**
 * If the channels' correlation is lower than this, summing them loses more than it gains. The correlation is about 0 if
 * voices or music are on one side only, or if both sides are independent.
 */
const leastCorrelation = -0.2;

interface Weights {
  readonly left: number;
  readonly right: number;
}

const evenMix: Weights = { left: 0.5, right: 0.5 };
const leftOnly: Weights = { left: 1, right: 0 };
const rightOnly: Weights = { left: 0, right: 1 };

/**
 * Takes 16-bit samples of two channels in order and returns samples of one channel; holds back up to 100 ms of sound.
 */
export class ChannelMix {
  /** The voices found in the channels so far. */
  readonly voices = new VoiceChannels();
  readonly #left = new Int16Array(blockSamples);
  readonly #right = new Int16Array(blockSamples);
  #held = 0;
  #weights: Weights | null = null;
  #leftPower = 0;
  #rightPower = 0;
  #product = 0;

  /** Returns the mixed samples that are ready (16-bit little-endian). */
  add(left: Buffer, right: Buffer): Buffer {
    const count = left.length / 2;
    const blocks: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      this.#left[this.#held] = left.readInt16LE(2 * index);
      this.#right[this.#held] = right.readInt16LE(2 * index);
      this.#held += 1;
      if (this.#held === blockSamples) blocks.push(this.finish());
    }

    return Buffer.concat(blocks);
  }

  /** Returns the remaining samples, which were held back until now. */
  finish(): Buffer {
    const count = this.#held;
    const from = this.#weights ?? this.#choose(count);
    const to = this.#weights === null ? from : this.#choose(count);
    const mixed = Buffer.allocUnsafe(2 * count);
    for (let index = 0; index < count; index += 1) {
      // The weights change evenly from sample to sample, because a step would be heard as a click.
      const part = index / count;
      const leftWeight = from.left + (to.left - from.left) * part;
      const rightWeight = from.right + (to.right - from.right) * part;
      const sample =
        leftWeight * (this.#left[index] ?? 0) + rightWeight * (this.#right[index] ?? 0);
      mixed.writeInt16LE(Math.round(sample), 2 * index);
    }

    this.#weights = to;
    this.#held = 0;

    return mixed;
  }

  #choose(count: number): Weights {
    let leftPower = 0;
    let rightPower = 0;
    let product = 0;
    for (let index = 0; index < count; index += 1) {
      const left = this.#left[index] ?? 0;
      const right = this.#right[index] ?? 0;
      leftPower += left * left;
      rightPower += right * right;
      product += left * right;
    }

    if (count > 0) this.voices.add(leftPower / count, rightPower / count);
    this.#leftPower = memory * this.#leftPower + leftPower;
    this.#rightPower = memory * this.#rightPower + rightPower;
    this.#product = memory * this.#product + product;

    const scale = Math.sqrt(this.#leftPower * this.#rightPower);
    if (scale === 0 || this.#product / scale >= leastCorrelation) return evenMix;

    return this.#leftPower >= this.#rightPower ? leftOnly : rightOnly;
  }
}
