/** The name at a box, drawn before it goes to the process that makes the clip: that one has no fonts. */
import sharp from 'sharp';
import type { BoxLabel } from '../media/clip/clip.ts';
import { Fonts } from '../reports/fonts.ts';
import { type Line, TextLines } from '../reports/text-lines.ts';

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

/** Pixels; it is scaled down to what the picture needs. */
const [fontSize, height, baseline, margin] = [56, 80, 59, 18];
const mostWidth = 1600;

let lines: TextLines | undefined;

export async function labelOf(name: string): Promise<BoxLabel> {
  lines ??= new TextLines(new Fonts());
  const line = lines.line(name, { size: fontSize, weight: 700 }, mostWidth);
  const width = Math.ceil(line.width) + 2 * margin;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${outlineOf(line)}"/></svg>`;
  const mask = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
  return { colour: colourOf(name), width, height, mask: mask.toString('base64') };
}

/** Of all letters, as a path of SVG. */
function outlineOf({ runs }: Line): string {
  let path = '';
  let left = margin;
  for (const { face, text, width } of runs) {
    const scale = fontSize / face.font.unitsPerEm;
    const { glyphs, positions } = face.font.layout(text);
    let pen = left;
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      const placed = glyph.path
        .scale(scale, -scale)
        .translate(pen + xOffset * scale, baseline - yOffset * scale);
      path += placed.toSVG();
      pen += xAdvance * scale;
    }
    left += width;
  }
  return path;
}

function colourOf(name: string): BoxLabel['colour'] {
  let sum = 0;
  for (const character of name) sum = (31 * sum + (character.codePointAt(0) ?? 0)) % 65_521;
  return colours[sum % colours.length] ?? [82, 90, 240];
}
