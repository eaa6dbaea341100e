/**
 * The networks that find marks (logos, signs, emblems) in a picture and compare them with a reference, on ONNX Runtime.
 * They were trained by `training/marks`, which also says what each of them learnt.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { shrunk } from '../eight-bits.ts';
import type { RgbImage } from '../engine.ts';
import { onnxFile } from '../onnx-file.ts';
import { type OnnxOptions, openSession } from '../onnx-session.ts';
import { withOneProduct } from './correlation.ts';

/** The networks describe a picture by cells of this many pixels. */
export const cellPixels = 4;
/** How many numbers describe a cell in the first look. */
export const cellLength = 32;
/** A template, and the part of a picture that it is compared with, has this many rows and columns of cells. */
export const templateCells = 12;
export const templateLength = templateCells * templateCells * cellLength;
/** A template is compared at 3 x 3 shifts, because the middle of a mark may lie a cell beside the likeliest one. */
export const placeShifts = 3;
/** Rows and columns of the cells that a template covers at all shifts. */
export const squareCells = templateCells + placeShifts - 1;
export const squareLength = squareCells * squareCells * cellLength;
/** Side of the pictures that the second look compares. */
export const closePixels = 64;
/** Rows and columns of the cells that the second look compares. */
export const closeCells = closePixels / cellPixels;
/** How many numbers describe a cell in the second look; they are stored number by number, not cell by cell. */
export const closeChannels = 40;
const closeLength = closeChannels * closeCells * closeCells;
/** By how many cells the second look shifts a place against a reference at most, in both directions. */
export const closeReach = 3;

const weightsPath = (name: string, ending = 'onnx'): string =>
  fileURLToPath(new URL(`./weights/${name}.${ending}`, import.meta.url));

/** A picture as the first look describes it, by rows and columns of cells. */
export interface LookedAt {
  readonly rows: number;
  readonly columns: number;
  /** `cellLength` numbers for each cell; their squares add up to 1. */
  readonly features: Float32Array;
  /** For each cell, how much it looks like the middle of a mark of the usual size (a logit). */
  readonly marks: Float32Array;
  /** For each cell, how much it says about a mark; positive. */
  readonly weights: Float32Array;
}

/** A reference picture as the second look describes it, and which of its cells show the mark (0 to 1). */
export interface CloseReference {
  readonly features: Float32Array;
  readonly inside: Float32Array;
}

export class MarkNetworks {
  readonly #look: InferenceSession;
  readonly #close: InferenceSession;
  readonly #compare: InferenceSession;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(sessions: readonly [InferenceSession, InferenceSession, InferenceSession]) {
    [this.#look, this.#close, this.#compare] = sessions;
  }

  /** Throws if the device can't be used. */
  static async open(options: OnnxOptions): Promise<MarkNetworks> {
    const compare = withOneProduct(await readFile(weightsPath('compare')), {
      cells: closeCells,
      channels: closeChannels,
      reach: closeReach,
    });
    const lookRanges = weightsPath('look', 'ranges.json');
    const look = await shrunk(await readFile(weightsPath('look')), options, lookRanges);
    return new MarkNetworks([
      await openSession(look, options),
      await openSession(weightsPath('close'), options),
      await openSession(compare, options),
    ]);
  }

  /**
   * The picture's sides must be multiples of `cellPixels`. `features`: memory for the numbers that describe the cells,
   * `cellLength` for each of them.
   */
  async look({ width, height, data }: RgbImage, features?: Float32Array): Promise<LookedAt> {
    const picture = new Tensor('uint8', data, [1, height, width, 3]);
    const rows = height / cellPixels;
    const columns = width / cellPixels;
    const dims = [1, rows, columns, cellLength];
    const into = features ? new Tensor('float32', features, dims) : null;
    const outputs = await this.#look.run(
      { picture },
      { features: into, marks: null, weights: null },
    );
    return {
      rows,
      columns,
      features: outputs.features?.data as Float32Array,
      marks: outputs.marks?.data as Float32Array,
      weights: outputs.weights?.data as Float32Array,
    };
  }

  /** Describes square pictures of `closePixels` for the second look. */
  async describeClose(pictures: readonly RgbImage[]): Promise<Float32Array[]> {
    const pixels = closePixels * closePixels * 3;
    const values = new Uint8Array(pictures.length * pixels);
    for (const [index, { data }] of pictures.entries()) values.set(data, index * pixels);

    const dims = [pictures.length, closePixels, closePixels, 3];
    const outputs = await this.#close.run({ pictures: new Tensor('uint8', values, dims) });
    const features = outputs.features?.data as Float32Array;

    return pictures.map((_, index) =>
      features.subarray(index * closeLength, (index + 1) * closeLength),
    );
  }

  /** How likely each place shows the same mark as its reference (logits). */
  async compare(
    pairs: readonly { readonly reference: CloseReference; readonly place: Float32Array }[],
  ): Promise<Float32Array> {
    const count = pairs.length;
    const cells = closeCells * closeCells;
    const references = new Float32Array(count * closeLength);
    const places = new Float32Array(count * closeLength);
    const insides = new Float32Array(count * cells);

    for (const [index, { reference, place }] of pairs.entries()) {
      references.set(reference.features, index * closeLength);
      places.set(place, index * closeLength);
      insides.set(reference.inside, index * cells);
    }

    const described = [count, closeLength / cells, closeCells, closeCells];
    const outputs = await this.#compare.run({
      reference: new Tensor('float32', references, described),
      place: new Tensor('float32', places, described),
      inside: new Tensor('float32', insides, [count, 1, closeCells, closeCells]),
    });

    return outputs.likeness?.data as Float32Array;
  }

  async close(): Promise<void> {
    await Promise.all([this.#look, this.#close, this.#compare].map((session) => session.release()));
  }
}

/** Compares squares of cells with templates, at every shift that fits: the weighted mean cosine of their cells. */
export class TemplateNetwork {
  readonly #count: number;
  readonly #session: InferenceSession;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(count: number, session: InferenceSession) {
    this.#count = count;
    this.#session = session;
  }

  /** Each template has `templateLength` numbers, by row, column and number of the cell. */
  static async open(
    templates: readonly Float32Array[],
    options: OnnxOptions,
  ): Promise<TemplateNetwork> {
    const cells = templateCells * templateCells;
    const floats: number[] = [];
    for (const template of templates) {
      for (let number = 0; number < cellLength; number++) {
        for (let cell = 0; cell < cells; cell++)
          floats.push(template[cell * cellLength + number] as number);
      }
    }

    const count = templates.length;
    const model = onnxFile({
      inputs: { squares: ['count', squareCells, squareCells, cellLength] },
      outputs: { scores: ['count', count, placeShifts, placeShifts] },
      constants: [
        { name: 'templates', dims: [count, cellLength, templateCells, templateCells], floats },
      ],
      nodes: [
        {
          op: 'Transpose',
          inputs: ['squares'],
          output: 'planes',
          attributes: { perm: [0, 3, 1, 2] },
        },
        { op: 'Conv', inputs: ['planes', 'templates'], output: 'scores' },
      ],
    });

    return new TemplateNetwork(count, await openSession(model, options));
  }

  /** `squares` holds `squareLength` numbers for each place. */
  async score(squares: Float32Array): Promise<TemplateScores> {
    const places = squares.length / squareLength;
    const dims = [places, squareCells, squareCells, cellLength];
    const outputs = await this.#session.run({ squares: new Tensor('float32', squares, dims) });
    return new TemplateScores(outputs.scores?.data as Float32Array, places, this.#count);
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/**
 * How much each place is like each template at its best shift. The shifts are numbered row by row. There are thousands
 * of them in each picture, so only those that are asked for become objects.
 */
export class TemplateScores {
  readonly places: number;
  readonly #values: Float32Array;
  readonly #templates: number;

  /** `values`: by place, template and shift. */
  constructor(values: Float32Array, places: number, templates: number) {
    this.#values = values;
    this.places = places;
    this.#templates = templates;
  }

  /** The best shift of a template at a place. */
  shift(template: number, place: number): number {
    const first = this.#first(template, place);
    let best = first;
    for (let index = first + 1; index < first + shifts; index++)
      if ((this.#values[index] as number) > (this.#values[best] as number)) best = index;
    return best - first;
  }

  /** The score at the best shift: a cosine, -1 to 1. */
  score(template: number, place: number): number {
    const first = this.#first(template, place);
    return this.#values[first + this.shift(template, place)] as number;
  }

  #first(template: number, place: number): number {
    return (place * this.#templates + template) * shifts;
  }
}

const shifts = placeShifts * placeShifts;
