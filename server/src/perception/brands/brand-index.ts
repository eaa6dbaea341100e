/**
 * Finds the few brands of a long list that a line of text may name, so that searching for fifty thousand names stays
 * cheap.
 */
import { type KeyedText, shapeDistance } from '../../analysis/name-key.ts';
import type { BrandName } from './brand-lexicon.ts';

interface LooseForm {
  readonly brand: BrandName;
  readonly key: string;
  /** A bit set of the letter shapes that occur in the key. */
  readonly shapes: number;
}

/** Number of letters that may be wrong in a name that was not requested. */
export const unaskedTolerance = 1;
/** Names shorter than this that were not requested must match letter by letter. */
export const shortestLooseKey = 6;
const mostLengthDifference = 2;
/**
 * Maximum number of bits in which the shapes of two similar keys differ: 2 if one letter replaces another, 3 if it
 * replaces two that were merged, plus 1 in reserve.
 */
const mostOtherShapes = 4;

/** Maps letters and digits of similar shape to the same character; the groups match the pairs in `shapeDistance`. */
const shapes = new Map(
  ['0odqgb9683', '1liftj7', '5s', '2z', 'uvy', 'hn', '4a'].flatMap((alike) =>
    Array.from(alike, (letter) => [letter, alike[0] as string] as const),
  ),
);
const lettersOfAnEnd = 3;

const shapesOf = (text: string): string =>
  Array.from(text, (letter) => shapes.get(letter) ?? letter).join('');
const headOf = (text: string): string => shapesOf(text.slice(0, lettersOfAnEnd));
const tailOf = (text: string): string => shapesOf(text.slice(-lettersOfAnEnd));

/** Whether the first or the last letters look alike: a single wrong letter leaves one end of a name unchanged. */
export const sharesAnEnd = (text: string, key: string): boolean =>
  headOf(text) === headOf(key) || tailOf(text) === tailOf(key);

export class BrandIndex {
  /**
   * The requested names. They may contain more errors than the index can handle, but there are few of them, so they are
   * always candidates.
   */
  readonly targets: readonly BrandName[];
  readonly #byKey = new Map<string, BrandName[]>();
  /** Names indexed by their length and the letter shapes at one of their ends. */
  readonly #byEnd = new Map<string, LooseForm[]>();
  #longestKey = 0;

  constructor(brands: readonly BrandName[]) {
    this.targets = brands.filter(({ target }) => target);
    for (const brand of brands) if (!brand.target) this.#add(brand);
  }

  /**
   * Returns the requested names and every other brand that the line may name. Some of these may turn out not to be in
   * the line.
   */
  candidates(line: KeyedText): BrandName[] {
    const candidates = new Set(this.targets);
    this.#addExact(line, candidates);
    this.#addLoose(line, candidates);
    return [...candidates];
  }

  #add(brand: BrandName): void {
    for (const { key, kind } of brand.forms) {
      push(this.#byKey, key, brand);
      this.#longestKey = Math.max(this.#longestKey, key.length);

      if (!brand.kept || kind !== 'unique' || key.length < shortestLooseKey) continue;
      const form = { brand, key, shapes: shapesIn(key) };
      push(this.#byEnd, `${key.length} ${headOf(key)}-`, form);
      push(this.#byEnd, `${key.length} -${tailOf(key)}`, form);
    }
  }

  /** Adds brands with exactly the same key as a piece of the line that begins or ends at a word edge. */
  #addExact({ key, edges }: KeyedText, candidates: Set<BrandName>): void {
    const add = (from: number, to: number) => {
      for (const brand of this.#byKey.get(key.slice(from, to)) ?? []) candidates.add(brand);
    };

    for (const edge of edges) {
      const mostAfter = Math.min(key.length, edge + this.#longestKey);
      for (let to = edge + 1; to <= mostAfter; to++) add(edge, to);
      const mostBefore = Math.max(0, edge - this.#longestKey);
      for (let from = mostBefore; from < edge; from++) add(from, edge);
    }
  }

  #addLoose({ key, edges }: KeyedText, candidates: Set<BrandName>): void {
    const shortest = shortestLooseKey - mostLengthDifference;
    const longest = this.#longestKey + mostLengthDifference;

    for (const [index, from] of edges.entries()) {
      for (const to of edges.slice(index + 1)) {
        const length = to - from;
        if (length > longest) break;
        if (length >= shortest) this.#addLike(key.slice(from, to), candidates);
      }
    }
  }

  #addLike(text: string, candidates: Set<BrandName>): void {
    const ends = [`${headOf(text)}-`, `-${tailOf(text)}`];
    const textShapes = shapesIn(text);

    for (let change = -mostLengthDifference; change <= mostLengthDifference; change++) {
      for (const end of ends) {
        for (const form of this.#byEnd.get(`${text.length + change} ${end}`) ?? []) {
          if (candidates.has(form.brand)) continue;
          if (bitsIn(textShapes ^ form.shapes) > mostOtherShapes) continue;
          const distance = shapeDistance(text, form.key, unaskedTolerance);
          if (distance <= unaskedTolerance) candidates.add(form.brand);
        }
      }
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function shapesIn(key: string): number {
  let bits = 0;
  for (const letter of key) {
    const code = (shapes.get(letter) ?? letter).charCodeAt(0);
    // Different letters may share a bit; this only means that a few more names than necessary are compared.
    bits |= 1 << (code % 32);
  }
  return bits;
}

/** Number of one bits in a 32-bit value, counted in parallel (Warren, Hacker's Delight, 5-1). */
function bitsIn(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
