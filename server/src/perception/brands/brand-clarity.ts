/** Measures how clearly brands stand out in the frames in which they were found. */
import { type ClarityScale, clarityScale } from '../../analysis/clarity.ts';
import type { CallContext } from '../../engines/engine.ts';
import type { Pictures } from '../frame-reader.ts';
import type { BrandSighting } from './seen-brands.ts';

/**
 * Longest side of the decoded picture in pixels: enough to tell blurred letters from sharp ones, and quick to decode.
 */
const maxSide = 640;
/** Number of clarity scales kept in memory, because the brands of one cell share its pictures. */
const keptScales = 64;

export class BrandClarity {
  readonly #pictures: Pictures;
  readonly #scales = new Map<number, Promise<ClarityScale>>();

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  /** The clarity of a sighting, 0 to 1; undefined if the picture cannot be read. */
  async of({ sample, box }: BrandSighting, context: CallContext): Promise<number | undefined> {
    const image = this.#pictures.pass.frames[sample]?.image;
    if (image === undefined) return undefined;

    try {
      const scale = await this.#scaleOf(image);
      return Math.round(scale.clarityOf(box) * 1000) / 1000;
    } catch (error) {
      context.signal.throwIfAborted();
      context.log?.('clarity could not be measured', { error: String(error) });
      return undefined;
    }
  }

  #scaleOf(image: number): Promise<ClarityScale> {
    const cachedScale = this.#scales.get(image);
    if (cachedScale) return cachedScale;
    const scale = this.#pictures.frames.rgb(image, { maxSide }).then(clarityScale);
    this.#scales.set(image, scale);
    for (const old of [...this.#scales.keys()].slice(0, -keptScales)) this.#scales.delete(old);
    return scale;
  }
}
