/** Searches for words that are said, shown or seen in all videos. */
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesWith } from './pages.ts';
import type { SearchHit } from './schema.gen.ts';

/** Limits the search to certain kinds of passages, or to a brand, an object, a speaker, a job, a batch or dates. */
export type SearchFilter = Loose<Omit<QueryOf<'search'>, 'q' | 'kinds'>> & {
  readonly kinds?: readonly SearchHit['kind'][] | undefined;
};

/**
 * Finds passages with these words, best first, followed by passages with the same meaning if the service has a model
 * for that. `for await (const hit of client.search('shoes'))` reads all pages.
 */
export type Search = (
  words: string,
  filter?: SearchFilter,
  options?: CallOptions,
) => Pages<SearchHit, SearchMeaning>;

/** The fields about search by meaning that each page has in addition to its items. */
export interface SearchMeaning {
  /** Whether passages with the same meaning in other words (`by: 'meaning'`) follow those that contain the words. */
  readonly meaning: boolean;
  /** Whether the service has an embedding model, but it is not answering at the moment. */
  readonly meaningOut: boolean;
}

export function searchOf({ call }: Connection): Search {
  return (words, { kinds, ...filter } = {}, options = {}) =>
    pagesWith(
      { ...filter, q: words, ...(kinds && { kinds: kinds.join(',') }) },
      (query: QueryOf<'search'>) => call('search', { ...options, query }),
      // The defaults are for older versions of the service, which do not send these fields.
      ({ meaning = false, meaning_out: out = false }) => ({ meaning, meaningOut: out }),
    );
}
