/** Makes the fonts that are embedded in the HTML file; each contains only the characters that the report uses. */
// @ts-expect-error: it comes without types
import subsetter from 'subset-font';
import { type Face, Fonts, unitsOf, type Weight } from './fonts.ts';

const subsetFont: (
  font: Buffer,
  text: string,
  options: { readonly targetFormat: 'woff2' },
) => Promise<Buffer> = subsetter;
const letterFamily = 'Report Sans';
const emojiFamily = 'Report Emoji';
const weights: readonly Weight[] = [400, 700];

/**
 * Font families of the HTML file. Emoji appear in the colour font of the reader's machine, or in our font if the
 * machine has none.
 */
export const fontStack = `'${letterFamily}', 'Noto Sans', 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', '${emojiFamily}', system-ui, sans-serif`;

/** `@font-face` rules for the characters of a text. */
export async function webFonts(text: string): Promise<string> {
  const units = [...new Set(unitsOf(`${text} ?…`))].filter(
    (unit) => !/^\p{C}$/u.test(unit) || unit === '\u200d',
  );
  const fonts = new Fonts();
  const rules: string[] = [];

  for (const weight of weights) {
    const charactersByFace = new Map<Face, Set<string>>();

    for (const unit of units) {
      const face = fonts.faceOf(unit, weight);
      if (face)
        charactersByFace.set(face, new Set([...(charactersByFace.get(face) ?? []), ...unit]));
    }

    for (const [face, characters] of charactersByFace)
      rules.push(await ruleOf(face, [...characters], weight));
  }

  return rules.join('\n');
}

async function ruleOf(face: Face, characters: readonly string[], weight: Weight): Promise<string> {
  const family = face.pictorial ? emojiFamily : letterFamily;
  const bytes = await subsetFont(face.bytes, characters.join(''), { targetFormat: 'woff2' });
  const ranges = characters.map(
    (character) => `U+${(character.codePointAt(0) as number).toString(16)}`,
  );
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2'); unicode-range: ${ranges.join(',')} }`;
}
