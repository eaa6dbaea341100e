/** Search through what is said, shown and seen in all videos. */
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesWith } from './pages.ts';
import type { SearchHit } from './schema.gen.ts';

/** Limits the search to kinds of passages, a brand, an object, a speaker, a job, a batch or dates. */
export type SearchFilter = Loose<Omit<QueryOf<'search'>, 'q' | 'kinds'>> & {
  readonly kinds?: readonly SearchHit['kind'][] | undefined;
};

/**
 * Passages with these words, best first, then those with the same meaning if the service has a model for it. Reads
 * across all pages: `for await (const hit of client.search('shoes'))`.
 */
export type Search = (
  words: string,
  filter?: SearchFilter,
  options?: CallOptions,
) => Pages<SearchHit, SearchMeaning>;

/** What each page reports about search by meaning, besides its items. */
export interface SearchMeaning {
  /** Whether moments with the same meaning in other words (`by: 'meaning'`) follow those that contain the words. */
  readonly meaning: boolean;
  /** Whether the service has an embedding model, but it is not answering at the moment. */
  readonly meaningOut: boolean;
}

export function searchOf({ call }: Connection): Search {
  return (words, { kinds, ...filter } = {}, options = {}) =>
    pagesWith(
      { ...filter, q: words, ...(kinds && { kinds: kinds.join(',') }) },
      (query: QueryOf<'search'>) => call('search', { ...options, query }),
      // Older versions of the service do not send these fields.
      ({ meaning = false, meaning_out: out = false }) => ({ meaning, meaningOut: out }),
    );
}
