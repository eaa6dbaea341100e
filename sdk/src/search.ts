/** Search over what is said, shown and seen in all videos. */
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { SearchHit } from './schema.gen.ts';

/** Where to look beside the words: kinds, brand, object, speaker, job, batch, dates. */
export type SearchFilter = Loose<Omit<QueryOf<'search'>, 'q' | 'kinds'>> & {
  readonly kinds?: readonly SearchHit['kind'][] | undefined;
};

/**
 * Passages with these words, best first. `for await (const hit of client.search('shoes'))` reads over all pages.
 */
export type Search = (
  words: string,
  filter?: SearchFilter,
  options?: CallOptions,
) => Pages<SearchHit>;

export function searchOf({ call }: Connection): Search {
  return (words, { kinds, ...filter } = {}, options = {}) =>
    pagesOf(filter.cursor, (cursor) => {
      const query = {
        ...{ ...filter, q: words },
        ...(kinds && { kinds: kinds.join(',') }),
        ...(cursor && { cursor }),
      } as QueryOf<'search'>;
      return call('search', { ...options, query });
    });
}
