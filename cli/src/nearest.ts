/** The word that was probably meant. */

/** Of `words` the one with the fewest edits to `given`, if they are few enough for a slip. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(given.length * 0.4));
  const ranked = words
    .map((word) => ({ word, edits: distance(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.word;
}

/** Insertions, deletions and replacements (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
