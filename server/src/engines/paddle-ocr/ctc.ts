/** Reads the recogniser's table of character probabilities (CTC: repeats collapse, class 0 is "nothing"). */
import type { TextReading } from '../text.ts';

/**
 * @param scores `steps * classes` probabilities, row by row.
 * @param alphabet Character of class `i + 1`.
 */
export function decodeCtc(
  scores: Float32Array,
  steps: number,
  classes: number,
  alphabet: readonly string[],
): TextReading | null {
  const characters: { text: string; score: number; from: number; to: number }[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const row = scores.subarray(step * classes, (step + 1) * classes);
    let best = 0;
    for (let i = 1; i < classes; i++) if ((row[i] as number) > (row[best] as number)) best = i;
    const open = characters.at(-1);
    if (best !== 0 && best === last && open) open.to = step + 1;
    else if (best !== 0) {
      const text = alphabet[best - 1] ?? '';
      characters.push({ text, score: row[best] as number, from: step, to: step + 1 });
    }
    last = best;
  }
  while (characters[0]?.text === ' ') characters.shift();
  while (characters.at(-1)?.text === ' ') characters.pop();
  if (characters.length === 0) return null;
  const total = characters.reduce((sum, character) => sum + character.score, 0);
  return {
    text: characters.map((character) => character.text).join(''),
    confidence: total / characters.length,
    positions: characters.map(({ from, to }) => Math.min(1, (from + to) / 2 / steps)),
  };
}
