/** What a search asks for, and the words of the workspace that match it. */
import type { SearchKind } from '@reelsight/contract';
import type { WordsCondition } from '../db/search.ts';
import type { Wanted } from './search-matches.ts';

export interface SearchAsk {
  readonly workspaceId: string;
  readonly text: string;
  readonly kinds: readonly SearchKind[] | null;
  readonly brand: string | null;
  readonly object: string | null;
  readonly speaker: number | null;
  readonly jobId: string | null;
  readonly batchId: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
  readonly limit: number;
  readonly after: SearchPosition | null;
}

/** Where a page ended: in which tier, below which passage its window begins, and the last passage of it. */
export interface SearchPosition {
  readonly tier: number;
  readonly top: { readonly madeAt: Date; readonly id: number };
  readonly last: { readonly score: number; readonly madeAt: Date; readonly id: number };
}

export interface Condition {
  readonly condition: WordsCondition;
  /** Passages that meet it, at most about. */
  readonly uses: number;
}

export interface Plan {
  readonly conditions: readonly Condition[];
  /** For showing which words match. */
  readonly wanted: readonly Wanted[];
}

export interface Filters {
  readonly conditions: readonly Condition[];
  /** Passages of the workspace, about. */
  readonly passages: number;
}

export interface Asked {
  readonly plans: readonly (Plan | null)[];
  readonly filters: Filters;
  readonly none: readonly WordsCondition[];
}
