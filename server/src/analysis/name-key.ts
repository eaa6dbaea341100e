/**
 * Reduces names and texts to the features that are legible even in poor lettering: letters, digits and word boundaries.
 */
import { charactersOf, keyOf, lettersOf } from '@reelsight/contract/name-identity';

export { identityOf, keyOf } from '@reelsight/contract/name-identity';

export interface KeyedText {
  readonly text: string;
  /** Only letters and digits, folded. Combining marks that must not be omitted follow their letter. */
  readonly key: string;
  /** For each key character the index of its code point in `text`. */
  readonly source: readonly number[];
  /** Positions in `key` where a word begins or ends, including 0 and `key.length`. */
  readonly edges: readonly number[];
}

const letterOrDigit = /^[\p{L}\p{M}\p{N}]/u;
const lower = /^\p{Ll}/u;
const upper = /^\p{Lu}/u;
const digit = /^\p{N}/u;

/**
 * A word ends at anything except letters and digits, between a lower-case and an upper-case letter, and between letters
 * and digits.
 */
export function keyText(text: string): KeyedText {
  let key = '';
  const source: number[] = [];
  const edges = new Set<number>([0]);
  let previous = ' ';
  let next = 0;

  for (const character of charactersOf(text)) {
    const first = next;
    // A letter with its marks has several code points.
    next += character.length === 1 ? 1 : Array.from(character).length;

    if (!letterOrDigit.test(character)) {
      edges.add(key.length);
      previous = ' ';
      continue;
    }

    const camel = lower.test(previous) && upper.test(character);
    const mixed = previous !== ' ' && digit.test(previous) !== digit.test(character);
    if (camel || mixed) edges.add(key.length);
    let index = first;

    for (const folded of lettersOf(character)) {
      key += folded;
      // Characters outside the basic plane take two positions in the key.
      for (let i = 0; i < folded.length; i++) source.push(index);
      if (index < next - 1) index += 1;
    }

    previous = character;
  }

  edges.add(key.length);
  return { text, key, source, edges: [...edges].sort((a, b) => a - b) };
}

/** Pairs of characters that text recognition confuses because they look alike. */
const alikePairs = '0o 0d 0q oq 1l 1i il 1t lt ft 5s 8b 3b 6g 6b 9g 2z 7t uv vy gq ij hn 4a'.split(
  ' ',
);
/** Pairs of letters that text recognition merges into one. */
const joinedPairs: Readonly<Record<string, string>> = {
  rn: 'm',
  vv: 'w',
  cl: 'd',
  nn: 'm',
  ii: 'u',
};
const alikeCost = 0.35;

// Millions of names are compared, so the pairs are looked up by character codes, not as strings.
const codes = 128;
const alike = new Uint8Array(codes * codes);
for (const pair of alikePairs) {
  const a = pair.charCodeAt(0);
  const b = pair.charCodeAt(1);
  alike[a * codes + b] = 1;
  alike[b * codes + a] = 1;
}
/** Maps the codes of two letters to the code of the letter they merge into, or to 0 if they do not merge. */
const joined = new Uint8Array(codes * codes);
for (const [pair, letter] of Object.entries(joinedPairs)) {
  joined[pair.charCodeAt(0) * codes + pair.charCodeAt(1)] = letter.charCodeAt(0);
}

const isAlike = (a: number, b: number) => a < codes && b < codes && alike[a * codes + b] === 1;
const runTogether = (first: number, second: number, letter: number) =>
  first < codes && second < codes && letter !== 0 && joined[first * codes + second] === letter;

const newRows = (width: number): [Float64Array, Float64Array, Float64Array] => [
  new Float64Array(width),
  new Float64Array(width),
  new Float64Array(width),
];
/**
 * Rows of the table of edit distances. All comparisons share them, because allocating rows takes longer than filling
 * them.
 */
let rows = newRows(64);

/** The shared rows, each at least `width` long; the middle row is set to the costs of omitting letters. */
function firstRows(width: number): typeof rows {
  if (rows[0].length <= width) rows = newRows(2 * width);
  for (let j = 0; j < width; j++) rows[1][j] = j;

  return rows;
}

const upTo = (limit: number, distance: number): number =>
  distance <= limit ? distance : Number.POSITIVE_INFINITY;

/**
 * Edit distance (Wagner and Fischer, 1974) in which confusable shapes cost a third of a letter; stops counting above
 * `limit` and then returns Infinity.
 */
export function shapeDistance(observed: string, expected: string, limit: number): number {
  if (observed === expected) return 0;

  // Each step off the diagonal costs at least as much as a confusable shape, which limits the steps and so the width of
  // the band.
  const band = Math.floor(limit / alikeCost);
  if (Math.abs(observed.length - expected.length) > band) return Number.POSITIVE_INFINITY;

  let [older, previous, current] = firstRows(expected.length + 1);

  for (let i = 1; i <= observed.length; i++) {
    const from = Math.max(1, i - band);
    const to = Math.min(expected.length, i + band);
    const a = observed.charCodeAt(i - 1);
    const beforeA = i > 1 ? observed.charCodeAt(i - 2) : codes;

    // The band moves by one position per letter, so only the positions next to it can hold old costs.
    current[from - 1] = from === 1 ? i : Number.POSITIVE_INFINITY;
    current[to + 1] = Number.POSITIVE_INFINITY;

    let lowest = from === 1 ? i : Number.POSITIVE_INFINITY;

    for (let j = from; j <= to; j++) {
      const b = expected.charCodeAt(j - 1);
      const beforeB = j > 1 ? expected.charCodeAt(j - 2) : codes;
      const substitution = a === b ? 0 : isAlike(a, b) ? alikeCost : 1;
      let cost = Math.min(
        (previous[j - 1] as number) + substitution,
        (previous[j] as number) + 1,
        (current[j - 1] as number) + 1,
      );
      if (runTogether(beforeA, a, b)) cost = Math.min(cost, (older[j - 1] as number) + alikeCost);

      if (runTogether(beforeB, b, a)) {
        cost = Math.min(cost, (previous[j - 2] as number) + alikeCost);
      }

      current[j] = cost;
      lowest = Math.min(lowest, cost);
    }

    if (lowest > limit) return Number.POSITIVE_INFINITY;
    [older, previous, current] = [previous, current, older];
  }

  return upTo(limit, previous[expected.length] as number);
}

/** Length of a key without its marks, because marks must not raise the number of letters that may be wrong. */
export const lengthInLetters = (key: string): number => key.replace(/\p{M}/gu, '').length;

/**
 * How many letters may be wrong in a name of this length. Short names allow no error, or only a pair of confusable
 * shapes.
 */
export function tolerance(length: number): number {
  if (length <= 3) return 0;
  if (length <= 5) return alikeCost;
  if (length <= 7) return 1;
  if (length <= 10) return 1.4;
  return Math.min(4, length * 0.17);
}

/** How alike two names are: 1 for the same letters, 0 for nothing in common. */
export function likeness(a: string, b: string): number {
  const x = keyOf(a);
  const y = keyOf(b);
  const longest = Math.max(x.length, y.length);
  if (longest === 0) return 0;
  const distance = shapeDistance(x, y, longest);
  return Number.isFinite(distance) ? 1 - distance / longest : 0;
}
