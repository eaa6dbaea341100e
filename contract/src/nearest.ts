/** Guesses which word was meant, for error messages about unknown names. */

/** Maximum length of the texts to compare, because the time grows with the square of the length. */
const longest = 100;

/**
 * The word with the fewest edits to `input`, ignoring case. If no word is within `maxEdits` edits (by default 4 in 10
 * characters), returns the only word that contains `input` as a part; undefined if there is none or more than one.
 */
export function nearest(
  input: string,
  words: readonly string[],
  maxEdits: number = Math.max(1, Math.floor(input.length * 0.4)),
): string | undefined {
  if (input.length > longest) return undefined;
  const ranked = words
    .map((word) => ({ word, edits: edits(input.toLowerCase(), word.toLowerCase()) }))
    .filter((candidate) => candidate.edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.word ?? theOneWithPart(input.toLowerCase(), words);
}

/** The only word that has `input` as one of its parts between underscores, such as `size_bytes` for `size`. */
function theOneWithPart(input: string, words: readonly string[]): string | undefined {
  const holding = words.filter((word) => word.toLowerCase().split('_').includes(input));
  return holding.length === 1 ? holding[0] : undefined;
}

/** The number of edits between two words. An edit inserts, removes or replaces a letter, or swaps two neighbours. */
function edits(a: string, b: string): number {
  let previousRow: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (isSame ? 0 : 1),
        ...(swapped ? [(previousRow[j - 2] as number) + 1] : []),
      );
    }

    [previousRow, last] = [last, row];
  }

  return last[b.length] as number;
}
