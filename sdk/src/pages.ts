/** Lists that are read page by page, or item by item over all pages. */
import { ApiPromise } from './api-promise.ts';
import type { Answered } from './call.ts';
import type { Pagination } from './schema.gen.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass it as `cursor` for the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** `More`: what a page says beside its items. */
export interface Pages<Item, More = object> extends AsyncIterable<Item> {
  /** The page at `cursor`, or the first. */
  page(cursor?: string): ApiPromise<Page<Item> & More>;
  /** Page after page. */
  pages(): AsyncIterable<Page<Item> & More>;
}

export interface Slice<Item> {
  readonly data: readonly Item[];
  readonly pagination: Pagination;
}

/** `read` asks for one page; `cursor` is undefined for the first. */
export function pagesOf<Item>(
  start: string | null | undefined,
  read: (cursor: string | undefined) => Promise<Answered<Slice<Item>>>,
): Pages<Item> {
  return pagesWith(start, read, () => ({}));
}

/** `more` reads from the body what a page says beside its items. */
export function pagesWith<Item, Body extends Slice<Item>, More>(
  start: string | null | undefined,
  read: (cursor: string | undefined) => Promise<Answered<Body>>,
  more: (body: Body) => More,
): Pages<Item, More> {
  const page = (cursor: string | undefined = start ?? undefined): ApiPromise<Page<Item> & More> =>
    new ApiPromise(
      read(cursor).then(({ body, response }) => {
        const { data, pagination } = body;
        const nextCursor = pagination.has_more ? pagination.next_cursor : null;
        return { data: { items: data, nextCursor, ...more(body) }, response };
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
    for await (const one of pages()) yield* one.items;
  }
  return { page, pages, [Symbol.asyncIterator]: items };
}
