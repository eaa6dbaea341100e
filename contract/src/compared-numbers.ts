/**
 * The numbers of a brand that a report by schedule compares with those of the report before, in the order in which its
 * files list them. Reaches no package.
 */
import { exposureTerms } from './exposure-words.ts';

interface ComparedNumber {
  /** Name of the field in `TrendNumbers`. */
  readonly field: string;
  readonly title: string;
  readonly unit: 'count' | 'seconds' | 'fraction';
}

export const comparedNumbers = [
  { field: 'videos', title: exposureTerms.videos.title, unit: 'count' },
  { field: 'appearances', title: exposureTerms.appearances.title, unit: 'count' },
  { field: 'seen_seconds', title: exposureTerms.seen.title, unit: 'seconds' },
  { field: 'equivalent_seconds', title: exposureTerms.equivalent.title, unit: 'seconds' },
  { field: 'share_of_voice', title: exposureTerms.shareOfScreenTime.title, unit: 'fraction' },
  { field: 'mentions', title: exposureTerms.said.title, unit: 'count' },
  { field: 'videos_paid', title: 'Videos that name it as paying', unit: 'count' },
  { field: 'videos_disclosed', title: 'Videos with a disclosure', unit: 'count' },
  { field: 'paid_seen_seconds', title: 'Seen in paid segments', unit: 'seconds' },
  { field: 'paid_mentions', title: 'Said in paid segments', unit: 'count' },
] as const satisfies readonly ComparedNumber[];
