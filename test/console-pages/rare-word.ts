/** A word that occurs in only one passage of a transcript, and the time at which that passage begins. */
export function rareWord(segments: readonly { start: number; text: string }[]): {
  readonly word: string;
  readonly start: number;
} {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const all = segments.flatMap(({ text }) => [...new Set(wordsOf(text))]);
  for (const { start, text } of segments)
    for (const word of wordsOf(text))
      if (all.filter((one) => one.startsWith(word.slice(0, -1))).length === 1)
        return { word, start };
  throw new Error('nothing is said that is said only once');
}
