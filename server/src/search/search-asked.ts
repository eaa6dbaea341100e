/** The parsed request of a search, and the workspace's words that match it. */
import type { SearchKind } from '@reelsight/contract';
import type { WordsCondition } from '../db/search/search.ts';
import type { Wanted } from './search-matches.ts';

export interface SearchAsk {
  readonly workspaceId: string;
  readonly text: string;
  readonly kinds: readonly SearchKind[] | null;
  readonly brand: string | null;
  readonly object: string | null;
  readonly speaker: number | null;
  readonly speakerName: string | null;
  readonly jobId: string | null;
  readonly batchId: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
  readonly limit: number;
  readonly after: SearchPosition | null;
}

/** The point at which a page ended: its tier, the passage that its window begins after, and the last passage shown. */
export interface SearchPosition {
  readonly tier: number;
  readonly top: { readonly madeAt: Date; readonly id: number };
  readonly last: { readonly score: number; readonly madeAt: Date; readonly id: number };
}

export interface Condition {
  readonly condition: WordsCondition;
  /** Approximate upper limit for the number of passages that meet the condition. */
  readonly uses: number;
}

export interface Plan {
  readonly conditions: readonly Condition[];
  /** The words of each term, for finding where in a passage they match. */
  readonly wanted: readonly Wanted[];
}

export interface Filters {
  readonly conditions: readonly Condition[];
  /** Approximate number of passages in the workspace. */
  readonly passages: number;
}

export interface Asked {
  readonly plans: readonly (Plan | null)[];
  readonly filters: Filters;
  readonly none: readonly WordsCondition[];
}
