/** The brands of the results, searchable by the names that words give them. */
import type { BrandResult } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { Span } from '../../analysis/spans.ts';

/** Tolerance for the times of words, in seconds. */
const wordTolerance = 0.3;
/** Names with fewer letters and digits occur in texts by chance. */
const leastWrittenLetters = 3;

export class BrandNames {
  readonly #brands: readonly Pick<BrandResult, 'name' | 'appearances'>[];

  constructor(brands: readonly Pick<BrandResult, 'name' | 'appearances'>[]) {
    this.#brands = brands;
  }

  /** Returns the name that the results use for a payer, or the payer as written if the results do not contain it. */
  known(payer: string | null): string | null {
    if (payer === null) return null;
    const key = identityOf(payer);
    const brand = this.#brands.find(({ name }) => {
      const brandKey = identityOf(name);
      return brandKey === key || (brandKey.length > 3 && key.startsWith(brandKey));
    });
    return brand?.name ?? payer;
  }

  /** Whether the results contain a brand of exactly this name. */
  has(name: string): boolean {
    return this.#brands.some((brand) => brand.name === name);
  }

  /** Names of the brands that are mentioned within a span of time. */
  saidIn({ start, end }: Span): string[] {
    const within = (time: number) => time >= start - wordTolerance && time <= end + wordTolerance;
    return this.#brands
      .filter(({ appearances }) =>
        appearances.some(({ source, timestamp }) => source === 'audio' && within(timestamp)),
      )
      .map(({ name }) => name);
  }

  /** The brand whose name comes first in a written text, as whole words; null if none does. */
  writtenIn(text: string): string | null {
    const words = wordsOf(text);
    const places = this.#brands
      .map(({ name }) => ({ name, place: words.indexOf(wordsOf(name)) }))
      .filter(({ name, place }) => place >= 0 && identityOf(name).length >= leastWrittenLetters)
      .sort((a, b) => a.place - b.place);
    return places[0]?.name ?? null;
  }
}

/** The words of a text without case and marks, with a space around each. */
const wordsOf = (text: string): string =>
  ` ${(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(identityOf).join(' ')} `;
