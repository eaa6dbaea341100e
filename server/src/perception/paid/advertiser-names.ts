/** How the words of an advertisement write the name that its web address gives without gaps and capitals. Pure. */
import { keyOf } from '../../analysis/name-key.ts';

/** Names of more words than this are not looked for. */
const mostWords = 5;
/** Words that are read out letter by letter, as in "P-A-R-L-O-A"; they say how a name is spelled, not what it is. */
const spelledOut = /(?:^|[^\p{L}])\p{L}(?:[-. ]+\p{L}){2,}(?![\p{L}])/u;

/**
 * Returns the name as the texts write it most often, with a capital or a digit at its beginning: "Mint Mobile" for
 * "mintmobile". Returns the name of the address if no text has it as words of its own.
 */
export function nameAsWritten(addressName: string, texts: readonly string[]): string {
  const key = keyOf(addressName);
  const counts = new Map<string, number>();
  for (const name of texts.flatMap((text) => namesWrittenIn(text, key)))
    counts.set(name, (counts.get(name) ?? 0) + 1);

  const names = [...counts].toSorted(([, count], [, otherCount]) => otherCount - count);
  const [mostFrequentName] = names[0] ?? [];
  if (mostFrequentName !== undefined) return mostFrequentName;
  return spelledOut.test(addressName) ? withCapital(key) : addressName;
}

function namesWrittenIn(text: string, key: string): string[] {
  const words = text.split(/\s+/u);
  return words.flatMap((_, place) => {
    const name = nameAt(words, place, key);
    return name !== undefined && isName(name) ? [name] : [];
  });
}

/** What the words from a place on write, if it has this key; "Acme's" writes "Acme" and "Acme's". */
function nameAt(words: readonly string[], place: number, key: string): string | undefined {
  if (keyOf(words[place] ?? '') === '') return undefined;

  for (let count = 1; count <= mostWords && place + count <= words.length; count += 1) {
    const name = withoutMarks(words.slice(place, place + count).join(' '));
    const written = keyOf(name);
    if (written === key) return name;

    const owner = name.replace(/['’]s$/u, '');
    if (owner !== name && keyOf(owner) === key) return owner;
    if (!key.startsWith(written)) return undefined;
  }
  return undefined;
}

/** Begins at the first letter or digit and ends at the last; a pattern for the marks at the end would begin at each of them. */
const withoutMarks = (name: string): string =>
  /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(name)?.[0] ?? '';

const isName = (name: string): boolean => /^[\p{Lu}\p{N}]/u.test(name) && !spelledOut.test(name);

const withCapital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);
