/**
 * Size limits of answers. An assistant has to read the whole of an answer, so each answer is small and says how to get
 * more.
 */
import { z } from 'zod';
import { Refusal } from './refusal.ts';

/** Maximum size of one answer's text, in bytes. */
export const answerBytes = 20_000;
/** Maximum size of the list in an answer, in bytes; the rest is for the text around the list. */
const listBytes = 16_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** At most `limit` UTF-16 units, ending in `…` if something was left out; never cuts a character in half. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export const cursorInput = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a next_cursor of an earlier answer')
  .optional()
  .describe('A `next_cursor`.');

export const nextCursor = z
  .string()
  .nullable()
  .describe('Pass it as `cursor` to read on; null if this was the last page.');

export interface Page<Item> {
  readonly items: Item[];
  readonly next_cursor: string | null;
}

interface PageOptions {
  readonly cursor: string | undefined;
  readonly most: number;
}

/**
 * The items from `cursor` on: as many as were requested, or fewer if they would be too large, but at least one if any
 * is left. Throws Refusal INVALID_CURSOR.
 */
export function pageOf<Item, Shown>(
  allItems: readonly Item[],
  { cursor = '0', most: limit }: PageOptions,
  show: (item: Item) => Shown,
): Page<Shown> {
  const start = Number(cursor);
  if (start > allItems.length) {
    throw new Refusal(
      'INVALID_CURSOR',
      `The cursor ${cursor} lies behind the last of ${allItems.length}.`,
      'Pass next_cursor of an earlier answer with the same arguments, or none to begin.',
    );
  }

  const items: Shown[] = [];
  let bytes = 0;

  for (const item of allItems.slice(start, start + limit)) {
    const view = show(item);
    bytes += bytesOf(view) + 1;
    if (bytes > listBytes && items.length > 0) break;
    items.push(view);
  }

  const next = start + items.length;
  return { items, next_cursor: next < allItems.length ? String(next) : null };
}

/** The first items, up to `most`, that fit into `bytes`. */
export function firstOf<Item, Shown>(
  allItems: readonly Item[],
  { most: limit, bytes }: { readonly most: number; readonly bytes: number },
  show: (item: Item) => Shown,
): Shown[] {
  const items: Shown[] = [];
  let usedBytes = 0;

  for (const item of allItems.slice(0, limit)) {
    const view = show(item);
    usedBytes += bytesOf(view) + 1;
    if (usedBytes > bytes) break;
    items.push(view);
  }

  return items;
}
