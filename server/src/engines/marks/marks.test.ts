/** Logos by their shape: on drawn pictures, on none, and what a reference picture may be. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { installTinyLogos } from '../../../testing/engines/tiny-clip-model.ts';
import { overlap } from '../../analysis/boxes.ts';
import type { Box, CallContext, RgbImage } from '../engine.ts';
import { drawIcons, iconsOf, type LogoReference } from '../logo-references.ts';
import type { LogoEngine } from '../logos.ts';
import { openPaddleOcr } from '../paddle-ocr/paddle-ocr.ts';
import type { TextEngine } from '../text.ts';
import { openMarks } from './marks.ts';

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };
const asked = ['Nike', 'Starbucks', 'Android', 'Toyota', 'Mozilla'] as const;

/** Something to see behind the marks: clouds of a few colours, always the same. */
function ground(width: number, height: number, seed: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++, index++) {
        const slow =
          Math.sin((x * (channel + 2) + seed * 40) / 97) + Math.cos((y + seed * 70) / 61);
        const fast = Math.sin((x * 3 + y * (2 + channel)) / 7);
        data[index] = 128 + 36 * slow + 8 * fast;
      }
    }
  }
  return { width, height, data };
}

interface Stamp {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly ink: string;
  readonly degrees?: number;
}

async function stamped(picture: RgbImage, stamps: readonly Stamp[]): Promise<RgbImage> {
  const layers = await Promise.all(
    stamps.map(async ({ name, x, y, side, ink, degrees = 0 }) => {
      const [icon] = iconsOf([name]);
      assert.ok(icon, name);
      const shape = await sharp(icon.file, { density: 300 })
        .resize(side, side)
        .extractChannel('alpha')
        .toBuffer();
      const input = await sharp({
        create: { width: side, height: side, channels: 3, background: ink },
      })
        .joinChannel(shape)
        .rotate(degrees, { background: '#00000000' })
        .png()
        .toBuffer();
      return { input, left: x, top: y };
    }),
  );
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const { data, info } = await sharp(picture.data, { raw })
    .composite(layers)
    .jpeg({ quality: 80 })
    .toBuffer()
    .then((jpeg) => sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true }));
  return { width: info.width, height: info.height, data };
}

async function opened(references: readonly LogoReference[]): Promise<LogoEngine> {
  const marks = await openMarks(references, reader, { threads: 1 });
  assert.ok(marks);
  return marks;
}

let engine: LogoEngine;
let reader: TextEngine;
before(async () => {
  reader = await openPaddleOcr({ threads: 1 });
  engine = await opened(await drawIcons(iconsOf(asked)));
});
after(async () => {
  await engine.close();
  await reader.close();
});

describe('marks', () => {
  test('are found where they are, in any colour, large and small', async () => {
    const picture = await stamped(ground(960, 540, 1), [
      { name: 'Starbucks', x: 80, y: 60, side: 150, ink: '#0a5a3c' },
      { name: 'Android', x: 500, y: 300, side: 60, ink: '#ffffff', degrees: 8 },
      { name: 'Toyota', x: 760, y: 100, side: 90, ink: '#d01020' },
    ]);
    const found = await engine.find(picture, asked, context);
    const boxes: Record<string, Box> = Object.fromEntries(
      found.map(({ name, box }) => [name, box]),
    );
    assert.deepEqual(Object.keys(boxes).sort(), ['Android', 'Starbucks', 'Toyota']);

    const starbucks = { x: 80 / 960, y: 60 / 540, width: 150 / 960, height: 150 / 540 };
    assert.ok(overlap(boxes.Starbucks as Box, starbucks) > 0.75);
    for (const { confidence } of found) assert.ok(confidence > 0.5 && confidence <= 1);

    // Looked at again, they are confirmed; other marks in their places, and places beside them, are not.
    for (const { name, box } of found) {
      const again = (other: string, place: Box) =>
        engine.confirm?.(picture, { name: other, box: place }, context);
      assert.equal(await again(name, box), true, name);
      const others = asked.filter((other) => other !== name);
      for (const other of others) assert.equal(await again(other, box), false, `${name} ${other}`);
      assert.equal(await again(name, { ...box, x: box.x + box.width * 0.8 }), false);
    }
  });

  test('have an outline and a box of their shape, turned and stretched as it is', async () => {
    const shape = '<path d="M0 0h60v20h-40v20h30v20h-30v50h-20z" fill="#fff"/>';
    const reference = await drawn(
      `<svg width="200" height="200"><rect width="200" height="200" fill="#124"/><g transform="translate(70 45)">${shape}</g></svg>`,
    );
    const flag = await opened([{ name: 'Flag', picture: reference }]);
    const picture = await drawn(
      `<svg width="800" height="450"><rect width="800" height="450" fill="#b77"/><g transform="translate(500 120) rotate(9) scale(1.7 1.4)">${shape}</g></svg>`,
    );
    const [found, ...more] = await flag.find(picture, null, context);
    await flag.close();
    assert.ok(found?.outline && more.length === 0);

    // The corners of the flag, turned by 9 degrees.
    const turn = (9 * Math.PI) / 180;
    const corners = [
      [0, 0],
      [60 * 1.7, 0],
      [0, 110 * 1.4],
      [20 * 1.7, 110 * 1.4],
    ].map(([x = 0, y = 0]) => ({
      x: (500 + x * Math.cos(turn) - y * Math.sin(turn)) / 800,
      y: (120 + x * Math.sin(turn) + y * Math.cos(turn)) / 450,
    }));
    const left = Math.min(...corners.map(({ x }) => x));
    const top = Math.min(...corners.map(({ y }) => y));
    const truth = {
      x: left,
      y: top,
      width: Math.max(...corners.map(({ x }) => x)) - left,
      height: Math.max(...corners.map(({ y }) => y)) - top,
    };
    assert.ok(overlap(found.box, truth) > 0.8, JSON.stringify({ found: found.box, truth }));

    const [ring = []] = found.outline;
    const distances = corners.map(({ x, y }) =>
      Math.min(...ring.map(([px, py]) => Math.hypot((px - x) * 800, (py - y) * 450))),
    );
    assert.ok(Math.max(...distances) < 16, distances.map((d) => d.toFixed(1)).join(' '));
  });

  test('that were not asked for, and pictures without any, give nothing', async () => {
    const picture = await stamped(ground(640, 360, 2), [
      { name: 'Starbucks', x: 200, y: 100, side: 120, ink: '#ffffff' },
    ]);
    assert.deepEqual(await engine.find(picture, ['Nike', 'Acme'], context), []);

    for (let seed = 3; seed < 9; seed += 1)
      assert.deepEqual(await engine.find(ground(640, 360, seed), asked, context), []);
    assert.deepEqual(await engine.find(ground(8, 8, 1), asked, context), []);
    assert.deepEqual(await engine.find(ground(2000, 30, 1), asked, context), []);
  });

  test('plain shapes and words alone stand for no brand; a shape beside words does', async () => {
    const svg = (shapes: string) =>
      `<svg width="220" height="160"><rect width="220" height="160" fill="#fff"/>${shapes}</svg>`;
    const disc = await drawn(svg('<circle cx="110" cy="80" r="60" fill="#c02"/>'));
    const words = await drawn(
      svg(`<text x="10" y="100" font-size="56" font-weight="bold">GLOBEX</text>`),
    );
    const star = '<path d="M110 5l22 60h62l-50 36 20 58-54-38-54 38 20-58-50-36h62z" fill="#063"/>';
    const references = [
      { name: 'Disc', picture: disc },
      { name: 'Globex', picture: words },
      { name: 'Star', picture: await drawn(svg(star)) },
    ];
    const own = await opened(references);

    const seen = await drawn(
      `<svg width="900" height="500"><rect width="900" height="500" fill="#8ab"/><circle cx="150" cy="150" r="60" fill="#c02"/><text x="400" y="150" font-size="56" font-weight="bold">GLOBEX</text><g transform="translate(500 250)">${star}</g></svg>`,
    );
    const found = await own.find(seen, null, context);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Star'],
    );
    await own.close();
    assert.equal(await openMarks(references.slice(0, 1), reader, { threads: 1 }), null);
  });

  test('of one shape are told apart by an image model, which may be pulled', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-marks-'));
    const imageModel = await installTinyLogos(folder);
    const star = (colour: string) =>
      `<path d="M110 5l22 60h62l-50 36 20 58-54-38-54 38 20-58-50-36h62z" fill="${colour}"/>`;
    const onPlate = (colour: string) =>
      drawn(
        `<svg width="220" height="160"><rect width="220" height="160" fill="#fff"/>${star(colour)}</svg>`,
      );
    const references = [
      { name: 'Red Star', picture: await onPlate('#d01020') },
      { name: 'Blue Star', picture: await onPlate('#1030d0') },
    ];
    const seen = await drawn(
      `<svg width="900" height="500"><rect width="900" height="500" fill="#ddd"/>${star('#1030d0')}<g transform="translate(600 250)">${star('#d01020')}</g></svg>`,
    );

    const both = await openMarks(references, reader, { threads: 1, imageModel });
    assert.ok(both);
    const metered: [string, number][] = [];
    const meter = (unit: string, count: number) => metered.push([unit, count]);
    const found = await both.find(seen, null, { ...context, meter });
    await both.close();
    await rm(folder, { recursive: true });

    const places = found.map(({ name, box }) => [name, box.x < 0.5 ? 'left' : 'right']);
    assert.deepEqual(places.sort(), [
      ['Blue Star', 'left'],
      ['Red Star', 'right'],
    ]);
    assert.deepEqual(metered, [['logo_frames', 1]]);
    assert.deepEqual(both.info, { name: 'siglip', version: 'tiny-clip', kind: 'local' });
  });

  test('of many brands need more likeness: among 160, some resemble any shape', async () => {
    const titles: { title: string }[] = createRequire(import.meta.url)('simple-icons/icons.json');
    const names = titles.flatMap(({ title }, index) => (index % 20 === 0 ? [title] : []));
    const many = await opened(await drawIcons(iconsOf(names.slice(0, 160))));
    for (let seed = 1; seed <= 4; seed += 1)
      assert.deepEqual(await many.find(await drawn(anyShapes(seed)), null, context), []);
    await many.close();
  });

  test('an ended search ends', async () => {
    const signal = AbortSignal.abort(new Error('over'));
    const ended = engine.find(ground(640, 360, 1), asked, { ...context, signal });
    await assert.rejects(ended, /over/);
  });
});

/** Blots and angular lines without meaning, always the same for a seed. */
function anyShapes(seed: number): string {
  let state = seed * 2_654_435_761;
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const step = (reach: number) => `${upTo(2 * reach) - reach} ${upTo(2 * reach) - reach}`;
  const shapes = Array.from({ length: 60 }, (_, index) => {
    const colour = `rgb(${upTo(255)},${upTo(255)},${upTo(255)})`;
    const place = `M${upTo(960)} ${upTo(540)}`;
    return index % 2 === 0
      ? `<path d="${place}q${step(45)} ${step(45)}t${step(45)}z" fill="${colour}"/>`
      : `<path d="${place}l${step(40)} ${step(40)} ${step(40)}z" fill="none" stroke="${colour}" stroke-width="${3 + upTo(12)}"/>`;
  });
  return `<svg width="960" height="540"><rect width="960" height="540" fill="#889"/>${shapes.join('')}</svg>`;
}

async function drawn(svg: string): Promise<RgbImage> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
