/** Lists that are read page by page, or entry by entry across all pages. */
import { ApiPromise } from './api-promise.ts';
import type { Answered } from './call.ts';
import type { Loose } from './create.ts';
import type { Pagination } from './schema.gen.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor to pass to `page` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A list in pages. `More` is the type of the fields that a page has in addition to its items. */
export interface Pages<Item, More = object> extends AsyncIterable<Item> {
  /** Reads the page at `cursor`, or the first page. */
  page(cursor?: string): ApiPromise<Page<Item> & More>;
  /** All pages, one after another. */
  pages(): AsyncIterable<Page<Item> & More>;
}

export interface Slice<Item> {
  readonly data: readonly Item[];
  readonly pagination: Pagination;
}

interface PageQuery {
  readonly cursor?: string | undefined;
}

/** A list in pages. `filter` may contain the first cursor; `readPage` reads the page at the cursor in its query. */
export function pagesOf<Query extends PageQuery, Item>(
  filter: Loose<Query>,
  readPage: (query: Query) => Promise<Answered<Slice<Item>>>,
): Pages<Item> {
  return pagesWith(filter, readPage, () => ({}));
}

/** Like `pagesOf`, for pages with fields in addition to their items; `extrasOf` takes those fields from the body. */
export function pagesWith<Query extends PageQuery, Item, Body extends Slice<Item>, More>(
  filter: Loose<Query>,
  readPage: (query: Query) => Promise<Answered<Body>>,
  extrasOf: (body: Body) => More,
): Pages<Item, More> {
  const page = (cursor?: string): ApiPromise<Page<Item> & More> =>
    new ApiPromise(
      readPage({ ...filter, ...(cursor && { cursor }) } as Query).then(({ body, response }) => {
        const { data, pagination } = body;
        const nextCursor = pagination.has_more ? pagination.next_cursor : null;
        return { data: { items: data, nextCursor, ...extrasOf(body) }, response };
      }),
    );
  async function* pages(): AsyncGenerator<Page<Item> & More> {
    let next: Page<Item> & More = await page();
    yield next;
    while (next.nextCursor !== null) {
      next = await page(next.nextCursor);
      yield next;
    }
  }

  async function* items(): AsyncGenerator<Item> {
    for await (const currentPage of pages()) yield* currentPage.items;
  }

  return { page, pages, [Symbol.asyncIterator]: items };
}
