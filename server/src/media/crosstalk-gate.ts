/**
 * Removes sound from a channel if it is only the voice of the other channel, picked up from a loudspeaker or a phone
 * line. Otherwise that voice would be transcribed twice.
 */

/** 100 ms at 16 kHz. */
const blockSamples = 1600;
const blockBytes = 2 * blockSamples;
/**
 * Levels are compared over this many blocks before and after the current one, so that pauses between syllables do not
 * count.
 */
const reach = 3;
/**
 * Sound picked up from the other channel has a power that is lower by at least this factor, 18 dB. The powers of
 * people who speak at the same time differ by less.
 */
const crosstalkRatio = 63;

interface Block {
  readonly left: Buffer;
  readonly right: Buffer;
  readonly leftPower: number;
  readonly rightPower: number;
}

/** Takes 16-bit samples of two channels in order and returns equally many for each; holds back up to 400 ms. */
export class CrosstalkGate {
  #left = Buffer.alloc(0);
  #right = Buffer.alloc(0);
  /** The last few blocks that were returned, followed by those that are still held back. */
  #blocks: Block[] = [];
  #given = 0;

  /** Returns the samples that are ready (16-bit little-endian). */
  add(left: Buffer, right: Buffer): [Buffer, Buffer] {
    this.#left = Buffer.concat([this.#left, left]);
    this.#right = Buffer.concat([this.#right, right]);
    let offset = 0;
    for (; offset + blockBytes <= this.#left.length; offset += blockBytes)
      this.#take(offset, offset + blockBytes);
    this.#left = this.#left.subarray(offset);
    this.#right = this.#right.subarray(offset);
    return this.#give(this.#blocks.length - reach);
  }

  /** Returns the remaining samples, which were held back until now. */
  finish(): [Buffer, Buffer] {
    if (this.#left.length > 0) this.#take(0, this.#left.length);
    const rest = this.#give(this.#blocks.length);
    this.#left = Buffer.alloc(0);
    this.#right = Buffer.alloc(0);
    this.#blocks = [];
    this.#given = 0;
    return rest;
  }

  #take(from: number, to: number): void {
    const left = this.#left.subarray(from, to);
    const right = this.#right.subarray(from, to);
    this.#blocks.push({ left, right, leftPower: powerOf(left), rightPower: powerOf(right) });
  }

  #give(until: number): [Buffer, Buffer] {
    const left: Buffer[] = [];
    const right: Buffer[] = [];

    for (; this.#given < until; this.#given += 1) {
      const nearbyBlocks = this.#blocks.slice(
        Math.max(0, this.#given - reach),
        this.#given + reach + 1,
      );
      const leftPower = Math.max(...nearbyBlocks.map((block) => block.leftPower));
      const rightPower = Math.max(...nearbyBlocks.map((block) => block.rightPower));
      const block = this.#blocks[this.#given] as Block;
      left.push(leftPower * crosstalkRatio < rightPower ? silent(block.left) : block.left);
      right.push(rightPower * crosstalkRatio < leftPower ? silent(block.right) : block.right);
    }

    const past = Math.max(0, this.#given - reach);
    this.#blocks = this.#blocks.slice(past);
    this.#given -= past;

    return [Buffer.concat(left), Buffer.concat(right)];
  }
}

const silent = ({ length }: Buffer): Buffer => Buffer.alloc(length);

/** Mean square of the samples. */
function powerOf(pcm: Buffer): number {
  let sum = 0;
  for (let index = 0; index < pcm.length; index += 2) sum += pcm.readInt16LE(index) ** 2;
  return sum / (pcm.length / 2);
}
