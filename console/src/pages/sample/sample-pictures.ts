/** The frames of the sample: simple scenes that this file draws. */
import type { BoundingBox } from '@reelsight/contract';

export const frameWidth = 320;
export const frameHeight = 180;

export interface Sign {
  readonly name: string;
  readonly colour: string;
  readonly box: BoundingBox;
}

export interface Scene {
  readonly sky: string;
  readonly ground: string;
  readonly signs: readonly Sign[];
}

/** Draws a street with its signs as SVG content, without the outer element. */
function drawScene({ sky, ground, signs }: Scene): string {
  const houses = [20, 84, 140, 214, 262]
    .map(
      (x, index) =>
        `<rect x="${x}" y="${88 - (index % 3) * 16}" width="46" height="72" fill="#5b6472"/>`,
    )
    .join('');

  const boards = signs.map(({ name, colour, box }) => {
    const x = box.x * frameWidth;
    const y = box.y * frameHeight;
    const w = box.width * frameWidth;
    const h = box.height * frameHeight;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="${colour}"/><text x="${x + w / 2}" y="${y + h * 0.7}" font-family="sans-serif" font-weight="700" font-size="${h * 0.6}" text-anchor="middle" fill="#fff" textLength="${w * 0.84}" lengthAdjust="spacingAndGlyphs">${name}</text>`;
  });
  return `<rect width="${frameWidth}" height="${frameHeight}" fill="${sky}"/><circle cx="272" cy="36" r="16" fill="#ffe9a8"/>${houses}<rect y="146" width="${frameWidth}" height="34" fill="${ground}"/>${boards.join('')}`;
}

const asUrl = (body: string, width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`)}`;

export const frameOf = (scene: Scene): string => asUrl(drawScene(scene), frameWidth, frameHeight);

/** Draws all frames on one sheet, as in a storyboard. */
export function sheetOf(scenes: readonly Scene[], columns: number): string {
  const frames = scenes.map((scene, index) => {
    const x = (index % columns) * frameWidth;
    const y = Math.floor(index / columns) * frameHeight;
    return `<svg x="${x}" y="${y}" width="${frameWidth}" height="${frameHeight}">${drawScene(scene)}</svg>`;
  });
  const rows = Math.ceil(scenes.length / columns);
  return asUrl(frames.join(''), columns * frameWidth, rows * frameHeight);
}
