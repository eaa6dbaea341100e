/** Names and texts reduced to what survives bad lettering: letters and digits, with the places where words begin. */
import { keyOf, lettersOf } from '@reelsight/contract/name-identity';

export { identityOf, keyOf } from '@reelsight/contract/name-identity';

export interface KeyedText {
  readonly text: string;
  /** Letters and digits only, folded. */
  readonly key: string;
  /** For each key character the index of its code point in `text`. */
  readonly source: readonly number[];
  /** Positions in `key`, 0 and `key.length` among them, where a word begins or ends. */
  readonly edges: readonly number[];
}

const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;
const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
const digit = /\p{N}/u;

/** Words end at anything but letters and digits, between "aB", and between letters and digits. */
export function keyText(text: string): KeyedText {
  let key = '';
  const source: number[] = [];
  const edges = new Set<number>([0]);
  let before = ' ';
  for (const [index, character] of Array.from(text).entries()) {
    if (!letterOrDigit.test(character)) {
      edges.add(key.length);
      before = ' ';
      continue;
    }
    const camel = lower.test(before) && upper.test(character);
    const mixed = before !== ' ' && digit.test(before) !== digit.test(character);
    if (camel || mixed) edges.add(key.length);
    for (const folded of lettersOf(character)) {
      key += folded;
      // Characters outside the basic plane take two places in the key.
      for (let i = 0; i < folded.length; i++) source.push(index);
    }
    before = character;
  }
  edges.add(key.length);
  return { text, key, source, edges: [...edges].sort((a, b) => a - b) };
}

/** Shapes a reader of pictures takes for each other. */
const alike = new Set(
  ['0o', '0d', '0q', 'oq', '1l', '1i', 'il', '1t', 'lt', 'ft', '5s', '8b', '3b', '6g', '6b', '9g']
    .concat(['2z', '7t', 'uv', 'vy', 'gq', 'ij', 'hn', '4a'])
    .flatMap((pair) => [pair, `${pair[1]}${pair[0]}`]),
);
/** Two letters that run together into one. */
const joined: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd', nn: 'm', ii: 'u' };
const alikeCost = 0.35;

/**
 * Edit distance in which confusable shapes cost a third of a letter; stops counting above `limit` and then
 * gives Infinity.
 */
export function shapeDistance(seen: string, wanted: string, limit: number): number {
  if (seen === wanted) return 0;
  if (Math.abs(seen.length - wanted.length) > limit / alikeCost) return Number.POSITIVE_INFINITY;
  let older: number[] = [];
  let previous = Array.from({ length: wanted.length + 1 }, (_, j) => j);
  for (let i = 1; i <= seen.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= wanted.length; j++) {
      const [a, b] = [seen[i - 1] as string, wanted[j - 1] as string];
      const substitution = a === b ? 0 : alike.has(a + b) ? alikeCost : 1;
      let cost = Math.min(
        (previous[j - 1] as number) + substitution,
        (previous[j] as number) + 1,
        (current[j - 1] as number) + 1,
      );
      if (i > 1 && joined[(seen[i - 2] as string) + a] === b) {
        cost = Math.min(cost, (older[j - 1] as number) + alikeCost);
      }
      if (j > 1 && joined[(wanted[j - 2] as string) + b] === a) {
        cost = Math.min(cost, (previous[j - 2] as number) + alikeCost);
      }
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    older = previous;
    previous = current;
  }
  const distance = previous[wanted.length] as number;
  return distance <= limit ? distance : Number.POSITIVE_INFINITY;
}

/** Letters that may be wrong in a name of this length: short names bear only a confusable shape, or nothing. */
export function tolerance(length: number): number {
  if (length <= 3) return 0;
  if (length <= 5) return alikeCost;
  if (length <= 7) return 1;
  if (length <= 10) return 1.4;
  return Math.min(4, length * 0.17);
}

/** 1 for the same letters, 0 for nothing in common. */
export function likeness(a: string, b: string): number {
  const [x, y] = [keyOf(a), keyOf(b)];
  const longest = Math.max(x.length, y.length);
  if (longest === 0) return 0;
  const distance = shapeDistance(x, y, longest);
  return Number.isFinite(distance) ? 1 - distance / longest : 0;
}
