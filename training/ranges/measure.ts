/**
 * Measures between which numbers the values of our networks lie on real pictures, for `engines/eight-bits.ts`.
 *
 * Usage: node training/ranges/measure.ts FOLDER…
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { RgbImage } from '../../server/src/engines/engine.ts';
import { EditableGraph, onnxField } from '../../server/src/engines/onnx-graph.ts';
import { TextDetector } from '../../server/src/engines/paddle-ocr/detector.ts';
import { packagedFiles } from '../../server/src/engines/paddle-ocr/packaged-files.ts';
import { shortened } from '../../server/src/engines/paddle-ocr/shorter-graph.ts';
import { rescale } from '../../server/src/engines/picture.ts';
import {
  messageField,
  numberField,
  textField,
  wireFields,
} from '../../server/src/engines/protobuf.ts';

/**
 * Values beyond these shares count as the nearest one that does not lie beyond: otherwise a few very large numbers would
 * make the steps of all others coarse.
 */
const beyond = 1e-5;
/** Numbers that are kept of each value of a picture. */
const numbersKept = 20_000;
const longestSide = 1280;

/** A network, and the convolutions that are worth computing with bytes. */
interface Network {
  readonly file: Uint8Array;
  readonly ranges: string;
  /** `kernel`: dimensions of its weights. */
  readonly isWorth: (kernel: readonly number[]) => boolean;
  readonly look: (session: MeasuredSession, picture: RgbImage) => Promise<unknown>;
}

const engines = fileURLToPath(new URL('../../server/src/engines/', import.meta.url));

const textDetector: Network = {
  file: shortened(readFileSync(packagedFiles().detector)),
  ranges: path.join(engines, 'paddle-ocr/detector.ranges.json'),
  // The five convolutions that join its layers take half of its time. With more of them in bytes it is no faster, as
  // what lies between them computes with floats, and it finds less.
  isWorth: ([, channels = 0, rows]) => rows === 3 && channels > 3,
  look: (session, picture) => {
    const { signal } = new AbortController();
    return new TextDetector(session as unknown as InferenceSession, longestSide).find(
      picture,
      {},
      signal,
    );
  },
};

const firstLook: Network = {
  file: readFileSync(path.join(engines, 'marks/weights/look.onnx')),
  ranges: path.join(engines, 'marks/weights/look.ranges.json'),
  // What it says in the end is told apart by small differences.
  isWorth: ([, , rows]) => rows === 3,
  look: async (session, picture) => {
    for (const scale of [0.5, 0.25, 0.125]) {
      const inCells = (side: number) => Math.max(4, Math.round((side * scale) / 4) * 4);
      const width = inCells(picture.width);
      const height = inCells(picture.height);
      const { data } = await rescale(picture, width, height);
      await session.run({ picture: new Tensor('uint8', data, [1, height, width, 3]) });
    }
  },
};

/** A session that notes the values of a network while it is used. */
class MeasuredSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly #session: InferenceSession;
  readonly #noted = new Map<string, number[]>();

  constructor(session: InferenceSession, outputNames: readonly string[], values: Iterable<string>) {
    this.#session = session;
    this.inputNames = session.inputNames;
    this.outputNames = outputNames;
    for (const value of values) this.#noted.set(value, []);
  }

  async run(feeds: Record<string, Tensor>): Promise<InferenceSession.OnnxValueMapType> {
    const outputs = await this.#session.run(feeds);
    for (const [name, notedNumbers] of this.#noted) {
      const data = (outputs[name] ?? feeds[name])?.data as Float32Array;
      const step = Math.max(1, Math.floor(data.length / numbersKept));
      for (let at = 0; at < data.length; at += step) notedNumbers.push(data[at] as number);
    }

    return outputs;
  }

  ranges(): Record<string, [least: number, greatest: number]> {
    return Object.fromEntries(
      [...this.#noted].map(([name, notedNumbers]) => {
        const sorted = Float32Array.from(notedNumbers).sort();
        const last = sorted.length - 1;
        const at = (share: number) =>
          Number((sorted[Math.round(share * last)] ?? 0).toPrecision(4));
        return [name, [at(beyond), at(1 - beyond)]];
      }),
    );
  }
}

/** The same model, with more of its values as outputs. */
function withOutputs(file: Uint8Array, names: Iterable<string>): Uint8Array {
  const floats = [numberField(1, 1)];
  const outputs = [...names].map((name) =>
    messageField(onnxField.graph.output, [
      textField(onnxField.value.name, name),
      messageField(onnxField.value.type, [messageField(1, floats)]),
    ]),
  );
  return Buffer.concat(
    [...wireFields(file)].map(({ number, bytes, raw }) =>
      number === onnxField.model.graph ? messageField(number, [bytes, ...outputs]) : raw,
    ),
  );
}

/** What the chosen convolutions read, and what they make after the negative numbers that a Relu takes away. */
function valuesToMeasure(graph: EditableGraph, isWorth: Network['isWorth']): ReadonlySet<string> {
  const convolutions = graph.all('Conv').filter(({ inputs }) => {
    const kernel = graph.weights(inputs[1]);
    return kernel !== undefined && isWorth(kernel.dims);
  });
  return new Set(
    convolutions.flatMap((node) => {
      const result = graph.onlyReader(node, 'Relu') ?? node;
      return [node.inputs[0] as string, result.outputs[0] as string];
    }),
  );
}

async function measure(network: Network, pictures: readonly string[]): Promise<void> {
  const graph = new EditableGraph(network.file);
  const values = valuesToMeasure(graph, network.isWorth);
  const computed = [...values].filter((name) => graph.maker(name));
  const plain = await InferenceSession.create(network.file);
  const session = await InferenceSession.create(withOutputs(network.file, computed));
  const measured = new MeasuredSession(session, plain.outputNames, values);

  for (const file of pictures) {
    const { data, info } = await sharp(file)
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    await network.look(measured, { width: info.width, height: info.height, data });
  }

  writeFileSync(network.ranges, `${JSON.stringify(measured.ranges(), null, 2)}\n`);
  console.log(
    `${path.basename(network.ranges)}: ${values.size} values, ${pictures.length} pictures`,
  );
}

const pictures = process.argv
  .slice(2)
  .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((file) => /\.(jpe?g|png|webp)$/i.test(file))
  .toSorted();
if (pictures.length === 0) throw new Error('name folders with pictures');
for (const network of [textDetector, firstLook]) await measure(network, pictures);
