/** Finds the known or requested name that a text matches or nearly matches. */
import {
  type KeyedText,
  keyText,
  lengthInLetters,
  shapeDistance,
  tolerance,
} from '../../analysis/name-key.ts';
import {
  BrandIndex,
  sharesAnEnd,
  shortestLooseKey,
  unaskedTolerance,
} from '../brands/brand-index.ts';
import type { BrandName, NameForm } from '../brands/brand-lexicon.ts';

interface KnownName {
  readonly reason: 'known_name' | 'near_known_name';
  /** The name in its official spelling, as used in results. */
  readonly name: string;
  /**
   * How the name must be written to count as a brand. `surely`: in any way. `alone`: only if nothing is written around
   * it, for a rare word or a near match of a name that was not requested. `large`: alone and also in large letters, for
   * an everyday word.
   */
  readonly counts: 'surely' | 'alone' | 'large';
}

const countsOf = { unique: 'surely', short: 'alone', word: 'alone', everyday: 'large' } as const;

/** Number of wrong letters allowed in addition to those that the search for requested names allows. */
const extraWrong = 1;
const shortestNear = 5;

export class KnownNames {
  readonly #index: BrandIndex;
  readonly #targets: readonly BrandName[];

  /** `brands` are all names in the lexicon, `targets` the requested names. */
  constructor(brands: readonly BrandName[], targets: readonly BrandName[]) {
    // Gathered names may also have one wrong letter, because a person makes the final decision.
    this.#index = new BrandIndex(brands.map((brand) => ({ ...brand, kept: true, target: false })));
    this.#targets = targets.filter(({ target }) => target);
  }

  /** Finds the name that the whole text matches; null if it matches none. */
  of(text: string): KnownName | null {
    const line = keyText(text);
    return this.#exact(line) ?? this.#nearTarget(line) ?? this.#near(line);
  }

  #exact(line: KeyedText): KnownName | null {
    for (const { brand } of this.#index.candidates(line)) {
      const form = brand.forms.find(({ key }) => key === line.key);
      // Names of up to three letters often match by chance, so they count only in exactly the same spelling.
      if (!form || (form.kind === 'short' && form.spelling !== line.text)) continue;
      return { reason: 'known_name', name: brand.name, counts: countsOf[form.kind] };
    }
    return null;
  }

  #nearTarget({ key }: KeyedText): KnownName | null {
    const isNear = (form: NameForm): boolean => {
      if (form.key.length < shortestNear) return false;
      const limit = tolerance(lengthInLetters(form.key)) + extraWrong;
      return sharesAnEnd(key, form.key) && shapeDistance(key, form.key, limit) <= limit;
    };
    const brand = this.#targets.find(({ forms }) => forms.some(isNear));
    return brand ? { reason: 'near_known_name', name: brand.name, counts: 'surely' } : null;
  }

  #near(line: KeyedText): KnownName | null {
    if (line.key.length < shortestLooseKey) return null;

    for (const { brand } of this.#index.candidates(line)) {
      const isNear = ({ kind, key }: NameForm): boolean =>
        kind === 'unique' &&
        key.length >= shortestLooseKey &&
        shapeDistance(line.key, key, unaskedTolerance) <= unaskedTolerance;
      if (brand.forms.some(isNear))
        return { reason: 'near_known_name', name: brand.name, counts: 'alone' };
    }

    return null;
  }
}
