/**
 * Looks for a brand of a library in results, in a separate thread, because names and texts that somebody made for it
 * keep a processor busy for minutes.
 */
import { identityOf } from '../analysis/name-key.ts';
import { parseResultFields } from '../artifacts/results-text.ts';
import type { Lexicon } from '../perception/brands/brand-lexicon.ts';
import { type LibraryEntry, withLibrary } from '../perception/brands/brand-library.ts';
import { loadLexicon } from '../perception/brands/brand-names.ts';
import { BrandRecount, type RecountedField } from '../perception/brands/recounted.ts';
import { answerOrders } from '../threads/answer-orders.ts';

export interface RecountedBrand {
  readonly name: string;
  readonly library: readonly LibraryEntry[];
  /** Path of the operator's file of brands; null if there is none. */
  readonly brandsFile: string | null;
  /** The same for orders about the same brand and library, which are prepared only once. */
  readonly key: string;
}

interface RecountOrder {
  readonly brand: RecountedBrand;
  /** Results with the recounted fields. */
  readonly json: string;
}

let lexicon: Lexicon | undefined;
let prepared: { readonly key: string; readonly recount: BrandRecount | undefined } | undefined;

async function recountOf({ name, library, brandsFile, key }: RecountedBrand) {
  if (prepared?.key === key) return prepared.recount;

  // Like analyses, recounts read the operator's file only once.
  lexicon ??= await loadLexicon({ operatorFile: brandsFile });
  const ownLexicon = withLibrary(lexicon, library, []);
  const identity = identityOf(name);
  const brand = ownLexicon.brands.find((brandName) => identityOf(brandName.name) === identity);
  prepared = { key, recount: brand && new BrandRecount(brand, ownLexicon) };

  return prepared.recount;
}

const handlers = {
  /** The appearances of the brand that the results lack. */
  missing: async ({ brand, json }: RecountOrder) => {
    const recount = await recountOf(brand);
    return recount?.missingIn(parseResultFields<RecountedField>(json)) ?? [];
  },
};
export type RecountThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
