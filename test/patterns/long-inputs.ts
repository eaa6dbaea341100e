/**
 * Long texts on which a pattern may be slow: what the pattern looks for, repeated many times, with an end that it does
 * not accept.
 */

/** Example texts for the parts of a pattern. */
const examples: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\\s/, [' ', '\n']],
  [/\\S|\\w|\\p\{L[^}]*\}|\\p\{Ll\}|\[\^|(?<!\\)\./, ['a']],
  [/\\p\{Lu\}|\\p\{L\}/, ['A']],
  [/\\d|\\p\{N[^}]*\}/, ['0']],
  [/\\W|\\P\{/, ['!', ' ']],
];
const mostPumps = 60;
/** Most patterns accept the first end; hardly any pattern accepts the second. */
const ends = ['', '\n\u0001A!'];

export interface LongInput {
  readonly head: string;
  readonly pump: string;
  readonly end: string;
}

export const textOf = ({ head, pump, end }: LongInput, characters: number): string =>
  `${head}${pump.repeat(Math.ceil(characters / pump.length))}${end}`;

/** Long inputs for one pattern. */
export const longInputs = ({ source }: RegExp): Generator<LongInput> => inputsOf(atomsOf(source));

/** Repeats each part and each pair of parts, with no head or with one of the first parts as a head. */
export function* inputsOf(parts: readonly string[]): Generator<LongInput> {
  const pairs = parts.flatMap((part) => parts.map((other) => part + other));
  const pumps = [...new Set([...parts, ...pairs])].slice(0, Math.max(mostPumps, parts.length));
  const heads = [...new Set(['', ...parts.slice(0, 1)])];
  for (const pump of pumps)
    for (const head of heads) for (const end of ends) yield { head, pump, end };
}

function atomsOf(source: string): string[] {
  const found = examples.flatMap(([part, texts]) => (part.test(source) ? texts : []));
  const plain = source
    .replace(/\\p\{[^}]*\}|\\P\{[^}]*\}|\(\?(?:<[^>=!]*>|<?[:=!])|\{\d+,?\d*\}/gu, '\u0000')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\r/g, '\r')
    .replace(/\\[dswDSWbB]/g, '\u0000')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
  const words = plain.split(/[\u0000()[\]|*+?^$]/u).filter((word) => word !== '');
  const signs = [...new Set(plain.replace(/[\u0000a-z0-9]/giu, ''))];

  return [...new Set([...found, ...signs.slice(0, 16), ...words.slice(0, 12)])];
}
