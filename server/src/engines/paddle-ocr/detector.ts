/**
 * Finds lines of text with PP-OCRv4's detector. Runs it on a reduced picture first, then at full size where letters may
 * be too small or too faint, or on an even smaller picture if a single word may fill it.
 */
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { goesOn } from '../../analysis/boxes.ts';
import type { PixelRect, RgbImage } from '../engine.ts';
import { crop, rescale } from '../picture.ts';
import { Scratch } from '../scratch.ts';
import type { Corners, Point, TextArea, TextLook } from '../text.ts';
import { placesOf } from './fine-places.ts';
import type { Insets } from './ink.ts';
import { runModel } from './session.ts';
import { maxAreas, textAreas } from './text-areas.ts';

/** The network marks only the core of a line; growing it by 1.6 restores all of the ink and a margin. */
const limits = { pixelThreshold: 0.2, growth: 1.6, minSide: 3 };
/**
 * Usual margin around the letters in a grown box, in pixels of the network's map; it does not depend on the size of the
 * letters.
 */
const usualMargin = { left: 3.6, top: 3.5, right: 5, bottom: 5.8 };
/** Minimum mean probability of a line. Where a line is less probable, the network runs again at full size. */
const sureScore = 0.55;
/**
 * Longest side of the picture in the network's first run. Smaller pictures are enlarged to it, by a factor of at most
 * 2.
 */
const firstSide = 736;
const quickSide = 512;
/**
 * If a part is at most this share of the picture, running on it at full size costs no more than running on the whole
 * reduced picture.
 */
const smallShare = 0.3;
/**
 * Minimum height of a line in pixels in the first run. The box of a smaller line is too rough for the line to be read
 * well.
 */
const clearHeight = 15;
/** If this share of an area lies inside the box of a known line, the area counts as that line. */
const sameShare = 0.7;
const stride = 32;

/** An area, and its usual margin around the letters in pixels of the picture. */
export interface FoundArea extends TextArea {
  readonly margin: Insets;
}

/** The detector's network; `#side` is the longest side, in pixels, that a picture may have in a run at full size. */
export class TextDetector {
  readonly #session: InferenceSession;
  readonly #side: number;
  readonly #input = new Scratch();
  readonly #output = new Scratch();

  constructor(session: InferenceSession, side: number) {
    this.#session = session;
    this.#side = side;
  }

  /** Lines in pixels of the picture. Throws the signal's reason. */
  find(image: RgbImage, options: TextLook, signal: AbortSignal): Promise<FoundArea[]> {
    const look: Look = (place, scale, border) => this.#look(image, place, scale, border);
    return findAreas(image, options, this.#side, look, signal);
  }

  /**
   * Runs the network once on a part of the picture at a scale, with an empty border of `border` pixels in the network's
   * input.
   */
  async #look(
    image: RgbImage,
    { x, y, width, height }: PixelRect,
    scale: number,
    border = 0,
  ): Promise<FoundArea[]> {
    const part = crop(image, { x, y, width, height });
    if (!part) return [];

    const w = Math.max(1, Math.round(width * scale));
    const h = Math.max(1, Math.round(height * scale));
    const scaled = await rescale(part, w, h);
    const across = inSteps(w + 2 * border);
    const down = inSteps(h + 2 * border);
    const areas = await this.#areasIn(scaled, { across, down, border });
    const margin = {
      left: usualMargin.left / scale,
      right: usualMargin.right / scale,
      top: usualMargin.top / scale,
      bottom: usualMargin.bottom / scale,
    };
    const inPicture = ({ x, y }: Point) => ({ x: x - border, y: y - border });
    const back = (spot: Point) => {
      const inside = inPicture(spot);
      return { x: x + (inside.x * width) / w, y: y + (inside.y * height) / h };
    };

    return areas
      .filter(({ corners }) =>
        corners.map(inPicture).some((spot) => spot.x < w && spot.y < h && spot.x > 0 && spot.y > 0),
      )
      .map(({ corners: [a, b, c, d], score }) => ({
        corners: [back(a), back(b), back(c), back(d)],
        score,
        margin,
      }));
  }

  /** Lines in pixels of the network's map, which is as large as its input. */
  #areasIn(image: RgbImage, input: InputSize): Promise<readonly TextArea[]> {
    const { across, down } = input;
    return this.#input.use(3 * across * down, (values) =>
      this.#output.use(across * down, async (probabilities) => {
        fillInput(values, image, input);
        const { dims, data } = await runModel(
          this.#session,
          new Tensor('float32', values, [1, 3, down, across]),
          new Tensor('float32', probabilities, [1, 1, down, across]),
        );
        const map = { width: dims[3] as number, height: dims[2] as number, data };
        return textAreas(map, { ...limits, areaThreshold: 0 });
      }),
    );
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

type Look = (place: PixelRect, scale: number, border?: number) => Promise<FoundArea[]>;

async function findAreas(
  image: RgbImage,
  { within = wholeOf(image), quick = false, known: knownBoxes = [] }: TextLook,
  side: number,
  look: Look,
  signal: AbortSignal,
): Promise<FoundArea[]> {
  signal.throwIfAborted();
  const longest = Math.max(image.width, image.height);
  const full = Math.min(2, side / longest, Math.max(1, firstSide / longest));
  const first = (quick ? quickSide : firstSide) / longest;
  const small = within.width * within.height <= smallShare * image.width * image.height;
  if (small || first >= full) return (await look(within, full)).filter(isSure);

  const isNew = ({ corners }: TextArea) =>
    !knownBoxes.some((box) => {
      const bounds = boundsOf(corners);
      return shared(box, bounds) >= sameShare * sizeOf(bounds) && !goesOn(box, bounds);
    });
  const foundAreas = (await look(within, first)).filter(isNew);
  const isClear = (area: TextArea) => isSure(area) && heightOf(area.corners) * first >= clearHeight;
  const isWhole = within.width === image.width && within.height === image.height;
  if (isWhole && !quick && mayFillPicture(image, foundAreas)) {
    signal.throwIfAborted();
    const areas = await look(within, first * farScale, farBorder);
    foundAreas.push(...areas.filter(isSure).filter(isNew).filter(reachesBeyond(foundAreas)));
  }

  const sure = withoutDoubles(foundAreas.filter(isClear));
  const doubtful = foundAreas
    .filter((area) => !isClear(area))
    .map(({ corners }) => boundsOf(corners));
  const coveredBoxes = [...sure.map(({ corners }) => boundsOf(corners)), ...knownBoxes];
  const close: FoundArea[] = [];

  for (const place of placesOf(image, within, coveredBoxes, doubtful, !quick)) {
    signal.throwIfAborted();
    close.push(...(await look(place, full)).filter(isSure));
  }

  return withoutDoubles([...sure, ...close])
    .sort((a, b) => b.score - a.score)
    .slice(0, maxAreas);
}

/**
 * Share of the picture's height from which a word counts as huge. The network was trained with much smaller letters and
 * misses larger words, or their first and last letters.
 */
const hugeShare = 0.25;
/**
 * Minimum plainness of a picture for a far look, which is a run on a much smaller picture, after the first run found
 * nothing. A logo at the end of an advertisement is on a plain background; in a photo, a far look would find nothing.
 */
const plainShare = 0.6;
/** A picture at least this plain has nothing on it. */
const emptyShare = 0.995;
/** Scale of the picture in the far look, relative to the first run. */
const farScale = 0.4;
/** Empty border in pixels of the network's input, because the network misses letters that touch the edge. */
const farBorder = 64;

/** Whether there may be a word as wide as the picture. */
function mayFillPicture(image: RgbImage, areas: readonly FoundArea[]): boolean {
  const sure = areas.filter(isSure);
  if (sure.length === 0) {
    const plain = plainness(image);
    return plain >= plainShare && plain < emptyShare;
  }
  return sure.some(({ corners }) => heightOf(corners) >= hugeShare * image.height);
}

/**
 * An area from the far look adds nothing if this share of it is covered by an area from the first look, whose box fits
 * more closely.
 */
const coveredShare = 0.8;

const reachesBeyond = (areas: readonly FoundArea[]) => {
  const boxes = areas.filter(isSure).map(({ corners }) => boundsOf(corners));
  return ({ corners }: FoundArea): boolean => {
    const bounds = boundsOf(corners);
    return !boxes.some((box) => shared(box, bounds) >= coveredShare * sizeOf(bounds));
  };
};

const plainnessColumns = 160;
/** Maximum green difference between neighbouring pixels of a plain background, gradients included. */
const plainDifference = 4;

/** The share of the picture that is as bright as its neighbours to the right and below, 0 to 1. */
function plainness({ width, height, data }: RgbImage): number {
  const step = Math.max(1, Math.round(width / plainnessColumns));
  const greenAt = (x: number, y: number): number => data[(y * width + x) * 3 + 1] as number;
  let plain = 0;
  let total = 0;

  for (let y = 0; y + step < height; y += step) {
    for (let x = 0; x + step < width; x += step) {
      const green = greenAt(x, y);
      const right = Math.abs(green - greenAt(x + step, y));
      const below = Math.abs(green - greenAt(x, y + step));
      if (right < plainDifference && below < plainDifference) plain += 1;
      total += 1;
    }
  }

  return total === 0 ? 0 : plain / total;
}

const wholeOf = ({ width, height }: RgbImage): PixelRect => ({ x: 0, y: 0, width, height });
const heightOf = ([a, , , d]: Corners) => Math.hypot(d.x - a.x, d.y - a.y);
const isSure = ({ score }: TextArea) => score >= sureScore;

/** If two runs found the same line, keeps the larger box, because the smaller box covers only a part of the line. */
function withoutDoubles(areas: readonly FoundArea[]): FoundArea[] {
  const boxes = areas.map((area) => ({ area, box: boundsOf(area.corners) }));
  const retained: typeof boxes = [];
  for (const candidate of boxes.sort((a, b) => sizeOf(b.box) - sizeOf(a.box))) {
    const part = retained.some(
      ({ box }) => shared(box, candidate.box) > 0.5 * sizeOf(candidate.box),
    );
    if (!part) retained.push(candidate);
  }
  return retained.map(({ area }) => area);
}

/** The axis-aligned rectangle around the corners. */
export function boundsOf(corners: Corners): PixelRect {
  const xs = corners.map((spot) => spot.x);
  const ys = corners.map((spot) => spot.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const sizeOf = (box: PixelRect) => box.width * box.height;

function shared(a: PixelRect, b: PixelRect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** ImageNet's mean and deviation, with which the networks were trained; the channels come in BGR order. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

/** Columns and rows of the network's input, and the empty border around the picture in it, in pixels. */
interface InputSize {
  readonly across: number;
  readonly down: number;
  readonly border: number;
}

const inSteps = (length: number) => Math.ceil(length / stride) * stride;

/**
 * Fills planes of `across` times `down` values. The picture starts `border` pixels from the top and the left;
 * everything around it is 0.
 */
function fillInput(
  values: Float32Array,
  image: RgbImage,
  { across, down, border }: InputSize,
): void {
  const plane = across * down;
  values.fill(0);

  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / 255 / (deviation[channel] as number);
    const shift = (mean[channel] as number) / (deviation[channel] as number);
    for (let y = 0; y < image.height; y++) {
      let from = y * image.width * 3 + (2 - channel);
      const to = channel * plane + (y + border) * across + border;
      for (let x = 0; x < image.width; x++, from += 3) {
        values[to + x] = (image.data[from] as number) * factor - shift;
      }
    }
  }
}
