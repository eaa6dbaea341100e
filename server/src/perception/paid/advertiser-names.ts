/** How the words of an advertisement write the name that its web address gives without gaps and capitals. Pure. */

/** A name of more words than this is not looked for. */
const mostWords = 5;
/** Words that are read out letter by letter, as in "P-A-R-L-O-A"; they say how a name is spelled, not what it is. */
const spelledOut = /(?:^|[^\p{L}])\p{L}(?:[-. ]+\p{L}){2,}(?![\p{L}])/u;

export const lettersOf = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns the name as the texts write it most often: "Mint Mobile" for "mintmobile". It begins with a capital or a digit.
 * Returns the name of the address if no text has it as words of its own.
 */
export function nameAsWritten(addressName: string, texts: readonly string[]): string {
  const letters = lettersOf(addressName);
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const name of writtenIn(text, letters)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  const [mostFrequent] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (mostFrequent) return mostFrequent[0];
  return spelledOut.test(addressName) ? joined(letters) : addressName;
}

function writtenIn(text: string, letters: string): string[] {
  const words = text.split(/\s+/u);
  const lettersOfWords = words.map((word) => lettersOf(withoutPossessive(word)));

  return words.flatMap((_, first) => {
    let length = 0;
    for (let count = 1; count <= mostWords && first + count <= words.length; count += 1) {
      length += lettersOfWords[first + count - 1]?.length ?? 0;
      if (length < letters.length) continue;
      if (length > letters.length) return [];
      if (lettersOfWords.slice(first, first + count).join('') !== letters) return [];
      const name = trimmed(words.slice(first, first + count).join(' '));
      return isName(name) ? [name] : [];
    }
    return [];
  });
}

const withoutPossessive = (word: string): string => word.replace(/['’]s\b/u, '');

const trimmed = (name: string): string =>
  withoutPossessive(name).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const isName = (name: string): boolean => /^[\p{Lu}\p{N}]/u.test(name) && !spelledOut.test(name);

const joined = (letters: string): string => letters.charAt(0).toUpperCase() + letters.slice(1);
