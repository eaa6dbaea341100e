/** The brands of the results, searchable by the names that words give them. */
import type { BrandResult } from '@reelsight/contract';
import { smallestOf } from '../../analysis/extremes.ts';
import { identityOf } from '../../analysis/name-key.ts';
import { countWhile } from '../../analysis/ordered.ts';
import type { Span } from '../../analysis/spans.ts';

/** Tolerance for the times of words, in seconds. */
const wordTolerance = 0.3;

interface Mention {
  /** Seconds. */
  readonly time: number;
  /** Index of the brand. */
  readonly brand: number;
}

/**
 * Looks names up instead of comparing each with all brands: there may be thousands of both, and hundreds of accounts
 * in each text on screen.
 */
export class BrandNames {
  readonly #names: readonly string[];
  /** Indices of the first brand with this key, and with these words. */
  readonly #byKey: ReadonlyMap<string, number>;
  readonly #byWords: ReadonlyMap<string, number>;
  /** When the brands are mentioned, in order. */
  readonly #mentions: readonly Mention[];

  constructor(brands: readonly Pick<BrandResult, 'name' | 'appearances'>[]) {
    this.#names = brands.map(({ name }) => name);
    this.#byKey = firstIndices(this.#names.map(identityOf));
    this.#byWords = firstIndices(this.#names.map(wordsOf));
    this.#mentions = brands
      .flatMap(({ appearances }, brand) =>
        appearances
          .filter(({ source }) => source === 'audio')
          .map(({ timestamp }) => ({ time: timestamp, brand })),
      )
      .toSorted((a, b) => a.time - b.time);
  }

  /** Returns the name that the results use for a payer, or the payer as written if the results do not contain it. */
  known(payer: string | null): string | null {
    if (payer === null) return null;
    const brand = this.#byKey.get(identityOf(payer)) ?? this.#beginning(wordsOf(payer));
    return this.#nameOf(brand) ?? payer;
  }

  /** Whether the results contain a brand of exactly this name. */
  has(name: string): boolean {
    return this.#names.includes(name);
  }

  /** Names of the brands that are mentioned within a span of time. */
  saidIn({ start, end }: Span): string[] {
    const brands = new Set<number>();
    const from = countWhile(this.#mentions, ({ time }) => time < start - wordTolerance);
    for (let next = from; next < this.#mentions.length; next += 1) {
      const { time, brand } = this.#mentions[next] as Mention;
      if (time > end + wordTolerance) break;
      brands.add(brand);
    }
    return [...brands].sort((a, b) => a - b).map((brand) => this.#names[brand] as string);
  }

  /** The brand whose account a text mentions, as in "#ad @nike"; null if it mentions none. */
  mentionedIn(text: string): string | null {
    const accounts = (text.match(/(?<=[@#])[\p{L}\p{N}_.]+/gu) ?? []).map(identityOf);
    const brands = accounts.flatMap((account) =>
      ['', ...accountEndings]
        .filter((ending) => account.endsWith(ending))
        .map((ending) => this.#byKey.get(account.slice(0, account.length - ending.length))),
    );
    return this.#nameOf(firstOf(brands)) ?? null;
  }

  /** The first brand with whose words these words begin. */
  #beginning(words: string): number | undefined {
    const ends = Array.from(words.matchAll(/ /g), ({ index }) => index + 1);
    return firstOf(ends.map((end) => this.#byWords.get(words.slice(0, end))));
  }

  #nameOf(brand: number | undefined): string | undefined {
    return brand === undefined ? undefined : this.#names[brand];
  }
}

function firstIndices(keys: readonly string[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (const [index, key] of keys.entries()) if (!indices.has(key)) indices.set(key, index);
  return indices;
}

/** The lowest index; undefined if there is none. */
function firstOf(indices: readonly (number | undefined)[]): number | undefined {
  const lowest = smallestOf(indices.filter((index) => index !== undefined));
  return Number.isFinite(lowest) ? lowest : undefined;
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
