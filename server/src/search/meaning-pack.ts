/**
 * A pack: the stretches of a job as bytes, with the position and the signature of each. A search by meaning scans all
 * packs of a workspace.
 */
import { type SearchKind, searchKinds } from '@reelsight/contract';
import { countWhile } from '../analysis/ordered.ts';
import { bitsApart, signatureOf, signatureWords } from '../analysis/vectors.ts';
import { meantKinds, type Stretch } from './meaning-stretches.ts';

/**
 * Layout in 32-bit words, little-endian: first the number of words in a signature, then for each stretch its kind in
 * the low 8 bits and its speaker in the bits above; the distance from its first to its last passage id; the low and the
 * high half of its first passage id; and its signature.
 */
const headWords = 1;
const stretchWords = 4;
const high = 2 ** 32;
const mostSpeaker = 0xffff;

export interface PackedStretch extends Stretch {
  readonly vector: Int8Array;
}

export function packOf(stretches: readonly PackedStretch[]): Uint8Array {
  const signature = signatureWords(stretches[0]?.vector.length ?? 0);
  const size = stretchWords + signature;
  const words = new Uint32Array(headWords + stretches.length * size);
  words[0] = signature;

  for (const [place, stretch] of stretches.entries()) {
    const speaker = stretch.speaker <= mostSpeaker ? stretch.speaker : 0;
    const head = [
      meantKinds.indexOf(stretch.kind as (typeof meantKinds)[number]) + speaker * 256,
      Math.min(stretch.last - stretch.first, high - 1),
      stretch.first % high,
      Math.floor(stretch.first / high),
    ];
    words.set(head, headWords + place * size);
    words.set(signatureOf(stretch.vector), headWords + place * size + stretchWords);
  }

  return new Uint8Array(words.buffer);
}

/** Conditions that a stretch must meet to be compared. */
export interface PackFilter {
  /** Null: any. */
  readonly kinds: readonly SearchKind[] | null;
  readonly speaker: number | null;
  /** Sorted ids of passages, one of which the stretch must contain; null for any. */
  readonly passages: Float64Array | null;
}

export interface Placed {
  readonly kind: SearchKind;
  readonly first: number;
  readonly last: number;
}

export class Pack {
  readonly #words: Int32Array;
  readonly #size: number;
  readonly count: number;
  readonly bytes: number;

  constructor(bytes: Uint8Array) {
    // The bytes are copied, so that the copy begins at a multiple of four and does not keep a larger buffer alive.
    this.#words = new Int32Array(new Uint8Array(bytes).buffer);
    this.#size = stretchWords + (this.#words[0] ?? 0);
    this.count = Math.floor((this.#words.length - headWords) / this.#size);
    this.bytes = bytes.length;
  }

  /**
   * Calls `tell` for each matching stretch with the number of bits by which its signature differs from the given one.
   * Does nothing if the signatures of the pack have another length.
   */
  scan(signature: Int32Array, filter: PackFilter, tell: (place: number, apart: number) => void) {
    if (this.#words[0] !== signature.length) return;

    const kinds = filter.kinds && meantKinds.map((kind) => filter.kinds?.includes(kind) === true);
    for (let place = 0; place < this.count; place += 1) {
      const offset = headWords + place * this.#size;
      const head = this.#words[offset] as number;
      if (kinds && !kinds[head & 0xff]) continue;
      if (filter.speaker !== null && head >>> 8 !== filter.speaker) continue;
      if (filter.passages && !this.#holdsOne(place, filter.passages)) continue;
      tell(place, bitsApart(signature, this.#words, offset + stretchWords));
    }
  }

  placed(place: number): Placed {
    const offset = headWords + place * this.#size;
    const first = this.#first(offset);
    const kind = meantKinds[(this.#words[offset] as number) & 0xff] ?? 'speech';
    return { kind, first, last: first + ((this.#words[offset + 1] as number) >>> 0) };
  }

  #first(offset: number): number {
    return (
      ((this.#words[offset + 2] as number) >>> 0) +
      ((this.#words[offset + 3] as number) >>> 0) * high
    );
  }

  #holdsOne(place: number, passages: Float64Array): boolean {
    const { first, last } = this.placed(place);
    const from = countWhile(passages, (id) => id < first);
    return (passages[from] ?? Number.POSITIVE_INFINITY) <= last;
  }
}

/** Whether search by meaning covers any of these kinds. */
export const hasMeaning = (kinds: readonly SearchKind[] | null): boolean =>
  (kinds ?? searchKinds).some((kind) => meantKinds.some((meantKind) => meantKind === kind));
