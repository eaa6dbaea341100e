/**
 * The name next to a box. It is drawn before it is sent to the process that makes the clip, because that process has no
 * fonts.
 */
import sharp from 'sharp';
import type { BoxLabel } from '../../media/clip/clip.ts';
import { Fonts } from '../../reports/fonts.ts';
import { type Line, TextLines } from '../../reports/text-lines.ts';

/** Sizes in pixels of the label image, which is later scaled down to the size that the picture needs. */
const fontSize = 56;
const height = 80;
const baseline = 59;
const margin = 18;
const mostWidth = 1600;

let lines: TextLines | undefined;

/** `colour`: `#rrggbb` of the box's frame and the label's background. */
export async function labelOf(name: string, colour: string): Promise<BoxLabel> {
  lines ??= new TextLines(new Fonts());
  const line = lines.line(name, { size: fontSize, weight: 700 }, mostWidth);
  const width = Math.ceil(line.width) + 2 * margin;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${outlineOf(line)}"/></svg>`;
  const mask = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
  return { colour: lumaAndChroma(colour), width, height, mask: mask.toString('base64') };
}

/** The outline of all letters, as an SVG path. */
function outlineOf({ runs }: Line): string {
  let path = '';
  let left = margin;

  for (const { face, text, width } of runs) {
    const scale = fontSize / face.font.unitsPerEm;
    const { glyphs, positions } = face.font.layout(text);
    let pen = left;

    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      const outline = glyph.path
        .scale(scale, -scale)
        .translate(pen + xOffset * scale, baseline - yOffset * scale);
      path += outline.toSVG();
      pen += xAdvance * scale;
    }

    left += width;
  }

  return path;
}

/** Luma and chroma of `#rrggbb` (BT.601, limited range). */
function lumaAndChroma(hex: string): BoxLabel['colour'] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(
    (start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255,
  );
  return [
    Math.round(16 + 65.481 * r + 128.553 * g + 24.966 * b),
    Math.round(128 - 37.797 * r - 74.203 * g + 112 * b),
    Math.round(128 + 112 * r - 93.786 * g - 18.214 * b),
  ];
}
