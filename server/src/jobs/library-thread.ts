/**
 * Looks for brands of a library in results, in a separate thread, because names and texts that somebody made for it
 * keep a processor busy for minutes.
 */
import type { HeardChanges, StoredAppearance } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { parseResultFields } from '../artifacts/results-text.ts';
import type { Lexicon } from '../perception/brands/brand-lexicon.ts';
import { type LibraryEntry, withLibrary } from '../perception/brands/brand-library.ts';
import { loadLexicon } from '../perception/brands/brand-names.ts';
import { heardAgain } from '../perception/brands/heard-again.ts';
import { brandsOf } from '../perception/brands/read-cells.ts';
import { BrandRecount, type RecountedField } from '../perception/brands/recounted.ts';
import { answerOrders } from '../threads/answer-orders.ts';

/** The brands of a workspace. */
export interface OwnBrands {
  readonly library: readonly LibraryEntry[];
  /** Path of the operator's file of brands; null if there is none. */
  readonly brandsFile: string | null;
}

export interface RecountedBrand extends OwnBrands {
  readonly name: string;
  /** The same for orders about the same brand and library, which are prepared only once. */
  readonly key: string;
}

interface RecountOrder {
  readonly brand: RecountedBrand;
  /** Results with the recounted fields. */
  readonly json: string;
}

interface HeardOrder extends OwnBrands {
  /** The brands that the job asked for; empty: it looked for all. */
  readonly requestedBrands: readonly string[];
  readonly return_proof: boolean;
  /** Brands and transcript without corrections. */
  readonly original: string;
  /** The corrected transcript. */
  readonly corrected: string;
}

let lexicon: Lexicon | undefined;
let prepared: { readonly key: string; readonly recount: BrandRecount | undefined } | undefined;

async function lexiconOf(
  { library, brandsFile }: OwnBrands,
  requestedBrands: readonly string[],
): Promise<Lexicon> {
  // Like analyses, this reads the operator's file only once.
  lexicon ??= await loadLexicon({ operatorFile: brandsFile });
  return withLibrary(lexicon, library, requestedBrands);
}

async function recountOf(brand: RecountedBrand): Promise<BrandRecount | undefined> {
  if (prepared?.key === brand.key) return prepared.recount;

  const ownLexicon = await lexiconOf(brand, []);
  const identity = identityOf(brand.name);
  const brandName = ownLexicon.brands.find(({ name }) => identityOf(name) === identity);
  prepared = { key: brand.key, recount: brandName && new BrandRecount(brandName, ownLexicon) };

  return prepared.recount;
}

const handlers = {
  /** Loads what all orders need, so that no video is given up for the time that this takes. */
  ready: async ({ brandsFile }: Pick<OwnBrands, 'brandsFile'>): Promise<void> => {
    lexicon ??= await loadLexicon({ operatorFile: brandsFile });
  },

  /** The appearances of the brand that the results lack. */
  missing: async ({ brand, json }: RecountOrder): Promise<StoredAppearance[]> => {
    const recount = await recountOf(brand);
    return recount?.missingIn(parseResultFields<RecountedField>(json)) ?? [];
  },

  /** How the heard brands follow the corrections of a transcript. */
  heard: async (order: HeardOrder): Promise<HeardChanges> => {
    const ownLexicon = await lexiconOf(order, order.requestedBrands);
    const { transcription } = parseResultFields<'transcription'>(order.corrected);
    const lines = {
      original: parseResultFields<'brands' | 'transcription'>(order.original),
      corrected: transcription,
    };
    return heardAgain(lines, {
      brands: brandsOf({ targets: order.requestedBrands, lexicon: ownLexicon }),
      rank: ownLexicon.rank,
      return_proof: order.return_proof,
    });
  },
};
export type LibraryThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
