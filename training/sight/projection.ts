/**
 * Fits the projection of search by sight to photos of Debian's packages; see README.md beside it.
 *
 * Usage: node training/sight/projection.ts FOLDER FILE
 *
 * `FOLDER`: where the packages were unpacked. `FILE`: where the projection is written.
 */
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { comparablePicture } from '../../server/src/engines/sight/comparable-picture.ts';
import {
  LayerNetwork,
  layerChannels,
  sightSide,
} from '../../server/src/engines/sight/sight-network.ts';

const [folder = '', file = ''] = process.argv.slice(2);

const photoPatterns = [
  'usr/share/backgrounds/**/*.{jpg,jpeg,png,webp}',
  'usr/share/wallpapers/**/*.{jpg,jpeg}',
  'usr/share/doc/opencv-doc/examples/**/*.{jpg,png}',
  'usr/lib/python3/dist-packages/skimage/data/*.{png,jpg}',
];
const subjects =
  'animals,town,food,seasonal,plants,vehicles,household,clothes,hobbies,sports,people';
const thingPattern = `usr/share/tuxpaint/stamps/{${subjects}}/**/*.png`;

/** Longer side in pixels to which photos are scaled. */
const longestSide = 900;
const shortestSide = 100;
/** Dimensions of the vectors. */
const dimensions = 128;
/** 0 keeps the lengths of the directions, 1 makes them all equal. */
const whitening = 0.5;
/** A share of the mean variance that is added to each, so that directions of little variance are not blown up. */
const damping = 0.1;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

let state = 7;
/** The same numbers between 0 and 1 in each run. */
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) / 2 ** 24;
}

const filesOf = (pattern: string): string[] => globSync(path.join(folder, pattern)).sort();

const rawOf = ({ width, height }: Picture) => ({ raw: { width, height, channels: 3 as const } });

async function pixelsOf(pipeline: Sharp): Promise<Picture> {
  const { data, info } = await pipeline
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function photoAt(photoFile: string): Promise<Picture | null> {
  const photo = await pixelsOf(
    sharp(photoFile, { limitInputPixels: 1e9 })
      .autoOrient()
      .flatten({ background: '#888888' })
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true }),
  ).catch(() => null);
  return photo && Math.min(photo.width, photo.height) >= shortestSide ? photo : null;
}

function partOf(photo: Picture): Promise<Picture> {
  const share = 0.4 + 0.4 * random();
  const width = Math.floor(photo.width * share);
  const height = Math.floor(photo.height * share);
  const left = Math.floor((photo.width - width) * random());
  const top = Math.floor((photo.height - height) * random());
  return pixelsOf(sharp(photo.data, rawOf(photo)).extract({ left, top, width, height }));
}

/** Lays a thing onto a photo. */
async function laidOn(photo: Picture, thingFile: string): Promise<Picture> {
  const width = 480;
  const height = 360;
  const ground = await sharp(photo.data, rawOf(photo))
    .resize(width, height, { fit: 'cover' })
    .png()
    .toBuffer();
  const side = Math.floor(180 + random() * 170);
  const { data: input, info } = await sharp(thingFile)
    .resize(side, side, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.floor(random() * Math.max(1, width - info.width));
  const top = Math.floor(random() * Math.max(1, height - info.height));

  return pixelsOf(sharp(ground).composite([{ input, left, top }]));
}

const network = await LayerNetwork.open(1);
const views: Float32Array[] = [];

async function look(picture: Picture): Promise<void> {
  const comparable = await comparablePicture(picture, sightSide);
  if (comparable) views.push(await network.means(comparable.data));
}

const photos: Picture[] = [];
for (const photoFile of photoPatterns.flatMap(filesOf)) {
  const photo = await photoAt(photoFile);
  if (!photo) continue;
  photos.push(photo);
  await look(photo);
  await look(await partOf(photo));
  await look(await partOf(photo));
}

for (const thingFile of filesOf(thingPattern))
  await look(await laidOn(photos[Math.floor(random() * photos.length)] as Picture, thingFile));
await network.close();

const mean = Float64Array.from(
  { length: layerChannels },
  (_, channel) => views.reduce((sum, view) => sum + (view[channel] as number), 0) / views.length,
);
const covariance = Array.from({ length: layerChannels }, (_, a) =>
  Float64Array.from({ length: layerChannels }, (__, b) => {
    let sum = 0;
    for (const view of views)
      sum +=
        ((view[a] as number) - (mean[a] as number)) * ((view[b] as number) - (mean[b] as number));
    return sum / (views.length - 1);
  }),
);

interface Direction {
  readonly variance: number;
  readonly vector: Float64Array;
}

/** The directions of a symmetric matrix, by Jacobi's method: turns pairs of axes until nothing is left off the diagonal. */
function directionsOf(matrix: readonly Float64Array[]): Direction[] {
  const size = matrix.length;
  const values = matrix.map((row) => Float64Array.from(row));
  const axes = values.map((_, index) => {
    const axis = new Float64Array(size);
    axis[index] = 1;
    return axis;
  });

  for (let sweep = 0; sweep < 12; sweep++) {
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) turn(values, axes, p, q);
  }

  return axes
    .map((vector, index) => ({ vector, variance: values[index]?.[index] as number }))
    .sort((a, b) => b.variance - a.variance);
}

function turn(values: Float64Array[], axes: Float64Array[], p: number, q: number): void {
  const rowP = values[p] as Float64Array;
  const rowQ = values[q] as Float64Array;
  const off = rowP[q] as number;
  if (Math.abs(off) < 1e-12) return;

  const ratio = ((rowQ[q] as number) - (rowP[p] as number)) / (2 * off);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio));
  const cosine = 1 / Math.hypot(1, tangent);
  const sine = tangent * cosine;

  for (const row of values) {
    const a = row[p] as number;
    const b = row[q] as number;
    row[p] = cosine * a - sine * b;
    row[q] = sine * a + cosine * b;
  }
  turnRows(rowP, rowQ, cosine, sine);
  turnRows(axes[p] as Float64Array, axes[q] as Float64Array, cosine, sine);
}

function turnRows(a: Float64Array, b: Float64Array, cosine: number, sine: number): void {
  for (let index = 0; index < a.length; index++) {
    const x = a[index] as number;
    const y = b[index] as number;
    a[index] = cosine * x - sine * y;
    b[index] = sine * x + cosine * y;
  }
}

const directions = directionsOf(covariance);
const meanVariance = directions.reduce((sum, { variance }) => sum + variance, 0) / layerChannels;
const rows = directions.slice(0, dimensions).map(({ vector, variance }) => {
  const length = (Math.max(0, variance) + damping * meanVariance) ** (whitening / 2);
  return Float32Array.from(vector, (value) => value / length);
});

const projection = Float32Array.from([...mean, ...rows.flatMap((row) => [...row])]);
writeFileSync(file, Buffer.from(projection.buffer));
console.log(`${views.length} views of ${photos.length} photos; ${projection.byteLength} bytes`);
