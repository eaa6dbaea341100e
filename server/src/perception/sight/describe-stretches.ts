/** Describes what the stretches of a part look like, for search by sight. */
import type { PictureEngine } from '../../engines/clip/picture-engine.ts';
import type { CallContext, RgbImage } from '../../engines/engine.ts';
import { comparablePicture } from '../../engines/sight/comparable-picture.ts';
import { type SightEngine, sightSide } from '../../engines/sight/sight-network.ts';
import type { FrameSample } from '../../media/media.ts';
import type { DescribedStretches } from '../artifacts.ts';
import { frameCells } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import type { CellSpan } from '../part.ts';
import { stretchesOf } from './stretches.ts';

/** JPEGs are decoded at about this size, which takes a fraction of the time that the whole picture takes. */
const decodedSide = 480;

export interface SightEngines {
  readonly sight: SightEngine;
  /** Makes the vectors that words are compared with; null if no model for that is installed. */
  readonly forWords: PictureEngine | null;
}

export interface PartDescription {
  readonly sight: DescribedStretches;
  readonly sightForWords?: DescribedStretches;
}

type Stretch = DescribedStretches['stretches'][number];

/**
 * Describes the stretches whose picture lies in the part. Stretches that show nothing to compare, such as black ones,
 * are left out. Throws the signal's reason, and if the engine `sight` fails; if the other one does, its vectors are
 * left out.
 */
export async function describeStretches(
  { pass, frames }: Pictures,
  span: CellSpan,
  engines: SightEngines,
  context: CallContext,
): Promise<PartDescription> {
  const cells = frameCells(pass).slice(span.from, span.to);
  const from = cells[0]?.from ?? 0;
  const to = cells.at(-1)?.to ?? 0;
  const forWords = new WordsDescription(engines.forWords, context);
  const stretches: Stretch[] = [];

  for (const { start, end, sample } of stretchesOf(pass)) {
    if (sample < from || sample >= to) continue;

    const { image, timestamp } = pass.frames[sample] as FrameSample;
    const frame = await frames.rgb(image, { maxSide: decodedSide });
    const picture = await comparablePicture(frame, sightSide);
    if (!picture) continue;

    const times = { start, end, timestamp };
    const vector = await engines.sight.describeComparable(picture, context);
    stretches.push({ ...times, vector: base64(vector) });
    await forWords.add(times, picture);
  }

  return {
    sight: { model: engines.sight.info.version, stretches },
    ...(forWords.described && { sightForWords: forWords.described }),
  };
}

/** Collects the vectors that words are compared with, all or none: a video with only some would seem complete. */
class WordsDescription {
  #engine: PictureEngine | null;
  readonly #context: CallContext;
  readonly #stretches: Stretch[] = [];

  constructor(engine: PictureEngine | null, context: CallContext) {
    this.#engine = engine;
    this.#context = context;
  }

  get described(): DescribedStretches | null {
    return this.#engine && { model: this.#engine.model, stretches: this.#stretches };
  }

  async add(times: Omit<Stretch, 'vector'>, picture: RgbImage): Promise<void> {
    if (!this.#engine) return;

    try {
      const vector = await this.#engine.describeComparable(picture, this.#context);
      this.#stretches.push({ ...times, vector: base64(vector) });
    } catch (error) {
      this.#context.signal.throwIfAborted();
      this.#context.log?.('pictures could not be described for search by words', {
        detail: String(error),
      });
      this.#engine = null;
    }
  }
}

const base64 = (vector: Int8Array): string => Buffer.from(vector).toString('base64');
