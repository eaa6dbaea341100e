/**
 * A sight pack: what the stretches of a video look like, as bytes. Each stretch takes the same number of bytes, so that
 * the packs of a video's parts become the pack of the whole video by standing one after the other. A video has a pack
 * of the vectors that are compared with pictures, and with a pulled model another of those compared with words.
 */

/**
 * Identifies what makes the vectors (engines/sight): vectors of another network, or of another projection, can't be
 * compared with them.
 */
export const sightModel = 'centernet-mb3-512-sight-1';
/** Numbers in a vector that is compared with pictures. */
export const sightLength = 128;
/** Maximum numbers in a vector that is compared with words; those of CLIP have 512, those of SigLIP 768. */
export const longestForWords = 1024;
/** Start, end and the time of the picture, as 32-bit floats, little-endian; then the vector, a signed byte a number. */
const headBytes = 12;

/** A stretch of a video, in seconds. */
export interface SightStretch {
  readonly start: number;
  readonly end: number;
  /** When the picture is shown that the vector describes. */
  readonly timestamp: number;
}

export interface DescribedStretch extends SightStretch {
  readonly vector: Int8Array;
}

/** The vectors must all have the same length. */
export function sightPackOf(stretches: readonly DescribedStretch[]): Uint8Array {
  const length = stretches[0]?.vector.length ?? 0;
  const stretchBytes = headBytes + length;
  const bytes = new Uint8Array(stretches.length * stretchBytes);
  const view = new DataView(bytes.buffer);

  for (const [index, { start, end, timestamp, vector }] of stretches.entries()) {
    const offset = index * stretchBytes;
    view.setFloat32(offset, start, true);
    view.setFloat32(offset + 4, end, true);
    view.setFloat32(offset + 8, timestamp, true);
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, length), offset + headBytes);
  }

  return bytes;
}

/** Times are exact to a hundredth of a second; a 32-bit float holds them so for 36 hours. */
const seconds = (value: number): number => Math.round(value * 100) / 100;

export class SightPack {
  readonly #view: DataView;
  readonly #vectors: Int8Array;
  readonly #length: number;
  readonly #stretchBytes: number;
  /** For each stretch, one divided by the length of its vector. */
  readonly #scales: Float32Array;
  readonly count: number;
  readonly bytes: number;

  /** `length`: numbers in each vector of the pack. */
  constructor(bytes: Uint8Array, length: number) {
    // The bytes are copied, so that they do not keep a larger buffer alive.
    const copy = new Uint8Array(bytes);
    this.#view = new DataView(copy.buffer);
    this.#vectors = new Int8Array(copy.buffer);
    this.#length = length;
    this.#stretchBytes = headBytes + length;
    this.count = Math.floor(copy.length / this.#stretchBytes);
    this.bytes = copy.length + this.count * Float32Array.BYTES_PER_ELEMENT;
    this.#scales = Float32Array.from({ length: this.count }, (_, index) =>
      scaleOf(this.vector(index)),
    );
  }

  stretch(index: number): SightStretch {
    const offset = index * this.#stretchBytes;
    return {
      start: seconds(this.#view.getFloat32(offset, true)),
      end: seconds(this.#view.getFloat32(offset + 4, true)),
      timestamp: seconds(this.#view.getFloat32(offset + 8, true)),
    };
  }

  vector(index: number): Int8Array {
    const offset = index * this.#stretchBytes + headBytes;
    return this.#vectors.subarray(offset, offset + this.#length);
  }

  /** Calls `tell` for each stretch that is at least this much like the vector (the cosine of their angle, -1 to 1). */
  scan(
    vector: Int8Array,
    threshold: number,
    tell: (index: number, likeness: number) => void,
  ): void {
    const vectors = this.#vectors;
    const length = this.#length;
    const scale = scaleOf(vector);

    for (let index = 0; index < this.count; index += 1) {
      const offset = index * this.#stretchBytes + headBytes;
      let dot = 0;
      for (let number = 0; number < length; number += 1)
        dot += (vector[number] as number) * (vectors[offset + number] as number);

      const likeness = dot * scale * (this.#scales[index] as number);
      if (likeness >= threshold) tell(index, likeness);
    }
  }
}

function scaleOf(vector: Int8Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}
