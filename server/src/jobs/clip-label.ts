/** The name at a box, as the process that makes a clip is given it. */
import type { BoxLabel } from '../media/clip/clip.ts';

/** Luma and both chroma of strong colours on which white letters can be read. */
const colours: readonly BoxLabel['colour'][] = [
  [82, 90, 240],
  [106, 202, 100],
  [96, 96, 74],
  [75, 193, 117],
  [110, 70, 178],
  [64, 170, 190],
  [100, 150, 50],
  [92, 128, 190],
];

export async function labelOf(name: string): Promise<BoxLabel> {
  return { colour: colourOf(name), width: 0, height: 0, mask: '' };
}

function colourOf(name: string): BoxLabel['colour'] {
  let sum = 0;
  for (const character of name) sum = (31 * sum + (character.codePointAt(0) ?? 0)) % 65_521;
  return colours[sum % colours.length] ?? [82, 90, 240];
}
