/** The fonts inside the HTML file: of each part only the letters that the report has. */
// @ts-expect-error: it comes without types
import subsetter from 'subset-font';
import { type Face, Fonts, type Weight } from './fonts.ts';

const subsetFont: (
  font: Buffer,
  text: string,
  options: { readonly targetFormat: 'woff2' },
) => Promise<Buffer> = subsetter;
const family = 'Report Sans';
const weights: readonly Weight[] = [400, 700];

/** `@font-face` rules for the characters of a text. */
export async function webFonts(text: string): Promise<string> {
  const characters = [...new Set(`${text} ?…`)].filter(
    (one) => !/\p{C}/u.test(one) || one === '\u200d',
  );
  const fonts = new Fonts();
  const rules: string[] = [];
  for (const weight of weights) {
    const needed = new Map<Face, string[]>();
    for (const character of characters) {
      const face = fonts.faceOf(character, weight);
      if (face) needed.set(face, [...(needed.get(face) ?? []), character]);
    }
    for (const [face, all] of needed) rules.push(await ruleOf(face, all, weight));
  }
  return rules.join('\n');
}

async function ruleOf(face: Face, characters: readonly string[], weight: Weight): Promise<string> {
  const bytes = await subsetFont(face.bytes, characters.join(''), { targetFormat: 'woff2' });
  const ranges = characters.map((one) => `U+${(one.codePointAt(0) as number).toString(16)}`);
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2'); unicode-range: ${ranges.join(',')} }`;
}
