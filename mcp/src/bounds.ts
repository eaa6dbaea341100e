/** Limits of answers: an assistant reads all of an answer, so each is small and says how to get more. */
import { z } from 'zod';
import { Refusal } from './refusal.ts';

/** Maximum bytes of one answer's text. */
export const answerBytes = 20_000;
/** Maximum bytes of the list in an answer; the rest is for the text around it. */
const listBytes = 16_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** At most `most` UTF-16 units, ending in `…` if something was left out; never cuts a character in half. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export const cursorInput = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a next_cursor of an earlier answer')
  .optional()
  .describe('`next_cursor` of the answer before.');

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
 * The items from `cursor` on: as many as requested and fit, at least one if any is left. Throws Refusal INVALID_CURSOR.
 */
export function pageOf<Item, Shown>(
  all: readonly Item[],
  { cursor = '0', most }: PageOptions,
  show: (item: Item) => Shown,
): Page<Shown> {
  const start = Number(cursor);
  if (start > all.length) {
    throw new Refusal(
      'INVALID_CURSOR',
      `The cursor ${cursor} lies behind the last of ${all.length}.`,
      'Pass next_cursor of an earlier answer with the same arguments, or none to begin.',
    );
  }

  const items: Shown[] = [];
  let bytes = 0;

  for (const item of all.slice(start, start + most)) {
    const shown = show(item);
    bytes += bytesOf(shown) + 1;
    if (bytes > listBytes && items.length > 0) break;
    items.push(shown);
  }

  const next = start + items.length;
  return { items, next_cursor: next < all.length ? String(next) : null };
}

/** The first items that fit into `bytes`, and how many there are. */
export function firstOf<Item, Shown>(
  all: readonly Item[],
  { most, bytes }: { readonly most: number; readonly bytes: number },
  show: (item: Item) => Shown,
): Shown[] {
  const items: Shown[] = [];
  let used = 0;

  for (const item of all.slice(0, most)) {
    const shown = show(item);
    used += bytesOf(shown) + 1;
    if (used > bytes) break;
    items.push(shown);
  }

  return items;
}
