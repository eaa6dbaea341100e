/**
 * Measures how the share of logos that are found falls with their size, angle, blur and hidden part: shapes of
 * `simple-icons` that the networks never saw in training, drawn onto real photos (`real/objects` in the folder `shared`
 * next to the checkout), with twelve brands asked for in every picture. One thing is changed at a time.
 *
 * Usage: node bench/logo-curves.ts [--marks N]
 *
 * `--marks`: number of marks for each point of a curve; default 60.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { overlap } from '../server/src/analysis/boxes.ts';
import { isPlainShape } from '../server/src/analysis/plain-shape.ts';
import type { Box, CallContext, RgbImage } from '../server/src/engines/engine.ts';
import {
  drawIcons,
  iconsFolder,
  type LogoReference,
} from '../server/src/engines/logo-references.ts';
import type { LogoEngine } from '../server/src/engines/logos.ts';
import { openMarks } from '../server/src/engines/marks/marks.ts';
import { markOf } from '../server/src/engines/marks/reference.ts';
import { isWritten } from '../server/src/engines/marks/written.ts';
import { openPaddleOcr } from '../server/src/engines/paddle-ocr/paddle-ocr.ts';
import type { TextEngine } from '../server/src/engines/text.ts';
import { sharedDir } from './real/truth.ts';

const { values: options } = parseArgs({ options: { marks: { type: 'string', default: '60' } } });
const marksWanted = Number(options.marks);
const askedTogether = 12;
/** Every seventh shape is held out of the training (`training/marks/drawing.py`). */
const heldOutEvery = 7;
const frame = { width: 1280, height: 720 };
const photosDir = path.join(sharedDir, 'real/objects');
const context: CallContext = { signal: new AbortController().signal, meter: () => undefined };

/** How a mark is seen. */
interface Sight {
  /** Of the square that the shape is drawn in, in pixels of a picture of 1280 x 720. */
  readonly side: number;
  /** Turned in the plane of the picture. */
  readonly degrees: number;
  /** Degrees by which the camera stands beside it. */
  readonly beside: number;
  /** Deviation of a Gaussian blur, as a share of the side. */
  readonly blur: number;
  /** Share of its width behind something else. */
  readonly hidden: number;
}

const usual: Sight = { side: 64, degrees: 0, beside: 0, blur: 0, hidden: 0 };

const curves: readonly { readonly name: string; readonly points: readonly Partial<Sight>[] }[] = [
  { name: 'side, px', points: [24, 32, 48, 64, 96].map((side) => ({ side })) },
  { name: 'turned, degrees', points: [5, 10, 15, 20, 30].map((degrees) => ({ degrees })) },
  { name: 'seen from beside, degrees', points: [20, 30, 45, 60].map((beside) => ({ beside })) },
  { name: 'blur, share of the side', points: [0.02, 0.04, 0.06, 0.08].map((blur) => ({ blur })) },
  { name: 'hidden share', points: [0.15, 0.25, 0.35, 0.5].map((hidden) => ({ hidden })) },
];

interface Mark {
  readonly file: string;
  readonly reference: LogoReference;
}

/** Shapes that the engine compares: neither plain nor written. */
async function heldOutMarks(reader: TextEngine): Promise<Mark[]> {
  const folder = iconsFolder();
  const heldOut = readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .sort()
    .filter((_, index) => index % heldOutEvery === 0);
  const marks: Mark[] = [];

  for (const name of heldOut) {
    if (marks.length >= marksWanted) break;
    const file = path.join(folder, name);
    const icon = { name: path.parse(name).name, file, colour: '#101010' };
    const [reference] = await drawIcons([icon]);
    if (!reference || isPlainShape(reference.picture)) continue;
    if (!(await isWritten(markOf(reference.picture), reader, context)))
      marks.push({ file, reference });
  }

  return marks;
}

interface Drawn {
  readonly picture: RgbImage;
  readonly box: Box;
}

/** Places and inks are the same in every run and for every way of seeing. */
async function drawn(mark: Mark, index: number, photo: string, sight: Sight): Promise<Drawn> {
  const ground = sharp(photo).resize(frame.width, frame.height, { fit: 'cover' }).removeAlpha();
  const left = 80 + ((index * 389) % (frame.width - 260));
  const top = 60 + ((index * 211) % (frame.height - 220));
  const patch = await sharp(await ground.png().toBuffer())
    .extract({ left, top, width: sight.side, height: sight.side })
    .stats();
  const [red = 0, green = 0, blue = 0] = patch.channels.map(({ mean }) => mean);
  const isLight = 0.3 * red + 0.59 * green + 0.11 * blue > 128;
  const ink = isLight ? '#20202c' : '#f2f2ea';

  const { shape, box } = await shapeOf(mark, sight, ink);
  const side = sight.side;
  const layers = [{ input: shape, left, top }];
  const hiddenWidth = Math.round(box.width * sight.hidden);
  if (hiddenWidth > 0) {
    const input = await sharp({
      create: { width: hiddenWidth, height: side, channels: 3, background: '#7a6a58' },
    })
      .png()
      .toBuffer();
    layers.push({ input, left: left + Math.round(box.x), top });
  }

  const jpeg = await sharp(await ground.png().toBuffer())
    .composite(layers)
    .jpeg({ quality: 75 })
    .toBuffer();
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return {
    picture: { width: info.width, height: info.height, data },
    box: {
      x: (left + box.x) / frame.width,
      y: (top + box.y) / frame.height,
      width: box.width / frame.width,
      height: box.height / frame.height,
    },
  };
}

/** The shape in its ink, and where it lies in its picture. */
async function shapeOf({ file }: Mark, { side, degrees, beside, blur }: Sight, ink: string) {
  const narrow = Math.max(4, Math.round(side * Math.cos((beside * Math.PI) / 180)));
  const turned = await sharp(file, { density: 600 })
    .resize(narrow, side, { fit: 'fill' })
    .ensureAlpha()
    .rotate(degrees, { background: '#00000000' })
    .png()
    .toBuffer();
  const sharpAlpha = await sharp(turned).extractChannel('alpha').png().toBuffer();
  const seen = sharp(sharpAlpha);
  if (blur > 0) seen.blur(Math.max(0.3, blur * side));
  const { data, info } = await seen.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const raw = { width, height, channels: 1 } as const;
  const shape = await sharp({ create: { width, height, channels: 3, background: ink } })
    .joinChannel(data, { raw })
    .png()
    .toBuffer();

  return { shape, box: boxOfAlpha(data, width, height) };
}

function boxOfAlpha(alpha: Buffer, width: number, height: number) {
  const columns: number[] = [];
  const rows: number[] = [];
  for (const [index, value] of alpha.entries()) {
    if (value < 100) continue;
    columns.push(index % width);
    rows.push(Math.floor(index / width));
  }
  const x = columns.length === 0 ? 0 : Math.min(...columns);
  const y = rows.length === 0 ? 0 : Math.min(...rows);
  const right = columns.length === 0 ? width : Math.max(...columns) + 1;
  const bottom = rows.length === 0 ? height : Math.max(...rows) + 1;
  return { x, y, width: right - x, height: bottom - y };
}

interface Counts {
  found: number;
  wellBoxed: number;
  wrong: number;
  marks: number;
}

/** A point of a curve; the last is the usual sight. */
interface Point {
  readonly name: string;
  readonly value: string;
  readonly sight: Sight;
  readonly counts: Counts;
}

function pointOf(name: string, change: Partial<Sight>): Point {
  return {
    name,
    value: Object.values(change).join(),
    sight: { ...usual, ...change },
    counts: { found: 0, wellBoxed: 0, wrong: 0, marks: 0 },
  };
}

const points: readonly Point[] = [
  ...curves.flatMap(({ name, points: changes }) => changes.map((change) => pointOf(name, change))),
  pointOf('usual', {}),
];

const spent = { cpuSeconds: 0, looks: 0 };

async function lookAt(
  engine: LogoEngine,
  mark: Mark,
  index: number,
  photo: string,
  { sight, counts }: Point,
): Promise<void> {
  const { picture, box } = await drawn(mark, index, photo, sight);
  const before = process.cpuUsage();
  const logos = await engine.find(picture, null, context);
  const { user, system } = process.cpuUsage(before);
  spent.cpuSeconds += (user + system) / 1e6;
  spent.looks += 1;

  const own = logos.find(({ name }) => name === mark.reference.name);
  counts.marks += 1;
  counts.wrong += logos.filter(({ name }) => name !== mark.reference.name).length;
  if (own && overlap(own.box, box) > 0.1) counts.found += 1;
  if (own && overlap(own.box, box) >= 0.5) counts.wellBoxed += 1;
}

async function measure(reader: TextEngine): Promise<void> {
  const marks = await heldOutMarks(reader);
  const photos = readdirSync(photosDir)
    .filter((name) => /\.(jpe?g|png)$/i.test(name))
    .sort()
    .map((name) => path.join(photosDir, name));

  for (let from = 0; from < marks.length; from += askedTogether) {
    const together = marks.slice(from, from + askedTogether);
    const references = together.map(({ reference }) => reference);
    const engine = await openMarks(references, reader, { threads: 1 });
    if (!engine) continue;

    for (const [offset, mark] of together.entries()) {
      const index = from + offset;
      const photo = photos[(index * 7) % photos.length] as string;
      for (const point of points) await lookAt(engine, mark, index, photo, point);
    }
    await engine.close();
  }

  report(marks.length);
}

function report(marks: number): void {
  console.log('| what | value | found | boxes at 0.5 of found | wrong |\n|---|---|---|---|---|');
  for (const { name, value, counts } of points) {
    const share = (counts.found / counts.marks).toFixed(2);
    const boxed = (counts.wellBoxed / Math.max(1, counts.found)).toFixed(2);
    console.log(`| ${[name, value, share, boxed, counts.wrong].join(' | ')} |`);
  }
  const cpuMs = (spent.cpuSeconds / spent.looks) * 1000;
  console.log(`\n${marks} marks; ${cpuMs.toFixed(0)} CPU ms a look`);
}

if (!existsSync(photosDir)) {
  console.error(`skipped: no real photos in ${sharedDir}`);
} else {
  const reader = await openPaddleOcr({ threads: 1 });
  await measure(reader);
  await reader.close();
}
