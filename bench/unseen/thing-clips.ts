/** Draws clips with known things in them: cut-outs on backgrounds, and photos that are panned and zoomed. */

import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { cocoNames } from '../../server/src/engines/coco.ts';
import type { Box, RgbImage } from '../../server/src/engines/engine.ts';
import type { Shot } from '../../server/src/media/media.ts';
import { mulberry32 } from './random.ts';
import {
  type CutOut,
  cutOuts,
  groundsOf,
  type Photo,
  type SetName,
  scenes,
} from './thing-sources.ts';

export interface TrueThing {
  readonly name: string;
  /** Null if only the name is known. */
  readonly box: Box | null;
}

export interface Second {
  readonly picture: RgbImage;
  readonly things: readonly TrueThing[];
  /** Debatable names, which count neither as right nor as wrong in this second. */
  readonly unclear: readonly string[];
}

export interface Clip {
  readonly kind: 'cut-outs' | 'photos';
  readonly seconds: readonly Second[];
  readonly shots: readonly Shot[];
  /** The names that the job asks for: things that are shown, and some things that are not. */
  readonly asked: readonly string[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const landscape: Size = { width: 1280, height: 720 };
const portrait: Size = { width: 720, height: 1280 };
const namesAsked = 5;

type Random = () => number;
const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const pick = <T>(random: Random, items: readonly T[]) =>
  items[Math.floor(random() * items.length)] as T;

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Yields all clips of a set one by one, because each is large. */
export async function* thingClips(set: SetName): AsyncGenerator<Clip> {
  const seed = set === 'tuning' ? 11 : 7207;
  yield* cutOutClips(set, mulberry32(seed));
  yield* photoClips(set, mulberry32(seed + 1));
}

const cutOutClipCount = 24;

async function* cutOutClips(set: SetName, random: Random): AsyncGenerator<Clip> {
  const none = cutOuts(set).filter(({ name }) => name === null);
  // Grouped by name, because the name is chosen first: otherwise the many birds would outweigh the
  // rest.
  const byName = [...Map.groupBy(cutOuts(set), ({ name }) => name)]
    .filter(([name]) => name !== null)
    .map(([, group]) => group);
  const some = (): CutOut =>
    random() < 0.2 ? pick(random, none) : pick(random, pick(random, byName));

  for (let clip = 0; clip < cutOutClipCount; clip++) {
    const size = clip % 4 === 3 ? portrait : landscape;
    const shots = Array.from({ length: 4 }, () => {
      const count = pick(random, [0, 1, 1, 1, 2, 2, 3]);
      const things = Array.from({ length: count }, some);
      return { things, ground: pick(random, groundsOf(set)), length: pick(random, [1, 2, 3, 4]) };
    });
    const seconds: Second[][] = [];

    for (const shot of shots) seconds.push(await cutOutShot(shot, size, random));
    yield clipOf('cut-outs', seconds, random);
  }
}

const photosAClip = 3;

async function* photoClips(set: SetName, random: Random): AsyncGenerator<Clip> {
  const order = shuffled(random, scenes(set));
  for (let first = 0; first < order.length; first += photosAClip) {
    const size = (first / photosAClip) % 4 === 3 ? portrait : landscape;
    const seconds: Second[][] = [];

    for (const photo of order.slice(first, first + photosAClip)) {
      seconds.push(await photoShot(photo, size, random));
    }

    yield clipOf('photos', seconds, random);
  }
}

function clipOf(kind: Clip['kind'], shots: readonly Second[][], random: Random): Clip {
  const seconds = shots.flat();
  const there = new Set(seconds.flatMap(({ things }) => things.map(({ name }) => name)));
  const absent = cocoNames.filter((name) => !there.has(name));
  const asked = [...there, ...shuffled(random, absent)].slice(0, Math.max(namesAsked, there.size));
  let at = 0;
  const spans = shots.map(({ length }) => {
    const start = at;
    at += length;
    return { start, end: at };
  });

  return { kind, seconds, shots: spans, asked };
}

interface Placed {
  readonly cutOut: CutOut;
  /** Share of the frame's height. */
  readonly scale: number;
  readonly turn: number;
  readonly mirrored: boolean;
  readonly dim: number;
  /** Position of the middle at the start of the shot, and its movement per second, as fractions of the frame. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly grow: number;
}

/** Maximum factor by which a cut-out is enlarged; beyond it, only blur would be added. */
const mostEnlarged = 3;

interface CutOutShot {
  readonly things: readonly CutOut[];
  readonly ground: string | null;
  readonly length: number;
}

async function cutOutShot(shot: CutOutShot, size: Size, random: Random): Promise<Second[]> {
  const placed: Placed[] = [];
  for (const cutOut of shot.things) placed.push(await placeOf(cutOut, size, random));
  const still = random() < 0.25;
  const ground = await groundOf(shot.ground, size, random);
  const look = lookOf(random);
  const pan = still ? 0 : between(random, -0.03, 0.03);
  const first = await drawCutOuts(ground, placed, 0, pan, size, look);
  const seconds = [first];
  for (let second = 1; second < shot.length; second++) {
    seconds.push(still ? first : await drawCutOuts(ground, placed, second, pan, size, look));
  }

  return seconds;
}

async function placeOf(cutOut: CutOut, size: Size, random: Random): Promise<Placed> {
  const { height = 1 } = await sharp(cutOut.file).metadata();
  const most = Math.min(0.8, (height * mostEnlarged) / size.height);
  const scale = between(random, 0.05, most);
  const moving = random() < 0.5;

  return {
    cutOut,
    scale,
    mirrored: random() < 0.5,
    dim: between(random, 0.75, 1.1),
    turn: random() < 0.6 ? 0 : between(random, -18, 18),
    x: between(random, 0.1, 0.9),
    y: between(random, 0.15, 0.85),
    dx: moving ? between(random, -0.12, 0.12) : 0,
    dy: moving ? between(random, -0.06, 0.06) : 0,
    grow: moving ? between(random, 0.92, 1.1) : 1,
  };
}

interface Drawn {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

async function drawCutOuts(
  ground: Buffer,
  placed: readonly Placed[],
  second: number,
  pan: number,
  size: Size,
  look: Look,
): Promise<Second> {
  const layers: OverlayOptions[] = [];
  const boxes: Drawn[] = [];

  for (const one of placed) {
    const { data, info } = await cutOutPicture(one, second, size);
    const left = Math.round((one.x + one.dx * second) * size.width - info.width / 2);
    const top = Math.round((one.y + one.dy * second) * size.height - info.height / 2);
    boxes.push({ left, top, width: info.width, height: info.height });

    const inside = await cutToFrame(data, boxes.at(-1) as Drawn, size);
    if (inside) layers.push(inside);
  }

  const shift = Math.round((0.1 + pan * second) * size.width);
  const picture = await sharp(ground)
    .extract({ left: shift, top: 0, ...size })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer();

  return { picture: await finished(picture, size, look), ...truthOf(placed, boxes, size) };
}

async function cutOutPicture(
  { cutOut, scale, turn, mirrored, dim, grow }: Placed,
  second: number,
  size: Size,
) {
  const height = Math.max(4, Math.round(scale * grow ** second * size.height));
  const resized = await sharp(cutOut.file)
    .ensureAlpha()
    .flop(mirrored)
    .resize({ height, width: size.width * 2, fit: 'inside' })
    .linear([dim, dim, dim, 1], [0, 0, 0, 0])
    .png({ compressionLevel: 0 })
    .toBuffer();
  const turned = await sharp(resized)
    .rotate(turn, { background: '#00000000' })
    .png({ compressionLevel: 0 })
    .toBuffer();

  return sharp(turned)
    .trim({ background: '#00000000', threshold: 20 })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
}

async function cutToFrame(data: Buffer, { left, top, width, height }: Drawn, size: Size) {
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  const right = Math.min(size.width, left + width);
  const bottom = Math.min(size.height, top + height);
  if (right - x < 1 || bottom - y < 1) return null;
  const part = { left: x - left, top: y - top, width: right - x, height: bottom - y };
  return { input: await sharp(data).extract(part).toBuffer(), left: x, top: y };
}

/** Least share of a thing that must be visible for the thing to be expected; a less visible thing may be missed. */
const enoughToSee = 0.6;

function truthOf(placed: readonly Placed[], boxes: readonly Drawn[], size: Size) {
  const things: TrueThing[] = [];
  const unclear: string[] = [];

  for (const [i, drawn] of boxes.entries()) {
    const name = placed[i]?.cutOut.name ?? null;
    if (name === null) continue;

    const inFrame = shared(drawn, { left: 0, top: 0, ...size });
    const hidden = boxes.slice(i + 1).reduce((sum, other) => sum + shared(drawn, other), 0);
    const seen = (inFrame - hidden) / (drawn.width * drawn.height);
    if (seen < enoughToSee) unclear.push(name);
    else things.push({ name, box: fractions(drawn, size) });
  }

  return { things, unclear };
}

function shared(a: Drawn, b: Drawn): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function fractions({ left, top, width, height }: Drawn, size: Size): Box {
  const x = Math.max(0, left) / size.width;
  const y = Math.max(0, top) / size.height;
  const right = Math.min(1, (left + width) / size.width);
  const bottom = Math.min(1, (top + height) / size.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The background is a fifth wider than the frame, so that it can be panned. */
async function groundOf(file: string | null, size: Size, random: Random): Promise<Buffer> {
  const wide = { width: Math.round(size.width * 1.2), height: size.height };
  const drawn = file === null ? drawnGround(wide, random) : sharp(file).removeAlpha();
  const jpeg = await drawn
    .resize({ ...wide, fit: 'cover' })
    .jpeg({ quality: 95 })
    .toBuffer();

  return sharp(jpeg)
    .pipelineColourspace('srgb')
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function drawnGround(size: Size, random: Random): Sharp {
  if (random() < 0.4) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: between(random, 10, 50) };
    return sharp({ create: { ...size, channels: 3, background: '#808080', noise } });
  }

  const colour = () =>
    `hsl(${Math.floor(random() * 360)},${Math.floor(random() * 70)}%,${Math.floor(between(random, 20, 85))}%)`;
  const svg = `<svg width="${size.width}" height="${size.height}"><defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;

  return sharp(Buffer.from(svg)).removeAlpha();
}

/** How a shot was taken and stored. */
interface Look {
  readonly blur: number;
  readonly contrast: number;
  readonly light: number;
  readonly quality: number;
}

function lookOf(random: Random): Look {
  return {
    blur: random() < 0.3 ? between(random, 0.5, 2.2) : 0,
    contrast: between(random, 0.7, 1.15),
    light: between(random, -25, 25),
    quality: Math.round(between(random, 35, 90)),
  };
}

async function finished(pixels: Buffer, size: Size, look: Look): Promise<RgbImage> {
  const raw = { raw: { ...size, channels: 3 as const } };
  const offset = look.light + 128 * (1 - look.contrast);
  const changed = sharp(pixels, raw).linear(look.contrast, offset);
  const shown = look.blur > 0.3 ? changed.blur(look.blur) : changed;
  const jpeg = await shown.jpeg({ quality: look.quality }).toBuffer();
  return { ...size, data: new Uint8Array(await sharp(jpeg).raw().toBuffer()) };
}

/** Shows a photo in full size or on a plain background, still or zoomed. */
async function photoShot(photo: Photo, size: Size, random: Random): Promise<Second[]> {
  const length = pick(random, [1, 2, 3, 4, 5]);
  const still = random() < 0.3;
  const whole = size === portrait || random() < 0.3;
  const zoom = still ? 1 : between(random, 1.01, 1.05);
  const look = lookOf(random);
  const { data, info } = await sharp(photo.picture)
    .removeAlpha()
    .toColourspace('srgb')
    .resize({ ...size, fit: whole ? 'contain' : 'cover', background: '#202428' })
    .flop(random() < 0.5)
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const seconds: Second[] = [];
  for (let second = 0; second < length; second++) {
    const width = Math.round(info.width / zoom ** second);
    const height = Math.round(info.height / zoom ** second);
    const part = {
      left: (info.width - width) >> 1,
      top: (info.height - height) >> 1,
      width,
      height,
    };
    const pixels = await sharp(data)
      .extract(part)
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer();
    const first = seconds[0];
    const picture = still && first ? first.picture : await finished(pixels, size, look);
    const things = photo.names.map((name) => ({ name, box: null }));
    seconds.push({ picture, things, unclear: photo.unclear });
  }

  return seconds;
}
