/**
 * Engines that repeat their earlier answer to a repeated call, for suites that analyse the same pictures in several
 * ways. A call counts as repeated only if every pixel, sample and option is equal; any other call is computed.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CallContext, MeterItem, RgbImage, SoundFile } from '../../src/engines/engine.ts';
import type { ObjectEngine } from '../../src/engines/objects.ts';
import type { Engines } from '../../src/engines/registry.ts';
import type { SpeechEngine } from '../../src/engines/speech.ts';
import type { TextEngine } from '../../src/engines/text.ts';

interface Answer {
  readonly value: unknown;
  readonly metered: readonly (readonly [MeterItem, number])[];
}

export class EngineMemory {
  readonly #answers = new Map<string, Answer>();

  /** An option for `openResources`: makes the engines for text, objects and speech remember their answers. */
  readonly watch = (engines: Engines): Engines => ({
    ...engines,
    text: async () => {
      const engine = await engines.text();
      return engine && this.text(engine);
    },
    objects: async () => (await engines.objects()).map((engine) => this.objects(engine)),
    speech: async () => {
      const engine = await engines.speech();
      return engine && this.speech(engine);
    },
  });

  text(engine: TextEngine): TextEngine {
    return {
      info: engine.info,
      find: (image, context, look) =>
        this.#answer(keyOf('find', engine, [look, pixelsOf(image)]), context, (watched) =>
          engine.find(image, watched, look),
        ),
      recognise: (image, areas, context) =>
        this.#answer(keyOf('recognise', engine, [areas, pixelsOf(image)]), context, (watched) =>
          engine.recognise(image, areas, watched),
        ),
      close: () => engine.close(),
    };
  }

  objects(engine: ObjectEngine): ObjectEngine {
    return {
      info: engine.info,
      vocabulary: engine.vocabulary,
      costly: engine.costly,
      minConfidence: engine.minConfidence,
      detect: (image, names, context, options) =>
        this.#answer(
          keyOf('detect', engine, [names, options, pixelsOf(image)]),
          context,
          (watched) => engine.detect(image, names, watched, options),
        ),
      close: () => engine.close(),
    };
  }

  speech(engine: SpeechEngine): SpeechEngine {
    return {
      info: engine.info,
      hear: async (sound, span, options, context) =>
        this.#answer(
          keyOf('hear', engine, [span, options, await samplesOf(sound)]),
          context,
          (watched) => engine.hear(sound, span, options, watched),
        ),
      close: () => engine.close(),
    };
  }

  async #answer<Value>(
    key: string,
    context: CallContext,
    compute: (watched: CallContext) => Promise<Value>,
  ): Promise<Value> {
    context.signal.throwIfAborted();

    const known = this.#answers.get(key);
    if (known) {
      for (const [item, amount] of known.metered) context.meter(item, amount);
      return structuredClone(known.value) as Value;
    }

    const metered: [MeterItem, number][] = [];
    const meter = (item: MeterItem, amount: number) => {
      metered.push([item, amount]);
      context.meter(item, amount);
    };
    const value = await compute({ ...context, meter });

    this.#answers.set(key, { value: structuredClone(value), metered });

    return value;
  }
}

const keyOf = (
  call: string,
  { info }: { readonly info: { readonly name: string } },
  options: readonly unknown[],
): string => `${call} ${info.name} ${JSON.stringify(options)}`;

const pixelsOf = ({ width, height, data }: RgbImage): string =>
  `${width}x${height} ${hash('sha1', data)}`;

const samplesOf = async ({ path, startSeconds }: SoundFile): Promise<string> =>
  `${startSeconds} ${hash('sha1', await readFile(path))}`;
