/**
 * Measures how exact the boxes of names are, on generated pictures. The exact outline of each name's letters is known;
 * the letters are light or dark, outlined, slanted or small, on plain and busy backgrounds, and the pictures are
 * compressed. Needs ffmpeg and the Debian packages fonts-dejavu and fonts-dejavu-extra.
 *
 * Usage: node bench/unseen-ink.ts [--set tuning|final] [--pictures 20] [--kind KIND …] [--each]
 *
 * `--pictures` is the number per kind. Keep the final set for a last measurement.
 */
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import sharp from 'sharp';
import { overlap } from '../server/src/analysis/boxes.ts';
import type { Box, CallContext, RgbImage } from '../server/src/engines/engine.ts';
import { openPaddleOcr } from '../server/src/engines/paddle-ocr/paddle-ocr.ts';
import type { TextEngine } from '../server/src/engines/text.ts';
import { BrandIndex } from '../server/src/perception/brands/brand-index.ts';
import { type Lexicon, targetBrands } from '../server/src/perception/brands/brand-lexicon.ts';
import { ComparisonLimit } from '../server/src/perception/brands/comparison-budget.ts';
import { brandsOnScreen } from '../server/src/perception/brands/seen-brands.ts';
import { PlacesKept } from '../server/src/perception/places-kept.ts';
import { openResources } from '../server/src/perception/resources.ts';
import { inkBox } from '../server/src/perception/screen/ink-box.ts';
import { readPicture } from '../server/src/perception/screen/read-picture.ts';
import { mulberry32 } from './unseen/random.ts';

const run = promisify(execFile);
const width = 1280;
const height = 720;

const kinds = [
  ...(['light', 'dark', 'outlined', 'gradient', 'panel', 'in a line', 'shadow'] as const),
  ...([
    'slanted',
    'small',
    'compressed',
    'picture',
    'outlined on a picture',
    'moving film',
  ] as const),
];
type Kind = (typeof kinds)[number];

interface Set {
  readonly names: readonly string[];
  readonly fonts: readonly string[];
  readonly pictures: readonly string[];
  readonly seed: number;
}

/** The two sets have nothing in common. */
const sets: Readonly<Record<'tuning' | 'final', Set>> = {
  tuning: {
    names: [
      'Toshiba',
      'HEINEKEN',
      'Lufthansa',
      'Panasonic',
      'SIEMENS',
      'Hyundai',
      'Gillette',
      'Pirelli',
    ],
    fonts: ['DejaVu Sans', 'DejaVu Sans Condensed', 'DejaVu Sans Mono'],
    pictures: [
      ...[
        'mandelbrot',
        'testsrc2',
        'life=mold=10:ratio=0.1:death_color=#C83232:life_color=#1040a0:seed=7',
      ],
      'cellauto=rule=110:seed=3',
    ],
    seed: 1,
  },
  final: {
    names: [
      'Samsung',
      'CARLSBERG',
      'Vodafone',
      'Santander',
      'MICHELIN',
      'Castrol',
      'Nescafe',
      'Haribo',
    ],
    fonts: ['DejaVu Serif', 'DejaVu Serif Condensed', 'DejaVu Math TeX Gyre'],
    pictures: [
      'smptehdbars',
      'gradients=n=8:seed=5',
      'sierpinski=seed=11',
      'life=mold=30:ratio=0.2:death_color=#207020:life_color=#e0c010:seed=9',
    ],
    seed: 90_000,
  },
};

interface Drawing {
  readonly svg: string;
  readonly quality: number;
  readonly background: Buffer;
  /** SVG of the letters alone. */
  readonly ink: string;
}

const hex = (level: () => number) =>
  `#${[0, 1, 2].map(() => Math.round(level()).toString(16).padStart(2, '0')).join('')}`;

async function pictureOf(source: string, random: () => number): Promise<Buffer> {
  const at = (1 + random() * 6).toFixed(2);
  const input = `${source}${source.includes('=') ? ':' : '='}s=${width}x${height}`;
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', input, '-ss', at, '-frames:v', '1'],
      ...['-c:v', 'png', '-f', 'image2pipe', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 28 },
  );

  return stdout;
}

function plain(colour: string): Promise<Buffer> {
  const picture = { width, height, channels: 3 as const, background: colour };
  return sharp({ create: picture }).png().toBuffer();
}

function gradient(random: () => number): Promise<Buffer> {
  const from = hex(() => random() * 90);
  const to = hex(() => 40 + random() * 110);
  return sharp(
    Buffer.from(
      `<svg width="${width}" height="${height}"><defs><linearGradient id="g" x2="${random() > 0.5 ? 1 : 0.2}" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
}

const busyKinds: readonly Kind[] = ['picture', 'outlined on a picture', 'moving film'];

async function groundOf(kind: Kind, set: Set, random: () => number): Promise<Buffer> {
  if (busyKinds.includes(kind)) {
    const source = set.pictures[Math.floor(random() * set.pictures.length)] as string;
    const picture = await pictureOf(source, random);
    return kind === 'moving film' ? sharp(picture).blur(6).png().toBuffer() : picture;
  }

  if (kind === 'gradient') return gradient(random);
  if (kind === 'dark') return plain(hex(() => 185 + random() * 70));

  return plain(hex(() => random() * 90));
}

/** Draws the letters alone (`ink`), and with everything around them that does not belong to their ink (`all`). */
function lettering(kind: Kind, name: string, set: Set, random: () => number) {
  const size = kind === 'small' ? 14 + random() * 10 : 30 + random() ** 2 * 110;
  const x = 60 + random() * 300;
  const y = 160 + random() * 420;
  const font = set.fonts[Math.floor(random() * set.fonts.length)] as string;
  const weight = random() < 0.6 ? 'bold' : 'normal';
  const fill = kind === 'dark' ? hex(() => random() * 70) : hex(() => 190 + random() * 65);
  const stroke = kind.startsWith('outlined')
    ? ` stroke="#101010" stroke-width="${(2 + size / 20).toFixed(1)}" paint-order="stroke"`
    : '';
  const angle = kind === 'slanted' ? (random() < 0.5 ? -1 : 1) * (4 + random() * 14) : 0;
  const turn = angle ? ` transform="rotate(${angle.toFixed(2)} ${x} ${y})"` : '';
  const text = (inner: string, more = '') =>
    `<text x="${x}" y="${y}" font-family="${font}" font-weight="${weight}" font-size="${size}" xml:space="preserve"${turn}${more}>${inner}</text>`;
  // An outline surrounds the letters but is not part of their ink.
  const own = (border: string) => `<tspan fill="${fill}"${border}>${name}</tspan>`;
  const hidden = (words: string, shown: boolean) =>
    `<tspan fill="${fill}" fill-opacity="${shown ? 1 : 0}">${words}</tspan>`;
  const [before, after] = kind === 'in a line' ? ['Partner ', ' since 1990'] : ['', ''];
  const lines = (shown: boolean) =>
    text(hidden(before, shown) + own(shown ? stroke : '') + hidden(after, shown));

  return { size, x, y, ink: lines(false), all: lines(true), name, text, font };
}

async function drawingOf(
  kind: Kind,
  set: Set,
  random: () => number,
): Promise<Drawing & { name: string }> {
  const name = set.names[Math.floor(random() * set.names.length)] as string;
  const { ink, all, size, x, y, text } = lettering(kind, name, set, random);
  let under = '';
  if (kind === 'panel')
    under = `<rect x="${x - size * 0.4}" y="${y - size * 1.05}" width="${size * name.length * 0.9}" height="${size * 1.45}" fill="${hex(() => 60 + random() * 80)}"/>`;
  if (kind === 'shadow')
    under = `<g transform="translate(${size * 0.05} ${size * 0.05})" opacity="0.6">${text(`<tspan fill="#000">${name}</tspan>`)}</g>`;

  const svg = `<svg width="${width}" height="${height}">${under}${all}</svg>`;
  const quality = kind === 'compressed' ? 20 + random() * 20 : 70 + random() * 20;
  const background = await groundOf(kind, set, random);
  const inkSvg = `<svg width="${width}" height="${height}">${ink}</svg>`;

  return { svg, quality: Math.round(quality), background, ink: inkSvg, name };
}

/** The box around all pixels of which the letters cover at least half. */
async function truthOf(ink: string): Promise<Box> {
  const { data } = await sharp(Buffer.from(ink))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let left = width;
  let top = height;
  let right = 0;
  let bottom = 0;
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if ((data[at] as number) < 128) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }

  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}

async function render({ background, svg, quality }: Drawing): Promise<RgbImage> {
  const layer = { input: Buffer.from(svg), left: 0, top: 0 };
  const whole = await sharp(background).removeAlpha().composite([layer]).png().toBuffer();
  const jpeg = await sharp(whole).jpeg({ quality }).toBuffer();
  const { data } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width, height, data };
}

interface Measured {
  readonly kind: Kind;
  readonly name: string;
  /** Null: the name was not read. */
  readonly before: Box | null;
  /** Null: the edges of the letters could not be determined. */
  readonly after: Box | null;
  readonly truth: Box;
}

interface Reader {
  readonly engine: TextEngine;
  readonly lexicon: Lexicon;
}

async function measure(
  kind: Kind,
  set: Set,
  seed: number,
  { engine, lexicon }: Reader,
): Promise<Measured> {
  const random = mulberry32(seed);
  const drawing = await drawingOf(kind, set, random);
  const truth = await truthOf(drawing.ink);
  const picture = await render(drawing);
  const context = {
    signal: new AbortController().signal,
    meter: () => {},
  } as unknown as CallContext;
  const lines = await readPicture(picture, engine, context);
  const sighted = lines.map((line) => ({ sample: 0, box: line.box, line }));
  const hits = brandsOnScreen(
    sighted,
    new BrandIndex(targetBrands([drawing.name], lexicon)),
    lexicon.rank,
    new PlacesKept({ frames: [] }),
    new ComparisonLimit(),
  );
  const best = hits.toSorted((a, b) => overlap(b.box, truth) - overlap(a.box, truth))[0];
  const found = best && overlap(best.box, truth) > 0.2 ? best : null;
  const after = found?.corners ? inkBox(picture, found.corners) : null;

  return { kind, name: drawing.name, before: found?.box ?? null, after, truth };
}

/** Relative error of the equivalent seconds, which depend on the square root of the area. */
const offBy = (box: Box, truth: Box): number =>
  Math.abs(Math.sqrt((box.width * box.height) / (truth.width * truth.height)) - 1);

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(share * values.length))
  ] ?? Number.NaN;

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

function report(title: string, all: readonly Measured[]): void {
  const found = all.filter(({ before }) => before !== null);
  const told = found.filter(({ after }) => after !== null).length;
  const before = found.map((one) => offBy(one.before as Box, one.truth));
  const after = found.map((one) => offBy((one.after ?? one.before) as Box, one.truth));
  const worse = after.filter((off, i) => off > (before[i] as number) + 0.01).length;
  const text = (offs: readonly number[]) => {
    const good = offs.filter((off) => off <= 0.02).length / offs.length;
    return `${percent(quantile(offs, 0.5))} / ${percent(quantile(offs, 0.95))}, within 2 %: ${percent(good)}`;
  };

  console.log(
    `| ${title} | ${found.length} of ${all.length} | ${told} | ${text(before)} | ${text(after)} | worse ${worse} |`,
  );
}

function sides(box: Box | null, truth: Box): string {
  if (!box) return '–';
  const x = (box.x - truth.x) * width;
  const y = (box.y - truth.y) * height;
  const right = (box.x + box.width - truth.x - truth.width) * width;
  const bottom = (box.y + box.height - truth.y - truth.height) * height;
  return [x, y, right, bottom].map((side) => side.toFixed(1)).join(' ');
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'tuning' },
    pictures: { type: 'string', default: '20' },
    kind: { type: 'string', multiple: true },
    each: { type: 'boolean', default: false },
  },
});
const set = sets[values.set === 'final' ? 'final' : 'tuning'];
const resources = openResources();
const reader = { engine: await openPaddleOcr(), lexicon: await resources.lexicon(null) };
const all: Measured[] = [];
for (const [row, kind] of kinds.entries()) {
  if (values.kind && !values.kind.includes(kind)) continue;
  for (let n = 0; n < Number(values.pictures); n += 1) {
    const one = await measure(kind, set, set.seed + 1000 * row + n, reader);
    all.push(one);
    if (values.each && one.before)
      console.log(
        `${set.seed + 1000 * row + n} ${kind} ${one.name} ${Math.round(one.truth.height * height)} px: ${sides(one.before, one.truth)} → ${sides(one.after, one.truth)}`,
      );
  }
}
console.log('| kind | read | told | before, median / 95 % | after | |');
for (const [kind, own] of Map.groupBy(all, (one) => one.kind)) report(kind, own);
report('all', all);
await reader.engine.close();
await resources.close();
