/** The brands of the results, searchable by the names that words give them. */
import type { BrandResult } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import { countWhile } from '../../analysis/ordered.ts';
import type { Span } from '../../analysis/spans.ts';

/** Tolerance for the times of words, in seconds. */
const wordTolerance = 0.3;

/** A brand with what is compared of it, which is made once: there may be thousands of units and of mentions. */
interface ReadBrand {
  readonly name: string;
  readonly key: string;
  readonly words: string;
  /** When it is mentioned, in order, in seconds. */
  readonly mentions: readonly number[];
}

export class BrandNames {
  readonly #brands: readonly ReadBrand[];

  constructor(brands: readonly Pick<BrandResult, 'name' | 'appearances'>[]) {
    this.#brands = brands.map(({ name, appearances }) => ({
      name,
      key: identityOf(name),
      words: wordsOf(name),
      mentions: appearances
        .filter(({ source }) => source === 'audio')
        .map(({ timestamp }) => timestamp)
        .toSorted((a, b) => a - b),
    }));
  }

  /** Returns the name that the results use for a payer, or the payer as written if the results do not contain it. */
  known(payer: string | null): string | null {
    if (payer === null) return null;
    const key = identityOf(payer);
    const words = wordsOf(payer);
    const brand =
      this.#brands.find((candidate) => candidate.key === key) ??
      this.#brands.find((candidate) => words.startsWith(candidate.words));
    return brand?.name ?? payer;
  }

  /** Whether the results contain a brand of exactly this name. */
  has(name: string): boolean {
    return this.#brands.some((brand) => brand.name === name);
  }

  /** Names of the brands that are mentioned within a span of time. */
  saidIn({ start, end }: Span): string[] {
    const from = start - wordTolerance;
    return this.#brands
      .filter(({ mentions }) => {
        const next = mentions[countWhile(mentions, (time) => time < from)];
        return next !== undefined && next <= end + wordTolerance;
      })
      .map(({ name }) => name);
  }

  /** The brand whose account a text mentions, as in "#ad @nike"; null if it mentions none. */
  mentionedIn(text: string): string | null {
    const accounts = (text.match(/(?<=[@#])[\p{L}\p{N}_.]+/gu) ?? []).map(identityOf);
    const brand = this.#brands.find(({ key }) =>
      accounts.some(
        (account) => account === key || accountEndings.some((suffix) => account === key + suffix),
      ),
    );
    return brand?.name ?? null;
  }
}

/** Endings of the names of accounts. */
const accountEndings = [
  'official',
  'hq',
  'global',
  'usa',
  'us',
  'uk',
  'eu',
  'de',
  'fr',
  'es',
  'it',
  'app',
];

/** The words of a text without case and marks, with a space around each. */
const wordsOf = (text: string): string =>
  ` ${(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(identityOf).join(' ')} `;
