/**
 * Measures search by sight on real media that the project did not make: pictures that were changed (cut out, scaled,
 * compressed, darkened, mirrored, written over, with bars) must find their originals among all others; photos must find
 * those that show the same kinds of things; pictures of brands those of the same brand; and frames of films the shot
 * that they are from. The files are in the folder `shared` next to the checkout. Every second picture and film is for
 * tuning, the others are for the final measurement.
 *
 * Usage: node bench/sight.ts [--set tuning|final] [--layout]
 *
 * `--layout`: measures a plain description by colours in 8 x 8 fields instead, for comparison. Needs ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { likeness, quantised } from '../server/src/analysis/vectors.ts';
import type { RgbImage } from '../server/src/engines/engine.ts';
import { openSight } from '../server/src/engines/sight/sight-network.ts';
import { leastSightLikeness } from '../server/src/search/sight.ts';
import { sharedDir } from './real/truth.ts';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'tuning' },
    layout: { type: 'boolean', default: false },
  },
});

const realDir = path.join(sharedDir, 'real');
const half = options.set === 'final' ? 1 : 0;
const isOfHalf = (_: unknown, index: number): boolean => index % 2 === half;
/** Frames of films are looked at twice a second. */
const framesPerSecond = 2;

interface TruthEntry {
  readonly file: string;
  readonly set?: string;
  readonly objects?: readonly { readonly name: string; readonly small?: boolean }[];
  readonly brands?: readonly string[];
  readonly cuts?: readonly number[];
}

interface Seen {
  readonly name: string;
  /** Kinds of things in a photo, or brands in a picture. */
  readonly labels: ReadonlySet<string>;
  readonly vector: Int8Array;
}

interface SeenFrame {
  readonly shot: string;
  readonly vector: Int8Array;
}

const engine = await openSight();
const { signal } = new AbortController();
let pictures = 0;
let cpuMs = 0;

async function rgbOf(bytes: Buffer): Promise<RgbImage> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function layoutOf({ width, height, data }: RgbImage): Promise<Int8Array> {
  const fields = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(8, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
  return quantised(Float32Array.from(fields, (value) => value - 128));
}

async function vectorOf(bytes: Buffer): Promise<Int8Array | null> {
  const image = await rgbOf(bytes);
  const before = process.cpuUsage();
  const vector = options.layout ? await layoutOf(image) : await engine.describe(image, { signal });
  const { user, system } = process.cpuUsage(before);
  cpuMs += (user + system) / 1000;
  pictures += 1;

  return vector;
}

const readTruth = (file: string): TruthEntry[] =>
  JSON.parse(readFileSync(path.join(realDir, file), 'utf8'));
const bytesOf = (file: string): Buffer => readFileSync(path.join(realDir, file));

/** How a picture may come back: by name, as a JPEG. */
async function changed(bytes: Buffer): Promise<Record<string, Buffer>> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten()
    .resize(720, 720, { fit: 'inside' })
    .jpeg({ quality: 95 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const picture = () => sharp(data);
  const cut = (share: number, across: number) =>
    picture().extract({
      left: Math.floor(width * (1 - share) * across),
      top: Math.floor(height * (1 - share) * 0.5),
      width: Math.floor(width * share),
      height: Math.floor(height * share),
    });
  const banner = Buffer.from(
    `<svg width="${width}" height="${height}"><rect y="${height * 0.82}" width="${width}" height="${height * 0.18}" fill="#123"/><text x="${width * 0.05}" y="${height * 0.94}" font-size="${height * 0.09}" fill="white">Breaking news today</text></svg>`,
  );
  const versions: Record<string, Sharp> = {
    'cut to 80 %': cut(0.8, 0.5),
    'cut to 60 %, off the middle': cut(0.6, 0.3),
    'scaled to 160 pixels': picture().resize(160, 160, { fit: 'inside' }),
    'JPEG of quality 18': picture().jpeg({ quality: 18 }),
    darker: picture().modulate({ brightness: 0.6 }),
    brighter: picture().modulate({ brightness: 1.4 }),
    mirrored: picture().flop(),
    'with a banner': picture().composite([{ input: banner }]),
    grey: picture().greyscale(),
    'with black bars': picture().resize(720, 405, { fit: 'contain', background: 'black' }),
  };

  const buffers: Record<string, Buffer> = {};
  for (const [name, version] of Object.entries(versions))
    buffers[name] = await version.jpeg().toBuffer();
  return buffers;
}

/** Average precision of the vectors in order of likeness. */
function averagePrecision(query: Seen, others: readonly Seen[], isRight: (seen: Seen) => boolean) {
  const ranked = others.toSorted(
    (a, b) => likeness(query.vector, b.vector) - likeness(query.vector, a.vector),
  );
  let right = 0;
  let sum = 0;
  for (const [index, seen] of ranked.entries()) {
    if (!isRight(seen)) continue;
    right += 1;
    sum += right / (index + 1);
  }
  const [first] = ranked;
  return { precision: sum / right, first: first && isRight(first) ? 1 : 0 };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (value: number): string => value.toFixed(3);
/** The value below which this share of the values lie. */
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] as number;

function sameLabels(title: string, group: readonly Seen[]): void {
  const precisions: number[] = [];
  const firsts: number[] = [];
  for (const query of group) {
    const others = group.filter((seen) => seen !== query);
    const isRight = ({ labels }: Seen) => [...labels].some((label) => query.labels.has(label));
    if (!others.some(isRight)) continue;
    const { precision, first } = averagePrecision(query, others, isRight);
    precisions.push(precision);
    firsts.push(first);
  }
  console.log(
    `${title}: mean average precision ${share(meanOf(precisions))}, first right ${share(meanOf(firsts))} (${precisions.length} queries)`,
  );
}

async function framesOf(films: readonly TruthEntry[]): Promise<SeenFrame[]> {
  const frames: SeenFrame[] = [];
  for (const { file, cuts } of films) {
    const folder = mkdtempSync(path.join(tmpdir(), 'reelsight-sight-'));
    const rate = ['-vf', `fps=${framesPerSecond},scale=640:-2`, '-q:v', '4'];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      path.join(realDir, file),
      ...rate,
      path.join(folder, '%05d.jpg'),
    ]);

    for (const [index, name] of readdirSync(folder).sort().entries()) {
      const seconds = (index + 0.5) / framesPerSecond;
      const vector = await vectorOf(readFileSync(path.join(folder, name)));
      const shot = `${file} ${(cuts ?? []).filter((cut) => cut <= seconds).length}`;
      if (vector) frames.push({ shot, vector });
    }
    rmSync(folder, { recursive: true });
  }
  return frames;
}

function noise(width: number, height: number): Promise<Buffer> {
  let state = width * height;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const truth = readTruth('truth.json');
const photos = truth.filter(({ set }) => set === 'objects').filter(isOfHalf);
const products = truth.filter(({ set }) => set === 'brands').filter(isOfHalf);
const logos = readTruth('logos/truth.json')
  .filter(({ brands }) => brands)
  .filter(isOfHalf);
const films = truth.filter(({ set }) => set === 'video').filter(isOfHalf);

const seen: Seen[] = [];
const copies: { readonly of: number; readonly change: string; readonly vector: Int8Array }[] = [];
for (const { file, objects = [], brands = [] } of [...photos, ...products, ...logos]) {
  const bytes = bytesOf(file);
  const vector = await vectorOf(bytes);
  if (!vector) throw new Error(`${file} counts as nothing`);
  const things = objects.filter(({ name, small }) => !small && name !== 'person');
  seen.push({
    name: file,
    labels: new Set([...things.map(({ name }) => name), ...brands]),
    vector,
  });

  for (const [change, copy] of Object.entries(await changed(bytes))) {
    const copyVector = await vectorOf(copy);
    if (copyVector) copies.push({ of: seen.length - 1, change, vector: copyVector });
  }
}

const frames = await framesOf(films);
const everything = [...seen, ...frames].map(({ vector }) => vector);
const right = copies.map(({ of, vector }) => {
  const likenesses = everything.map((other) => likeness(vector, other));
  return likenesses[of] === Math.max(...likenesses);
});
console.log(
  `set ${options.set}: ${seen.length} pictures, ${frames.length} frames of ${films.length} films`,
);
console.log(`originals of changed pictures found first: ${share(meanOf(right.map(Number)))}`);
for (const [change, group] of Map.groupBy(copies.entries(), ([, copy]) => copy.change))
  console.log(`  ${change}: ${share(meanOf(group.map(([index]) => Number(right[index]))))}`);

const ofCopies = copies.map(({ of, vector }) => likeness(vector, seen[of]?.vector as Int8Array));
const ofOthers = seen.flatMap((a, index) =>
  seen.slice(index + 1).map((b) => likeness(a.vector, b.vector)),
);
console.log(
  `likeness of changed pictures to their originals: 5 % below ${share(quantile(ofCopies, 0.05))}; of different pictures: 5 % above ${share(quantile(ofOthers, 0.95))}, and ${share(meanOf(ofOthers.map((alike) => Number(alike >= leastSightLikeness))))} of them at least ${leastSightLikeness}, so that they are found`,
);
sameLabels('photos of the same kinds of things', seen.slice(0, photos.length));
sameLabels('pictures of the same brand', seen.slice(photos.length + products.length));

const shots = [...Map.groupBy(frames, ({ shot }) => shot).values()];
const middles = shots.map((group) => group[group.length >> 1] as SeenFrame);
const foundShots = new Map<string, number[]>();
for (const frame of frames.filter((candidate) => !middles.includes(candidate))) {
  const candidates = [...middles, ...seen];
  const likenesses = candidates.map(({ vector }) => likeness(frame.vector, vector));
  const best = candidates[likenesses.indexOf(Math.max(...likenesses))] as SeenFrame;
  const film = frame.shot.replace(/ \d+$/, '');
  foundShots.set(film, [...(foundShots.get(film) ?? []), Number(best.shot === frame.shot)]);
}
const byFilm = [...foundShots.values()].map(meanOf);
console.log(
  `frames that find their shot first: ${share(meanOf(byFilm))}, mean of ${byFilm.length} films`,
);

const nothing: Record<string, Buffer> = {};
for (const [width, height] of [
  [32, 32],
  [64, 64],
  [320, 240],
  [1000, 1000],
] as const)
  nothing[`noise of ${width} x ${height}`] = await noise(width, height);
for (const background of ['#000000', '#ffffff', '#808080', '#204060'])
  nothing[`only ${background}`] = await sharp({
    create: { width: 320, height: 240, channels: 3, background },
  })
    .png()
    .toBuffer();

for (const [name, bytes] of Object.entries(nothing)) {
  const vector = await vectorOf(bytes);
  const best = vector && Math.max(...everything.map((other) => likeness(vector, other)));
  console.log(`  ${name}: ${best === null ? 'nothing to compare' : `most alike ${share(best)}`}`);
}

await engine.close();
console.log(`${(cpuMs / pictures).toFixed(1)} ms of CPU time a picture, ${pictures} pictures`);
