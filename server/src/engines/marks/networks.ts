/**
 * The networks that find marks (logos, signs, emblems) in a picture and compare them with a reference, on ONNX Runtime.
 * They were trained by `training/marks`, which also says what each of them learnt.
 */
import { fileURLToPath } from 'node:url';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { RgbImage } from '../engine.ts';
import { onnxFile } from '../onnx-file.ts';
import { type OnnxOptions, openSession } from '../onnx-session.ts';

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
    const open = (name: string) =>
      openSession(fileURLToPath(new URL(`./weights/${name}.onnx`, import.meta.url)), options);
    return new MarkNetworks([await open('look'), await open('close'), await open('compare')]);
  }

  /** The picture's sides must be multiples of `cellPixels`. */
  async look({ width, height, data }: RgbImage): Promise<LookedAt> {
    const picture = new Tensor('uint8', data, [1, height, width, 3]);
    const outputs = await this.#look.run({ picture });
    return {
      rows: height / cellPixels,
      columns: width / cellPixels,
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

  /**
   * `squares` holds `squareLength` numbers for each place. Returns the best shift of each template at each place; the
   * shifts are numbered row by row.
   */
  async score(squares: Float32Array): Promise<readonly (readonly ShiftScore[])[]> {
    const places = squares.length / squareLength;
    const dims = [places, squareCells, squareCells, cellLength];
    const outputs = await this.#session.run({ squares: new Tensor('float32', squares, dims) });
    const scores = outputs.scores?.data as Float32Array;
    const shifts = placeShifts * placeShifts;

    return Array.from({ length: this.#count }, (_, template) =>
      Array.from({ length: places }, (_place, place) => {
        const first = (place * this.#count + template) * shifts;
        return bestOf(scores.subarray(first, first + shifts));
      }),
    );
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

export interface ShiftScore {
  readonly shift: number;
  readonly score: number;
}

function bestOf(scores: Float32Array): ShiftScore {
  let best = { shift: 0, score: Number.NEGATIVE_INFINITY };
  for (const [shift, score] of scores.entries()) if (score > best.score) best = { shift, score };
  return best;
}
