/** Looks for logos in a selection of the pictures. */
import { keyOf } from '../../analysis/name-key.ts';
import type { CallContext } from '../../engines/engine.ts';
import type { LogoEngine } from '../../engines/logos.ts';
import type { MediaPass } from '../../media/media.ts';
import type { FrameCell } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import { fewImages, type Look, looksWithin } from '../looks.ts';
import type { BrandName, Lexicon } from './brand-lexicon.ts';
import type { BrandSighting } from './seen-brands.ts';

/** Number of consecutive pictures on which an engine may fail before it is no longer used. */
const patience = 3;

/** The built-in engine, which needs no download, looks at one picture for every three seconds, and always at a few. */
const secondsPerLook = 3;
const fewLooks = 12;

interface LogoOptions {
  /** If empty, every brand of the lexicon is looked for. */
  readonly targets: readonly string[];
  readonly lexicon: Lexicon;
  readonly costlyLooks: number;
}

/** Finds logos in the pictures of one part. */
export class LogoFinder {
  readonly #pictures: Pictures;
  readonly #brands: readonly BrandName[];
  readonly #options: LogoOptions;
  readonly #engine: LogoEngine;
  readonly #context: CallContext;
  readonly #looks: readonly Look[];
  #failedInARow = 0;
  /** True if the engine failed on at least one picture. */
  failed = false;

  constructor(
    pictures: Pictures,
    brands: readonly BrandName[],
    options: LogoOptions,
    engine: LogoEngine,
    context: CallContext,
  ) {
    this.#pictures = pictures;
    this.#brands = brands;
    this.#options = options;
    this.#engine = engine;
    this.#context = context;
    this.#looks = fewImages(pictures.pass, looksAtMost(pictures.pass, engine, options));
  }

  get engine(): LogoEngine {
    return this.#engine;
  }

  /** Throws if the engine failed on several pictures in a row. */
  async find(cell: FrameCell): Promise<BrandSighting[]> {
    // A picture that stands for hours has more sightings than a call can take as arguments.
    const sightings: BrandSighting[][] = [];

    for (const look of looksWithin(this.#looks, this.#pictures.pass, cell)) {
      this.#context.signal.throwIfAborted();
      try {
        sightings.push(await this.#findIn(look));
        this.#failedInARow = 0;
      } catch (error) {
        this.#context.signal.throwIfAborted();
        this.failed = true;
        if (++this.#failedInARow >= patience) throw error;
      }
    }

    return sightings.flat();
  }

  async #findIn(look: Look): Promise<BrandSighting[]> {
    const { targets, lexicon } = this.#options;
    const names = targets.length > 0 ? this.#brands.map(({ name }) => name) : null;
    const picture = await this.#pictures.frames.rgb(look.image);
    const logos = await this.#engine.find(picture, names, this.#context);
    const excluded = names === null ? lexicon.excluded : null;

    return logos.flatMap(({ name, confidence, box, outline }) => {
      const brand = brandNamed(name, this.#brands, excluded);
      if (!brand) return [];
      const sighting = {
        brand,
        confidence,
        box,
        ...(outline && { outline }),
        source: this.#engine.source,
        seen: name,
      };
      return look.samples.map((sample) => ({ ...sighting, sample }));
    });
  }
}

function looksAtMost({ frames }: MediaPass, engine: LogoEngine, options: LogoOptions): number {
  const { costlyLooks } = options;
  if (engine.info.kind !== 'embedded') return costlyLooks;
  const seconds = (frames.at(-1)?.timestamp ?? 0) - (frames[0]?.timestamp ?? 0);
  return Math.min(costlyLooks, Math.max(fewLooks, Math.ceil(seconds / secondsPerLook)));
}

/**
 * The brand that a model's answer refers to; null if it is to be ignored. If brands were requested, `excluded` is null
 * and only those brands count. Otherwise every brand that is not excluded counts, and a brand that is on no list keeps
 * the name that the model gave it.
 */
function brandNamed(
  name: string,
  brands: readonly BrandName[],
  excluded: ReadonlySet<string> | null,
): BrandName | null {
  const key = keyOf(name);
  const knownBrand = brands.find((brand) =>
    key === '' ? brand.name === name : brand.forms.some((form) => form.key === key),
  );
  if (knownBrand) return knownBrand;
  if (excluded === null || key === '' || excluded.has(key)) return null;

  const forms = [{ spelling: name, key, kind: 'unique' as const }];
  return { name, forms, support: [], unless: [], target: false, kept: false };
}
