/**
 * Draws the shapes of simple-icons as masks for the training programs. `$MARKS/shapes.raw` contains 96 x 96 bytes for
 * each shape, stretched to a square; `shapes.json` contains each shape's width divided by its height.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { iconsFolder } from '../../server/src/engines/logo-references.ts';

const side = 96;
const drawnSide = 192;
const leastAlpha = 40;

const folder = process.env.MARKS ?? '/tmp/marks';
const icons = iconsFolder();

async function drawShape(file: string): Promise<{ mask: Buffer; aspect: number }> {
  const alpha = await sharp(file, { density: 288 })
    .resize(drawnSide, drawnSide, { fit: 'contain', background: '#00000000' })
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  let left = drawnSide;
  let top = drawnSide;
  let right = 0;
  let bottom = 0;

  for (const [index, value] of alpha.entries()) {
    if (value <= leastAlpha) continue;
    const x = index % drawnSide;
    const y = Math.floor(index / drawnSide);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }

  const width = right - left + 1;
  const height = bottom - top + 1;
  const mask = await sharp(alpha, { raw: { width: drawnSide, height: drawnSide, channels: 1 } })
    .extract({ left, top, width, height })
    .resize(side, side, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();

  return { mask, aspect: width / height };
}

const files = readdirSync(icons)
  .filter((file) => file.endsWith('.svg'))
  .sort();
const masks: Buffer[] = [];
const aspects: number[] = [];

for (const file of files) {
  const { mask, aspect } = await drawShape(path.join(icons, file));
  masks.push(mask);
  aspects.push(aspect);
}

writeFileSync(path.join(folder, 'shapes.raw'), Buffer.concat(masks));
writeFileSync(path.join(folder, 'shapes.json'), JSON.stringify(aspects));
process.stdout.write(`${files.length} shapes\n`);
